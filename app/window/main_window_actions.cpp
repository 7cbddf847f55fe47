// Every action of the window. Menus, keys, palette and the sheet of shortcuts come from this list.
#include <QLocale>
#include <QPushButton>
#include <QShortcut>
#include <QToolButton>

#include "app/settings/language.h"
#include "app/traffic/traffic_runner.h"
#include "app/window/action_list.h"
#include "app/window/chat_pane.h"
#include "app/window/conversation_list.h"
#include "app/window/main_window.h"
#include "app/window/model_button.h"
#include "app/window/panel_dock.h"
#include "app/window/timeline.h"
#include "app/window/toolbar_strip.h"
#include "app/window/workspace_list.h"
#include "widgets/theme.h"

namespace gh::app {

using widgets::Theme;
using widgets::ThemeMode;

void MainWindow::togglePause() {
    const auto& now = *m_bridge->latest();
    m_bridge->post(SetPaused{!(now.pauseRequested || now.state == telemetry::EngineState::Paused)});
}

// The reply on show, or else all that runs besides: what that is, the tool tip says.
void MainWindow::stopWhatRuns() {
    if (m_chat->generating()) return m_chat->stop();
    m_chat->stopAll();
    m_traffic->stop();
}

// Empty: nothing runs that it could stop.
QString MainWindow::stopWords() const {
    if (m_chat->generating()) return tr("Stop this reply (Esc)");
    const int replies = m_chat->busyReplies();
    if (replies > 0 && m_traffic->running()) return tr("Stop %n reply(s) in other chats and the synthetic traffic", nullptr, replies);
    if (replies > 0) return tr("Stop %n reply(s) in other chats", nullptr, replies);
    return m_traffic->running() ? tr("Stop the synthetic traffic") : QString();
}

void MainWindow::setThemeMode(ThemeMode mode) {
    m_settings.setTheme(mode);
    Theme::instance().setMode(mode);
    const char* const ids[] = {"theme.system", "theme.light", "theme.dark"};
    if (QAction* action = m_actions->find(ids[int(mode)])) action->setChecked(true);
}

void MainWindow::buildActions() {
    ActionList& list = *m_actions;
    const auto key = [](QKeyCombination k) { return QList<QKeySequence>{QKeySequence(k)}; };
    using K = QKeyCombination;

    list.add("chat.new", "chat", tr("New chat"), "plus", {QKeySequence::New}, [this] {
        m_chat->newConversation();
        m_pane->composer()->edit()->setFocus();
    });
    list.add("chat.again", "chat", tr("Write the last reply again"), "refresh", key(Qt::CTRL | Qt::Key_R),
             [this] { m_chat->regenerate(); });
    list.add("chat.continue", "chat", tr("Continue the last reply"), "play", key(Qt::CTRL | Qt::SHIFT | Qt::Key_R),
             [this] { m_chat->continueReply(); });
    list.add("chat.edit", "chat", tr("Edit the last message and send it again"), "edit", {},
             [this] { m_pane->editLast(); });
    list.add("chat.branch-prev", "chat", tr("Previous branch"), "branch", {}, [this] { m_pane->walkBranch(-1); });
    list.add("chat.branch-next", "chat", tr("Next branch"), "branch", {}, [this] { m_pane->walkBranch(1); });
    list.add("chat.copy", "chat", tr("Copy the last reply"), "copy", {}, [this] { m_pane->copyLastReply(); });
    list.add("chat.attach", "chat", tr("Attach text files…"), "attach", key(Qt::CTRL | Qt::SHIFT | Qt::Key_O),
             [this] { m_pane->attachFiles(); });
    list.add("chat.sampling", "chat", tr("System prompt and sampling…"), "settings",
             key(Qt::CTRL | Qt::SHIFT | Qt::Key_S), [this] { m_pane->openSampling(); });
    list.add("chat.write", "chat", tr("Go to the message field"), "edit", key(Qt::CTRL | Qt::Key_L),
             [this] { m_pane->composer()->edit()->setFocus(Qt::ShortcutFocusReason); });
    m_list->addActions(list, [this] { setConversationsShown(true); });

    list.add("model.open", "model", tr("Open model…"), "file", {QKeySequence::Open}, [this] { openFile(); });
    list.add("model.folder", "model", tr("Open a folder with models…"), "folder", {}, [this] { openFolder(); });
    list.add("model.pick", "model", tr("Choose a model"), "chip", key(Qt::CTRL | Qt::Key_M),
             [this] { m_modelButton->click(); });
    list.add("model.reload", "model", tr("Load the model again"), "refresh", {}, [this] {
        if (const auto* facts = m_model->facts()) m_pane->openModel(QString::fromStdString(facts->path));
    });

    list.add("engine.stop", "engine", tr("Stop this reply, or what else runs"), "stop", {}, [this] { stopWhatRuns(); });
    list.add("engine.pause", "engine", tr("Pause or resume"), "pause", key(K(Qt::Key_F6)), [this] { togglePause(); });
    list.add("engine.step", "engine", tr("One step while paused"), "step", key(K(Qt::Key_F7)),
             [this] { m_bridge->post(StepOnce{}); });
    // Esc stops what runs; when nothing runs it lets go of the selection. So it is no key of the one action.
    auto* escape = new QShortcut(Qt::Key_Escape, m_strip);
    connect(escape, &QShortcut::activated, this, [this] {
        if (m_chat->generating() || m_chat->messageWaiting())
            m_chat->stop();
        else
            m_selection->clear();
    });

    m_timeline->addActions(list);

    int number = 0;
    for (const WorkspaceEntry& entry : workspaceList()) {
        const QString id = QLatin1String(entry.id);
        list.addChoice(QByteArray("workspace.").append(entry.id).constData(), "workspace", entry.title(), nullptr,
                       key(Qt::CTRL | Qt::Key(Qt::Key_1 + number++)), id == m_workspace,
                       [this, id] { switchWorkspace(id); });
    }
    list.addSeparator("workspace");
    list.add("workspace.reset", "workspace", tr("Reset this workspace"), "refresh", {}, [this] { resetWorkspace(); });

    buildPanelActions();

    const struct {
        const char* id;
        ThemeMode mode;
        QString name;
        const char* icon;
    } kLooks[] = {{"theme.system", ThemeMode::System, tr("As the system"), "system"},
                  {"theme.light", ThemeMode::Light, tr("Light"), "sun"},
                  {"theme.dark", ThemeMode::Dark, tr("Dark"), "moon"}};
    for (const auto& look : kLooks)
        list.addChoice(look.id, "theme", look.name, look.icon, {}, look.mode == m_settings.theme(),
                       [this, mode = look.mode] { setThemeMode(mode); });
    list.addSeparator("theme");
    list.add("theme.other", "theme", tr("Light or dark"), "sun", key(Qt::CTRL | Qt::SHIFT | Qt::Key_L), [this] {
        setThemeMode(Theme::instance().isDark() ? ThemeMode::Light : ThemeMode::Dark);
    });

    list.addChoice("language.system", "language", tr("As the system"), nullptr, {}, m_settings.language() == "system",
                   [this] { setLanguage(QStringLiteral("system")); });
    for (const LanguageEntry& entry : languageList()) {
        const QString code = QLatin1String(entry.code);
        list.addChoice(QByteArray("language.").append(entry.code).constData(), "language",
                       QString::fromUtf8(entry.name), nullptr, {}, m_settings.language() == code,
                       [this, code] { setLanguage(code); });
        // In English too, whatever the window speaks: who is lost in a language looks for another by that name.
        list.setWords(QByteArray("language.").append(entry.code), QLocale::languageToString(QLocale(code).language()));
    }
    buildHelpActions();
    // What people call these elsewhere.
    const std::pair<const char*, QString> kWords[] = {
        {"chat.again", tr("regenerate, retry, another version")},
        {"chat.edit", tr("resend, correct, branch")},
        {"chat.branch-prev", tr("version, alternative, back")},
        {"chat.branch-next", tr("version, alternative, forward")},
        {"chat.continue", tr("resume, go on")},
        {"chat.sampling", tr("temperature, seed, parameters, instructions")},
        {"chat.attach", tr("upload, document")},
        {"engine.stop", tr("cancel, abort, interrupt")},
        {"model.open", tr("load, GGUF, safetensors")},
        {"model.folder", tr("load, safetensors, add")},
        {"theme.other", tr("dark mode, night")},
        {"app.settings", tr("preferences, options")},
        {"help.shortcuts", tr("keys, hotkeys")},
        {"go.live", tr("now, newest")}};
    for (const auto& [id, words] : kWords) list.setWords(id, words);
}

void MainWindow::buildPanelActions() {
    ActionList& list = *m_actions;
    QAction* shown = list.add("panel.conversations", "panel", tr("Conversations"), nullptr,
                              {QKeySequence(Qt::CTRL | Qt::Key_B)},
                              [this] { setConversationsShown(m_listDock->isHidden()); });
    shown->setCheckable(true);
    const auto follow = [](QAction* action, QDockWidget* dock) {
        action->setChecked(!dock->isHidden());
        connect(dock->toggleViewAction(), &QAction::toggled, action, &QAction::setChecked);
        // What was clicked is what the dock made of it, not the other way round.
        connect(action, &QAction::triggered, dock, [action, dock] { action->setChecked(!dock->isHidden()); });
    };
    follow(shown, m_listDock);
    for (PanelDock* dock : m_panels) {
        QAction* action = list.add(("panel." + dock->objectName()).toLatin1().constData(), "panel",
                                   dock->windowTitle(), nullptr, {}, [this, dock] { togglePanel(dock); });
        action->setCheckable(true);
        follow(action, dock);
        list.setWords(action->objectName().toLatin1(), tr("show, open, hide, close"));
    }
    for (PanelDock* dock : m_panels) {
        const QByteArray id = ("float." + dock->objectName()).toLatin1();
        list.add(id.constData(), "float", dock->windowTitle(), "float", {}, [dock] {
            if (!dock->onShow()) {
                dock->show();
                dock->raise();
            }
            dock->toggleFloating();
        });
        list.setWords(id, tr("undock, detach, own window"));
    }
}

void MainWindow::buildHelpActions() {
    ActionList& list = *m_actions;
    list.add("help.shortcuts", "help", tr("Keyboard shortcuts"), "help", {QKeySequence(Qt::Key_F1)},
             [this] { openShortcuts(); });
    list.add("help.log", "help", tr("Log"), "info", {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_J)},
             [this] { openLog(); });
    list.add("help.about", "help", tr("About Glasshouse"), "info", {}, [this] { openAbout(); });
    list.add("app.palette", "app", tr("Find an action…"), "search", {QKeySequence(Qt::CTRL | Qt::Key_K)},
             [this] { openPalette(); });
    list.add("app.settings", "app", tr("Settings…"), "settings", {QKeySequence(Qt::CTRL | Qt::Key_Comma)},
             [this] { openSettings(); });
    list.add("app.quit", "app", tr("Quit"), "close", {QKeySequence(Qt::CTRL | Qt::Key_Q)}, [this] { close(); });
    auto* menuKey = new QShortcut(Qt::Key_F10, m_strip);
    connect(menuKey, &QShortcut::activated, m_strip, &ToolbarStrip::openMenu);
}

}  // namespace gh::app
