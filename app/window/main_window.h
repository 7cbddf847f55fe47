// The window: toolbar, conversations at the left, the chat, inspector panels in docks, status line. It owns
// the app's parts and wires them; what they do is theirs.
#pragma once

#include <memory>
#include <QLabel>
#include <QMainWindow>

#include "app/bridge/engine_bridge.h"
#include "app/chat/chat_controller.h"
#include "app/model/model_session.h"
#include "app/settings/settings.h"
#include "widgets/selection.h"

class QPushButton;

namespace gh::app {

class ChatPane;
class ConversationList;
class ModelButton;
class PanelDock;
class StatusStrip;

struct WindowOptions {
    QString model;  // opened after the first paint; empty: the last one used
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
    ChatPane* chatPane() const { return m_pane; }
    ConversationList* conversations() const { return m_list; }
    PanelDock* panel(const QString& id) const;  // null: no such panel
    const QList<PanelDock*>& panels() const { return m_panels; }
    QPushButton* stopButton() const { return m_stop; }
    QPushButton* pauseButton() const { return m_pause; }
    QPushButton* stepButton() const { return m_step; }

    void openFile();
    void openFolder();

signals:
    void firstPaint();

protected:
    bool event(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void buildToolbar();
    void buildDocks();
    void buildActions();
    void arrange();
    void afterFirstPaint();
    void onSnapshot(const widgets::SnapshotPtr& snapshot);

    EngineFactory m_factory;
    WindowOptions m_options;
    Settings m_settings;
    EngineBridge* m_bridge;
    ConversationStore* m_store;
    ModelSession* m_model;
    ChatController* m_chat;
    widgets::SelectionModel* m_selection;
    ChatPane* m_pane;
    ConversationList* m_list;
    QDockWidget* m_listDock;
    QList<PanelDock*> m_panels;
    ModelButton* m_modelButton;
    QLabel *m_live, *m_liveStep;
    QPushButton *m_stop, *m_pause, *m_step;
    StatusStrip* m_status;
    QMenu* m_menu;
    bool m_painted = false, m_down = false, m_quitInTime = true;
};

}  // namespace gh::app
