// Conversations at work: sends, regenerates, stops, takes the engine's events, saves as it streams. A reply
// goes on in the background when another conversation or branch is shown. Its parts: chat_controller.cpp (what is
// shown, drafts), chat_generation.cpp (requests and their events), chat_branches.cpp, chat_library.cpp.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <QObject>
#include <optional>
#include <QTimer>
#include <set>

#include "app/bridge/engine_bridge.h"
#include "app/chat/conversation.h"
#include "app/chat/conversation_store.h"
#include "app/chat/search_hit.h"
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
    bool queuedIn(RowId conversation) const { return m_queued.contains(conversation); }  // its reply waits for its turn

    void newConversation();
    void openConversation(RowId id);
    // false: nothing to send, or one message waits already (the text stays where it is).
    bool send(const QString& text, std::vector<Attachment> attachments = {});
    void stop();
    void stopAll();  // what is being written in any conversation

    // ---- branches (chat_branches.cpp). What is being written in the conversation is stopped first.
    void regenerate();  // the last reply, or sends the last message again
    // Another reply beside that one, with the same seed and the next sample number; of a user's message: another
    // reply to it.
    void regenerate(qulonglong index);
    void editAndSend(qulonglong index, const QString& text);  // another message beside that one, sent
    void showBranch(qulonglong index, int branch);
    // The last reply was stopped, cut or interrupted, and the model that wrote it is open.
    bool canContinue() const;
    void continueReply();  // the same reply goes on: the tokens are those it would have had
    // Another reply beside that one: the same ids before `token`, then the candidate, then it goes on.
    void branchAtToken(qulonglong index, std::size_t token, TokenId candidate, const QString& candidateText);

    // ---- of the current conversation; begins one where there is none
    void setSystemPrompt(const QString& text);
    void setSampling(const std::optional<SamplingSettings>& sampling);
    enum class SamplingOrigin { Chat, Model, App };
    SamplingSettings samplingInUse() const;
    SamplingOrigin samplingOrigin() const;  // whose values samplingInUse() are

    // ---- the library of conversations (chat_library.cpp); errors come as notice()
    void rename(RowId id, const QString& title);
    void setPinned(RowId id, bool pinned);
    void duplicate(RowId id);
    void remove(RowId id);
    bool busyAnywhere() const { return !m_generations.empty(); }
    int busyReplies() const { return int(m_generations.size()); }
    void removeAll();  // for good, not to be undone; only while nothing is being written
    bool canUndoRemove() const { return !m_removed.empty(); }
    void undoRemove();                              // the one removed last
    void exportTo(RowId id, const QString& file);   // JSON by .json (every branch), Markdown by .md
    void importFrom(const QString& file);           // JSON or Markdown; shows what was read
    void search(const QString& text);               // answer: searched; the latest question wins
    void openHit(const SearchHit& hit);             // shows the message, on its branch; then found()
    std::optional<std::size_t> indexOf(RowId message) const;  // on the current path
    // What is typed or attached and not sent yet is kept like all else. Text or a file without a conversation begins
    // one; owner 0: that one.
    void setDraft(const QString& draft);
    void setDraftFiles(RowId owner, const std::vector<Attachment>& files);
    void setEdit(RowId message, const std::optional<QString>& text);  // of a message in the current one; none: given up
    // Of a waiting message that stop() brought back: they belong to the draft again.
    std::vector<Attachment> takeReturnedAttachments() { return std::exchange(m_returned, {}); }
    void saveAll();  // before the program ends
    // The engine was closed and says nothing more: what was being written ends here, and can go on.
    void engineGone();

signals:
    void currentChanged();           // another conversation is shown
    void appended();                 // a message was added to the current one
    void changed(qulonglong index);  // a message of the current one changed
    void removed();                  // messages of the current one were removed or replaced: look anew
    void headsChanged();
    void headChanged(qlonglong id);  // title, pin, system prompt or sampling of one
    void busyChanged(qlonglong id);  // a reply began or ended in it
    void stateChanged();             // generating, waiting
    void draftReturned();                                // the text of a waiting message is the draft again
    void nearlyFull(quint32 tokensLeft, quint32 limit);  // in the current one
    void removedConversation(const QString& title);      // undoRemove() brings it back
    void exported(const QString& file);
    void searched(const QString& text, const QVector<gh::app::SearchHit>& hits);
    // The current conversation shows that message (0: its title was found): scroll to it, mark the ranges.
    void found(qlonglong conversation, qlonglong message, const gh::app::HitRanges& ranges);
    void notice(const QString& title, const QString& text);

private:
    struct Generation {
        std::shared_ptr<Conversation> conversation;
        RowId message = 0;
        bool unsaved = false, unshown = false;
        std::size_t begun = 0;  // ids that the reply had when this request began
        std::vector<RowId> begins;  // ChatPrompt::begins
        int spent = 0;  // of the most tokens that may come: those of requests before this one
    };
    using ConversationPtr = std::shared_ptr<Conversation>;
    void onOpened(const QVector<ConversationHead>& heads);
    void onLoaded(const Conversation& conversation);
    void onStarted(const RequestStarted& event);
    void onToken(const TokenProduced& event);
    void onFinished(const RequestFinished& event);
    void onFrame();
    void noteQueued();
    void takeResult(Generation& generation, Message& message, const RequestFinished& event);
    // A template that could not render: without its system prompt once more, else the user chooses another.
    void onNoTemplate(const ConversationPtr& conversation, RowId message, const QString& why);
    void trySubmit(const ConversationPtr& conversation);
    void trySubmitAll();
    void submitNew(const ConversationPtr& conversation, std::uint64_t seed, std::uint32_t sample);
    void submit(const ConversationPtr& conversation, RowId reply, int spent = 0);
    bool goOnWithoutOldest(const Generation& generation, Message& message, const RequestFinished& event);
    void whenIdle(const ConversationPtr& conversation, std::function<void()> job);
    void cancel(const ConversationPtr& conversation);  // what is being written there
    void dropIfIdle(RowId conversation);               // from m_busy
    void show(ConversationPtr conversation);
    void showHit();
    void typed();      // soon to be saved
    void saveTyped();  // draft and edits of the current conversation
    ConversationPtr begin();  // the current conversation, made where there is none
    ConversationPtr known(RowId id) const;
    Message& addSibling(const ConversationPtr& conversation, std::size_t index, Role role, MessageState state);
    std::uint32_t nextSample(const Conversation& conversation, RowId parent, std::uint64_t seed) const;
    SamplingSettings samplingOf(const Conversation& conversation) const;
    void settle(const ConversationPtr& conversation);  // no message of it waits any more
    void touch(Conversation& conversation);
    void headSaved(const ConversationHead& head);
    ConversationHead* headOf(RowId id);
    void onAdded(const ConversationHead& head);

    EngineBridge* m_bridge;
    ConversationStore* m_store;
    ModelSession* m_model;
    Settings* m_settings;
    ConversationPtr m_current;
    std::map<RowId, ConversationPtr> m_busy;  // generating or waiting, shown or not
    std::map<RequestId, Generation> m_generations;
    std::set<RowId> m_queued;                 // whose replies the engine has in its queue
    std::map<RowId, std::function<void()>> m_after;  // when what is being written there has stopped
    QVector<ConversationHead> m_heads;
    std::vector<ConversationHead> m_removed;  // the newest last
    std::vector<Attachment> m_returned;
    std::optional<SearchHit> m_hit;  // to be shown when its conversation is there
    std::set<QString> m_noSystemRole;  // models whose template refuses a system prompt
    std::set<RowId> m_edited;  // messages whose edit is not saved yet
    QString m_newDraft;  // typed before there is a conversation
    RowId m_wanted = 0;  // being read from disk to be shown
    QTimer m_saveTimer, m_draftTimer;
};

}  // namespace gh::app
