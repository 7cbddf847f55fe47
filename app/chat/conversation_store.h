// Conversations on disk: SQLite with a write-ahead log, on a thread of its own. Every call returns at once;
// answers come as signals. What was handed in before a kill -9 and written (each write is one transaction) is
// there afterwards.
#pragma once

#include <atomic>
#include <memory>
#include <QObject>
#include <QString>
#include <QThread>
#include <QVector>

#include "app/chat/conversation.h"
#include "app/chat/search_hit.h"

namespace gh::app {

class StoreWorker;

class ConversationStore : public QObject {
    Q_OBJECT
public:
    explicit ConversationStore(QString path, QObject* parent = nullptr);
    ~ConversationStore() override;  // writes what is queued, at most kFlushMs

    static QString defaultPath();  // below XDG_DATA_HOME
    static constexpr int kFlushMs = 1200;

    void saveHead(const ConversationHead& head);
    void saveTitle(RowId conversation, const QString& title);
    void savePinned(RowId conversation, bool pinned);
    void saveDraft(RowId conversation, const QString& draft);
    void saveDraftFiles(RowId conversation, const std::vector<Attachment>& files);
    void saveEdit(RowId message, const std::optional<QString>& text);
    void saveMessage(const Message& message);  // inserts or replaces, touches its conversation
    void activate(RowId conversation, RowId parent, RowId message);  // of the children of `parent`, this one is shown
    void discardMessage(RowId message);
    void load(RowId conversation);  // answer: loaded
    // Removed ones are not listed, not found, and gone for good with the next start.
    void setRemoved(RowId conversation, bool removed);
    void removeAll();  // every one, for good
    void duplicate(RowId conversation, const QString& title);        // answer: added
    void exportTo(RowId conversation, const QString& file);          // answer: exported or fileFailed
    void importFrom(const QString& file);                            // answer: added or fileFailed
    void search(const QString& text);                                // answer: searched, unless another one followed
    bool flush(int limitMs = kFlushMs);                              // true: everything queued is written

signals:
    void opened(const QVector<gh::app::ConversationHead>& heads);  // newest first, without system prompt and
                                                                   // sampling, drafts cut short; once
    void loaded(const gh::app::Conversation& conversation);
    void added(const gh::app::ConversationHead& head);
    void searched(const QString& text, const QVector<gh::app::SearchHit>& hits);
    void exported(const QString& file);
    void fileFailed(const QString& title, const QString& text);
    void notice(const QString& title,
                const QString& text);  // what the user must know of: moved aside, cannot write

private:
    template <class F>
    void run(F&& job);

    QThread m_thread;
    StoreWorker* m_worker;
    std::shared_ptr<std::atomic<quint64>> m_lastSearch = std::make_shared<std::atomic<quint64>>(0);
};

}  // namespace gh::app

Q_DECLARE_METATYPE(gh::app::Conversation)
Q_DECLARE_METATYPE(gh::app::ConversationHead)
