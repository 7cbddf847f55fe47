// Workspaces: the same docks, arranged anew, as the user left them or as panel_list has them by default.
#include <algorithm>
#include <QApplication>
#include <QDockWidget>
#include <QToolBar>

#include "app/window/action_list.h"
#include "app/window/chat_pane.h"
#include "app/window/main_window.h"
#include "app/window/panel_dock.h"
#include "app/window/toolbar_strip.h"
#include "app/window/workspace_list.h"
#include "widgets/controls/segmented.h"

namespace gh::app {

namespace {

QStringList panelIds() {
    QStringList ids;
    for (const widgets::PanelEntry& entry : widgets::panelList()) ids << QLatin1String(entry.id);
    return ids;
}

const widgets::PanelPlace* placeIn(const widgets::PanelEntry& entry, const QString& workspace) {
    for (const widgets::PanelPlace& place : entry.places) {
        if (place.workspace && workspace == QLatin1String(place.workspace)) return &place;
    }
    return nullptr;
}

}  // namespace

void MainWindow::storeArrangement() {
    m_settings.setWorkspace(m_workspace);
    m_settings.setArrangement(m_workspace, {saveState(), panelIds()});
}

void MainWindow::switchWorkspace(const QString& id) {
    const WorkspaceEntry& entry = findWorkspace(id);
    m_strip->workspaces()->setCurrent(int(&entry - workspaceList().data()));
    if (m_workspace == QLatin1String(entry.id)) return;
    storeArrangement();
    m_workspace = QLatin1String(entry.id);
    m_settings.setWorkspace(m_workspace);
    arrange([&] {
        if (!arrangeAsStored(m_workspace)) arrangeByDefault(entry);
    });
    if (QAction* action = m_actions->find("workspace." + m_workspace.toLatin1())) action->setChecked(true);
}

void MainWindow::resetWorkspace() {
    m_settings.forgetArrangement(m_workspace);
    arrange([&] { arrangeByDefault(findWorkspace(m_workspace)); });
}

void MainWindow::arrange(const std::function<void()>& how) {
    const QPointer<QWidget> focus = QApplication::focusWidget() ? QApplication::focusWidget() : focusWidget();
    setUpdatesEnabled(false);  // one picture of the new arrangement, none of the way there
    how();
    setUpdatesEnabled(true);
    // A dock that became a window on the way is not reached from here any more.
    for (PanelDock* dock : m_panels) dock->setUpdatesEnabled(true);
    // Docks that go hand the keyboard to whatever comes next in the window.
    QWidget* to = focus && focus->isVisible() ? focus.data() : m_pane->composer()->edit();
    to->setFocus(Qt::OtherFocusReason);
}

bool MainWindow::arrangeAsStored(const QString& id) {
    const auto stored = m_settings.arrangement(id);
    if (!stored || !restoreState(stored->state)) return false;
    // A panel that came with a newer version stands where it would by default.
    for (PanelDock* dock : m_panels) {
        if (stored->panels.contains(dock->objectName())) continue;
        const widgets::PanelPlace* place = placeIn(dock->entry(), id);
        placePanel(dock, place ? place->area : dock->entry().area);
        dock->setVisible(place != nullptr);
    }
    m_strip->workspaces()->setCurrent(int(&findWorkspace(id) - workspaceList().data()));
    return true;
}

// A step away from where it stood, so that it is seen to have come off, and above the message field.
void MainWindow::placeFloating(PanelDock* dock) {
    constexpr int kStep = 32, kLeastHeight = 160;
    const QRect window(mapToGlobal(QPoint(0, 0)), size());
    const int top = window.top() + m_bar->geometry().bottom() + kStep;
    const int end = m_pane->composer()->mapToGlobal(QPoint(0, 0)).y() - kStep / 2;
    QRect place = dock->geometry();
    place.setHeight(std::clamp(end - top, kLeastHeight, std::max(kLeastHeight, place.height())));
    const bool atTheRight = place.center().x() > window.center().x();
    place.moveLeft(place.left() + (atTheRight ? -kStep : kStep));
    place.moveTop(std::max(top, std::min(place.top() + kStep, end - place.height())));
    dock->setGeometry(place);
    dock->raise();
}

void MainWindow::placePanel(PanelDock* dock, Qt::DockWidgetArea area) {
    dock->setFloating(false);
    QDockWidget* beside = nullptr;
    for (PanelDock* other : m_panels) {
        if (other == dock) break;
        if (!other->isFloating() && dockWidgetArea(other) == area && !other->isHidden()) beside = other;
    }
    removeDockWidget(dock);
    addDockWidget(area, dock);
    if (beside) tabifyDockWidget(beside, dock);
}

void MainWindow::arrangeByDefault(const WorkspaceEntry& entry) {
    const QString id = QLatin1String(entry.id);
    for (PanelDock* dock : m_panels) {
        dock->setFloating(false);
        removeDockWidget(dock);
    }
    m_listDock->setFloating(false);
    addDockWidget(Qt::LeftDockWidgetArea, m_listDock);
    m_listDock->setVisible(entry.conversations);
    QList<QDockWidget*> across{m_listDock}, down, fronts;
    QList<int> widths{248}, heights;
    for (PanelDock* dock : m_panels) {
        const widgets::PanelPlace* place = placeIn(dock->entry(), id);
        placePanel(dock, place ? place->area : dock->entry().area);
        dock->setVisible(place != nullptr);
        if (!place) continue;
        if (place->area == Qt::BottomDockWidgetArea || place->area == Qt::TopDockWidgetArea) {
            down << dock;
            heights << entry.bottomHeight;
        } else {
            across << dock;
            widths << entry.rightWidth;
        }
        if (place->front) fronts << dock;
    }
    for (QDockWidget* dock : fronts) dock->raise();
    resizeDocks(across, widths, Qt::Horizontal);
    resizeDocks(down, heights, Qt::Vertical);
    m_strip->workspaces()->setCurrent(int(&entry - workspaceList().data()));
}

void MainWindow::setConversationsShown(bool on) {
    m_listDock->setVisible(on);
}

void MainWindow::togglePanel(PanelDock* dock) {
    if (dock->isHidden()) {
        dock->show();
        dock->raise();
        dock->setFocus(Qt::OtherFocusReason);
    } else if (!dock->onShow()) {
        dock->raise();  // it was behind another tab
    } else {
        dock->close();
    }
}

}  // namespace gh::app
