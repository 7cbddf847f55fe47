// Conversations as files: what goes out comes back, what is no conversation is refused with a reason.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include "app/chat/conversation_files.h"
#include "app/chat/conversation_tree.h"

using namespace gh::app;

namespace {

Conversation sample() {
    Conversation c;
    c.head.id = 77;
    c.head.title = QString::fromUtf8("Кеш & \"quotes\" # | *stars*");
    c.head.created = QDateTime::fromMSecsSinceEpoch(1'700'000'000'123);
    c.head.systemPrompt = "## You\n<!-- glasshouse: user -->\nbe brief";
    c.head.sampling = SamplingSettings{};
    c.head.sampling->seed = 18446744073709551615ull;
    const auto add = [&](RowId id, RowId parent, Role role, const QString& text, bool active = true) {
        Message m;
        m.id = id;
        m.parent = parent;
        m.conversation = 77;
        m.role = role;
        m.text = text;
        m.active = active;
        m.created = QDateTime::fromMSecsSinceEpoch(1'700'000'000'000 + id * 1000);
        if (role == Role::Assistant) {
            m.ids = {1, 2, int(id)};
            m.model = "a model.gguf:100:32";
            m.stopReason = "end_of_generation";
            m.stats.seed = 18446744073709551615ull;
            m.stats.generated = 3;
        }
        c.messages.push_back(m);
    };
    add(100, 0, Role::User, "\n\nstarts and ends with lines\n\n\n");
    c.messages.back().attachments = {{"notes.txt", "a\n````\nb\n<!-- glasshouse: user -->\n", 31},
                                     {"b.txt", "", 0}};
    add(101, 100, Role::Assistant, "old answer", false);
    add(102, 100, Role::Assistant,
        QString::fromUtf8("## A heading\n\n<!-- glasshouse: user 2026 -->\n<!-- \\glasshouse: x\n🙂"));
    add(103, 102, Role::User, "");
    add(104, 103, Role::Assistant, "**bold**\n\n---\nend");
    c.messages.back().state = MessageState::Interrupted;
    c.messages.back().stopReason.clear();
    arrange(c);
    return c;
}

void compare(const Conversation& a, const Conversation& b) {
    QCOMPARE(a.messages.size(), b.messages.size());
    for (std::size_t i = 0; i < a.messages.size(); ++i) {
        QCOMPARE(a.messages[i].text, b.messages[i].text);
        QVERIFY(a.messages[i].role == b.messages[i].role);
        QCOMPARE(a.messages[i].created, b.messages[i].created);
        QCOMPARE(a.messages[i].model, b.messages[i].model);
        QVERIFY(a.messages[i].attachments == b.messages[i].attachments);
    }
}

}  // namespace

class ConversationFilesTest : public QObject {
    Q_OBJECT
private slots:
    void jsonHasEverything() {
        const Conversation c = sample();
        QString why;
        const auto back = fromFile(toJsonFile(c), "file", &why);
        QVERIFY2(back, qPrintable(why));
        compare(c, *back);
        QCOMPARE(back->head.title, c.head.title);
        QCOMPARE(back->head.systemPrompt, c.head.systemPrompt);
        QVERIFY(back->head.sampling == c.head.sampling);
        QCOMPARE(back->head.created, c.head.created);
        QCOMPARE(back->aside.size(), 1u);
        QCOMPARE(back->aside[0].text, QString("old answer"));
        QCOMPARE(back->messages[1].branch, 1);
        QVERIFY(back->messages[1].ids == c.messages[1].ids);
        QVERIFY(back->messages[1].stats == c.messages[1].stats);
        QVERIFY(back->messages[3].state == MessageState::Interrupted);
        // And once more the same bytes, but for the time of the last change.
        const auto again = fromFile(toJsonFile(*back), "file", &why);
        QVERIFY(again);
        QCOMPARE(toJsonFile(*again), toJsonFile(*back));
    }

    // The clock was set back while it was written.
    void childrenWithSmallerIdsStayChildren() {
        Conversation c = sample();
        for (auto* list : {&c.messages, &c.aside}) {
            for (Message& m : *list) {
                if (m.id == 103) m.id = 93;
                if (m.id == 104) m.id = 90;
                if (m.parent == 103) m.parent = 93;
            }
        }
        arrange(c);
        QCOMPARE(c.messages.size(), 4u);
        QString why;
        const auto back = fromFile(toJsonFile(c), "file", &why);
        QVERIFY2(back, qPrintable(why));
        compare(c, *back);
        QCOMPARE(back->aside.size(), 1u);
    }

    void markdownReadsLikeAPageAndComesBack() {
        const Conversation c = sample();
        const QByteArray page = toMarkdown(c);
        QVERIFY(page.contains("# " + c.head.title.toUtf8()));
        QVERIFY(page.contains("## You"));
        QVERIFY(page.contains("Reply of a model.gguf"));
        QVERIFY(!page.contains("old answer"));
        QString why;
        for (const QByteArray& bytes : {page, QByteArray(page).replace("\n", "\r\n")}) {
            const auto back = fromFile(bytes, "file", &why);
            QVERIFY2(back, qPrintable(why));
            compare(c, *back);
            QCOMPARE(back->head.title, c.head.title.simplified());
            QCOMPARE(back->head.systemPrompt, c.head.systemPrompt);
            QVERIFY(back->aside.empty());
        }
    }

    void filesOfOtherPrograms() {
        QString why;
        const QByteArray chat = R"({"model": "x", "messages": [{"role": "system", "content": "Be kind."},
            {"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello"}]})";
        auto c = fromFile(chat, "my chat", &why);
        QVERIFY2(c, qPrintable(why));
        QCOMPARE(c->head.title, QString("my chat"));
        QCOMPARE(c->head.systemPrompt, QString("Be kind."));
        QCOMPARE(c->messages.size(), 2u);
        QCOMPARE(c->messages[1].text, QString("Hello"));
        c = fromFile(R"([{"role": "user", "content": "only this"}])", "x", &why);
        QVERIFY(c);
        QCOMPARE(c->messages.size(), 1u);
        // Written by hand, without the heading that goes with a mark.
        c = fromFile(
            "<!-- glasshouse: user -->\n**a question**\n\n<!-- glasshouse: assistant -->\nan answer\n", "x",
            &why);
        QVERIFY(c);
        QCOMPARE(c->messages[0].text, QString("**a question**"));
        QCOMPARE(c->messages[1].text, QString("an answer"));
    }

    void whatIsNoConversationIsRefusedByName_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("word");
        QTest::newRow("empty") << QByteArray() << "message";
        QTest::newRow("binary") << QByteArray("GGUF\x03\xff\xfe\x00\x01", 9) << "UTF-8";
        QTest::newRow("text") << QByteArray("just some text\n") << "glasshouse: user";
        QTest::newRow("cut json") << QByteArray("{\"messages\": [{\"role\": \"us") << "byte";
        QTest::newRow("no messages") << QByteArray("{\"a\": 1}") << "messages";
        QTest::newRow("role") << QByteArray(R"([{"role": "robot", "content": "x"}])") << "robot";
        QTest::newRow("content") << QByteArray(R"([{"role": "user", "content": 5}])") << "Message 1";
        QTest::newRow("no object") << QByteArray(R"([{"role": "user", "content": "x"}, 7])") << "Message 2";
        QTest::newRow("parent")
            << QByteArray(R"({"messages": [{"id": 1, "parent": 2, "role": "user", "content": "x"}]})")
            << "parent 2";
        QTest::newRow("own parent")
            << QByteArray(R"({"messages": [{"id": 1, "parent": 1, "role": "user", "content": "x"}]})")
            << "parent 1";
        QTest::newRow("ids") << QByteArray(R"([{"role": "assistant", "content": "x", "ids": [1, -5]}])")
                             << "token id";
        QTest::newRow("newer") << QByteArray(R"({"glasshouse_conversation": 9, "messages": []})") << "newer";
    }
    void whatIsNoConversationIsRefusedByName() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, word);
        QString why;
        QVERIFY(!fromFile(bytes, "x", &why));
        QVERIFY2(why.contains(word), qPrintable(why));
    }

    // Cut anywhere and with bytes changed: an answer, never a crash.
    void damagedFiles() {
        for (const QByteArray& whole : {toJsonFile(sample()), toMarkdown(sample())}) {
            QString why;
            for (int cut = 0; cut < whole.size(); cut += 7) fromFile(whole.left(cut), "x", &why);
            quint32 random = 12345;
            for (int i = 0; i < 400; ++i) {
                QByteArray bytes = whole;
                for (int k = 0; k < 5; ++k) {
                    random = random * 1664525 + 1013904223;
                    bytes[qsizetype(random >> 8) % bytes.size()] = char(random >> 3);
                }
                if (const auto c = fromFile(bytes, "x", &why)) QVERIFY(!c->messages.empty());
            }
        }
    }
};

QTEST_GUILESS_MAIN(ConversationFilesTest)
#include "conversation_files_test.moc"
