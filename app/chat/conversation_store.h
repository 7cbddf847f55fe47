// Conversations on disk: SQLite with a write-ahead log, on a thread of its own. Every call returns at once;
// answers come as signals. What was handed in before a kill -9 and written (each write is one transaction) is
// there afterwards.
#pragma once

#include <memory>
#include <QObject>
#include <QString>
#include <QThread>
#include <QVector>

#include "app/chat/conversation.h"

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
    void saveDraft(RowId conversation, const QString& draft);
    void saveMessage(const Message& message);  // inserts or replaces, touches its conversation
    void retireMessage(RowId message);         // leaves the active path, stays in the file
    void load(RowId conversation);             // answer: loaded
    bool flush(int limitMs = kFlushMs);        // true: everything queued is written

signals:
    void opened(const QVector<gh::app::ConversationHead>& heads);  // newest first; once
    void loaded(const gh::app::Conversation& conversation);
    void notice(const QString& title,
                const QString& text);  // what the user must know of: moved aside, cannot write

private:
    template <class F>
    void run(F&& job);

    QThread m_thread;
    StoreWorker* m_worker;
};

}  // namespace gh::app

Q_DECLARE_METATYPE(gh::app::Conversation)
Q_DECLARE_METATYPE(gh::app::ConversationHead)
