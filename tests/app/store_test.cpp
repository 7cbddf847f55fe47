// Conversations on disk: what is saved comes back, older files are brought up to date, a broken file is moved
// aside, a newer one is left alone; search, removal, copies.
#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QTemporaryDir>
#include <QTest>

#include "app/chat/store_schema.h"
#include "tests/app/support/store_waits.h"

using namespace gh::app;
using namespace gh::app::test;

namespace {

Message reply(RowId id, RowId conversation) {
    Message m;
    m.id = id;
    m.conversation = conversation;
    m.role = Role::Assistant;
    m.created = QDateTime::currentDateTime();
    m.text = QString::fromUtf8("Да, 🙂 – \n```\ncode\n```");
    m.ids = {1, 49151, -1, 7};
    m.model = "m.gguf:1:2";
    m.stopReason = "end_of_generation";
    m.stats = {84, 149.5, 1.25, 30, 16, 214, 8192, 18446744073709551615ull, 3};
    return m;
}

// A raw look at a file, or a file made by hand.
class RawFile {
public:
    explicit RawFile(const QString& path) {
        m_db = QSqlDatabase::addDatabase("QSQLITE", "raw");
        m_db.setDatabaseName(path);
        if (!m_db.open()) qFatal("cannot open %s", qPrintable(path));
    }
    ~RawFile() {
        m_db.close();
        m_db = {};
        QSqlDatabase::removeDatabase("raw");
    }
    void exec(const char* sql) {
        QSqlQuery query(m_db);
        if (!query.exec(sql)) qFatal("%s: %s", sql, qPrintable(query.lastError().text()));
    }
    QVariant value(const char* sql) {
        QSqlQuery query(m_db);
        return query.exec(sql) && query.next() ? query.value(0) : QVariant();
    }

private:
    QSqlDatabase m_db;
};

// What version 1 wrote.
void makeVersion1(const QString& path) {
    RawFile file(path);
    file.exec(
        "CREATE TABLE conversations (id INTEGER PRIMARY KEY, title TEXT NOT NULL DEFAULT '', created INTEGER "
        "NOT "
        "NULL, updated INTEGER NOT NULL, draft TEXT NOT NULL DEFAULT '')");
    file.exec(
        "CREATE TABLE messages (id INTEGER PRIMARY KEY, conversation INTEGER NOT NULL REFERENCES "
        "conversations(id) ON DELETE CASCADE, parent INTEGER NOT NULL DEFAULT 0, active INTEGER NOT NULL "
        "DEFAULT "
        "1, role INTEGER NOT NULL, state INTEGER NOT NULL, created INTEGER NOT NULL, text TEXT NOT NULL, ids "
        "BLOB, model TEXT NOT NULL DEFAULT '', stop_reason TEXT NOT NULL DEFAULT '', error TEXT NOT NULL "
        "DEFAULT "
        "'', stats TEXT NOT NULL DEFAULT '')");
    file.exec("CREATE INDEX messages_by_conversation ON messages(conversation, active, id)");
    file.exec("INSERT INTO conversations VALUES(10, 'Old one', 1000, 2000, 'half a thought')");
    file.exec("INSERT INTO messages VALUES(11, 10, 0, 1, 1, 0, 1000, 'Why a cache?', NULL, '', '', '', '')");
    file.exec(
        "INSERT INTO messages VALUES(12, 10, 11, 0, 2, 0, 1100, 'The first answer.', x'0100000002000000', "
        "'m.gguf:1:2', 'end_of_generation', '', '{\"seed\":\"7\",\"sample\":0}')");
    file.exec(
        "INSERT INTO messages VALUES(13, 10, 11, 1, 2, 2, 1200, 'The second ans', x'03000000', 'm.gguf:1:2', "
        "'', "
        "'', '')");
    file.exec(
        "INSERT INTO messages VALUES(14, 10, 13, 0, 1, 1, 1300, 'taken back into the draft', NULL, '', '', "
        "'', "
        "'')");
    file.exec("PRAGMA user_version = 1");
}

}  // namespace

class StoreTest : public QObject {
    Q_OBJECT
private slots:
    void roundTrip() {
        QTemporaryDir folder;
        const QString path = folder.filePath("deep/er/conversations.db");
        const RowId id = newRowId();
        const Message m = reply(newRowId(), id);
        SamplingSettings sampling;
        sampling.temperature = 0.25;
        sampling.seed = 18446744073709551615ull;
        sampling.stops = {"\n\n", "END"};
        {
            ConversationStore store(path);
            QVERIFY(openedHeads(store).isEmpty());
            ConversationHead head = headOf(id, "First");
            head.draft = "a draft — чернова";
            head.pinned = true;
            head.systemPrompt = "Be brief.\nАко може.";
            head.sampling = sampling;
            store.saveHead(head);
            store.saveMessage(m);
            Message question = messageOf(id, m.id, Role::User, "And then?");
            question.attachments = {{"notes.txt", "line\n`` ` `` end", 19}, {"празен.md", "", 0}};
            store.saveMessage(question);
            Message gone = messageOf(id, question.id, Role::Assistant, "x");
            store.saveMessage(gone);
            store.discardMessage(gone.id);
            store.saveDraft(id, "newer draft");
        }
        ConversationStore store(path);
        const auto heads = openedHeads(store);
        QCOMPARE(heads.size(), 1);
        QCOMPARE(heads[0].title, QString("First"));
        QCOMPARE(heads[0].draft, QString("newer draft"));
        QVERIFY(heads[0].pinned);
        const Conversation c = loaded(store, id);
        QCOMPARE(c.head.systemPrompt, QString("Be brief.\nАко може."));
        QVERIFY(c.head.sampling == sampling);
        QCOMPARE(c.messages.size(), 2u);
        const Message& back = c.messages[0];
        QCOMPARE(back.text, m.text);
        QVERIFY(back.ids == m.ids);
        QVERIFY(back.stats == m.stats);
        QCOMPARE(back.model, m.model);
        QCOMPARE(back.stopReason, m.stopReason);
        QVERIFY(back.state == MessageState::Done && back.role == Role::Assistant);
        QCOMPARE(c.messages[1].attachments.size(), 2u);
        QCOMPARE(c.messages[1].attachments[0], (Attachment{"notes.txt", "line\n`` ` `` end", 19}));
        QCOMPARE(c.messages[1].attachments[1].name, QString("празен.md"));
    }

    void branchesComeBackAsTheyWere() {
        QTemporaryDir folder;
        const QString path = folder.filePath("c.db");
        const RowId id = newRowId();
        const Message question = messageOf(id, 0, Role::User, "q");
        const Message a = messageOf(id, question.id, Role::Assistant, "a");
        const Message b = messageOf(id, question.id, Role::Assistant, "b");
        const Message afterA = messageOf(id, a.id, Role::User, "after a");
        {
            ConversationStore store(path);
            store.saveHead(headOf(id, "x"));
            for (const Message& m : {question, a, b, afterA}) store.saveMessage(m);
            store.activate(id, question.id, b.id);
        }
        ConversationStore store(path);
        Conversation c = loaded(store, id);
        QCOMPARE(c.messages.size(), 2u);
        QCOMPARE(c.messages[1].id, b.id);
        QCOMPARE(c.messages[1].branch, 1);
        QCOMPARE(c.messages[1].branches, 2);
        QCOMPARE(c.aside.size(), 2u);
        store.activate(id, question.id, a.id);
        c = loaded(store, id);
        QCOMPARE(c.messages.size(), 3u);
        QCOMPARE(c.messages[1].branch, 0);
        QCOMPARE(c.messages[2].id, afterA.id);
    }

    // Version 2 had no room for what was begun and not sent.
    void version2IsBroughtUpToDate() {
        QTemporaryDir folder;
        const QString path = folder.filePath("c.db");
        const RowId id = newRowId();
        {
            ConversationStore store(path);
            store.saveHead(headOf(id, "Two"));
            store.saveMessage(messageOf(id, 0, Role::User, "An octave"));
        }
        {
            RawFile file(path);
            file.exec("ALTER TABLE conversations DROP COLUMN draft_files");
            file.exec("ALTER TABLE messages DROP COLUMN edit");
            file.exec("PRAGMA user_version = 2");
        }
        ConversationStore store(path);
        QSignalSpy notices(&store, &ConversationStore::notice);
        QCOMPARE(openedHeads(store).size(), 1);
        const Conversation c = loaded(store, id);
        QCOMPARE(c.messages.size(), 1u);
        QVERIFY(c.draftFiles.empty() && !c.messages[0].edit);
        QCOMPARE(found(store, "octave").size(), 1);
        QVERIFY(notices.isEmpty());
    }

    void whatIsNotSentYetIsKept() {
        QTemporaryDir folder;
        const QString path = folder.filePath("c.db");
        const RowId id = newRowId();
        Message first = messageOf(id, 0, Role::User, "First words");
        const std::vector<Attachment> files = {{"a.txt", "text\n", 5}, {"b.txt", "т", 2}};
        RowId copy = 0;
        {
            ConversationStore store(path);
            store.saveHead(headOf(id, "Begun"));
            store.saveMessage(first);
            store.saveDraftFiles(id, files);
            store.saveEdit(first.id, QString("Other words"));
            store.saveHead(headOf(id, "Renamed"));  // neither is touched by what is saved after it
            store.saveMessage(first);
            copy = added(store, [&] { store.duplicate(id, "Copy"); }).id;
        }
        ConversationStore store(path);
        const Conversation c = loaded(store, id);
        QVERIFY(c.draftFiles == files);
        QCOMPARE(c.messages[0].edit.value_or("none"), QString("Other words"));
        QCOMPARE(c.messages[0].text, QString("First words"));
        QVERIFY(loaded(store, copy).draftFiles == files);
        QCOMPARE(found(store, "other").size(), 0);  // it was not said yet
        store.saveDraftFiles(id, {});
        store.saveEdit(first.id, std::nullopt);
        QVERIFY(loaded(store, id).draftFiles.empty());
        QVERIFY(!loaded(store, id).messages[0].edit);
    }

    void version1IsBroughtUpToDate() {
        QTemporaryDir folder;
        const QString path = folder.filePath("c.db");
        makeVersion1(path);
        {
            ConversationStore store(path);
            QSignalSpy notices(&store, &ConversationStore::notice);
            const auto heads = openedHeads(store);
            QCOMPARE(heads.size(), 1);
            QCOMPARE(heads[0].title, QString("Old one"));
            QCOMPARE(heads[0].draft, QString("half a thought"));
            QVERIFY(!heads[0].pinned);
            const Conversation c = loaded(store, 10);
            QCOMPARE(c.messages.size(), 2u);
            QCOMPARE(c.messages[1].text, QString("The second ans"));
            QVERIFY(c.messages[1].state == MessageState::Interrupted);
            QCOMPARE(c.messages[1].branches, 2);
            QCOMPARE(c.aside.size(), 1u);  // the first answer; what went back to the draft is no branch
            QCOMPARE(c.aside[0].text, QString("The first answer."));
            QVERIFY(c.aside[0].ids == (std::vector<gh::TokenId>{1, 2}));
            QCOMPARE(c.aside[0].stats.seed, 7ull);
            // All of it is found, and each once.
            QCOMPARE(found(store, "second").size(), 1);
            QCOMPARE(found(store, "answer").size(), 1);
            QCOMPARE(found(store, "old").size(), 1);
            QCOMPARE(found(store, "draft").size(), 0);
            QVERIFY(notices.isEmpty());
        }
        RawFile file(path);
        QCOMPARE(file.value("PRAGMA user_version").toInt(), store::version());
        file.exec("INSERT INTO messages_fts(messages_fts) VALUES('integrity-check')");
        file.exec("INSERT INTO titles_fts(titles_fts) VALUES('integrity-check')");
        QCOMPARE(file.value("PRAGMA integrity_check").toString(), QString("ok"));
    }

    void streamingBecomesInterrupted() {
        QTemporaryDir folder;
        const QString path = folder.filePath("c.db");
        const RowId id = newRowId();
        {
            ConversationStore store(path);
            store.saveHead(headOf(id, "x"));
            Message m = reply(newRowId(), id);
            m.state = MessageState::Streaming;
            store.saveMessage(m);
            Message waiting = messageOf(id, m.id, Role::User, "waits");
            waiting.state = MessageState::Waiting;
            store.saveMessage(waiting);
            QVERIFY(found(store, "code").isEmpty());  // while it is written it is not looked through
        }
        ConversationStore store(path);
        const Conversation c = loaded(store, id);
        QVERIFY(c.messages.at(0).state == MessageState::Interrupted);
        QVERIFY(c.messages.at(1).state == MessageState::Done);
        QCOMPARE(found(store, "code").size(), 1);
    }

    void searchFindsWhatIsThere() {
        QTemporaryDir folder;
        ConversationStore store(folder.filePath("c.db"));
        const RowId one = newRowId(), two = newRowId();
        store.saveHead(headOf(one, "Trip to the mountains"));
        store.saveHead(headOf(two, "Кеш и памет"));
        Message a =
            messageOf(one, 0, Role::User, "Where does the naïve octave begin? foo-bar, don't, C++ and 3.14");
        store.saveMessage(a);
        const Message b = messageOf(one, a.id, Role::Assistant,
                                    QString(400, 'x') + "\n\nThe Octaves\tbegin at bar foo; Октавите също.");
        store.saveMessage(b);
        const Message c = messageOf(two, 0, Role::User, "Колко октави има? Защо кешът расте?");
        store.saveMessage(c);

        auto hits = found(store, "octav");
        QCOMPARE(hits.size(), 2);
        QCOMPARE(hits[0].message, b.id);  // newest first
        QCOMPARE(hits[1].message, a.id);
        QCOMPARE(hits[0].title, QString("Trip to the mountains"));
        QVERIFY(hits[0].role == Role::Assistant);
        QCOMPARE(hits[0].inMessage.size(), 1u);
        QCOMPARE(
            b.text.mid(hits[0].inMessage[0].first, hits[0].inMessage[0].second - hits[0].inMessage[0].first),
            QString("Octaves"));
        QVERIFY(!hits[0].snippet.contains('\n') && !hits[0].snippet.contains('\t'));
        QCOMPARE(hits[0].inSnippet.size(), 1u);
        QCOMPARE(hits[0].snippet.mid(hits[0].inSnippet[0].first, 7), QString("Octaves"));
        QCOMPARE(found(store, "naive").size(), 1);
        QCOMPARE(found(store, "ОКТАВ").size(), 2);
        QCOMPARE(found(store, "кеш").size(), 2);  // a title and a message
        QCOMPARE(found(store, "кеш")[0].message, 0);
        QCOMPARE(found(store, "foo-bar").size(), 1);  // in this order
        QCOMPARE(found(store, "foo bar").size(), 2);
        QCOMPARE(found(store, "octave mountains").size(), 0);
        // Whatever is typed is text.
        for (const char* typed : {"\"",
                                  "\"octave",
                                  "octave\"*",
                                  "octave AND",
                                  "NOT octave",
                                  "(octave",
                                  "octave)",
                                  "text:octave",
                                  "octave OR begin",
                                  "^octave",
                                  "oct*ave",
                                  "{a b} : octave",
                                  "NEAR(octave begin)",
                                  "-octave",
                                  "+",
                                  "'; DROP TABLE messages; --",
                                  "%",
                                  "_",
                                  "\\",
                                  ":",
                                  "c++",
                                  "3.14",
                                  "don't",
                                  "😀"}) {
            QSignalSpy notices(&store, &ConversationStore::notice);
            found(store, QString::fromUtf8(typed));
            QVERIFY2(notices.isEmpty(), typed);
        }
        QCOMPARE(found(store, "don't").size(), 1);
        QCOMPARE(found(store, "3.14").size(), 1);
        QCOMPARE(found(store, "\"octave").size(), 2);
        QVERIFY(found(store, "").isEmpty());
        QVERIFY(found(store, " \t* ").isEmpty());

        // Changed text is found as it is now.
        a.text = "Something else";
        store.saveMessage(a);
        QVERIFY(found(store, "naive").isEmpty());
        QCOMPARE(found(store, "else").size(), 1);
        store.saveTitle(one, "Renamed");
        QVERIFY(found(store, "mountains").isEmpty());
        QCOMPARE(found(store, "renam").size(), 1);
        // Only the last of several questions is answered.
        QSignalSpy answers(&store, &ConversationStore::searched);
        for (const char* typed : {"o", "oc", "oct", "octa"}) store.search(typed);
        QTRY_COMPARE(answers.size(), 1);
        QTest::qWait(50);
        QCOMPARE(answers.size(), 1);
        QCOMPARE(answers[0][0].toString(), QString("octa"));
    }

    void removedOnesComeBackOrGo() {
        QTemporaryDir folder;
        const QString path = folder.filePath("c.db");
        const RowId kept = newRowId(), gone = newRowId();
        {
            ConversationStore store(path);
            for (const RowId id : {kept, gone}) {
                store.saveHead(headOf(id, "octave"));
                store.saveMessage(messageOf(id, 0, Role::User, "octave"));
                store.setRemoved(id, true);
            }
            QVERIFY(found(store, "octave").isEmpty());
            store.setRemoved(kept, false);
            QCOMPARE(found(store, "octave").size(), 2);
        }
        {
            ConversationStore store(path);
            const auto heads = openedHeads(store);
            QCOMPARE(heads.size(), 1);
            QCOMPARE(heads[0].id, kept);
            QVERIFY(store.flush());
        }
        RawFile file(path);
        QCOMPARE(file.value("SELECT count(*) FROM conversations").toInt(), 1);
        QCOMPARE(file.value("SELECT count(*) FROM messages").toInt(), 1);
        QCOMPARE(file.value("SELECT count(*) FROM messages_fts WHERE messages_fts MATCH 'octave'").toInt(),
                 1);
    }

    void aCopyIsWhole() {
        QTemporaryDir folder;
        ConversationStore store(folder.filePath("c.db"));
        const RowId id = newRowId();
        ConversationHead head = headOf(id, "Original");
        head.systemPrompt = "brief";
        store.saveHead(head);
        const Message question = messageOf(id, 0, Role::User, "q");
        Message a = reply(newRowId(), id), b = reply(newRowId(), id);
        a.parent = b.parent = question.id;
        for (const Message& m : {question, a, b}) store.saveMessage(m);
        store.activate(id, question.id, a.id);
        const ConversationHead copy = added(store, [&] { store.duplicate(id, "Copy"); });
        QVERIFY(copy.id != id);
        const Conversation c = loaded(store, copy.id);
        QCOMPARE(c.head.title, QString("Copy"));
        QCOMPARE(c.head.systemPrompt, QString("brief"));
        QCOMPARE(c.messages.size(), 2u);
        QCOMPARE(c.messages[1].branch, 0);
        QCOMPARE(c.messages[1].branches, 2);
        QVERIFY(c.messages[1].ids == a.ids);
        QCOMPARE(c.aside.size(), 1u);
        for (const Message& m : c.messages) QVERIFY(m.id != question.id && m.id != a.id && m.id != b.id);
        QCOMPARE(loaded(store, id).messages.size(), 2u);
    }

    void aCopyThatCannotBeWrittenIsSaidAndLeavesNothing() {
        QTemporaryDir folder;
        const QString path = folder.filePath("c.db"), file = folder.filePath("chat.json");
        const RowId id = newRowId();
        {
            ConversationStore store(path);
            store.saveHead(headOf(id, "Original"));
            const Message question = messageOf(id, 0, Role::User, "q");
            store.saveMessage(question);
            store.saveMessage(messageOf(id, question.id, Role::Assistant, "refused"));
            store.exportTo(id, file);
        }
        {
            RawFile raw(path);
            raw.exec(
                "CREATE TRIGGER refuse BEFORE INSERT ON messages WHEN new.text = 'refused' BEGIN SELECT"
                " RAISE(ABORT, 'no room for this'); END");
        }
        {
            ConversationStore store(path);
            openedHeads(store);
            QSignalSpy failed(&store, &ConversationStore::fileFailed),
                added(&store, &ConversationStore::added);
            store.importFrom(file);
            QTRY_COMPARE(failed.size(), 1);
            QVERIFY(failed[0][0].toString().contains("chat.json"));
            QVERIFY(failed[0][1].toString().contains("no room for this"));
            store.duplicate(id, "Copy");
            QTRY_COMPARE(failed.size(), 2);
            QVERIFY(added.isEmpty());
            QCOMPARE(loaded(store, id).messages.size(), 2u);
        }
        RawFile raw(path);
        QCOMPARE(raw.value("SELECT count(*) FROM conversations").toInt(), 1);
        QCOMPARE(raw.value("SELECT count(*) FROM messages").toInt(), 2);
    }

    // The clock was set back between two runs, or while a chat was written.
    void idsDoNotFollowTheClockBack() {
        QTemporaryDir folder;
        const QString path = folder.filePath("c.db");
        const RowId ahead = newRowId() + 1'000'000'000'000;
        const RowId id = newRowId();
        Message question = messageOf(id, 0, Role::User, "q"), answer = messageOf(id, 0, Role::Assistant, "a");
        question.id = ahead;
        answer.parent = ahead;
        {
            ConversationStore store(path);
            openedHeads(store);
            store.saveHead(headOf(id, "x"));
            store.saveMessage(question);
            store.saveMessage(answer);
            const ConversationHead copy = added(store, [&] { store.duplicate(id, "Copy"); });
            const Conversation c = loaded(store, copy.id);
            QCOMPARE(c.messages.size(), 2u);
            QCOMPARE(c.messages[1].text, QString("a"));
            QVERIFY(c.messages[1].id > c.messages[0].id);
        }
        QVERIFY(newRowId() < ahead);
        ConversationStore store(path);
        openedHeads(store);
        QVERIFY(newRowId() > ahead);
    }

    void filesGoOutAndComeIn() {
        QTemporaryDir folder;
        ConversationStore store(folder.filePath("c.db"));
        const RowId id = newRowId();
        store.saveHead(headOf(id, "Original"));
        const Message question = messageOf(id, 0, Role::User, "## a question?\n");
        Message answer = reply(newRowId(), id);
        answer.parent = question.id;
        answer.ids = {5, 6};
        store.saveMessage(question);
        store.saveMessage(answer);
        QSignalSpy exported(&store, &ConversationStore::exported),
            failed(&store, &ConversationStore::fileFailed);
        for (const char* name : {"out.json", "out.md"}) {
            const QString file = folder.filePath(name);
            store.exportTo(id, file);
            QTRY_VERIFY(QFile::exists(file));
            const ConversationHead back = added(store, [&] { store.importFrom(file); });
            const Conversation c = loaded(store, back.id);
            QCOMPARE(c.head.title, QString("Original"));
            QCOMPARE(c.messages.size(), 2u);
            QCOMPARE(c.messages[0].text, question.text);
            QCOMPARE(c.messages[1].text, answer.text);
            QCOMPARE(c.messages[1].created, answer.created);
            if (QString(name).endsWith("json")) QVERIFY(c.messages[1].ids == answer.ids);
        }
        QTRY_COMPARE(exported.size(), 2);
        QVERIFY(failed.isEmpty());
        store.exportTo(id, "/proc/nowhere/x.json");
        QTRY_COMPARE(failed.size(), 1);
        store.importFrom(folder.filePath("absent.json"));
        QTRY_COMPARE(failed.size(), 2);
        QVERIFY(failed[1][0].toString().contains("absent.json"));
    }

    void brokenFileIsMovedAside() {
        QTemporaryDir folder;
        const QString path = folder.filePath("c.db");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        const QByteArray bytes = QByteArray("this is no database at all, but it is here ").repeated(200);
        file.write(bytes);
        file.close();
        ConversationStore store(path);
        QSignalSpy notices(&store, &ConversationStore::notice);
        QVERIFY(openedHeads(store).isEmpty());
        QTRY_COMPARE(notices.size(), 1);
        const QStringList moved = QDir(folder.path()).entryList({"c.db.broken-*"});
        QCOMPARE(moved.size(), 1);
        QVERIFY(notices[0][1].toString().contains(moved[0]));
        QFile kept(folder.filePath(moved[0]));
        QVERIFY(kept.open(QIODevice::ReadOnly));
        QCOMPARE(kept.readAll(), bytes);
        const RowId id = newRowId();
        store.saveHead(headOf(id, "new"));
        store.saveMessage(reply(newRowId(), id));
        QCOMPARE(loaded(store, id).messages.size(), 1u);
    }

    void damagedVersion2IsMovedAside() {
        QTemporaryDir folder;
        const QString path = folder.filePath("c.db");
        {
            ConversationStore store(path);
            const RowId id = newRowId();
            store.saveHead(headOf(id, "x"));
            for (int i = 0; i < 200; ++i)
                store.saveMessage(messageOf(id, 0, Role::User, QString(500, QChar('a' + i % 26))));
        }
        QVERIFY(!QFile::exists(path + "-wal") || QFile(path + "-wal").size() == 0);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadWrite));
        QVERIFY(file.size() > 40'000);
        for (qint64 at = 4096; at + 4096 < file.size(); at += 2 * 4096) {  // the header stays good
            file.seek(at);
            file.write(QByteArray(2048, '\xa5'));
        }
        file.close();
        ConversationStore store(path);
        QSignalSpy notices(&store, &ConversationStore::notice);
        QVERIFY(openedHeads(store).isEmpty());
        QTRY_COMPARE(notices.size(), 1);
        QCOMPARE(QDir(folder.path()).entryList({"c.db.broken-*"}).size(), 1);
    }

    void foreignDatabaseIsMovedAside() {
        QTemporaryDir folder;
        const QString path = folder.filePath("c.db");
        {
            RawFile file(path);
            file.exec("CREATE TABLE recipes (id INTEGER PRIMARY KEY)");
            file.exec("PRAGMA user_version = 2");
        }
        ConversationStore store(path);
        QSignalSpy notices(&store, &ConversationStore::notice);
        QVERIFY(openedHeads(store).isEmpty());
        QTRY_COMPARE(notices.size(), 1);
        QCOMPARE(QDir(folder.path()).entryList({"c.db.broken-*"}).size(), 1);
    }

    // Another window holds it, or it cannot be brought up to date: it is good all the same.
    void aGoodFileStaysWhereItIs() {
        QTemporaryDir folder;
        const QString path = folder.filePath("c.db");
        makeVersion1(path);
        const auto opensInMemory = [&] {
            ConversationStore store(path);
            QSignalSpy notices(&store, &ConversationStore::notice);
            QVERIFY(openedHeads(store).isEmpty());
            QTRY_COMPARE(notices.size(), 1);
            QVERIFY(notices[0][1].toString().contains(path));
            QVERIFY(QDir(folder.path()).entryList({"*.broken-*"}).isEmpty());
            const RowId id = newRowId();
            store.saveHead(headOf(id, "kept in memory"));
            QCOMPARE(found(store, "memory").size(), 1);
        };
        {
            RawFile raw(path);
            raw.exec("BEGIN EXCLUSIVE");
            opensInMemory();
        }
        {
            RawFile raw(path);
            raw.exec("CREATE TABLE titles_fts (in_the_way)");
        }
        opensInMemory();
        {
            RawFile raw(path);
            QCOMPARE(raw.value("PRAGMA user_version").toInt(), 1);
            raw.exec("DROP TABLE titles_fts");
        }
        ConversationStore store(path);
        QCOMPARE(openedHeads(store).size(), 1);
    }

    void brokenIndexIsMadeAnew() {
        QTemporaryDir folder;
        const QString path = folder.filePath("c.db");
        const RowId id = newRowId();
        {
            ConversationStore store(path);
            store.saveHead(headOf(id, "x"));
            for (int i = 0; i < 50; ++i)
                store.saveMessage(messageOf(id, 0, Role::User, QString("octave %1").arg(i)));
        }
        {
            RawFile file(path);
            file.exec("UPDATE messages_fts_data SET block = x'00ff00ff00ff00ff' WHERE id > 10");
        }
        ConversationStore store(path);
        QSignalSpy notices(&store, &ConversationStore::notice);
        QCOMPARE(found(store, "octave").size(), 50);
        store.saveMessage(messageOf(id, 0, Role::User, "octave again"));
        QCOMPARE(found(store, "octave").size(), 51);
        QVERIFY(notices.isEmpty());
    }

    void damageMetLaterIsSaidAndMovedNextTime() {
        QTemporaryDir folder;
        const QString path = folder.filePath("c.db");
        { ConversationStore store(path); }
        QFile mark(path + "-damaged");  // as left behind by a run that met it
        QVERIFY(mark.open(QIODevice::WriteOnly));
        mark.close();
        ConversationStore store(path);
        QSignalSpy notices(&store, &ConversationStore::notice);
        openedHeads(store);
        QTRY_COMPARE(notices.size(), 1);
        QCOMPARE(QDir(folder.path()).entryList({"c.db.broken-*"}).size(), 1);
        QVERIFY(!QFile::exists(path + "-damaged"));
    }

    void newerFileIsLeftAlone() {
        QTemporaryDir folder;
        const QString path = folder.filePath("c.db");
        {
            RawFile file(path);
            file.exec("PRAGMA user_version = 999");
        }
        ConversationStore store(path);
        QSignalSpy notices(&store, &ConversationStore::notice);
        QVERIFY(openedHeads(store).isEmpty());
        QTRY_COMPARE(notices.size(), 1);
        QVERIFY(QFile::exists(path));
        QVERIFY(QDir(folder.path()).entryList({"*.broken-*"}).isEmpty());
        const RowId id = newRowId();
        store.saveHead(headOf(id, "kept in memory"));
        store.saveMessage(reply(newRowId(), id));
        QCOMPARE(loaded(store, id).messages.size(), 1u);
        QCOMPARE(found(store, "memory").size(), 1);
    }

    void unwritablePlaceIsSaid() {
        ConversationStore store("/proc/nowhere/c.db");
        QSignalSpy notices(&store, &ConversationStore::notice);
        QVERIFY(openedHeads(store).isEmpty());
        QTRY_COMPARE(notices.size(), 1);
    }
};

QTEST_GUILESS_MAIN(StoreTest)
#include "store_test.moc"
