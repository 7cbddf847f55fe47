#include "widgets/panels/quantize/work_bar.h"

#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

#include "widgets/controls/elided_text.h"
#include "widgets/controls/panel_header.h"
#include "widgets/text/units.h"
#include "widgets/theme.h"

namespace gh::widgets {

WorkBar::WorkBar(QWidget* parent) : QWidget(parent) {
    const Theme& theme = Theme::instance();
    QVBoxLayout* column = bareColumn(this);
    m_busy = new QWidget(this);
    QVBoxLayout* busy = bareColumn(m_busy);
    busy->setSpacing(theme.space(1));
    m_progress = new QProgressBar(m_busy);
    m_progress->setRange(0, 1000);
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(6);
    m_progress->setAccessibleName(tr("Progress"));
    busy->addWidget(m_progress);
    auto* row = new QHBoxLayout;
    row->setSpacing(theme.space(2));
    m_doing = new ElidedText(2, theme.font("caption"), "textMuted", m_busy);
    m_cancel = new QPushButton(tr("Cancel"), m_busy);
    row->addWidget(m_doing, 1);
    row->addWidget(m_cancel);
    busy->addLayout(row);
    column->addWidget(m_busy);
    m_trouble = new QLabel(this);
    m_trouble->setProperty("role", "error");
    m_trouble->setWordWrap(true);
    column->addWidget(m_trouble);
    connect(m_cancel, &QPushButton::clicked, this, &WorkBar::cancelled);
    setWork({});
}

void WorkBar::setWork(const QuantizeWork& work) {
    m_busy->setVisible(work.busy());
    m_progress->setValue(static_cast<int>(work.share * 1000));
    const QString percent = units::percent(work.share, 0).text();
    m_doing->setText(work.doing.isEmpty() ? percent : tr("%1 · %2", "share done, what now").arg(percent, work.doing));
    m_trouble->setText(work.trouble);
    m_trouble->setVisible(!work.busy() && !work.trouble.isEmpty());
    setVisible(m_busy->isVisibleTo(this) || m_trouble->isVisibleTo(this));
}

}  // namespace gh::widgets
