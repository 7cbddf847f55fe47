// The timeline at the foot of the window, and what goes with it: actions that move the clock and go back and forward
// through the selections, by menu, key and the side buttons of a mouse.
#pragma once

#include <QToolBar>

#include "widgets/controls/scrub_bar.h"

namespace gh::app {

class ActionList;

class Timeline : public QToolBar {
    Q_OBJECT
public:
    Timeline(widgets::SelectionModel* selection, QWidget* window);
    widgets::ScrubBar* bar() const { return m_bar; }
    void addActions(ActionList& list);

protected:
    // Side buttons of a mouse, anywhere in the window and its floating docks.
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    widgets::SelectionModel* m_selection;
    widgets::ScrubBar* m_bar;
};

}  // namespace gh::app
