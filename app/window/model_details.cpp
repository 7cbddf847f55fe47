#include "app/window/model_details.h"

#include <QGridLayout>
#include <QLabel>
#include <QStackedLayout>
#include <QVBoxLayout>

#include "widgets/controls/elided_text.h"
#include "widgets/theme.h"

namespace gh::app {

using widgets::ElidedText;
using widgets::Theme;

namespace {
constexpr int kWidth = 520, kRowGap = 3;
}

ModelDetails::ModelDetails(QWidget* parent) : QWidget(parent) {
    setFixedWidth(kWidth);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 8, 12, 8);
    column->setSpacing(6);
    m_title = new QLabel(this);
    m_title->setProperty("role", "title");
    column->addWidget(m_title);
    const QFont body = Theme::instance().font("body");
    auto* pages = new QWidget(this);
    m_stack = new QStackedLayout(pages);
    column->addWidget(pages);
    auto* rows = new QWidget(pages);
    auto* grid = new QGridLayout(rows);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(kRowGap);
    grid->setColumnStretch(1, 1);
    for (int i = 0; i < kSightRows; ++i) {
        QLabel*& name = m_names[std::size_t(i)] = new QLabel(QStringLiteral(" "), rows);
        name->setProperty("role", "caption");
        ElidedText*& value = m_values[std::size_t(i)] = new ElidedText(1, body, "text", rows);
        grid->addWidget(name, i, 0, Qt::AlignVCenter);
        grid->addWidget(value, i, 1, Qt::AlignVCenter);
    }
    // Words do not make the block taller or wider: what is too long for it is in their tool tips.
    m_problem = new ElidedText(kSightRows, body, "text", pages);
    m_stack->addWidget(rows);
    m_stack->addWidget(m_problem);
    pages->setFixedHeight(kSightRows * (m_values[0]->sizeHint().height() + kRowGap));
}

void ModelDetails::show(const QString& name, const ModelSight& sight) {
    m_title->setText(m_title->fontMetrics().elidedText(name, Qt::ElideMiddle, kWidth - 24));
    setAccessibleName(name);
    setAccessibleDescription(sightText(sight));
    if (!sight.outline) {
        setProblem(sightProblem(sight));
        return;
    }
    const std::vector<SightRow> rows = sightRows(sight);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        m_names[i]->setText(rows[i].name);
        m_values[i]->setText(rows[i].value);
        m_values[i]->setRole(rows[i].bad ? "error" : "text");
    }
    m_stack->setCurrentIndex(0);
}

void ModelDetails::showHint(const QString& text) {
    m_title->setText(QString());
    setAccessibleName(text);
    setAccessibleDescription(QString());
    setProblem(text);
}

void ModelDetails::setProblem(const QString& text) {
    m_problem->setText(text);
    m_stack->setCurrentIndex(1);
}

QString ModelDetails::text() const {
    if (m_stack->currentIndex() == 1) return m_problem->text();
    QStringList lines;
    for (int i = 0; i < kSightRows; ++i) lines << m_names[std::size_t(i)]->text() + ' ' + m_values[std::size_t(i)]->text();
    return lines.join('\n');
}

}  // namespace gh::app
