#include "app/window/panel_dock.h"

#include "app/window/shrink_area.h"
#include "widgets/controls/panel_header.h"

namespace gh::app {

namespace {

constexpr QSize kLeast(240, 96);

// A dock gives its title bar the height of its hint, whatever its fixed height is.
class DockHeader : public widgets::PanelHeader {
public:
    using PanelHeader::PanelHeader;
    QSize sizeHint() const override { return {PanelHeader::sizeHint().width(), height()}; }
    QSize minimumSizeHint() const override { return {PanelHeader::minimumSizeHint().width(), height()}; }
};

}  // namespace

PanelDock::PanelDock(const widgets::PanelEntry& entry, EngineBridge* bridge,
                     widgets::SelectionModel* selection, QWidget* parent)
    : QDockWidget(entry.title(), parent), m_entry(entry), m_bridge(bridge) {
    setObjectName(QLatin1String(entry.id));
    setAllowedAreas(Qt::AllDockWidgetAreas);
    m_panel = entry.create(selection, this);
    setWidget(new ShrinkArea(m_panel, kLeast, this));
    auto* header = new DockHeader(entry.title(), this);
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
