// The writer thread's side of the conversation store: statements, recovery of a broken file, search, files.
#pragma once

#include <memory>
#include <QObject>
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QString>
#include <QVector>

#include "app/chat/conversation.h"
#include "app/chat/search_hit.h"
#include "app/chat/store_schema.h"

namespace gh::app {

class StoreWorker : public QObject {
    Q_OBJECT
public:
    explicit StoreWorker(QString path) : m_path(std::move(path)) {}
    ~StoreWorker() override;

    void open();
    bool saveHead(const ConversationHead& head);
    void saveTitle(RowId conversation, const QString& title);
    void savePinned(RowId conversation, bool pinned);
    void saveDraft(RowId conversation, const QString& draft);
    bool saveDraftFiles(RowId conversation, const std::vector<Attachment>& files);
    void saveEdit(RowId message, const std::optional<QString>& text);
    void saveMessage(const Message& message);
    void activate(RowId conversation, RowId parent, RowId message);
    void discardMessage(RowId message);
    void load(RowId conversation);
    void setRemoved(RowId conversation, bool removed);
    void removeAll();  // for good: no trace of a word stays in the file

    // store_files.cpp
    void duplicate(RowId conversation, const QString& title);
    void exportTo(RowId conversation, const QString& file);
    void importFrom(const QString& file);

    // store_search.cpp. Titles first, then messages, newest first.
    static constexpr int kMostTitles = 20, kMostMessages = 100;
    QVector<SearchHit> search(const QString& text);

signals:
    void opened(const QVector<gh::app::ConversationHead>& heads);
    void loaded(const gh::app::Conversation& conversation);
    void added(const gh::app::ConversationHead& head);
    void exported(const QString& file);
    void fileFailed(const QString& title, const QString& text);
    void notice(const QString& title, const QString& text);

private:
    store::OpenOutcome tryOpen(const QString& file);
    void close();
    bool exec(QSqlQuery& query);
    bool endTransaction(bool good);  // committed; else rolled back and said
    void complain(const QSqlError& error);
    // Runs the statement with these values; its query is kept for the next time.
    bool exec(const char* sql, const QVariantList& values);
    QSqlQuery& prepared(const char* sql);
    QVector<ConversationHead> heads();
    std::optional<Conversation> read(RowId conversation);
    bool writeMessage(const Message& message);
    bool addCopy(Conversation& conversation);  // under ids of its own, whole or not at all
    QString notWritten() const;                // the last error, in words
    void purge();

    QString m_path;
    QString m_connection;
    QSqlDatabase m_db;
    std::vector<std::pair<const char*, std::unique_ptr<QSqlQuery>>> m_statements;
    bool m_complained = false, m_reindexed = false;
    QString m_lastError;
};

}  // namespace gh::app
