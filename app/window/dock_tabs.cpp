#include "app/window/dock_tabs.h"

#include <algorithm>
#include <QEvent>
#include <QHBoxLayout>
#include <QTabBar>
#include <QTimer>
#include <QToolButton>

#include "app/window/panel_dock.h"
#include "widgets/controls/panel_header.h"
#include "widgets/theme.h"

namespace gh::app {

// The buttons at the right end of a row of tabs. They act on the dock in front.
class DockTabs::Corner : public QWidget {
public:
    Corner(DockTabs* owner, QTabBar* tabs) : QWidget(tabs), m_tabs(tabs) {
        auto* row = new QHBoxLayout(this);
        const widgets::Theme& theme = widgets::Theme::instance();
        row->setContentsMargins(0, 0, theme.space(2) + 2, 0);
        row->setSpacing(theme.space(2));
        auto* help = widgets::iconButton("help", DockTabs::tr("What this shows"), this);
        auto* floating = widgets::iconButton("float", DockTabs::tr("Float this panel"), this);
        auto* close = widgets::iconButton("close", DockTabs::tr("Close this panel"), this);
        for (QToolButton* button : {help, floating, close}) row->addWidget(button);
        connect(help, &QToolButton::clicked, this, [=] {
            if (PanelDock* dock = owner->inFront(tabs))
                widgets::showHelp(help, dock->panel()->summary(), dock->panel()->helpText());
        });
        connect(floating, &QToolButton::clicked, this, [=] {
            if (PanelDock* dock = owner->inFront(tabs)) dock->toggleFloating();
        });
        connect(close, &QToolButton::clicked, this, [=] {
            if (PanelDock* dock = owner->inFront(tabs)) dock->close();
        });
        tabs->setAccessibleName(DockTabs::tr("Panels"));
        tabs->setExpanding(false);
        tabs->setElideMode(Qt::ElideRight);
        tabs->installEventFilter(owner);
        place();
        show();
    }
    void place() {
        const QSize size = sizeHint();
        setGeometry(m_tabs->width() - size.width(), (m_tabs->height() - size.height()) / 2, size.width(), size.height());
        raise();
    }
    QTabBar* tabs() const { return m_tabs; }

private:
    QTabBar* m_tabs;
};

DockTabs::DockTabs(QMainWindow* window, QList<PanelDock*> docks)
    : QObject(window), m_window(window), m_docks(std::move(docks)) {
    for (PanelDock* dock : m_docks) {
        connect(dock, &QDockWidget::visibilityChanged, this, &DockTabs::syncSoon);
        connect(dock, &QDockWidget::dockLocationChanged, this, &DockTabs::syncSoon);
        connect(dock, &QDockWidget::topLevelChanged, this, &DockTabs::syncSoon);
    }
    syncSoon();
}

DockTabs::~DockTabs() {
    for (const QPointer<QWidget>& corner : m_corners) delete corner.data();
}

void DockTabs::syncSoon() {
    // Moving one dock says several things; the layout is done with the next turn of the loop.
    if (std::exchange(m_asked, true)) return;
    QTimer::singleShot(0, this, [this] {
        m_asked = false;
        sync();
    });
}

PanelDock* DockTabs::inFront(const QTabBar* tabs) const {
    return dockAt(tabs, tabs->currentIndex());
}

PanelDock* DockTabs::dockAt(const QTabBar* tabs, int at) const {
    const auto place = tabs->tabData(at).value<quintptr>();
    for (PanelDock* dock : m_docks) {
        if (place == reinterpret_cast<quintptr>(static_cast<QDockWidget*>(dock)) ||
            (place == 0 && dock->windowTitle() == tabs->tabText(at)))
            return dock;
    }
    return nullptr;
}

void DockTabs::sync() {
    for (PanelDock* dock : m_docks) {
        const auto others = m_window->tabifiedDockWidgets(dock);
        const bool tabbed = !dock->isFloating() && std::any_of(others.begin(), others.end(), [](const QDockWidget* d) {
            return !d->isHidden() && !d->isFloating();
        });
        dock->setInTabs(tabbed);
    }
    m_corners.removeIf([](const QPointer<QWidget>& corner) { return !corner; });
    for (QTabBar* tabs : m_window->findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly)) {
        const bool known = std::any_of(m_corners.begin(), m_corners.end(), [&](const QPointer<QWidget>& corner) {
            return static_cast<Corner*>(corner.data())->tabs() == tabs;
        });
        for (int i = 0; i < tabs->count(); ++i) {
            const PanelDock* dock = dockAt(tabs, i);  // the language may have changed
            if (dock && tabs->tabText(i) != dock->windowTitle()) tabs->setTabText(i, dock->windowTitle());
        }
        if (!known) m_corners << QPointer<QWidget>(new Corner(this, tabs));
    }
}

bool DockTabs::eventFilter(QObject* object, QEvent* event) {
    if (event->type() == QEvent::Resize || event->type() == QEvent::Show || event->type() == QEvent::LayoutRequest) {
        for (const QPointer<QWidget>& corner : m_corners) {
            auto* c = static_cast<Corner*>(corner.data());
            if (c && c->tabs() == object) c->place();
        }
    }
    return QObject::eventFilter(object, event);
}

}  // namespace gh::app
