// The toolbar, the menu and the keys of the main window.
#include <QActionGroup>
#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>
#include <QShortcut>
#include <QToolBar>
#include <QToolButton>

#include "app/window/chat_pane.h"
#include "app/window/main_window.h"
#include "app/window/model_button.h"
#include "app/window/panel_dock.h"
#include "widgets/controls/icons.h"
#include "widgets/theme.h"

namespace gh::app {

using widgets::Theme;
using widgets::ThemeMode;

void MainWindow::buildToolbar() {
    auto* bar = addToolBar(tr("Toolbar"));
    bar->setObjectName("toolbar");
    bar->setMovable(false);
    bar->setFloatable(false);
    bar->toggleViewAction()->setVisible(false);
    bar->setFixedHeight(Theme::instance().size("toolbar"));
    auto* strip = new QWidget(bar);
    auto* row = new QHBoxLayout(strip);
    row->setContentsMargins(12, 0, 12, 0);
    row->setSpacing(8);
    m_modelButton = new ModelButton(m_model, &m_settings, strip);
    row->addWidget(m_modelButton);
    row->addStretch(1);
    m_live = new QLabel(strip);
    m_live->setFont(Theme::instance().font("body", "semibold"));
    m_liveStep = new QLabel(strip);
    m_liveStep->setProperty("role", "muted");
    row->addWidget(m_live);
    row->addWidget(m_liveStep);
    row->addSpacing(8);
    const auto button = [&](const QString& text, const char* iconName, const char* role, const QString& tip) {
        auto* b = new QPushButton(widgets::icon(iconName, role), text, strip);
        b->setToolTip(tip);
        b->setFocusPolicy(Qt::TabFocus);
        row->addWidget(b);
        return b;
    };
    m_stop = button(tr("Stop"), "stop", "error", tr("Stop this reply (Esc)"));
    m_pause =
        button(tr("Pause"), "pause", "text", tr("Pause the engine at the next step, for all requests (F6)"));
    m_step = button(tr("Step"), "step", "text", tr("One step while paused (F7)"));
    auto* more = new QToolButton(strip);
    more->setIcon(widgets::icon("more"));
    more->setToolTip(tr("Menu"));
    more->setAccessibleName(tr("Menu"));
    more->setFixedSize(28, 28);
    more->setPopupMode(QToolButton::InstantPopup);
    m_menu = new QMenu(more);
    more->setMenu(m_menu);
    row->addWidget(more);
    bar->addWidget(strip);

    connect(m_modelButton, &ModelButton::fileRequested, this, &MainWindow::openFile);
    connect(m_modelButton, &ModelButton::folderRequested, this, &MainWindow::openFolder);
    connect(m_stop, &QPushButton::clicked, m_chat, &ChatController::stop);
    connect(m_pause, &QPushButton::clicked, this, [this] {
        const bool paused =
            m_bridge->latest()->pauseRequested || m_bridge->latest()->state == telemetry::EngineState::Paused;
        m_bridge->post(SetPaused{!paused});
    });
    connect(m_step, &QPushButton::clicked, this, [this] { m_bridge->post(StepOnce{}); });
}

void MainWindow::buildActions() {
    const auto add = [&](const QString& text, const char* iconName, const QKeySequence& keys, auto act) {
        QAction* action = m_menu->addAction(widgets::icon(iconName), text);
        action->setShortcut(keys);
        connect(action, &QAction::triggered, this, act);
        addAction(action);  // the keys work without the menu being open
        return action;
    };
    add(tr("New chat"), "plus", QKeySequence::New, [this] {
        m_chat->newConversation();
        m_pane->composer()->edit()->setFocus();
    });
    add(tr("Open model…"), "file", QKeySequence::Open, [this] { openFile(); });
    add(tr("Write the last reply again"), "refresh", QKeySequence(Qt::CTRL | Qt::Key_R),
        [this] { m_chat->regenerate(); });
    m_menu->addSeparator();

    auto* looks = m_menu->addMenu(widgets::icon("sun"), tr("Theme"));
    auto* group = new QActionGroup(this);
    const struct {
        ThemeMode mode;
        QString name;
        const char* icon;
    } kLooks[] = {{ThemeMode::System, tr("As the system"), "system"},
                  {ThemeMode::Light, tr("Light"), "sun"},
                  {ThemeMode::Dark, tr("Dark"), "moon"}};
    for (const auto& look : kLooks) {
        QAction* action =
            looks->addAction(widgets::icon(look.icon), look.name, this, [this, mode = look.mode] {
                m_settings.setTheme(mode);
                Theme::instance().setMode(mode);
            });
        action->setCheckable(true);
        action->setData(int(look.mode));
        action->setChecked(look.mode == m_settings.theme());
        group->addAction(action);
    }
    QAction* cycle = looks->addAction(tr("Light or dark"));
    cycle->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_L));
    addAction(cycle);
    connect(cycle, &QAction::triggered, this, [this, group] {
        const ThemeMode mode = Theme::instance().isDark() ? ThemeMode::Light : ThemeMode::Dark;
        for (QAction* action : group->actions()) {
            if (action->data().toInt() == int(mode)) action->trigger();
        }
    });
    auto* panels = m_menu->addMenu(tr("Panels"));
    for (PanelDock* dock : m_panels) panels->addAction(dock->toggleViewAction());
    m_menu->addSeparator();
    add(tr("Quit"), "close", QKeySequence::Quit, [this] { close(); });

    const auto key = [&](const QKeySequence& keys, auto act) {
        auto* shortcut = new QShortcut(keys, this);
        connect(shortcut, &QShortcut::activated, this, act);
    };
    key(Qt::Key_Escape, [this] {
        if (m_chat->generating() || m_chat->messageWaiting())
            m_chat->stop();
        else
            m_selection->clear();
    });
    key(Qt::Key_F6, [this] { m_pause->click(); });
    key(Qt::Key_F7, [this] { m_step->click(); });
    key(QKeySequence(Qt::CTRL | Qt::Key_L),
        [this] { m_pane->composer()->edit()->setFocus(Qt::ShortcutFocusReason); });
}

}  // namespace gh::app
