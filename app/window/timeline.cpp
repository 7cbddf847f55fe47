#include "app/window/timeline.h"

#include <QApplication>
#include <QMouseEvent>

#include "app/window/action_list.h"
#include "widgets/controls/scrub_track.h"

namespace gh::app {

using widgets::ClockModel;
using widgets::SelectionModel;

Timeline::Timeline(SelectionModel* selection, QWidget* window) : QToolBar(tr("Timeline"), window), m_selection(selection) {
    setObjectName("timeline");
    setMovable(false);
    setFloatable(false);
    toggleViewAction()->setVisible(false);
    m_bar = new widgets::ScrubBar(selection->clock(), this);
    addWidget(m_bar);
    qApp->installEventFilter(this);
}

void Timeline::addActions(ActionList& list) {
    ClockModel* clock = m_selection->clock();
    QAction* back = list.add("go.back", "go", tr("Back to the selection before"), "chevron-left",
                             {QKeySequence(Qt::ALT | Qt::Key_Left)}, [this] { m_selection->goBack(); });
    QAction* forward = list.add("go.forward", "go", tr("Forward to the selection after"), "chevron-right",
                                {QKeySequence(Qt::ALT | Qt::Key_Right)}, [this] { m_selection->goForward(); });
    list.addSeparator("go");
    list.add("go.timeline", "go", tr("Go to the timeline"), nullptr, {QKeySequence(Qt::CTRL | Qt::Key_T)},
             [this] { m_bar->track()->setFocus(Qt::ShortcutFocusReason); });
    // The timeline's own keys act only while it has the focus, so these have none.
    QAction* live = list.add("go.live", "go", tr("Go to live"), "live", {}, [clock] { clock->goLive(); });
    QAction* hold = list.add("go.hold", "go", tr("Hold the clock, or play on"), "pause", {}, [clock] { clock->playOrHold(); });
    QAction* previous = list.add("go.previous", "go", tr("One step back in time"), "step-back", {}, [clock] { clock->stepBy(-1); });
    QAction* next = list.add("go.next", "go", tr("One step on in time"), "step", {}, [clock] { clock->stepBy(1); });
    const auto refreshSelection = [this, back, forward] {
        back->setEnabled(m_selection->canGoBack());
        forward->setEnabled(m_selection->canGoForward());
    };
    const auto refreshClock = [clock, live, hold, previous, next] {
        const bool any = clock->newest() > 0;
        live->setEnabled(any && !clock->isLive());
        hold->setEnabled(any);
        previous->setEnabled(any && clock->step() > clock->oldest());
        next->setEnabled(any && !clock->isLive());
    };
    // The list goes with the language, the clock and the selection stay.
    connect(m_selection, &SelectionModel::pastChanged, &list, refreshSelection);
    connect(clock, &ClockModel::changed, &list, refreshClock);
    connect(clock, &ClockModel::rangeChanged, &list, refreshClock);
    refreshSelection();
    refreshClock();
}

bool Timeline::eventFilter(QObject* object, QEvent* event) {
    if (event->type() != QEvent::MouseButtonPress && event->type() != QEvent::MouseButtonDblClick)
        return QToolBar::eventFilter(object, event);
    const Qt::MouseButton button = static_cast<QMouseEvent*>(event)->button();
    if (button != Qt::BackButton && button != Qt::ForwardButton) return QToolBar::eventFilter(object, event);
    const auto* widget = qobject_cast<QWidget*>(object);
    if (!widget || (widget->window() != window() && !window()->isAncestorOf(widget->window()))) return false;
    if (button == Qt::BackButton) m_selection->goBack();
    else m_selection->goForward();
    return true;
}

}  // namespace gh::app
