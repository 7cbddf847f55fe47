#include "app/chat/store_worker.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>

#include "app/chat/conversation_tree.h"
#include "app/chat/message_values.h"

namespace gh::app {

namespace {

template <class E>
E enumFrom(int value, E highest, E fallback) {  // a file may hold anything
    return value >= 0 && value <= int(highest) ? E(value) : fallback;
}

QString words(const QString& s) {  // a null string would be NULL in SQL
    return s.isNull() ? QString(QLatin1String("")) : s;
}

QJsonDocument parsed(const QVariant& text) {
    return QJsonDocument::fromJson(text.toString().toUtf8());
}

// Beside the conversations: found damaged while the program ran, to be moved aside with the next start.
QString damageMark(const QString& path) {
    return path + "-damaged";
}

}  // namespace

StoreWorker::~StoreWorker() {
    close();
}

void StoreWorker::close() {
    m_statements.clear();
    if (!m_db.isValid()) return;
    m_db.close();
    m_db = {};
    QSqlDatabase::removeDatabase(m_connection);
}

void StoreWorker::open() {
    QDir().mkpath(QFileInfo(m_path).absolutePath());
    store::OpenOutcome outcome;
    if (QFile::exists(damageMark(m_path))) {
        outcome.damaged = true;
        outcome.why = tr("damage met while it was in use");
    } else {
        outcome = tryOpen(m_path);
    }
    if (!outcome.good) {
        QString moved;
        const QString found = outcome.why;
        const bool aside = outcome.damaged && store::moveAside(m_path, &moved);
        if (aside) outcome = tryOpen(m_path);
        if (outcome.newer) {
            emit notice(tr("The conversations were written by a newer Glasshouse"),
                        tr("%1 is left untouched. What is written now is kept only until the program ends.")
                            .arg(m_path));
        } else if (outcome.good) {
            QFile::remove(damageMark(m_path));
            emit notice(tr("The conversation file could not be read"),
                        tr("It was moved to %1, and a new one was begun. Found: %2").arg(moved, found));
        } else {
            emit notice(
                tr("Conversations cannot be saved"),
                tr("%1 cannot be written: %2. What is written now is kept only until the program ends.")
                    .arg(m_path, outcome.why));
        }
        if (!m_db.isOpen() && !tryOpen(QStringLiteral(":memory:")).good) {
            emit opened({});
            return;
        }
    }
    // A reply that was streaming when the program ended stays, as interrupted; a message that waited is sent
    // when the user asks for it, not by itself in another run. (Said as the partial index says it.)
    QSqlQuery mark(m_db);
    mark.prepare(QStringLiteral("UPDATE messages SET state = CASE state WHEN %1 THEN %2 ELSE %3 END"
                                " WHERE state IN (1, 2)")
                     .arg(int(MessageState::Streaming))
                     .arg(int(MessageState::Interrupted))
                     .arg(int(MessageState::Done)));
    exec(mark);
    QSqlQuery newest(m_db);
    newest.prepare(
        "SELECT max((SELECT ifnull(max(id), 0) FROM conversations), (SELECT ifnull(max(id), 0) FROM "
        "messages))");
    if (exec(newest) && newest.next()) raiseRowIds(newest.value(0).toLongLong());
    newest.finish();
    emit opened(heads());
    purge();
}

store::OpenOutcome StoreWorker::tryOpen(const QString& file) {
    close();
    m_connection = QStringLiteral("glasshouse-%1").arg(quintptr(this), 0, 16);
    m_db = QSqlDatabase::addDatabase("QSQLITE", m_connection);
    m_db.setDatabaseName(file);
    m_db.setConnectOptions("QSQLITE_BUSY_TIMEOUT=3000");
    store::OpenOutcome outcome = store::openAndMigrate(m_db);
    if (!outcome.good) close();
    return outcome;
}

bool StoreWorker::exec(QSqlQuery& query) {
    if (query.exec()) return true;
    constexpr int kCorruptIndex = 267;  // SQLITE_CORRUPT_VTAB
    // The search index can be made anew from the messages; what was to be written is written then.
    if (query.lastError().nativeErrorCode().toInt() == kCorruptIndex && !std::exchange(m_reindexed, true) &&
        store::reindex(m_db) && query.exec())
        return true;
    complain(query.lastError());
    return false;
}

bool StoreWorker::endTransaction(bool good) {
    if (good && m_db.commit()) return true;
    if (good) complain(m_db.lastError());
    m_db.rollback();
    return false;
}

void StoreWorker::complain(const QSqlError& error) {
    const QString text = m_lastError = error.text();
    if (std::exchange(m_complained, true)) return;  // once: a full disk would say it twice a second
    if (store::isDamage(error)) {
        QFile mark(damageMark(m_path));
        (void)mark.open(QIODevice::WriteOnly);
        emit notice(tr("The conversation file is damaged"),
                    tr("%1: %2. Export what you want to keep: with the next start it is moved aside, and a new one is "
                       "begun.")
                        .arg(m_path, text));
    } else {
        emit notice(tr("A conversation could not be saved"),
                    tr("%1: %2. Free some space or copy the text you want to keep.").arg(m_path, text));
    }
}

bool StoreWorker::exec(const char* sql, const QVariantList& values) {
    QSqlQuery& query = prepared(sql);
    for (const QVariant& value : values) query.addBindValue(value);
    const bool good = exec(query);
    query.finish();
    return good;
}

QSqlQuery& StoreWorker::prepared(const char* sql) {
    for (auto& [text, query] : m_statements) {
        if (text == sql) return *query;
    }
    auto query = std::make_unique<QSqlQuery>(m_db);
    query->prepare(sql);
    m_statements.emplace_back(sql, std::move(query));
    return *m_statements.back().second;
}

QVector<ConversationHead> StoreWorker::heads() {
    QVector<ConversationHead> result;
    QSqlQuery query(m_db);
    query.setForwardOnly(true);
    query.prepare(
        "SELECT id, title, created, updated, substr(draft, 1, 200), pinned FROM conversations"
        " WHERE removed = 0 ORDER BY updated DESC, id DESC");
    if (!exec(query)) return result;
    while (query.next()) {
        ConversationHead head;
        head.id = query.value(0).toLongLong();
        head.title = query.value(1).toString();
        head.created = QDateTime::fromMSecsSinceEpoch(query.value(2).toLongLong());
        head.updated = QDateTime::fromMSecsSinceEpoch(query.value(3).toLongLong());
        head.draft = query.value(4).toString();
        head.pinned = query.value(5).toBool();
        result.push_back(std::move(head));
    }
    return result;
}

bool StoreWorker::saveHead(const ConversationHead& head) {
    static const char* const kSql =
        "INSERT INTO conversations(id, title, created, updated, draft, pinned, system_prompt, sampling)"
        " VALUES(?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT(id) DO UPDATE SET title = excluded.title, updated = excluded.updated, draft = excluded.draft,"
        " pinned = excluded.pinned, system_prompt = excluded.system_prompt, sampling = excluded.sampling";
    return exec(
        kSql, {head.id, words(head.title), head.created.toMSecsSinceEpoch(), head.updated.toMSecsSinceEpoch(),
               words(head.draft), head.pinned, words(head.systemPrompt),
               head.sampling ? compact(head.sampling->toJson()) : QLatin1String("")});
}

void StoreWorker::saveTitle(RowId conversation, const QString& title) {
    static const char* const kSql = "UPDATE conversations SET title = ? WHERE id = ?";
    exec(kSql, {words(title), conversation});
}

void StoreWorker::savePinned(RowId conversation, bool pinned) {
    static const char* const kSql = "UPDATE conversations SET pinned = ? WHERE id = ?";
    exec(kSql, {pinned, conversation});
}

void StoreWorker::saveDraft(RowId conversation, const QString& draft) {
    static const char* const kSql = "UPDATE conversations SET draft = ? WHERE id = ?";
    exec(kSql, {words(draft), conversation});
}

bool StoreWorker::saveDraftFiles(RowId conversation, const std::vector<Attachment>& files) {
    static const char* const kSql = "UPDATE conversations SET draft_files = ? WHERE id = ?";
    return exec(kSql, {compact(toJson(files)), conversation});
}

void StoreWorker::saveEdit(RowId message, const std::optional<QString>& text) {
    static const char* const kSql = "UPDATE messages SET edit = ? WHERE id = ?";
    exec(kSql, {text ? QVariant(words(*text)) : QVariant(), message});
}

void StoreWorker::setRemoved(RowId conversation, bool removed) {
    static const char* const kSql = "UPDATE conversations SET removed = ? WHERE id = ?";
    exec(kSql, {removed, conversation});
}

void StoreWorker::removeAll() {
    exec("DELETE FROM conversations", {});
    store::reindex(m_db);
    m_statements.clear();  // an open statement would hold the file as it is
    QSqlQuery query(m_db);
    // Freed pages still hold what stood in them, and so does the write-ahead log.
    for (const char* sql : {"VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"}) {
        if (!query.exec(QLatin1String(sql))) qWarning("conversations: %s failed", sql);
        query.finish();
    }
}

void StoreWorker::purge() {
    static const char* const kSql = "DELETE FROM conversations WHERE removed <> 0";
    exec(kSql, {});
}

bool StoreWorker::writeMessage(const Message& m) {
    static const char* const kSql =
        "INSERT INTO messages(id, conversation, parent, active, role, state, created, text, ids, model, stop_reason,"
        " error, stats, attachments) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT(id) DO UPDATE SET state = excluded.state, text = excluded.text, ids = excluded.ids,"
        " model = excluded.model, stop_reason = excluded.stop_reason, error = excluded.error,"
        " stats = excluded.stats";
    return exec(kSql, {m.id, m.conversation, m.parent, m.active, int(m.role), int(m.state),
                       m.created.toMSecsSinceEpoch(), words(m.text), blobFromIds(m.ids), words(m.model),
                       words(m.stopReason), words(m.error), compact(toJson(m.stats)),
                       compact(toJson(m.attachments))});
}

void StoreWorker::saveMessage(const Message& m) {
    static const char* const kTouch = "UPDATE conversations SET updated = max(updated, ?) WHERE id = ?";
    m_db.transaction();
    endTransaction(writeMessage(m) && exec(kTouch, {m.created.toMSecsSinceEpoch(), m.conversation}));
}

void StoreWorker::activate(RowId conversation, RowId parent, RowId message) {
    static const char* const kSql = "UPDATE messages SET active = (id = ?) WHERE conversation = ? AND parent = ?";
    exec(kSql, {message, conversation, parent});
}

void StoreWorker::discardMessage(RowId message) {
    static const char* const kSql = "DELETE FROM messages WHERE id = ?";
    exec(kSql, {message});
}

std::optional<Conversation> StoreWorker::read(RowId conversation) {
    Conversation result;
    QSqlQuery head(m_db);
    head.prepare(
        "SELECT id, title, created, updated, draft, pinned, system_prompt, sampling, draft_files FROM conversations"
        " WHERE id = ?");
    head.addBindValue(conversation);
    if (!exec(head) || !head.next()) return std::nullopt;
    result.head = {head.value(0).toLongLong(), head.value(1).toString(),
                   QDateTime::fromMSecsSinceEpoch(head.value(2).toLongLong()),
                   QDateTime::fromMSecsSinceEpoch(head.value(3).toLongLong()), head.value(4).toString(),
                   head.value(5).toBool(), head.value(6).toString(), {}};
    const QJsonDocument sampling = parsed(head.value(7));
    if (sampling.isObject()) result.head.sampling = SamplingSettings::fromJson(sampling.object());
    result.draftFiles = attachmentsFromJson(parsed(head.value(8)).array());
    QSqlQuery q(m_db);
    q.setForwardOnly(true);
    q.prepare(
        "SELECT id, parent, active, role, state, created, text, ids, model, stop_reason, error, stats, attachments,"
        " edit FROM messages WHERE conversation = ?");
    q.addBindValue(conversation);
    if (!exec(q)) return std::nullopt;
    while (q.next()) {
        Message m;
        m.id = q.value(0).toLongLong();
        m.conversation = conversation;
        m.parent = q.value(1).toLongLong();
        m.active = q.value(2).toBool();
        m.role = enumFrom(q.value(3).toInt(), Role::Assistant, Role::User);
        m.state = enumFrom(q.value(4).toInt(), MessageState::Interrupted, MessageState::Done);
        m.created = QDateTime::fromMSecsSinceEpoch(q.value(5).toLongLong());
        m.text = q.value(6).toString();
        m.ids = idsFromBlob(q.value(7).toByteArray());
        m.model = q.value(8).toString();
        m.stopReason = q.value(9).toString();
        m.error = q.value(10).toString();
        m.stats = statsFromJson(parsed(q.value(11)).object());
        m.attachments = attachmentsFromJson(parsed(q.value(12)).array());
        if (!q.isNull(13)) m.edit = q.value(13).toString();
        result.messages.push_back(std::move(m));
    }
    arrange(result);
    return result;
}

void StoreWorker::load(RowId conversation) {
    if (const auto found = read(conversation)) emit loaded(*found);
}

}  // namespace gh::app
