// The middle of the window: the conversation's title, the conversation, what has to be said about it, the
// composer.
#pragma once

#include <functional>
#include <map>
#include <QWidget>

#include "app/chat/chat_controller.h"
#include "app/chat/chat_view.h"
#include "app/chat/composer.h"
#include "app/chat/token_counter.h"
#include "app/model/model_peek.h"
#include "app/window/chat_header.h"
#include "widgets/controls/empty_state.h"
#include "widgets/controls/inline_message.h"
#include "widgets/selection.h"

class QStackedWidget;
class QVBoxLayout;

namespace gh::app {

class LoadCard;
class NoModelPage;
class ShrinkArea;

class ChatPane : public QWidget {
    Q_OBJECT
public:
    ChatPane(EngineBridge* bridge, ChatController* chat, ModelSession* model, Settings* settings,
             widgets::SelectionModel* selection, TokenCounter* counter, QWidget* parent = nullptr);

    ChatView* view() const { return m_view; }
    Composer* composer() const { return m_composer; }
    LoadCard* loadCard() const { return m_load; }
    ChatHeader* header() const { return m_header; }
    NoModelPage* noModelPage() const { return m_noModel; }

    // What of the pane is nowhere else, to be given to the one that is built after it.
    struct Kept {
        ChatView::Place place;
        std::map<RowId, QString> edits;
        std::map<RowId, std::vector<Attachment>> attachments;
        QString next;
    };
    Kept keep() const;
    void giveBack(const Kept& kept);
    widgets::InlineMessage* notice(const QString& key) const;  // null: not shown
    void showNotice(const QString& key, widgets::InlineMessage::Severity severity, const QString& title,
                    const QString& text, std::vector<std::pair<QString, std::function<void()>>> buttons,
                    bool firstIsPrimary = false);
    void hideNotice(const QString& key);
    // At once, or, while replies are being written, when they are done: opening it ends them.
    void openModel(const QString& path);
    void chooseModel(const QString& path);  // by hand: what one does next is to write
    const QString& nextModel() const { return m_next; }  // that waits for them; empty: none
    void send();
    void samplePrompt();
    void walkBranch(int step);  // where the path last divides
    void editLast();            // the last message that the user wrote
    void copyLastReply();
    void attach(const QStringList& files);
    void attachFiles();               // asks which
    void openSampling(QWidget* near = nullptr);
    void refreshWays();               // what can be done about a reply that stopped: the settings have changed

signals:
    void fileRequested();
    void cacheSettingsRequested();

private:
    void buildPages();
    void buildBelow(QVBoxLayout* column);
    void connectChat();
    void connectView();
    void onCurrent();
    void showFiles();
    void onState();
    void onModel();
    void onTemplate();
    void refreshNext();
    void refreshKept();
    void onSnapshot(const widgets::SnapshotPtr& snapshot);
    void onSelection(const widgets::Selection& selection);
    void onCharacter(qulonglong index, int source);
    void onAction(const QString& action, qulonglong index);
    void onFound(RowId message, const HitRanges& ranges);
    void onLink(const QString& address);
    void selectMessage(qulonglong index);
    void showAttachment(qulonglong index, int attachment);
    void refreshEmpty();
    void refreshHighlights(bool reveal);
    void refreshLater(bool reveal = false);
    void refreshSampling();
    void refreshTooLarge();
    RowId currentId() const;

    EngineBridge* m_bridge;
    ChatController* m_chat;
    ModelSession* m_model;
    Settings* m_settings;
    widgets::SelectionModel* m_selection;
    TokenCounter* m_counter;
    ModelPeek *m_peek, *m_loadPeek;  // at the model that waits, at the one being loaded
    QString m_next;
    ChatHeader* m_header;
    QStackedWidget* m_stack;
    ChatView* m_view;
    NoModelPage* m_noModel;
    widgets::EmptyState* m_noMessages;
    ShrinkArea *m_noModelPage, *m_noMessagesPage;
    QVBoxLayout* m_said;  // what has to be said, above the composer
    LoadCard* m_load;
    QTimer m_loadDelay;
    std::map<QString, widgets::InlineMessage*> m_notices;
    Composer* m_composer;
    std::map<RowId, std::vector<Attachment>> m_attachments;  // of messages being written, by conversation
    bool m_showingFiles = false;   // those of the bar are being shown, nobody attached any
    bool m_selecting = false;      // the selection comes from this very view
    std::size_t m_tokensSeen = 0;  // of the selected sequence when highlights were made
    QString m_templateName, m_templateMarker;  // what the vocabulary speaks for
    quint64 m_templateFor = 0;                 // model that it was asked for
};

}  // namespace gh::app
