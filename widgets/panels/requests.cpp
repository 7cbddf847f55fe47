#include "widgets/panels/requests.h"

#include <algorithm>

#include <QFrame>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include "widgets/controls/elided_text.h"
#include "widgets/controls/empty_state.h"
#include "widgets/controls/icons.h"
#include "widgets/controls/legend.h"
#include "widgets/controls/metric_label.h"
#include "widgets/controls/page_stack.h"
#include "widgets/models/cache_facts.h"
#include "widgets/models/request_words.h"
#include "widgets/panels/requests/policy_row.h"
#include "widgets/panels/requests/traffic_form.h"
#include "widgets/plots/lane_chart.h"
#include "widgets/text/pieces.h"
#include "widgets/text/units.h"
#include "widgets/theme.h"

namespace gh::widgets {
namespace {

constexpr int kBeside = 900;           // from this width on the form stands beside the lanes
constexpr int kLegendBeside = 1300;          // from this width on there is room for the legend too
constexpr double kRateSeconds = 1;                  // the rate is that of so long

using Figure = PartsLabel::Part;
using Tone = PartsLabel::Tone;

}  // namespace

RequestsPanel::RequestsPanel(SelectionModel* selection, QWidget* parent)
    : Panel(selection, parent), m_hues(selection ? selection->hues() : m_ownHues) {
    m_pages = new PageStack(this);
    m_noModel = new EmptyState("empty-model", tr("No model is open"),
                               tr("Open a model and send messages in several chats: this shows how they share the engine’s steps."),
                               tr("Open a model…"), "folder", this);
    m_nothing = new EmptyState("empty-requests", tr("No request yet"),
                               tr("Send messages in several chats, or add synthetic traffic: every request gets a lane, and every "
                                  "step shows who was in it."),
                               tr("Add traffic…"), "plus", this);
    m_loading = loadingState(this);
    m_pages->addWidget(m_noModel);
    m_pages->addWidget(m_nothing);
    m_pages->addWidget(m_loading);
    m_pages->addWidget(buildContent());
    connect(m_noModel, &EmptyState::clicked, this, [this] { emit actionRequested("open-model"); });
    connect(m_nothing, &EmptyState::clicked, this, [this] {
        if (m_form) showTraffic(true);
        else emit actionRequested("sample-prompt");
    });
}

QWidget* RequestsPanel::buildContent() {
    const Theme& theme = Theme::instance();
    m_content = new QWidget(this);
    auto* row = new QHBoxLayout(m_content);
    row->setContentsMargins(theme.space(4), theme.space(1), theme.space(4), theme.space(2));
    row->setSpacing(theme.space(4));
    m_main = new QWidget(m_content);
    auto* column = new QVBoxLayout(m_main);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(theme.space(1) + 2);

    auto* top = new QHBoxLayout;
    top->setSpacing(theme.space(3));
    m_figures = new PartsLabel(m_main);
    m_policy = new PolicyRow(m_main);
    m_addTraffic = new QPushButton(icon("plus"), tr("Add traffic…"), m_main);
    m_addTraffic->setCheckable(true);
    m_addTraffic->setProperty("kind", "ghost");
    m_addTraffic->setToolTip(tr("Synthetic requests, to see the engine under load"));
    // Its digits come and go: what it shows must not move the form beside it.
    m_figures->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    top->addWidget(m_figures, 1);
    top->addWidget(m_addTraffic);
    column->addLayout(top);
    auto* second = new QHBoxLayout;
    second->setSpacing(theme.space(3));
    m_legend = new Legend(m_main);
    second->addWidget(m_legend, 1);
    second->addWidget(m_policy);
    column->addLayout(second);
    m_chart = new LaneChart(m_main);
    column->addWidget(m_chart, 1);
    auto* foot = new QHBoxLayout;
    foot->setSpacing(theme.space(3));
    m_name = new QLabel(m_main);
    m_name->setFont(theme.font("caption", "semibold"));
    m_story = new ElidedText(2, theme.font("caption"), "textMuted", m_main);
    foot->addWidget(m_name, 0, Qt::AlignTop);
    foot->addWidget(m_story, 1);
    column->addLayout(foot);
    row->addWidget(m_main, 1);

    m_rule = new QFrame(m_content);
    m_rule->setProperty("rule", "vertical");
    row->addWidget(m_rule);
    m_side = new QScrollArea(m_content);
    m_side->setFrameShape(QFrame::NoFrame);
    m_side->setWidgetResizable(true);
    m_side->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_side->setFocusPolicy(Qt::NoFocus);
    row->addWidget(m_side);
    m_side->hide();
    m_rule->hide();
    m_policy->hide();
    m_addTraffic->hide();
    refreshLegend();

    connect(m_addTraffic, &QPushButton::toggled, this, &RequestsPanel::showTraffic);
    connect(m_chart, &LaneChart::laneChosen, this, &RequestsPanel::chooseLane);
    connect(m_chart, &LaneChart::partChosen, this, &RequestsPanel::choosePart);
    connect(m_chart, &LaneChart::stepsChosen, this, [this](std::uint64_t first, std::uint64_t last) {
        if (latest() && selection()) selection()->select(selectionOfSteps(*latest(), {first, last}));
    });
    connect(m_chart, &LaneChart::cleared, this, [this] {
        if (selection()) selection()->clear();
    });
    if (selection()) connect(m_chart, &LaneChart::clockWanted, selection()->clock(), &ClockModel::scrubTo);
    return m_content;
}

void RequestsPanel::setDesk(RequestsDesk* desk) {
    if (m_form || !desk) return;
    m_form = new TrafficForm(desk);
    m_form->setContentsMargins(0, 0, Theme::instance().space(2), 0);
    m_side->setWidget(m_form);
    m_form->setAutoFillBackground(false);
    m_side->viewport()->setAutoFillBackground(false);
    connect(m_form, &TrafficForm::closed, this, [this] { showTraffic(false); });
    // Where it hides the lanes, it has said what it had to.
    connect(desk, &RequestsDesk::startWanted, this, [this] {
        if (width() < kBeside) showTraffic(false);
    });
    m_policy->setDesk(desk);
    m_policy->show();
    m_addTraffic->show();
    if (latest()) m_policy->setPolicy(latest()->policy);
}

void RequestsPanel::showTraffic(bool on) {
    on = on && m_form;
    m_addTraffic->setChecked(on);
    m_side->setVisible(on);
    arrange();
    choosePage();
}

QString RequestsPanel::summary() const { return tr("Who shares each step, and who waits."); }

QString RequestsPanel::helpText() const {
    return tr("One step reads the weights of the model once for everybody: requests that run at the same time share its cost. "
              "Every lane is a request, from the step at which it came to the one at which it ended: it waits in the queue, reads "
              "its prompt in chunks, then writes a token a step. When blocks of the cache run out, the last one to have been "
              "admitted is preempted: its blocks go to the others, and it is computed again later.\n\nBeneath stand the tokens "
              "of each step under the budget (dashed). A flag says how many tokens of the prompt were found in the cache; select "
              "the lane to read why not more was.\n\nContinuous batching lets a request in at any step. Static batching "
              "fills a batch and returns it when its longest member has ended: the rows of those that ended before are computed "
              "for nothing.\n\nThe wheel zooms, dragging moves, a double click shows all steps. Arrow keys go from lane to lane "
              "and from step to step.");
}

void RequestsPanel::choosePage() {
    const auto& snapshot = latest();
    const bool any = snapshot && (!snapshot->steps.empty() || !snapshot->requests.empty());
    const bool form = m_side->isVisibleTo(m_content) && snapshot && snapshot->model;
    m_pages->setCurrentWidget(any || form                         ? m_content
                              : snapshot && snapshot->model       ? static_cast<QWidget*>(m_nothing)
                              : snapshot && snapshot->loading     ? m_loading
                                                                  : m_noModel);
}

void RequestsPanel::onSnapshot() {
    choosePage();
    if (!latest()) return;
    m_policy->setPolicy(latest()->policy);
    if (!m_lanes.update(*latest())) return;
    if (latest()->blocks) {
        if (scrubbedTo()) m_hues.add(*latest()->blocks);
        else m_hues.update(*latest()->blocks);
    }
    m_lanes.colour(m_hues);
    m_chart->setBudget(static_cast<std::uint32_t>(std::max(0, latest()->policy.tokenBudget)));
    m_chart->setLanes(m_lanes, latest()->steps);
    refreshLegend();
    onClock();
}

void RequestsPanel::onClock() {
    if (!latest()) return;
    m_chart->setClock(scrubbedTo());
    refreshFigures();
    refreshDetail();
}

// ---- figures ------------------------------------------------------------------------------------------

void RequestsPanel::refreshFigures() {
    const telemetry::Snapshot& s = *latest();
    std::vector<Figure> parts;
    const auto add = [&](const QString& figure, const QString& words) {
        if (!parts.empty()) parts.push_back({QStringLiteral("   "), Tone::Muted});
        parts.push_back({figure, Tone::Strong});
        parts.push_back({QStringLiteral(" ") + words, Tone::Muted});
    };
    const std::uint64_t step = scrubbedTo().value_or(s.step);
    const RequestLanes::Counts then = m_lanes.countsAt(step);
    // Who was in the newest step: between two steps a batch that has just ended runs no longer, and the next does not yet.
    const bool inSteps = !scrubbedTo() && s.state == telemetry::EngineState::Running && s.running + s.waiting > 0;
    add(units::count(scrubbedTo() ? then.running : inSteps ? std::max<std::size_t>(then.running, s.running) : s.running), tr("running"));
    add(units::count(scrubbedTo() ? then.waiting + then.preempted : s.waiting), tr("waiting"));
    const StepLog& steps = s.steps;
    const std::size_t end = scrubbedTo() ? indexOfStep(steps, step + 1) : steps.size();
    // A rate is of what runs; nothing shows one while paused.
    if (end > 0 && (scrubbedTo() || s.state == telemetry::EngineState::Running)) {
        const telemetry::StepRecord& newest = steps[end - 1];
        std::size_t first = end - 1;
        std::uint64_t written = 0;
        const double until = newest.startedAt + newest.totalMs() / 1000;
        for (std::size_t i = end; i-- > 0 && until - steps[i].startedAt <= kRateSeconds; first = i) written += steps[i].decodeTokens;
        const double seconds = until - steps[first].startedAt;
        if (seconds > 0 && written > 0) {
            const units::Figure rate = units::tokensPerSecond(static_cast<double>(written) / seconds);
            add(rate.value, tr("%1 of all replies").arg(rate.unit));
        }
        const std::uint32_t tokens = newest.prefillTokens + newest.decodeTokens + newest.paddingTokens;
        if (s.policy.tokenBudget > 0)
            add(units::count(tokens), tr("of %1 tokens a step").arg(units::count(static_cast<std::uint64_t>(s.policy.tokenBudget))));
    }
    m_figures->setParts(std::move(parts));
}

// Only what there is: padding comes with static batches alone.
void RequestsPanel::refreshLegend() {
    bool seen[7] = {true, true, true};
    for (const Lane& lane : m_lanes.lanes()) {
        for (const LaneRun& run : lane.runs) seen[static_cast<int>(run.part)] = true;
        if (const auto run = lane.openRun(m_lanes.now())) seen[static_cast<int>(run->part)] = true;
    }
    bool hits = std::any_of(m_lanes.lanes().begin(), m_lanes.lanes().end(), [](const Lane& lane) { return lane.hitTokens > 0; });
    int state = hits ? 1 << 8 : 0;
    for (int i = 0; i < 7; ++i) state |= seen[i] << i;
    if (state == m_legendState) return;
    m_legendState = state;
    std::vector<Legend::Entry> entries;
    for (const LanePart part : {LanePart::Prefill, LanePart::Decode, LanePart::Waiting, LanePart::Preempted, LanePart::Recompute,
                                LanePart::Padding, LanePart::Held}) {
        if (!seen[static_cast<int>(part)]) continue;
        entries.push_back({partName(part), partExplanation(part),
                           [this, part](QPainter& painter, const QRectF& box) { m_chart->drawSwatch(painter, part, box); }, 22,
                           part == LanePart::Recompute || part == LanePart::Padding || part == LanePart::Held});
    }
    entries.push_back({tr("Ended"), tr("In its colour where it came to its end, grey where it was stopped, red where it failed."),
                       [](QPainter& painter, const QRectF& box) {
                           painter.fillRect(QRectF(box.center().x() - 1, box.top() - 2, 3, box.height() + 4), Theme::instance().color("control"));
                       },
                       5, true});
    if (hits)
        entries.push_back({tr("Found in the cache, tokens"), tr("So many tokens of the prompt were computed before and were found in the cache."),
                           [](QPainter& painter, const QRectF& box) {
                               drawIcon(painter, QRectF(box.left(), box.top() - 1, 12, 12), QStringLiteral("flag"), Theme::instance().color("text"));
                           },
                           12, true});
    m_legend->setEntries(std::move(entries));
}

// ---- selection ----------------------------------------------------------------------------------------

void RequestsPanel::chooseLane(std::uint64_t request) {
    const Lane* lane = m_lanes.find(request);
    if (!lane || !selection() || !latest()) return;
    Selection chosen;
    if (const TokenLog* log = tokensOf(*latest(), lane->sequence); log && !log->empty() && lane->sequence != 0)
        chosen.tokens = Selection::Tokens{lane->sequence, static_cast<std::uint32_t>(log->first()), static_cast<std::uint32_t>(log->end() - 1)};
    if (!lane->runs.empty()) chosen.steps = Selection::Steps{lane->firstRow(), lane->runs.back().last};
    chosen.request = request;
    m_whole = chosen;
    selection()->select(chosen);
}

void RequestsPanel::choosePart(std::uint64_t request, std::uint64_t step) {
    const Lane* lane = m_lanes.find(request);
    if (!lane || !selection() || !latest()) return;
    Selection chosen;
    if (const TokenLog* log = tokensOf(*latest(), lane->sequence); log && lane->sequence != 0)
        if (const auto range = positionsOf(*log, step, step)) chosen.tokens = Selection::Tokens{lane->sequence, range->first, range->last};
    chosen.steps = Selection::Steps{step, step};
    chosen.request = request;
    selection()->select(chosen);
}

const Lane* RequestsPanel::chosenLane() const {
    if (!selection()) return nullptr;
    const Selection& current = selection()->current();
    if (current.request) return m_lanes.find(*current.request);
    if (!current.tokens) return nullptr;
    return m_lanes.ofSequence(current.tokens->sequence, current.steps ? std::optional(current.steps->last) : std::nullopt);
}

void RequestsPanel::onSelection() {
    if (!selection()) return;
    const Selection& current = selection()->current();
    std::optional<Selection::Steps> steps = current.steps;
    if (!steps && latest() && current.tokens) steps = selectionOfTokens(*latest(), *current.tokens).steps;
    if (m_whole && current == *m_whole) steps.reset();   // the lane says it
    const Lane* lane = chosenLane();
    m_chart->setChosen(lane ? std::optional(lane->request) : std::nullopt, steps);
    refreshDetail();
}

void RequestsPanel::refreshDetail() {
    const Lane* lane = latest() ? chosenLane() : nullptr;
    if (!lane) {
        m_name->hide();
        m_story->setText(tr("Select a lane to see what it found in the cache, and why not more."));
        return;
    }
    const QString name = m_name->fontMetrics().elidedText(laneName(*lane), Qt::ElideRight, 220);
    if (name != m_name->text()) m_name->setText(name);
    m_name->show();
    const Selection& current = selection()->current();
    const bool one = current.steps && current.steps->first == current.steps->last;
    QString state = laneState(*lane, m_lanes.now(), one ? std::optional(current.steps->first) : scrubbedTo());
    if (!state.isEmpty()) state = state.left(1).toUpper() + state.mid(1) + QStringLiteral(". ");
    m_story->setText(state + laneStory(*lane, *latest()));
}

void RequestsPanel::arrange() {
    const bool form = m_side->isVisibleTo(m_content), beside = width() >= kBeside;
    m_main->setVisible(!form || beside);
    m_legend->setVisible(!form || width() >= kLegendBeside);   // hovers name what it would
    m_rule->setVisible(form && beside);
    m_side->setSizePolicy(beside ? QSizePolicy::Fixed : QSizePolicy::Expanding, QSizePolicy::Expanding);
    const int wide = m_form ? m_form->sizeHint().width() + Theme::instance().space(4) : 0;   // with a scroll bar
    m_side->setMinimumWidth(beside ? wide : 0);
    m_side->setMaximumWidth(beside ? wide : QWIDGETSIZE_MAX);
}

void RequestsPanel::resizeEvent(QResizeEvent* event) {
    Panel::resizeEvent(event);
    arrange();
}

}  // namespace gh::widgets
