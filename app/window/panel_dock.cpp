#include "app/window/panel_dock.h"

#include "widgets/controls/panel_header.h"

namespace gh::app {

PanelDock::PanelDock(const widgets::PanelEntry& entry, EngineBridge* bridge, widgets::SelectionModel* selection,
                     QWidget* parent)
    : QDockWidget(entry.title(), parent), m_bridge(bridge) {
    setObjectName(QLatin1String(entry.id));
    setAllowedAreas(Qt::AllDockWidgetAreas);
    m_panel = entry.create(selection, this);
    setWidget(m_panel);
    auto* header = new widgets::PanelHeader(entry.title(), this);
    header->setHelp(m_panel->summary(), m_panel->helpText());
    header->attachTo(this);
    // Said for a tab that is not in front, too, where isVisible() still holds.
    connect(this, &QDockWidget::visibilityChanged, this, &PanelDock::setOnShow);
    connect(bridge, &EngineBridge::snapshotChanged, this, [this](const widgets::SnapshotPtr& snapshot) {
        if (m_onShow) m_panel->setSnapshot(snapshot);
    });
}

void PanelDock::setOnShow(bool on) {
    if (on && !m_onShow) m_panel->setSnapshot(m_bridge->latest());
    m_onShow = on;
}

}  // namespace gh::app
