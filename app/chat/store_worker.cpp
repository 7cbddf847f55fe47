#include "app/chat/store_worker.h"

#include <cstring>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSqlError>

namespace gh::app {

namespace {

// Each entry takes the file from version index to index + 1; user_version counts how many were run. Never
// edit one that was released, append.
const char* const kMigrations[] = {
    "CREATE TABLE conversations ("
    " id INTEGER PRIMARY KEY, title TEXT NOT NULL DEFAULT '', created INTEGER NOT NULL, updated INTEGER NOT "
    "NULL,"
    " draft TEXT NOT NULL DEFAULT '');"
    // parent makes a tree of the messages: a regenerated reply is a second child, the retired one keeps
    // active = 0.
    "CREATE TABLE messages ("
    " id INTEGER PRIMARY KEY, conversation INTEGER NOT NULL REFERENCES conversations(id) ON DELETE CASCADE,"
    " parent INTEGER NOT NULL DEFAULT 0, active INTEGER NOT NULL DEFAULT 1, role INTEGER NOT NULL,"
    " state INTEGER NOT NULL, created INTEGER NOT NULL, text TEXT NOT NULL, ids BLOB, model TEXT NOT NULL "
    "DEFAULT '',"
    " stop_reason TEXT NOT NULL DEFAULT '', error TEXT NOT NULL DEFAULT '', stats TEXT NOT NULL DEFAULT '');"
    "CREATE INDEX messages_by_conversation ON messages(conversation, active, id);",
};
constexpr int kVersion = int(std::size(kMigrations));

QByteArray idsToBlob(const std::vector<TokenId>& ids) {  // little-endian int32, as the machine has them
    return QByteArray(reinterpret_cast<const char*>(ids.data()), qsizetype(ids.size() * sizeof(TokenId)));
}

std::vector<TokenId> idsFromBlob(const QByteArray& blob) {
    std::vector<TokenId> ids(std::size_t(blob.size()) / sizeof(TokenId));
    std::memcpy(ids.data(), blob.constData(), ids.size() * sizeof(TokenId));
    return ids;
}

QString statsToText(const ReplyStats& s) {
    const QJsonObject object{{"ttft_ms", s.ttftMs},
                             {"tokens_per_s", s.tokensPerSecond},
                             {"seconds", s.seconds},
                             {"prompt_tokens", double(s.promptTokens)},
                             {"reused_tokens", double(s.reusedTokens)},
                             {"generated", double(s.generated)},
                             {"context_limit", double(s.contextLimit)},
                             {"seed", QString::number(s.seed)},
                             {"sample", double(s.sample)}};
    return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

ReplyStats statsFromText(const QString& text) {
    const QJsonObject o = QJsonDocument::fromJson(text.toUtf8()).object();
    ReplyStats s;
    s.ttftMs = o["ttft_ms"].toDouble();
    s.tokensPerSecond = o["tokens_per_s"].toDouble();
    s.seconds = o["seconds"].toDouble();
    s.promptTokens = std::uint32_t(o["prompt_tokens"].toDouble());
    s.reusedTokens = std::uint32_t(o["reused_tokens"].toDouble());
    s.generated = std::uint32_t(o["generated"].toDouble());
    s.contextLimit = std::uint32_t(o["context_limit"].toDouble());
    s.seed = o["seed"].toString().toULongLong();
    s.sample = std::uint32_t(o["sample"].toDouble());
    return s;
}

template <class E>
E enumFrom(int value, E highest, E fallback) {  // a file may hold anything
    return value >= 0 && value <= int(highest) ? E(value) : fallback;
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
    QString why;
    bool newer = false;
    if (!tryOpen(m_path, &why, &newer)) {
        QString moved;
        if (newer) {
            emit notice(tr("The conversations were written by a newer Glasshouse"),
                        tr("%1 is left untouched. What is written now is kept only until the program ends.")
                            .arg(m_path));
        } else if (moveAside(&moved) && tryOpen(m_path, &why, &newer)) {
            emit notice(tr("The conversation file could not be read"),
                        tr("It was moved to %1, and a new one was begun. Found: %2").arg(moved, why));
        } else {
            emit notice(
                tr("Conversations cannot be saved"),
                tr("%1 cannot be written: %2. What is written now is kept only until the program ends.")
                    .arg(m_path, why));
        }
        if (!m_db.isOpen() && !tryOpen(QStringLiteral(":memory:"), &why, &newer)) {
            emit opened({});
            return;
        }
    }
    // A reply that was streaming when the program ended stays, as interrupted; a message that waited is sent
    // when the user asks for it, not by itself in another run.
    const std::pair<MessageState, MessageState> kEnded[] = {
        {MessageState::Streaming, MessageState::Interrupted}, {MessageState::Waiting, MessageState::Done}};
    for (const auto& [was, is] : kEnded) {
        QSqlQuery mark(m_db);
        mark.prepare("UPDATE messages SET state = ? WHERE state = ?");
        mark.addBindValue(int(is));
        mark.addBindValue(int(was));
        exec(mark);
    }
    emit opened(heads());
}

bool StoreWorker::tryOpen(const QString& file, QString* why, bool* newer) {
    close();
    m_connection = QStringLiteral("glasshouse-%1").arg(quintptr(this), 0, 16);
    m_db = QSqlDatabase::addDatabase("QSQLITE", m_connection);
    m_db.setDatabaseName(file);
    m_db.setConnectOptions("QSQLITE_BUSY_TIMEOUT=3000");
    bool good = m_db.open();
    if (!good) *why = m_db.lastError().text();
    for (const char* pragma :
         {"PRAGMA journal_mode = WAL", "PRAGMA synchronous = NORMAL", "PRAGMA foreign_keys = ON"}) {
        if (!good) break;
        QSqlQuery query(m_db);
        good = query.exec(pragma);
        if (!good) *why = query.lastError().text();
    }
    if (good) {
        QSqlQuery check(m_db);
        good = check.exec("PRAGMA quick_check(1)") && check.next() && check.value(0).toString() == "ok";
        if (!good) *why = check.isValid() ? check.value(0).toString() : check.lastError().text();
    }
    good = good && migrate(why, newer);
    if (!good) close();
    return good;
}

bool StoreWorker::migrate(QString* why, bool* newer) {
    QSqlQuery query(m_db);
    if (!query.exec("PRAGMA user_version") || !query.next()) {
        *why = query.lastError().text();
        return false;
    }
    const int version = query.value(0).toInt();
    query.finish();
    *newer = version > kVersion;
    if (*newer) return false;
    for (int v = version; v < kVersion; ++v) {
        m_db.transaction();
        bool good = true;
        for (const QString& statement : QString::fromUtf8(kMigrations[v]).split(';', Qt::SkipEmptyParts)) {
            good = good && query.exec(statement);
        }
        good = good && query.exec(QStringLiteral("PRAGMA user_version = %1").arg(v + 1));
        if (!good) {
            *why = query.lastError().text();
            m_db.rollback();
            return false;
        }
        m_db.commit();
    }
    return true;
}

bool StoreWorker::moveAside(QString* movedTo) {
    close();
    const QString stamp = QDateTime::currentDateTime().toString("yyyyMMdd-HHmmss-zzz");
    *movedTo = QStringLiteral("%1.broken-%2").arg(m_path, stamp);
    if (!QFile::rename(m_path, *movedTo)) return false;
    for (const char* tail : {"-wal", "-shm"}) {  // they belong to the broken file, not to the new one
        if (QFile::exists(m_path + tail)) QFile::rename(m_path + tail, *movedTo + tail);
    }
    return true;
}

bool StoreWorker::exec(QSqlQuery& query) {
    if (query.exec()) return true;
    if (!std::exchange(m_complained, true)) {  // once: a full disk would say it twice a second
        emit notice(tr("A conversation could not be saved"),
                    tr("%1: %2. Free some space or copy the text you want to keep.")
                        .arg(m_path, query.lastError().text()));
    }
    return false;
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
        "SELECT id, title, created, updated, draft FROM conversations ORDER BY updated DESC, id DESC");
    if (!exec(query)) return result;
    while (query.next()) {
        result.push_back({query.value(0).toLongLong(), query.value(1).toString(),
                          QDateTime::fromMSecsSinceEpoch(query.value(2).toLongLong()),
                          QDateTime::fromMSecsSinceEpoch(query.value(3).toLongLong()),
                          query.value(4).toString()});
    }
    return result;
}

void StoreWorker::saveHead(const ConversationHead& head) {
    static const char* const kSql =
        "INSERT INTO conversations(id, title, created, updated, draft) VALUES(?, ?, ?, ?, ?)"
        " ON CONFLICT(id) DO UPDATE SET title = excluded.title, updated = excluded.updated, draft = "
        "excluded.draft";
    QSqlQuery& q = prepared(kSql);
    const QString empty = QLatin1String("");  // a null string would be NULL in SQL
    q.addBindValue(head.id);
    q.addBindValue(head.title.isNull() ? empty : head.title);
    q.addBindValue(head.created.toMSecsSinceEpoch());
    q.addBindValue(head.updated.toMSecsSinceEpoch());
    q.addBindValue(head.draft.isNull() ? empty : head.draft);
    exec(q);
}

void StoreWorker::saveDraft(RowId conversation, const QString& draft) {
    static const char* const kSql = "UPDATE conversations SET draft = ? WHERE id = ?";
    QSqlQuery& q = prepared(kSql);
    q.addBindValue(draft.isNull() ? QLatin1String("") : draft);
    q.addBindValue(conversation);
    exec(q);
}

void StoreWorker::saveMessage(const Message& m) {
    static const char* const kSql =
        "INSERT INTO messages(id, conversation, parent, role, state, created, text, ids, model, stop_reason, "
        "error, stats)"
        " VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT(id) DO UPDATE SET state = excluded.state, text = excluded.text, ids = excluded.ids,"
        " model = excluded.model, stop_reason = excluded.stop_reason, error = excluded.error, stats = "
        "excluded.stats";
    static const char* const kTouch = "UPDATE conversations SET updated = max(updated, ?) WHERE id = ?";
    const auto words = [](const QString& s) { return s.isNull() ? QString(QLatin1String("")) : s; };
    m_db.transaction();
    QSqlQuery& q = prepared(kSql);
    q.addBindValue(m.id);
    q.addBindValue(m.conversation);
    q.addBindValue(m.parent);
    q.addBindValue(int(m.role));
    q.addBindValue(int(m.state));
    q.addBindValue(m.created.toMSecsSinceEpoch());
    q.addBindValue(words(m.text));
    q.addBindValue(idsToBlob(m.ids));
    q.addBindValue(words(m.model));
    q.addBindValue(words(m.stopReason));
    q.addBindValue(words(m.error));
    q.addBindValue(statsToText(m.stats));
    exec(q);
    QSqlQuery& touch = prepared(kTouch);
    touch.addBindValue(m.created.toMSecsSinceEpoch());
    touch.addBindValue(m.conversation);
    exec(touch);
    m_db.commit();
}

void StoreWorker::retireMessage(RowId message) {
    static const char* const kSql = "UPDATE messages SET active = 0 WHERE id = ?";
    QSqlQuery& q = prepared(kSql);
    q.addBindValue(message);
    exec(q);
}

void StoreWorker::load(RowId conversation) {
    Conversation result;
    QSqlQuery head(m_db);
    head.prepare("SELECT id, title, created, updated, draft FROM conversations WHERE id = ?");
    head.addBindValue(conversation);
    if (!exec(head) || !head.next()) return;
    result.head = {head.value(0).toLongLong(), head.value(1).toString(),
                   QDateTime::fromMSecsSinceEpoch(head.value(2).toLongLong()),
                   QDateTime::fromMSecsSinceEpoch(head.value(3).toLongLong()), head.value(4).toString()};
    QSqlQuery q(m_db);
    q.setForwardOnly(true);
    q.prepare(
        "SELECT id, parent, role, state, created, text, ids, model, stop_reason, error, stats FROM messages"
        " WHERE conversation = ? AND active = 1 ORDER BY id");
    q.addBindValue(conversation);
    if (!exec(q)) return;
    while (q.next()) {
        Message m;
        m.id = q.value(0).toLongLong();
        m.conversation = conversation;
        m.parent = q.value(1).toLongLong();
        m.role = enumFrom(q.value(2).toInt(), Role::Assistant, Role::User);
        m.state = enumFrom(q.value(3).toInt(), MessageState::Interrupted, MessageState::Done);
        m.created = QDateTime::fromMSecsSinceEpoch(q.value(4).toLongLong());
        m.text = q.value(5).toString();
        m.ids = idsFromBlob(q.value(6).toByteArray());
        m.model = q.value(7).toString();
        m.stopReason = q.value(8).toString();
        m.error = q.value(9).toString();
        m.stats = statsFromText(q.value(10).toString());
        result.messages.push_back(std::move(m));
    }
    emit loaded(result);
}

}  // namespace gh::app
