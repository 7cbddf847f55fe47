// A panel of panel_list in a dock. It gets snapshots only while it is on show, some 30 a second, and the latest when it
// comes on show; the panel is told which of the two it is.
#pragma once

#include <QDockWidget>
#include <QElapsedTimer>
#include <QPointer>
#include <QTimer>

#include "app/bridge/engine_bridge.h"
#include "widgets/panels/panel_list.h"

namespace gh::app {

class PanelDock : public QDockWidget {
    Q_OBJECT
public:
    PanelDock(const widgets::PanelEntry& entry, EngineBridge* bridge, widgets::SelectionModel* selection,
              QWidget* parent = nullptr);
    widgets::Panel* panel() const { return m_panel; }
    const widgets::PanelEntry& entry() const { return m_entry; }
    bool onShow() const { return m_onShow; }
    // The dock stays where it stands when the language changes; what is in it is made anew.
    void clear();
    void build();
    void setInTabs(bool on);  // the row of tabs says its name and has its buttons
    void toggleFloating();    // what its button does

signals:
    void floated();  // by its button: where it stood there may be nothing to see of that

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void setOnShow(bool on);
    void tell();
    const widgets::PanelEntry& m_entry;  // of the static list
    EngineBridge* m_bridge;
    widgets::SelectionModel* m_selection;
    QPointer<widgets::Panel> m_panel;
    class Header;
    Header* m_header = nullptr;
    bool m_onShow = false;
    QElapsedTimer m_toldAt;
    QTimer m_later;
};

}  // namespace gh::app
