#include "app/window/panel_dock.h"

#include <QPainter>

#include "app/window/shrink_area.h"
#include "widgets/controls/panel_header.h"
#include "widgets/theme.h"

namespace gh::app {

namespace {

constexpr QSize kLeast(240, 96);
// Pictures of thousands of steps cost more than words: half as often as a frame is still motion, and half the price.
constexpr int kPictureMs = 30;

}  // namespace

// A dock gives its title bar the height of its hint, whatever its fixed height is.
class PanelDock::Header : public widgets::PanelHeader {
public:
    using PanelHeader::PanelHeader;
    QSize sizeHint() const override { return {m_folded ? 0 : PanelHeader::sizeHint().width(), tall()}; }
    QSize minimumSizeHint() const override { return {m_folded ? 0 : PanelHeader::minimumSizeHint().width(), tall()}; }
    void setFolded(bool on) {
        if (on == m_folded) return;
        m_folded = on;
        setFixedHeight(tall());
        setEnabled(!on);  // what is not seen is not reached with Tab
        updateGeometry();
    }

private:
    int tall() const { return m_folded ? 0 : widgets::Theme::instance().size("panelHeader"); }
    bool m_folded = false;
};

PanelDock::PanelDock(const widgets::PanelEntry& entry, EngineBridge* bridge,
                     widgets::SelectionModel* selection, QWidget* parent)
    : QDockWidget(entry.title(), parent), m_entry(entry), m_bridge(bridge), m_selection(selection) {
    setObjectName(QLatin1String(entry.id));
    setAllowedAreas(Qt::AllDockWidgetAreas);
    build();
    // Said for a tab that is not in front, too, where isVisible() still holds.
    connect(this, &QDockWidget::visibilityChanged, this, &PanelDock::setOnShow);
    connect(bridge, &EngineBridge::snapshotChanged, this, [this](const widgets::SnapshotPtr& snapshot) {
        if (!m_onShow || m_later.isActive()) return;
        const qint64 since = m_toldAt.isValid() ? m_toldAt.elapsed() : kPictureMs;
        if (since >= kPictureMs || snapshot->state != telemetry::EngineState::Running) tell();
        else m_later.start(int(kPictureMs - since));
    });
    m_later.setSingleShot(true);
    m_later.setTimerType(Qt::PreciseTimer);
    connect(&m_later, &QTimer::timeout, this, &PanelDock::tell);
}

// The latest, whatever came meanwhile.
void PanelDock::tell() {
    m_later.stop();
    m_toldAt.start();
    if (m_onShow && m_panel) m_panel->setSnapshot(m_bridge->latest());
}

void PanelDock::clear() {
    delete widget();
    delete m_header;
    m_header = nullptr;
}

void PanelDock::build() {
    setWindowTitle(m_entry.title());
    m_panel = m_entry.create(m_selection, this);
    setWidget(new ShrinkArea(m_panel, kLeast, this));
    m_header = new Header(m_entry.title(), this);
    m_header->setHelp(m_panel->summary(), m_panel->helpText());
    setTitleBarWidget(m_header);
    connect(m_header, &widgets::PanelHeader::floatRequested, this, &PanelDock::toggleFloating);
    connect(m_header, &widgets::PanelHeader::closeRequested, this, &QDockWidget::close);
    setOnShow(m_onShow);
}

void PanelDock::setInTabs(bool on) {
    if (m_header) m_header->setFolded(on);
}

void PanelDock::toggleFloating() {
    setFloating(!isFloating());
    if (isFloating()) emit floated();
}

// A dock with a title bar of its own has no frame from the system when it floats.
void PanelDock::paintEvent(QPaintEvent* event) {
    QDockWidget::paintEvent(event);
    if (!isFloating()) return;
    QPainter painter(this);
    painter.setPen(widgets::Theme::instance().color("control"));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

void PanelDock::setOnShow(bool on) {
    m_onShow = on;
    if (!m_panel) return;
    if (on) m_panel->setSnapshot(m_bridge->latest());
    m_panel->setOnShow(on);
}

}  // namespace gh::app
