#include <algorithm>
#include <cmath>

#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QScrollBar>
#include <QWheelEvent>

#include "widgets/controls/plain_text.h"
#include "widgets/models/request_words.h"
#include "widgets/plots/lane_chart.h"
#include "widgets/plots/lane_chart_measures.h"
#include "widgets/text/units.h"

namespace gh::widgets {

using namespace lane_chart;

void LaneChart::resizeEvent(QResizeEvent*) {
    m_window.settle();
    moved();
}

void LaneChart::wheelEvent(QWheelEvent* event) {
    const QPoint turn = event->angleDelta();
    const bool overNames = event->position().x() < plotBox().left();
    // Over the names the wheel moves the lanes, as in any list.
    if (overNames && turn.y() != 0) m_bar->setValue(m_bar->value() - static_cast<int>(std::lround(turn.y() / 40.0)));
    else if (turn.x() != 0 && turn.y() == 0) pan(turn.x() / 2.0);
    else zoom(std::pow(1.0015, turn.y()), event->position().x());
    event->accept();
}

void LaneChart::choose(std::size_t lane, std::optional<std::uint64_t> step) {
    const Lane& chosen = m_lanes->lanes()[lane];
    if (step && chosen.partAt(*step, m_lanes->now())) emit partChosen(chosen.request, *step);
    else emit laneChosen(chosen.request);
}

void LaneChart::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    m_press = event->position();
    m_dragging = false;
    m_requestBefore = m_request;
    m_stepsBefore = m_chosen;
    const auto step = m_window.stepAt(event->position().x());
    m_selecting = (event->modifiers() & Qt::ShiftModifier) && step;
    // Shift extends what is chosen already.
    if (m_selecting) m_anchor = m_chosen ? m_chosen->first : *step;
}

void LaneChart::mouseMoveEvent(QMouseEvent* event) {
    if (!m_press) return;
    const QPointF by = event->position() - *m_press;
    if (!m_dragging && std::abs(by.x()) + std::abs(by.y()) < QApplication::startDragDistance()) return;
    m_dragging = true;
    if (m_selecting) {
        if (const auto step = m_window.stepAt(event->position().x())) emit stepsChosen(std::min(m_anchor, *step), std::max(m_anchor, *step));
        return;
    }
    setCursor(Qt::ClosedHandCursor);
    if (const int rows = static_cast<int>(by.y() / kRow); rows != 0) {
        m_bar->setValue(m_bar->value() - rows);
        m_press->ry() += rows * kRow;
    }
    if (by.x() != 0) pan(by.x());
    m_press->rx() = event->position().x();
}

void LaneChart::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !m_press) return;
    if (!m_dragging) {
        const QPointF at = event->position();
        const auto step = m_window.stepAt(at.x());
        const Lane* lane = laneAt(at.y());
        if (m_selecting) emit stepsChosen(std::min(m_anchor, *step), std::max(m_anchor, *step));
        else if (lane && (at.x() < plotBox().left() || (step && lane->partAt(*step, m_lanes->now()))))
            choose(static_cast<std::size_t>(lane - m_lanes->lanes().data()), at.x() < plotBox().left() ? std::nullopt : step);
        else if (!lane && step && tokensBox().contains(at)) emit stepsChosen(*step, *step);
        else emit cleared();
    }
    m_press.reset();
    m_dragging = m_selecting = false;
    unsetCursor();
}

void LaneChart::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    // The first of the two clicks picked something; a double click means the window.
    if (m_requestBefore && m_stepsBefore && m_stepsBefore->first == m_stepsBefore->last) emit partChosen(*m_requestBefore, m_stepsBefore->first);
    else if (m_requestBefore) emit laneChosen(*m_requestBefore);
    else if (m_stepsBefore) emit stepsChosen(m_stepsBefore->first, m_stepsBefore->last);
    else emit cleared();
    fit();
}

void LaneChart::moveChoice(int lanes, std::int64_t steps) {
    if (m_rows.empty()) return;
    const std::optional<std::size_t> at = m_request ? rowOf(*m_request) : std::nullopt;
    const std::size_t last = m_rows.size() - 1;
    const std::size_t row = !at ? firstRow() : static_cast<std::size_t>(std::clamp<std::int64_t>(static_cast<std::int64_t>(*at) + lanes, 0, static_cast<std::int64_t>(last)));
    scrollTo(row);
    const Lane& lane = m_lanes->lanes()[m_rows[row]];
    if (steps == 0 || lane.begin() > m_lanes->now()) return emit laneChosen(lane.request);
    const std::uint64_t first = std::max(lane.begin(), m_window.first()), end = lane.last(m_lanes->now());
    const bool stands = at && m_chosen && m_chosen->first == m_chosen->last;
    const std::int64_t from = stands ? static_cast<std::int64_t>(m_chosen->first) + steps : static_cast<std::int64_t>(end);
    const auto step = static_cast<std::uint64_t>(std::clamp(from, static_cast<std::int64_t>(first), static_cast<std::int64_t>(std::max(first, end))));
    choose(m_rows[row], step);
    if (m_window.before(step)) pan(plotBox().width() * 0.8);
    else if (m_window.after(step)) pan(-plotBox().width() * 0.8);
}

void LaneChart::keyPressEvent(QKeyEvent* event) {
    const double page = plotBox().width() * 0.8;
    switch (event->key()) {
        case Qt::Key_Up: return moveChoice(-1, 0);
        case Qt::Key_Down: return moveChoice(1, 0);
        case Qt::Key_Left: return moveChoice(0, -1);
        case Qt::Key_Right: return moveChoice(0, 1);
        case Qt::Key_PageUp: return pan(page);
        case Qt::Key_PageDown: return pan(-page);
        case Qt::Key_Plus:
        case Qt::Key_Equal: return zoom(1.25, plotBox().center().x());
        case Qt::Key_Minus: return zoom(0.8, plotBox().center().x());
        case Qt::Key_0: return fit();
        case Qt::Key_Home: return pan(1e9);
        case Qt::Key_End: return goLive();
        case Qt::Key_Escape:
            if (!m_chosen && !m_request) return event->ignore();
            return emit cleared();
        default: QWidget::keyPressEvent(event);
    }
}

void LaneChart::contextMenuEvent(QContextMenuEvent* event) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (const auto step = m_window.stepAt(event->pos().x()))
        menu->addAction(tr("Set the clock to step %1").arg(units::count(*step)), this, [this, step] { emit clockWanted(*step); });
    menu->addAction(tr("Fit all steps"), this, &LaneChart::fit);
    menu->addSeparator();
    addExportActions(*menu, this, *this);
    menu->popup(event->globalPos());
}

QString LaneChart::hoverText(QPointF at) const {
    const auto step = m_window.stepAt(at.x());
    if (step && tokensBox().contains(at)) {
        const std::size_t index = indexOfStep(m_steps, *step);
        return index < m_steps.size() ? tokensHover(m_steps[index], m_budget) : QString();
    }
    const Lane* lane = laneAt(at.y());
    if (!lane) return {};
    return at.x() < plotBox().left() ? laneHover(*lane, std::nullopt, m_lanes->now()) : step ? laneHover(*lane, step, m_lanes->now()) : QString();
}

bool LaneChart::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const QString words = hoverText(help->pos());
    if (words.isEmpty()) hideTip();
    else showRichTip(help->globalPos(), words, this);
    return true;
}

}  // namespace gh::widgets
