// Docks that share an area are tabs: one row says the names and holds the buttons of the one in front. A dock alone has
// its own header.
#pragma once

#include <QList>
#include <QMainWindow>
#include <QPointer>

class QTabBar;

namespace gh::app {

class PanelDock;

class DockTabs : public QObject {
    Q_OBJECT
public:
    DockTabs(QMainWindow* window, QList<PanelDock*> docks);
    ~DockTabs() override;
    void sync();  // what stands where has changed

protected:
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    class Corner;
    void syncSoon();
    PanelDock* inFront(const QTabBar* tabs) const;
    PanelDock* dockAt(const QTabBar* tabs, int at) const;

    QMainWindow* m_window;
    QList<PanelDock*> m_docks;
    QList<QPointer<QWidget>> m_corners;
    bool m_asked = false;
};

}  // namespace gh::app
