#include "widgets/panels/steps.h"

#include <algorithm>

#include <QFrame>
#include <QVBoxLayout>

#include "widgets/controls/empty_state.h"
#include "widgets/controls/legend.h"
#include "widgets/controls/page_stack.h"
#include "widgets/controls/segmented.h"
#include "widgets/models/cache_facts.h"
#include "widgets/panels/steps/step_sides.h"
#include "widgets/plots/step_chart.h"
#include "widgets/theme.h"

namespace gh::widgets {
namespace {

constexpr int kDistributionWidth = 176, kStepWidth = 264;
constexpr int kBothSides = 1040;       // from this width on both sides have room beside the bars

QFrame* verticalRule(QWidget* parent) {
    auto* rule = new QFrame(parent);
    rule->setProperty("rule", "vertical");
    return rule;
}

}  // namespace

StepsPanel::StepsPanel(SelectionModel* selection, QWidget* parent) : Panel(selection, parent) {
    m_pages = new PageStack(this);
    m_noModel = new EmptyState("empty-model", tr("No model is open"),
                               tr("Open a model and send a message: this shows how long each of its steps takes, and with what."),
                               tr("Open a model…"), "folder", this);
    m_nothing = new EmptyState("empty-steps", tr("No step yet"),
                               tr("Send a message: every step reads a chunk of the prompt or writes one token, and its time "
                                  "stands here as a bar."),
                               tr("Run a sample prompt"), "play", this);
    m_loading = loadingState(this);
    m_pages->addWidget(m_noModel);
    m_pages->addWidget(m_nothing);
    m_pages->addWidget(m_loading);
    m_pages->addWidget(buildContent());
    connect(m_noModel, &EmptyState::clicked, this, [this] { emit actionRequested("open-model"); });
    connect(m_nothing, &EmptyState::clicked, this, [this] { emit actionRequested("sample-prompt"); });
    if (selection) connect(m_chart, &StepChart::clockWanted, selection->clock(), &ClockModel::scrubTo);
}

QWidget* StepsPanel::buildContent() {
    const Theme& theme = Theme::instance();
    m_content = new QWidget(this);
    auto* layout = new QHBoxLayout(m_content);
    layout->setContentsMargins(theme.space(4), theme.space(1), theme.space(4), theme.space(2));
    layout->setSpacing(theme.space(4));
    auto* column = new QVBoxLayout;
    column->setSpacing(theme.space(2));
    auto* top = new QHBoxLayout;
    m_legend = new Legend(m_content);
    m_measure = new Segmented({tr("Time"), tr("Tokens"), tr("GB/s"), tr("GFLOP/s")}, m_content);
    m_measure->setCompact(true);
    m_measure->setAccessibleName(tr("What the bars show"));
    m_measure->setTip(0, tr("Time of each step by phase, measured"));
    m_measure->setTip(1, tr("Tokens computed in each step, counted"));
    m_measure->setTip(2, tr("Bytes of weights and cache read, over the time of the forward pass: derived. The dashed line is what "
                              "a plain read on this machine reaches, measured while nothing ran"));
    m_measure->setTip(3, tr("Operations over the time of the forward pass: derived. The limit is what this machine's fastest "
                              "multiplications reach, measured while nothing ran"));
    top->addWidget(m_legend);
    top->addStretch(1);
    top->addWidget(m_measure);
    m_chart = new StepChart(m_content);
    column->addLayout(top);
    column->addWidget(m_chart, 1);
    layout->addLayout(column, 1);
    m_ruleA = verticalRule(m_content);
    m_distribution = new DistributionSide(m_content);
    m_distribution->setFixedWidth(std::max(kDistributionWidth, m_distribution->minimumSizeHint().width()));
    m_ruleB = verticalRule(m_content);
    m_step = new StepSide(m_content);
    m_step->setFixedWidth(std::max(kStepWidth, m_step->minimumSizeHint().width()));
    for (QWidget* side : {static_cast<QWidget*>(m_ruleA), static_cast<QWidget*>(m_distribution),
                          static_cast<QWidget*>(m_ruleB), static_cast<QWidget*>(m_step)})
        layout->addWidget(side);
    fillLegend();
    arrangeSides();

    connect(m_measure, &Segmented::chosen, this, [this](int index) {
        m_chart->setMeasure(static_cast<StepMeasure>(index));
        fillLegend();
    });
    connect(m_chart, &StepChart::chosen, this, &StepsPanel::pick);
    connect(m_chart, &StepChart::cleared, this, [this] {
        if (this->selection()) this->selection()->clear();
    });
    connect(m_step, &StepSide::closed, this, &StepsPanel::unpick);
    return m_content;
}

QString StepsPanel::summary() const { return tr("How long every step took, and with what."); }

QString StepsPanel::helpText() const {
    return tr("A step is one pass through the model. Prefill reads the prompt, many tokens at once: its time goes into "
              "arithmetic. Decode writes one token of each running reply: its time goes into reading all weights and the "
              "cache. Sampling picks the token, rest is planning and bookkeeping.\n\nThe wheel zooms, dragging moves, a double "
              "click shows all steps. Click a bar (or use the arrow keys) to see its time by layer, hold Shift and drag for a "
              "run of steps. While the clock is scrubbed back, later steps are faded and the figures at the right are those "
              "up to then. Very long steps are cut off and labelled; the menu of the right button shows them whole, and "
              "copies and saves.");
}

void StepsPanel::fillLegend() {
    const Legend::Entry prefill{tr("Prefill"), tr("Reading the prompt: many tokens go through the model at once."),
                                roleSwatch("phase.prefill"), 10};
    const Legend::Entry decode{tr("Decode"), tr("Writing: one new token for each running reply."), roleSwatch("phase.decode"), 10};
    switch (m_chart->measure()) {
        case StepMeasure::Time:
            m_legend->setEntries({prefill, decode,
                                  {tr("Sampling"), tr("Choosing the token among the candidates."), roleSwatch("phase.sampling"), 10},
                                  {tr("Rest"), tr("Planning the step, and publishing what you see here."), roleSwatch("phase.rest"), 10}});
            break;
        case StepMeasure::Tokens: m_legend->setEntries({prefill, decode}); break;
        case StepMeasure::Bytes:
        case StepMeasure::Operations:
            m_legend->setEntries({{tr("Forward pass"), tr("Derived from what the step read and computed, and the time it took."),
                                   roleSwatch("phase.decode"), 10}});
            break;
    }
}

void StepsPanel::onSnapshot() {
    if (!latest() || latest()->steps.empty()) {
        m_pages->setCurrentWidget(latest() && latest()->model     ? m_nothing
                                  : latest() && latest()->loading ? m_loading
                                                                  : m_noModel);
        m_shownSteps = 0;
        return;
    }
    m_chart->setMachine(latest()->machine);
    const StepLog& steps = latest()->steps;
    if (m_shownSteps == steps.size() && m_shownStep == steps.back().step) return;
    m_shownSteps = steps.size();
    m_shownStep = steps.back().step;
    m_pages->setCurrentWidget(m_content);
    if (selection()) m_chart->setModelChanges(selection()->clock()->models().all());
    m_chart->setSteps(steps);
    onClock();
}

void StepsPanel::onClock() {
    if (!latest() || latest()->steps.empty()) return;
    m_chart->setClock(scrubbedTo());
    m_distribution->setSteps(latest()->steps, scrubbedTo());
}

void StepsPanel::pick(std::uint64_t first, std::uint64_t last) {
    if (!latest() || !selection()) return;
    const auto mean = meanOf(latest()->steps, first, last);
    if (!mean) return;
    m_picked = Selection::Steps{first, last};
    m_step->setStep(*mean, latest()->machine);
    arrangeSides();
    selection()->select(selectionOfSteps(*latest(), {first, last}));
}

void StepsPanel::unpick() {
    m_picked.reset();
    arrangeSides();
}

void StepsPanel::onSelection() {
    if (!selection()) return;
    std::optional<Selection::Steps> steps = selection()->current().steps;
    if (!steps && latest())
        if (const auto& tokens = selection()->current().tokens) steps = selectionOfTokens(*latest(), *tokens).steps;
    m_chart->setChosen(steps);
    // What was picked here leaves with the selection; a selection from elsewhere takes the place of it.
    if (m_picked && steps != m_picked) unpick();
}

void StepsPanel::arrangeSides() {
    const bool both = width() >= kBothSides;
    m_step->setVisible(m_picked.has_value());
    m_distribution->setVisible(!m_picked || both);
    m_ruleB->setVisible(m_picked && both);
}

void StepsPanel::resizeEvent(QResizeEvent* event) {
    Panel::resizeEvent(event);
    arrangeSides();
}

}  // namespace gh::widgets
