#include "app/chat/sampling_popover.h"

#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QRegularExpressionValidator>
#include <QScreen>
#include <QVBoxLayout>

#include "widgets/theme.h"

namespace gh::app {

using widgets::Theme;

SamplingPopover::SamplingPopover(const SamplingSettings& settings, QWidget* parent)
    : QFrame(parent, Qt::Popup) {
    setAttribute(Qt::WA_DeleteOnClose);
    setAccessibleName(tr("Sampling"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 12, 16, 14);
    column->setSpacing(8);
    auto* title = new QLabel(tr("Sampling of the next replies"), this);
    title->setProperty("role", "title");
    column->addWidget(title);
    auto* form = new QFormLayout;
    form->setHorizontalSpacing(16);
    form->setVerticalSpacing(6);
    form->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    column->addLayout(form);

    const auto real = [&](const QString& label, double low, double high, double step, double value,
                          const QString& tip, const QString& off = {}) {
        auto* box = new QDoubleSpinBox(this);
        box->setRange(low, high);
        box->setSingleStep(step);
        box->setDecimals(2);
        box->setSpecialValueText(off);
        box->setToolTip(tip);
        box->setAccessibleName(label);
        box->setMinimumWidth(120);
        box->setValue(value);
        form->addRow(label, box);
        connect(box, &QDoubleSpinBox::valueChanged, this, [this] { emit changed(this->value()); });
        return box;
    };
    const auto whole = [&](const QString& label, int high, int step, int value, const QString& tip,
                           const QString& off) {
        auto* box = new QSpinBox(this);
        box->setRange(0, high);
        box->setSingleStep(step);
        box->setSpecialValueText(off);
        box->setToolTip(tip);
        box->setAccessibleName(label);
        box->setValue(value);
        form->addRow(label, box);
        connect(box, &QSpinBox::valueChanged, this, [this] { emit changed(this->value()); });
        return box;
    };
    m_temperature =
        real(tr("Temperature"), 0, 5, 0.1, settings.temperature,
             tr("How freely tokens are drawn. 0: always the most likely one."), tr("0, most likely"));
    m_topK = whole(tr("Top-k"), 100'000, 10, settings.topK, tr("Only the k most likely tokens."), tr("off"));
    m_topP = real(tr("Top-p"), 0.01, 1, 0.05, settings.topP,
                  tr("Only the likeliest tokens that make up this share. 1: off."));
    m_minP = real(tr("Min-p"), 0, 1, 0.01, settings.minP,
                  tr("Only tokens at least this likely, against the likeliest."), tr("off"));
    m_repeat = real(tr("Repetition penalty"), 0.1, 3, 0.05, settings.repeatPenalty,
                    tr("Above 1: tokens of the last 64 become less likely. 1: off."));
    m_maxTokens =
        whole(tr("Longest reply"), 1'000'000, 64, settings.maxTokens, tr("In tokens."), tr("no limit"));
    m_newSeed = new QCheckBox(tr("New seed for each reply"), this);
    m_seed = new QLineEdit(this);
    m_seed->setAccessibleName(tr("Seed"));
    m_seed->setValidator(new QRegularExpressionValidator(QRegularExpression("[0-9]{1,19}"), m_seed));
    m_seed->setText(QString::number(settings.seed.value_or(42)));
    m_newSeed->setChecked(!settings.seed);
    m_seed->setEnabled(settings.seed.has_value());
    form->addRow(m_newSeed);
    form->addRow(tr("Seed"), m_seed);
    connect(m_newSeed, &QCheckBox::toggled, this, [this](bool on) {
        m_seed->setEnabled(!on);
        emit changed(value());
    });
    connect(m_seed, &QLineEdit::textEdited, this, [this] { emit changed(this->value()); });
    auto* note = new QLabel(tr("Point at a reply's figures to see the seed it used."), this);
    note->setProperty("role", "caption");
    column->addWidget(note);
}

SamplingSettings SamplingPopover::value() const {
    SamplingSettings s;
    s.temperature = m_temperature->value();
    s.topP = m_topP->value();
    s.minP = m_minP->value();
    s.repeatPenalty = m_repeat->value();
    s.topK = m_topK->value();
    s.maxTokens = m_maxTokens->value();
    if (!m_newSeed->isChecked()) s.seed = m_seed->text().toULongLong();
    return s;
}

void SamplingPopover::showNear(QWidget* chip) {
    adjustSize();
    const QRect screen = chip->screen()->availableGeometry();
    QPoint at = chip->mapToGlobal(QPoint(0, -height() - 6));
    if (at.y() < screen.top()) at = chip->mapToGlobal(QPoint(0, chip->height() + 6));
    at.setX(std::clamp(at.x(), screen.left(), std::max(screen.left(), screen.right() - width())));
    move(at);
    show();
    m_temperature->setFocus();
}

void SamplingPopover::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setPen(QPen(Theme::instance().color("lineStrong"), 1));
    painter.setBrush(Theme::instance().color("surface"));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

}  // namespace gh::app
