#include "app/chat/store_schema.h"

#include <initializer_list>
#include <iterator>
#include <QDateTime>
#include <QFile>
#include <QFileInfo>
#include <QSqlQuery>
#include <vector>

namespace gh::app::store {

namespace {

// Each entry takes the file from version index to index + 1; user_version counts how many were run. Never
// edit one that was released, append.
const std::vector<const char*> kMigrations[] = {
    {
        "CREATE TABLE conversations ("
        " id INTEGER PRIMARY KEY, title TEXT NOT NULL DEFAULT '', created INTEGER NOT NULL,"
        " updated INTEGER NOT NULL, draft TEXT NOT NULL DEFAULT '')",
        // parent makes a tree of the messages: a regenerated reply is a second child.
        "CREATE TABLE messages ("
        " id INTEGER PRIMARY KEY, conversation INTEGER NOT NULL REFERENCES conversations(id) ON DELETE "
        "CASCADE,"
        " parent INTEGER NOT NULL DEFAULT 0, active INTEGER NOT NULL DEFAULT 1, role INTEGER NOT NULL,"
        " state INTEGER NOT NULL, created INTEGER NOT NULL, text TEXT NOT NULL, ids BLOB,"
        " model TEXT NOT NULL DEFAULT '', stop_reason TEXT NOT NULL DEFAULT '', error TEXT NOT NULL DEFAULT "
        "'',"
        " stats TEXT NOT NULL DEFAULT '')",
        "CREATE INDEX messages_by_conversation ON messages(conversation, active, id)",
    },
    {
        "ALTER TABLE conversations ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE conversations ADD COLUMN removed INTEGER NOT NULL DEFAULT 0",
        "ALTER TABLE conversations ADD COLUMN system_prompt TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE conversations ADD COLUMN sampling TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE messages ADD COLUMN attachments TEXT NOT NULL DEFAULT ''",
        // A message of the user that was inactive had gone back to the draft: it is no branch. From now on
        // active = 1 marks the child of a parent that is shown, and the others are branches.
        "DELETE FROM messages WHERE active = 0 AND role = 1",
        // What a start has to look for (waiting, streaming), without reading every message.
        "CREATE INDEX messages_unfinished ON messages(state) WHERE state IN (1, 2)",
        // Prefixes of one to four letters have lists of their own: what is typed first matches most.
        "CREATE VIRTUAL TABLE messages_fts USING fts5(text, content='messages', content_rowid='id',"
        " tokenize='unicode61 remove_diacritics 2', prefix='1 2 3 4')",
        "CREATE VIRTUAL TABLE titles_fts USING fts5(title, content='conversations', content_rowid='id',"
        " tokenize='unicode61 remove_diacritics 2', prefix='1 2 3 4')",
        // A message is in the index unless it is being written (state 2): a long reply is saved twice a
        // second.
        "CREATE TRIGGER message_added AFTER INSERT ON messages WHEN new.state <> 2 BEGIN"
        " INSERT INTO messages_fts(rowid, text) VALUES(new.id, new.text); END",
        "CREATE TRIGGER message_deleted AFTER DELETE ON messages WHEN old.state <> 2 BEGIN"
        " INSERT INTO messages_fts(messages_fts, rowid, text) VALUES('delete', old.id, old.text); END",
        "CREATE TRIGGER message_changed AFTER UPDATE OF text, state ON messages"
        " WHEN (old.state = 2) <> (new.state = 2) OR (new.state <> 2 AND old.text <> new.text) BEGIN"
        " INSERT INTO messages_fts(messages_fts, rowid, text) SELECT 'delete', old.id, old.text WHERE "
        "old.state <> 2;"
        " INSERT INTO messages_fts(rowid, text) SELECT new.id, new.text WHERE new.state <> 2; END",
        "CREATE TRIGGER title_added AFTER INSERT ON conversations BEGIN"
        " INSERT INTO titles_fts(rowid, title) VALUES(new.id, new.title); END",
        "CREATE TRIGGER title_deleted AFTER DELETE ON conversations BEGIN"
        " INSERT INTO titles_fts(titles_fts, rowid, title) VALUES('delete', old.id, old.title); END",
        "CREATE TRIGGER title_changed AFTER UPDATE OF title ON conversations WHEN old.title <> new.title "
        "BEGIN"
        " INSERT INTO titles_fts(titles_fts, rowid, title) VALUES('delete', old.id, old.title);"
        " INSERT INTO titles_fts(rowid, title) VALUES(new.id, new.title); END",
        "INSERT INTO messages_fts(rowid, text) SELECT id, text FROM messages WHERE state <> 2",
        "INSERT INTO titles_fts(rowid, title) SELECT id, title FROM conversations",
    },
    {
        // What was begun and not sent: the files beside the draft, the new words of a message being edited (NULL: none).
        "ALTER TABLE conversations ADD COLUMN draft_files TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE messages ADD COLUMN edit TEXT",
    },
};

// Reading the whole file takes seconds when it is large. Up to this size it is looked over at each start;
// beyond, the first pages are, and damage shows when it is met.
constexpr qint64 kCheckedBytes = 24 << 20;

// Names every column that is read and written: a file of another program fails here, not later.
bool hasColumns(QSqlQuery& query, std::initializer_list<const char*> selects, OpenOutcome* outcome) {
    for (const char* select : selects) {
        if (query.exec(QLatin1String(select))) continue;
        constexpr int kNoSuchColumn = 1;  // SQLITE_ERROR, which other statements give for much else
        outcome->fail(query.lastError());
        outcome->damaged |= query.lastError().nativeErrorCode().toInt() == kNoSuchColumn;
        return false;
    }
    query.finish();
    return true;
}

bool migrate(QSqlDatabase& db, OpenOutcome* outcome) {
    QSqlQuery query(db);
    if (!query.exec("PRAGMA user_version") || !query.next()) {
        outcome->fail(query.lastError());
        return false;
    }
    const int found = query.value(0).toInt();
    query.finish();
    outcome->newer = found > version();
    if (outcome->newer) return false;
    if (found > 0 && !hasColumns(query,
                                 {"SELECT id, title, created, updated, draft FROM conversations LIMIT 1",
                                  "SELECT id, conversation, parent, active, role, state, created, text, ids, model,"
                                  " stop_reason, error, stats FROM messages LIMIT 1"},
                                 outcome))
        return false;
    for (int v = found; v < version(); ++v) {
        db.transaction();
        bool good = true;
        for (const char* statement : kMigrations[v]) good = good && query.exec(QString::fromUtf8(statement));
        good = good && query.exec(QStringLiteral("PRAGMA user_version = %1").arg(v + 1));
        if (!good) outcome->fail(query.lastError());
        query.finish();
        if (good && !db.commit()) {
            outcome->fail(db.lastError());
            good = false;
        }
        if (!good) {
            db.rollback();
            return false;
        }
    }
    return hasColumns(query,
                      {"SELECT id, title, created, updated, draft, pinned, removed, system_prompt, sampling, draft_files"
                       " FROM conversations LIMIT 1",
                       "SELECT id, conversation, parent, active, role, state, created, text, ids, model, stop_reason,"
                       " error, stats, attachments, edit FROM messages LIMIT 1"},
                      outcome);
}

}  // namespace

int version() {
    return int(std::size(kMigrations));
}

void OpenOutcome::fail(const QSqlError& error) {
    why = error.text();
    damaged = isDamage(error);
}

bool isDamage(const QSqlError& error) {
    constexpr int kCorrupt = 11, kNotADatabase = 26;
    const int code = error.nativeErrorCode().toInt() & 0xff;
    return code == kCorrupt || code == kNotADatabase;
}

OpenOutcome openAndMigrate(QSqlDatabase& db) {
    OpenOutcome outcome;
    bool good = db.open();
    if (!good) outcome.fail(db.lastError());
    for (const char* pragma :
         {"PRAGMA journal_mode = WAL", "PRAGMA synchronous = NORMAL", "PRAGMA foreign_keys = ON",
          "PRAGMA cache_size = -32000", "PRAGMA temp_store = MEMORY"}) {
        if (!good) break;
        QSqlQuery query(db);
        good = query.exec(pragma);
        if (!good) outcome.fail(query.lastError());
    }
    if (good && QFileInfo(db.databaseName()).size() <= kCheckedBytes) {
        QSqlQuery check(db);
        good = check.exec("PRAGMA quick_check(1)") && check.next() && check.value(0).toString() == "ok";
        if (!good) outcome.fail(check.lastError());
        if (!good && check.isValid()) {
            outcome.why = check.value(0).toString();
            outcome.damaged = true;
        }
    }
    outcome.good = good && migrate(db, &outcome);
    return outcome;
}

bool reindex(QSqlDatabase& db) {
    QSqlQuery query(db);
    for (const char* statement :
         {"INSERT INTO messages_fts(messages_fts) VALUES('delete-all')",
          "INSERT INTO messages_fts(rowid, text) SELECT id, text FROM messages WHERE state <> 2",
          "INSERT INTO titles_fts(titles_fts) VALUES('rebuild')"}) {
        if (!query.exec(QLatin1String(statement))) return false;
    }
    return true;
}

bool moveAside(const QString& path, QString* movedTo) {
    const QString stamp = QDateTime::currentDateTime().toString("yyyyMMdd-HHmmss-zzz");
    *movedTo = QStringLiteral("%1.broken-%2").arg(path, stamp);
    if (!QFile::rename(path, *movedTo)) return false;
    for (const char* tail : {"-wal", "-shm"}) {  // they belong to the broken file, not to the new one
        if (QFile::exists(path + tail)) QFile::rename(path + tail, *movedTo + tail);
    }
    return true;
}

}  // namespace gh::app::store
