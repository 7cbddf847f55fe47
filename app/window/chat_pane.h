// The middle of the window: the conversation's title, the conversation, what has to be said about it, the
// composer.
#pragma once

#include <functional>
#include <map>
#include <QWidget>

#include "app/chat/chat_controller.h"
#include "app/chat/chat_view.h"
#include "app/chat/composer.h"
#include "widgets/controls/empty_state.h"
#include "widgets/controls/inline_message.h"
#include "widgets/selection.h"

class QLabel;
class QStackedWidget;
class QVBoxLayout;

namespace gh::app {

class LoadCard;
class ShrinkArea;

class ChatPane : public QWidget {
    Q_OBJECT
public:
    ChatPane(EngineBridge* bridge, ChatController* chat, ModelSession* model, Settings* settings,
             widgets::SelectionModel* selection, QWidget* parent = nullptr);

    ChatView* view() const { return m_view; }
    Composer* composer() const { return m_composer; }
    LoadCard* loadCard() const { return m_load; }
    widgets::InlineMessage* notice(const QString& key) const;  // null: not shown
    void showNotice(const QString& key, widgets::InlineMessage::Severity severity, const QString& title,
                    const QString& text, std::vector<std::pair<QString, std::function<void()>>> buttons,
                    bool firstIsPrimary = false);
    void hideNotice(const QString& key);
    void send();
    void samplePrompt();

signals:
    void fileRequested();

private:
    void onCurrent();
    void onState();
    void onModel();
    void onSnapshot(const widgets::SnapshotPtr& snapshot);
    void onSelection(const widgets::Selection& selection);
    void onCharacter(qulonglong index, int source);
    void onAction(const QString& action, qulonglong index);
    void refreshHeader();
    void refreshEmpty();
    void refreshHighlights(bool reveal);
    void openSampling(QWidget* near);

    EngineBridge* m_bridge;
    ChatController* m_chat;
    ModelSession* m_model;
    Settings* m_settings;
    widgets::SelectionModel* m_selection;
    QLabel *m_title, *m_subtitle;
    QStackedWidget* m_stack;
    ChatView* m_view;
    widgets::EmptyState *m_noModel, *m_noMessages;
    ShrinkArea *m_noModelPage, *m_noMessagesPage;
    QVBoxLayout* m_said;  // what has to be said, above the composer
    LoadCard* m_load;
    QTimer m_loadDelay;
    std::map<QString, widgets::InlineMessage*> m_notices;
    Composer* m_composer;
    bool m_selecting = false;      // the selection comes from this very view
    std::size_t m_tokensSeen = 0;  // of the selected sequence when highlights were made
};

}  // namespace gh::app
