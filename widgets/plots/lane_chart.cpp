#include "widgets/plots/lane_chart.h"

#include <algorithm>
#include <cmath>

#include <QAccessible>
#include <QPushButton>
#include <QScrollBar>

#include "widgets/controls/icons.h"
#include "widgets/plots/lane_chart_measures.h"
#include "widgets/text/units.h"
#include "widgets/theme.h"

namespace gh::widgets {

using namespace lane_chart;

LaneChart::LaneChart(QWidget* parent)
    : QWidget(parent), m_window([this] { return StepWindow::Span{plotBox().left(), plotBox().right()}; }, 6) {
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("Requests over steps"));
    m_bar = new QScrollBar(Qt::Vertical, this);
    m_bar->setFocusPolicy(Qt::NoFocus);
    m_bar->setAccessibleName(tr("Requests"));
    m_bar->hide();
    connect(m_bar, &QScrollBar::valueChanged, this, [this] {
        if (!m_settingRows) m_followRows = false;
        update();
    });
    m_goLive = new QPushButton(icon("live"), tr("Go to live"), this);
    m_goLive->setFocusPolicy(Qt::TabFocus);
    m_goLive->hide();
    connect(m_goLive, &QPushButton::clicked, this, &LaneChart::goLive);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        m_inks.clear();
        m_hatches.clear();
        m_namePicture = {};
        update();
    });
    describe();
}

// ---- what is shown ------------------------------------------------------------------------------------

void LaneChart::setLanes(const RequestLanes& lanes, StepLog steps) {
    m_lanes = &lanes;
    m_steps = std::move(steps);
    if (m_steps.empty()) m_window.setSteps(1, 1);
    else m_window.setSteps(m_steps[0].step, m_steps.back().step + 1);
    moved();
}

void LaneChart::setBudget(std::uint32_t tokens) {
    if (tokens == m_budget) return;
    m_budget = tokens;
    m_namePicture = {};
    update();
}

void LaneChart::setChosen(std::optional<std::uint64_t> request, std::optional<Selection::Steps> steps) {
    if (request == m_request && steps == m_chosen) return;
    const bool other = request != m_request;
    m_request = request;
    m_chosen = steps;
    if (other && request)
        if (const auto row = rowOf(*request)) scrollTo(*row);
    describe();
    update();
}

void LaneChart::setClock(std::optional<std::uint64_t> step) {
    if (step == m_window.clock()) return;
    m_window.setClock(step);
    moved();
}

void LaneChart::describe() {
    if (!m_lanes) return setAccessibleDescription(tr("no request yet"));
    const std::uint64_t step = m_window.clock().value_or(m_lanes->now());
    const RequestLanes::Counts counts = m_lanes->countsAt(step);
    QString words = tr("step %1: %2 running, %3 waiting, %4 preempted")
                        .arg(units::count(step), units::count(counts.running), units::count(counts.waiting), units::count(counts.preempted));
    if (const Lane* lane = m_request ? m_lanes->find(*m_request) : nullptr) words += tr("; selected: %1").arg(laneName(*lane));
    if (m_chosen) words += tr("; selected: %1").arg(units::range(m_chosen->first, m_chosen->last));
    if (words == accessibleDescription()) return;
    setAccessibleDescription(words);
}

// ---- geometry -----------------------------------------------------------------------------------------

double LaneChart::labelWidth() const { return std::clamp(width() * 0.2, kLeastLabels, kMostLabels); }

QRectF LaneChart::plotBox() const {
    const double bottom = height() - kAxisLine - kTokens - kTokensGap;
    return QRectF(QPointF(labelWidth(), kClockLine), QPointF(width() - kRightPad, std::max(kClockLine + kRow, bottom)));
}

QRectF LaneChart::tokensBox() const {
    const QRectF plot = plotBox();
    return QRectF(plot.left(), plot.bottom() + kTokensGap, plot.width(), kTokens);
}

std::size_t LaneChart::rowsInView() const { return static_cast<std::size_t>(std::max(1.0, std::floor(plotBox().height() / kRow))); }
std::size_t LaneChart::firstRow() const { return static_cast<std::size_t>(m_bar->value()); }

QRectF LaneChart::rowBox(std::size_t row) const {
    const QRectF plot = plotBox();
    return QRectF(0, plot.top() + (static_cast<double>(row) - static_cast<double>(firstRow())) * kRow, plot.right(), kRow);
}

const Lane* LaneChart::laneAt(double y) const {
    const QRectF plot = plotBox();
    if (!m_lanes || y < plot.top() || y >= plot.top() + static_cast<double>(rowsInView()) * kRow) return nullptr;
    const std::size_t row = firstRow() + static_cast<std::size_t>((y - plot.top()) / kRow);
    return row < m_rows.size() ? &m_lanes->lanes()[m_rows[row]] : nullptr;
}

std::optional<std::size_t> LaneChart::rowOf(std::uint64_t request) const {
    for (std::size_t row = 0; row < m_rows.size(); ++row)
        if (m_lanes->lanes()[m_rows[row]].request == request) return row;
    return std::nullopt;
}

void LaneChart::arrange() {
    m_rows.clear();
    if (m_lanes) {
        const double left = m_window.left(), right = m_window.right();
        const std::vector<Lane>& lanes = m_lanes->lanes();
        for (std::size_t i = 0; i < lanes.size(); ++i)
            // One that came after the newest step has no step yet, and is there all the same.
            if (static_cast<double>(std::min(lanes[i].begin(), m_lanes->now())) < right &&
                static_cast<double>(lanes[i].last(m_lanes->now())) >= left)
                m_rows.push_back(i);
    }
    const int hidden = std::max(0, static_cast<int>(m_rows.size()) - static_cast<int>(rowsInView()));
    m_settingRows = true;
    m_bar->setPageStep(static_cast<int>(rowsInView()));
    m_bar->setRange(0, hidden);
    if (m_followRows) followRunning();
    m_settingRows = false;
    m_bar->setVisible(hidden > 0);
    const QRectF plot = plotBox();
    m_bar->setGeometry(width() - m_bar->sizeHint().width(), static_cast<int>(plot.top()), m_bar->sizeHint().width(),
                       static_cast<int>(plot.height()));
}

// The newest of those that run are on show, with the head of the queue beneath.
void LaneChart::followRunning() {
    const std::uint64_t at = m_window.clock().value_or(m_lanes ? m_lanes->now() : 0);
    std::size_t end = 0;                                 // one past the last that has begun by then
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        if (const Lane& lane = m_lanes->lanes()[m_rows[i]]; lane.firstRow() > 0 && lane.firstRow() <= at) end = i + 1;
    const std::size_t below = std::min<std::size_t>(kQueueShown, m_rows.size() - end), seen = rowsInView();
    m_bar->setValue(static_cast<int>(end + below > seen ? end + below - seen : 0));
}

void LaneChart::scrollTo(std::size_t row) {
    const std::size_t first = firstRow(), seen = rowsInView();
    if (row < first) m_bar->setValue(static_cast<int>(row));
    else if (row >= first + seen) m_bar->setValue(static_cast<int>(row + 1 - seen));
}

void LaneChart::moved() {
    arrange();
    describe();
    const bool away = m_window.clock() ? !m_window.showsClock() : !m_window.isLive() || !m_followRows;
    m_goLive->setVisible(away && !m_steps.empty());
    const QString home = m_window.clock() ? tr("To the clock: step %1").arg(units::count(*m_window.clock())) : tr("Go to live");
    if (home != m_goLive->text()) m_goLive->setText(home);
    const QSize hint = m_goLive->sizeHint();
    m_goLive->setGeometry(static_cast<int>(plotBox().right()) - hint.width() - 4, static_cast<int>(kClockLine) + 4, hint.width(),
                          hint.height());
    update();
}

// ---- window over the steps ----------------------------------------------------------------------------

void LaneChart::goLive() {
    m_window.goLive();
    m_followRows = true;
    moved();
}

void LaneChart::fit() {
    m_window.fit();
    moved();
}

void LaneChart::zoom(double factor, double atX) {
    m_window.zoom(factor, atX);
    moved();
}

void LaneChart::pan(double pixels) {
    m_window.pan(pixels);
    moved();
}

void LaneChart::showSteps(std::uint64_t first, std::uint64_t last) {
    m_window.showSteps(first, last);
    moved();
}

QString LaneChart::csv() const {
    static constexpr const char* kParts[] = {"waiting", "prefill", "decode", "recompute", "preempted", "padding", "held"};
    QString text = QStringLiteral("request,label,part,first_step,last_step\n");
    if (!m_lanes) return text;
    for (const Lane& lane : m_lanes->lanes()) {
        const QString label = '"' + laneName(lane).replace('"', QStringLiteral("\"\"")) + '"';
        const auto line = [&](const LaneRun& run) {
            text += QStringLiteral("%1,%2,%3,%4,%5\n").arg(lane.number).arg(label, QLatin1String(kParts[static_cast<int>(run.part)]))
                        .arg(run.first).arg(run.last);
        };
        if (const auto run = lane.waitingRun(m_lanes->now())) line(*run);
        for (const LaneRun& run : lane.runs) line(run);
        if (const auto run = lane.openRun(m_lanes->now())) line(*run);
    }
    return text;
}

}  // namespace gh::widgets
