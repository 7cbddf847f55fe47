// Conversations on disk: what is saved comes back, a broken file is moved aside, a newer one is left alone.
#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QTemporaryDir>
#include <QTest>

#include "app/chat/conversation_store.h"

using namespace gh::app;

namespace {

QVector<ConversationHead> openedHeads(ConversationStore& store) {
    QVector<ConversationHead> heads;
    bool done = false;
    QObject::connect(&store, &ConversationStore::opened, [&](const QVector<ConversationHead>& h) {
        heads = h;
        done = true;
    });
    if (!QTest::qWaitFor([&] { return done; }, 5000)) qFatal("the store did not open");
    return heads;
}

Conversation loaded(ConversationStore& store, RowId id) {
    Conversation result;
    bool done = false;
    QObject::connect(&store, &ConversationStore::loaded, [&](const Conversation& c) {
        result = c;
        done = true;
    });
    store.load(id);
    if (!QTest::qWaitFor([&] { return done; }, 5000)) qFatal("the conversation did not load");
    return result;
}

ConversationHead head(RowId id, const QString& title) {
    return {id, title, QDateTime::currentDateTime(), QDateTime::currentDateTime(), "a draft — чернова"};
}

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

}  // namespace

class StoreTest : public QObject {
    Q_OBJECT
private slots:
    void roundTrip() {
        QTemporaryDir folder;
        const QString path = folder.filePath("deep/er/conversations.db");
        const RowId id = newRowId();
        const Message m = reply(newRowId(), id);
        {
            ConversationStore store(path);
            QVERIFY(openedHeads(store).isEmpty());
            store.saveHead(head(id, "First"));
            store.saveMessage(m);
            Message retired = reply(newRowId(), id);
            store.saveMessage(retired);
            store.discardMessage(retired.id);
            store.saveDraft(id, "newer draft");
        }
        ConversationStore store(path);
        const auto heads = openedHeads(store);
        QCOMPARE(heads.size(), 1);
        QCOMPARE(heads[0].title, QString("First"));
        QCOMPARE(heads[0].draft, QString("newer draft"));
        const Conversation c = loaded(store, id);
        QCOMPARE(c.messages.size(), 1u);
        const Message& back = c.messages[0];
        QCOMPARE(back.text, m.text);
        QVERIFY(back.ids == m.ids);
        QVERIFY(back.stats == m.stats);
        QCOMPARE(back.model, m.model);
        QCOMPARE(back.stopReason, m.stopReason);
        QVERIFY(back.state == MessageState::Done && back.role == Role::Assistant);
    }
    void streamingBecomesInterrupted() {
        QTemporaryDir folder;
        const QString path = folder.filePath("c.db");
        const RowId id = newRowId();
        {
            ConversationStore store(path);
            store.saveHead(head(id, "x"));
            Message m = reply(newRowId(), id);
            m.state = MessageState::Streaming;
            store.saveMessage(m);
        }
        ConversationStore store(path);
        QVERIFY(loaded(store, id).messages.at(0).state == MessageState::Interrupted);
    }
    void brokenFileIsMovedAside() {
        QTemporaryDir folder;
        const QString path = folder.filePath("c.db");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray("this is no database at all, but it is here ").repeated(200));
        file.close();
        ConversationStore store(path);
        QSignalSpy notices(&store, &ConversationStore::notice);
        QVERIFY(openedHeads(store).isEmpty());
        QTRY_COMPARE(notices.size(), 1);
        const QStringList moved = QDir(folder.path()).entryList({"c.db.broken-*"});
        QCOMPARE(moved.size(), 1);
        QVERIFY(notices[0][1].toString().contains(moved[0]));
        const RowId id = newRowId();
        store.saveHead(head(id, "new"));
        store.saveMessage(reply(newRowId(), id));
        QCOMPARE(loaded(store, id).messages.size(), 1u);
    }
    void newerFileIsLeftAlone() {
        QTemporaryDir folder;
        const QString path = folder.filePath("c.db");
        {
            QSqlDatabase db = QSqlDatabase::addDatabase("QSQLITE", "newer");
            db.setDatabaseName(path);
            QVERIFY(db.open());
            QSqlQuery(db).exec("PRAGMA user_version = 999");
            db.close();
        }
        QSqlDatabase::removeDatabase("newer");
        ConversationStore store(path);
        QSignalSpy notices(&store, &ConversationStore::notice);
        QVERIFY(openedHeads(store).isEmpty());
        QTRY_COMPARE(notices.size(), 1);
        QVERIFY(QFile::exists(path));
        QVERIFY(QDir(folder.path()).entryList({"*.broken-*"}).isEmpty());
        const RowId id = newRowId();
        store.saveHead(head(id, "kept in memory"));
        store.saveMessage(reply(newRowId(), id));
        QCOMPARE(loaded(store, id).messages.size(), 1u);
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
