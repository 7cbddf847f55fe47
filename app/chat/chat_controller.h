// Conversations at work: sends, regenerates, stops, takes the engine's events, saves as it streams. A reply
// goes on in the background when another conversation is shown.
#pragma once

#include <map>
#include <memory>
#include <QObject>
#include <QTimer>
#include <set>

#include "app/bridge/engine_bridge.h"
#include "app/chat/conversation.h"
#include "app/chat/conversation_store.h"
#include "app/model/model_session.h"
#include "app/settings/settings.h"

namespace gh::app {

class ChatController : public QObject {
    Q_OBJECT
public:
    ChatController(EngineBridge* bridge, ConversationStore* store, ModelSession* model, Settings* settings,
                   QObject* parent = nullptr);

    static constexpr int kSaveMs = 500;  // half of what a kill may cost

    const Conversation* current() const { return m_current.get(); }  // null until the first message
    const QVector<ConversationHead>& heads() const { return m_heads; }
    QString draft() const;
    bool generating() const;      // in the current conversation
    bool messageWaiting() const;  // the newest message has not been sent yet
    RequestId currentRequest() const;
    bool generatingIn(RowId conversation) const;

    void newConversation();
    void openConversation(RowId id);
    // false: nothing to send, or one message waits already (the text stays where it is).
    bool send(const QString& text);
    void regenerate();
    void stop();
    void setDraft(const QString& draft);
    void saveAll();  // before the program ends

signals:
    void currentChanged();           // another conversation is shown
    void appended();                 // a message was added to the current one
    void changed(qulonglong index);  // a message of the current one changed
    void removed();                  // messages of the current one were removed
    void headsChanged();
    void stateChanged();                                 // generating, waiting
    void draftReturned();                                // the text of a waiting message is the draft again
    void nearlyFull(quint32 tokensLeft, quint32 limit);  // in the current one

private:
    struct Generation {
        std::shared_ptr<Conversation> conversation;
        RowId message = 0;
        bool unsaved = false, unshown = false;
    };
    void onOpened(const QVector<ConversationHead>& heads);
    void onLoaded(const Conversation& conversation);
    void onStarted(const RequestStarted& event);
    void onToken(const TokenProduced& event);
    void onFinished(const RequestFinished& event);
    void onFrame();
    void trySubmit(const std::shared_ptr<Conversation>& conversation);
    void trySubmitAll();
    void submit(const std::shared_ptr<Conversation>& conversation, std::uint64_t seed, std::uint32_t sample);
    void show(std::shared_ptr<Conversation> conversation);
    Message* find(Generation& generation);
    Message& add(Conversation& conversation, Role role, MessageState state);
    void touch(Conversation& conversation);
    std::vector<ChatMessage> promptOf(const Conversation& conversation) const;

    EngineBridge* m_bridge;
    ConversationStore* m_store;
    ModelSession* m_model;
    Settings* m_settings;
    std::shared_ptr<Conversation> m_current;
    std::map<RowId, std::shared_ptr<Conversation>> m_busy;  // generating or waiting, shown or not
    std::map<RequestId, Generation> m_generations;
    QVector<ConversationHead> m_heads;
    QString m_newDraft;  // typed before there is a conversation
    RowId m_wanted = 0;  // being read from disk to be shown
    QTimer m_saveTimer, m_draftTimer;
};

}  // namespace gh::app
