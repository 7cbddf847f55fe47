// The window: toolbar, conversations at the left, the chat, inspector panels in docks, status line. It owns the app's
// parts and wires them; what they do is theirs.
//
// Two kinds of parts. What lives as long as the window: engine bridge, store, model session, chats, selection, settings.
// What is built anew when the language changes, from build(): every widget and action. So a translated text may stand in
// a widget's constructor, and nowhere else for longer than it is needed.
#pragma once

#include <functional>
#include <memory>
#include <QDialog>
#include <QMainWindow>
#include <QPointer>

#include "app/bridge/engine_bridge.h"
#include "app/chat/chat_controller.h"
#include "app/model/model_session.h"
#include "app/settings/settings.h"
#include "widgets/selection.h"

class QPushButton;

namespace gh::app {

class ActionList;
class ChatPane;
class ConversationList;
class DropHint;
class DockTabs;
class ModelButton;
class CommandPalette;
class PanelDock;
class SettingsDialog;
class StatusStrip;
class Timeline;
class ToolbarStrip;
class TemplatePresenter;
class TokenCounter;
class CompareRunner;
class LabRunner;
class QuantizeRunner;
class TrafficRunner;
struct WorkspaceEntry;

struct WindowOptions {
    QString model;  // opened after the first paint; empty: what the settings say
    bool openLastModel = true;
    QString database = ConversationStore::defaultPath();
    QString settings = Settings::defaultPath();
};

class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    MainWindow(EngineFactory factory, WindowOptions options, QWidget* parent = nullptr);
    ~MainWindow() override;

    // Milliseconds that quitting may take: the engine's last step, the last write.
    static constexpr int kQuitMs = 1800;
    // Saves and ends the engine off this thread. false: engine or disk did not end within the limit; the
    // process may then only leave by std::_Exit.
    bool shutDown();

    EngineBridge* bridge() const { return m_bridge; }
    ChatController* chat() const { return m_chat; }
    ModelSession* model() const { return m_model; }
    ConversationStore* store() const { return m_store; }
    widgets::SelectionModel* selection() const { return m_selection; }
    Settings* settings() { return &m_settings; }
    const WindowOptions& options() const { return m_options; }

    ActionList* actionList() const { return m_actions; }
    ToolbarStrip* toolbarStrip() const { return m_strip; }
    ChatPane* chatPane() const { return m_pane; }
    ConversationList* conversations() const { return m_list; }
    PanelDock* panel(const QString& id) const;  // null: no such panel
    const QList<PanelDock*>& panels() const { return m_panels; }
    Timeline* timeline() const { return m_timeline; }
    QPushButton* stopButton() const;
    QPushButton* pauseButton() const;
    QPushButton* stepButton() const;

    TemplatePresenter* templates() const { return m_templates; }
    TrafficRunner* traffic() const { return m_traffic; }
    LabRunner* lab() const { return m_lab; }
    QuantizeRunner* quantize() const { return m_quantize; }
    CompareRunner* compare() const { return m_compare; }

    void openFile();
    void openFileIn(const QString& folder);
    void openFolder();
    void takeFolder(const QString& folder);  // opens a model folder, lists one with models in the picker
    void addFolder(const QString& folder);   // to those that the picker lists
    // A box above the composer. It outlives a change of language in the words it was said in.
    void say(const QString& key, const QString& title, const QString& text, bool error = false);

    QString workspace() const { return m_workspace; }
    void switchWorkspace(const QString& id);
    void resetWorkspace();
    void setConversationsShown(bool on);

    void setThemeMode(widgets::ThemeMode mode);
    void setLanguage(const QString& setting);  // every widget is built anew, with the next turn of the loop
    void restartEngine();                      // with the threads that the settings say now
    int threadsInUse() const { return m_threadsInUse; }  // the setting that the engine was started with
    // Everything that must go through the whole window again: the texts of another language.
    void rebuild();

    void openPalette();
    void openSettings(int page = 0);
    void openShortcuts();
    void openLog();
    void openAbout();
    CommandPalette* commandPalette() const;  // null: not on show
    SettingsDialog* settingsDialog() const;

signals:
    void firstPaint();
    void rebuilt();

protected:
    bool event(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    struct Kept;
    void build();
    void tearDown();
    Kept keep() const;
    void giveBack(const Kept& kept);
    void buildToolbar();
    void buildDocks();
    void connectPanel(PanelDock* dock);
    void takeLanguage();
    void rebuildPanel(PanelDock* dock);
    void rebuildInTurns(const Kept& kept, int turn);
    void rebuildRest(const Kept& kept);
    void buildActions();
    void buildPanelActions();
    void buildHelpActions();
    void buildStatus();
    void arrange(const std::function<void()>& how);
    void arrangeByDefault(const WorkspaceEntry& entry);
    bool arrangeAsStored(const QString& id);
    void placeFloating(PanelDock* dock);
    void placePanel(PanelDock* dock, Qt::DockWidgetArea area);
    void storeArrangement();
    void togglePanel(PanelDock* dock);
    void togglePause();
    void stopWhatRuns();
    QString stopWords() const;
    void afterFirstPaint();
    void beginEngine();
    void endEngine();
    void sayWhatSettingsLack();
    void onSnapshot(const widgets::SnapshotPtr& snapshot);
    void showState();

    EngineFactory m_factory;
    WindowOptions m_options;
    Settings m_settings;
    int m_threadsInUse;
    EngineBridge* m_bridge;
    ConversationStore* m_store;
    ModelSession* m_model;
    ChatController* m_chat;
    widgets::SelectionModel* m_selection;
    TokenCounter* m_counter;
    TemplatePresenter* m_templates;
    TrafficRunner* m_traffic;
    LabRunner* m_lab;
    QuantizeRunner* m_quantize;
    CompareRunner* m_compare;
    std::vector<std::unique_ptr<Disposal>> m_ending;  // engines that may not have ended yet
    QString m_workspace;
    DropHint* m_dropHint = nullptr;
    struct Said {
        QString key, title, text;
        bool error;
    };
    std::vector<Said> m_said;

    // Built anew with the language.
    ActionList* m_actions = nullptr;
    ChatPane* m_pane = nullptr;
    ConversationList* m_list = nullptr;
    QDockWidget* m_listDock = nullptr;
    QList<PanelDock*> m_panels;
    DockTabs* m_tabs = nullptr;
    QToolBar* m_bar = nullptr;
    ModelButton* m_modelButton = nullptr;
    ToolbarStrip* m_strip = nullptr;
    StatusStrip* m_status = nullptr;
    Timeline* m_timeline = nullptr;
    QPointer<QWidget> m_palette;
    QPointer<QDialog> m_dialog, m_sheet, m_logWindow, m_about;

    bool m_painted = false, m_down = false, m_quitInTime = true, m_rebuildAsked = false;
};

}  // namespace gh::app
