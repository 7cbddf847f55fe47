#include "widgets/plots/step_chart.h"

#include <algorithm>
#include <cmath>

#include <QPushButton>

#include "widgets/controls/icons.h"
#include "widgets/plots/step_chart_measures.h"
#include "widgets/text/units.h"
#include "widgets/theme.h"

namespace gh::widgets {

using namespace step_chart;

StepChart::StepChart(QWidget* parent)
    : QWidget(parent), m_window([this] { return StepWindow::Span{plotBox().left(), plotBox().right()}; }) {
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    m_goLive = new QPushButton(icon("live"), tr("Go to live"), this);
    m_goLive->setFocusPolicy(Qt::TabFocus);
    m_goLive->hide();
    connect(m_goLive, &QPushButton::clicked, this, &StepChart::goLive);
    m_goChosen = new QPushButton(this);
    m_goChosen->setFocusPolicy(Qt::TabFocus);
    m_goChosen->hide();
    connect(m_goChosen, &QPushButton::clicked, this, [this] {
        if (m_chosen) showSteps(m_chosen->first, m_chosen->last);
    });
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
    describe();
}

// ---- what is shown ------------------------------------------------------------------------------------

std::uint64_t StepChart::firstStep() const { return m_steps.empty() ? 1 : m_steps[0].step; }
std::uint64_t StepChart::endStep() const { return m_steps.empty() ? 1 : m_steps.back().step + 1; }

void StepChart::setSteps(StepLog steps) {
    const std::uint64_t first = firstStep(), end = endStep();
    m_steps = std::move(steps);
    if (first == firstStep() && end == endStep() && m_shownEnd == end) return;
    m_shownEnd = endStep();
    m_window.setSteps(firstStep(), endStep());
    describe();
    placeButtons();
    update();
}

void StepChart::setMeasure(StepMeasure measure) {
    if (measure == m_measure) return;
    m_measure = measure;
    describe();
    update();
}

void StepChart::setMachine(const std::optional<telemetry::MachineFacts>& machine) {
    const auto before = barLimit(m_measure, m_machine);
    m_machine = machine;
    if (barLimit(m_measure, m_machine) == before) return;
    describe();
    update();
}

void StepChart::setModelChanges(const std::vector<ModelChange>& changes) {
    if (changes == m_models) return;
    m_models = changes;
    describe();
    update();
}

void StepChart::setChosen(std::optional<Selection::Steps> steps) {
    if (steps == m_chosen) return;
    m_chosen = steps;
    describe();
    placeButtons();
    update();
}

void StepChart::setClock(std::optional<std::uint64_t> step) {
    if (step == m_clock) return;
    m_clock = step;
    m_window.setClock(step);
    describe();
    moved();
}

void StepChart::setCutsLongSteps(bool on) {
    m_cut = on;
    update();
}

QString StepChart::unit() const {
    switch (m_measure) {
        case StepMeasure::Time: return tr("ms");
        case StepMeasure::Tokens: return tr("tokens a step");
        case StepMeasure::Bytes: return tr("GB/s read, derived: bytes of weights and cache ÷ time of the forward pass");
        case StepMeasure::Operations: return tr("GFLOP/s, derived: operations ÷ time of the forward pass");
    }
    return {};
}

QString StepChart::limitText(double limit) const {
    return (m_measure == StepMeasure::Bytes ? units::bytesPerSecond(limit * 1e9) : units::operationsPerSecond(limit * 1e9)).text();
}

void StepChart::describe() {
    setAccessibleName(tr("Steps, %1").arg(unit()));
    QString words = m_steps.empty() ? tr("no step yet")
                                    : tr("steps %1, newest %2")
                                          .arg(units::range(firstStep(), endStep() - 1),
                                               units::milliseconds(m_steps.back().totalMs()).text());
    for (const ModelChange& change : m_models)
        if (change.firstStep > firstStep() && change.firstStep < endStep())
            words += tr("; from step %1 on: %2").arg(units::count(change.firstStep), change.name);
    if (m_clock) words += tr("; the clock stands at step %1").arg(units::count(*m_clock));
    if (m_chosen) words += tr("; selected: %1").arg(units::range(m_chosen->first, m_chosen->last));
    if (const auto limit = barLimit(m_measure, m_machine)) words += tr("; the machine's limit: %1").arg(limitText(*limit));
    setAccessibleDescription(words);
}

// ---- window over the steps ----------------------------------------------------------------------------

QRectF StepChart::plotBox(QSize size) const {
    return QRectF(QPointF(kLabels, kUnitLine), QPointF(size.width() - kRightPad, size.height() - kAxisLine));
}

void StepChart::moved() {
    placeButtons();
    update();
}

void StepChart::goLive() {
    m_window.goLive();
    moved();
}

void StepChart::showSteps(std::uint64_t first, std::uint64_t last) {
    m_window.showSteps(first, last);
    moved();
}

void StepChart::fit() {
    m_window.fit();
    moved();
}

void StepChart::zoom(double factor, double atX) {
    m_window.zoom(factor, atX);
    moved();
}

void StepChart::pan(double pixels) {
    m_window.pan(pixels);
    moved();
}

void StepChart::placeButtons() {
    const int top = static_cast<int>(kUnitLine) + 6;
    m_goLive->setVisible(m_clock ? !m_window.showsClock() && !m_steps.empty() : !isLive());
    const QString home = m_clock ? tr("To the clock: step %1").arg(units::count(*m_clock)) : tr("Go to live");
    if (home != m_goLive->text()) m_goLive->setText(home);
    const QSize live = m_goLive->sizeHint();
    m_goLive->setGeometry(width() - static_cast<int>(kRightPad) - live.width() - 4, top, live.width(), live.height());
    const bool before = m_chosen && m_window.before(m_chosen->last), after = m_chosen && m_window.after(m_chosen->first);
    m_goChosen->setVisible((before || after) && !m_steps.empty() && m_chosen->last >= firstStep());
    if (!m_goChosen->isVisibleTo(this)) return;
    const QString text = (m_chosen->first == m_chosen->last ? tr("Selected: step %1") : tr("Selected: steps %1"))
                             .arg(units::range(m_chosen->first, m_chosen->last));
    if (text != m_goChosen->text()) {
        m_goChosen->setText(text);
        m_goChosen->setIcon(icon(before ? "chevron-left" : "chevron-right"));
    }
    const QSize hint = m_goChosen->sizeHint();
    const int right = m_goLive->isVisibleTo(this) ? m_goLive->geometry().left() - 4 : m_goLive->geometry().right() + 4;
    const int x = before ? static_cast<int>(plotBox().left()) + 6 : right - hint.width() - 4;
    m_goChosen->setGeometry(x, top, hint.width(), hint.height());
}

}  // namespace gh::widgets
