#include <algorithm>
#include <cmath>

#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QWheelEvent>

#include "widgets/plots/step_chart.h"
#include "widgets/controls/plain_text.h"
#include "widgets/text/units.h"

namespace gh::widgets {

void StepChart::resizeEvent(QResizeEvent*) {
    m_window.settle();
    placeButtons();
}

void StepChart::wheelEvent(QWheelEvent* event) {
    if (event->angleDelta().x() != 0 && event->angleDelta().y() == 0) pan(event->angleDelta().x() / 2.0);
    else zoom(std::pow(1.0015, event->angleDelta().y()), event->position().x());
    event->accept();
}

void StepChart::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    m_press = event->position();
    m_dragging = false;
    m_beforeClick = m_chosen;
    const auto step = stepAt(event->position().x());
    m_selecting = (event->modifiers() & Qt::ShiftModifier) && step;
    // Shift extends what is chosen already.
    if (m_selecting) m_anchor = m_chosen ? m_chosen->first : *step;
}

void StepChart::mouseMoveEvent(QMouseEvent* event) {
    if (!m_press) return;
    const double moved = event->position().x() - m_press->x();
    if (!m_dragging && std::abs(moved) < QApplication::startDragDistance()) return;
    m_dragging = true;
    if (m_selecting) {
        if (const auto step = stepAt(event->position().x())) emit chosen(std::min(m_anchor, *step), std::max(m_anchor, *step));
        return;
    }
    setCursor(Qt::ClosedHandCursor);
    pan(moved);
    m_press = event->position();
}

void StepChart::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !m_press) return;
    if (!m_dragging) {
        if (const auto step = stepAt(event->position().x())) {
            if (m_selecting) emit chosen(std::min(m_anchor, *step), std::max(m_anchor, *step));
            else emit chosen(*step, *step);
        } else {
            emit cleared();
        }
    }
    m_press.reset();
    m_dragging = m_selecting = false;
    unsetCursor();
}

void StepChart::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    // The first of the two clicks picked a step; a double click means the window, not the step.
    if (m_beforeClick) emit chosen(m_beforeClick->first, m_beforeClick->last);
    else emit cleared();
    fit();
}

void StepChart::keyPressEvent(QKeyEvent* event) {
    const double page = plotBox().width() * 0.8;
    const auto move = [&](std::int64_t by) {
        if (m_steps.empty()) return;
        const bool extend = event->modifiers() & Qt::ShiftModifier;
        const auto last = static_cast<std::int64_t>(endStep() - 1), first = static_cast<std::int64_t>(firstStep());
        const std::int64_t at = m_chosen ? static_cast<std::int64_t>(m_chosen->last) + by : last;
        const auto step = static_cast<std::uint64_t>(std::clamp(at, first, last));
        const std::uint64_t from = extend && m_chosen ? std::min(m_chosen->first, step) : step;
        emit chosen(from, step);
        if (const double x = xOf(step); x < plotBox().left() || x + m_window.pitch() > plotBox().right())
            pan(x < plotBox().left() ? page : -page);
    };
    switch (event->key()) {
        case Qt::Key_Left: return move(-1);
        case Qt::Key_Right: return move(1);
        case Qt::Key_PageUp: return pan(page);
        case Qt::Key_PageDown: return pan(-page);
        case Qt::Key_Plus:
        case Qt::Key_Equal: return zoom(1.25, plotBox().center().x());
        case Qt::Key_Minus: return zoom(0.8, plotBox().center().x());
        case Qt::Key_0: return fit();
        case Qt::Key_Home: return pan(1e9);
        case Qt::Key_End: return goLive();
        case Qt::Key_Escape:
            if (!m_chosen) return event->ignore();
            return emit cleared();
        default: QWidget::keyPressEvent(event);
    }
}

void StepChart::contextMenuEvent(QContextMenuEvent* event) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (const auto step = stepAt(event->pos().x()))
        menu->addAction(tr("Set the clock to step %1").arg(units::count(*step)), this, [this, step] { emit clockWanted(*step); });
    menu->addAction(tr("Fit all steps"), this, &StepChart::fit);
    QAction* cut = menu->addAction(tr("Cut off very long steps"), this, &StepChart::setCutsLongSteps);
    cut->setCheckable(true);
    cut->setChecked(m_cut);
    menu->addSeparator();
    addExportActions(*menu, this, *this);
    menu->popup(event->globalPos());
}

bool StepChart::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto step = stepAt(help->pos().x());
    const std::size_t index = step ? indexOfStep(m_steps, *step) : m_steps.size();
    if (index < m_steps.size() && plotBox().contains(help->pos())) {
        QString html = stepHover(m_steps[index]);
        for (const ModelChange& change : m_models)
            if (change.firstStep == *step) html += QStringLiteral("<br>") + tr("the first step of %1").arg(change.name.toHtmlEscaped());
        showRichTip(help->globalPos(), html, this);
    } else {
        hideTip();
    }
    return true;
}

}  // namespace gh::widgets
