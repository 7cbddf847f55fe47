// A whole first session, as one scripted run: open, chat, search, branch, edit, another language and theme, export,
// quit; after a restart everything is still there.
#include <QLineEdit>
#include <QListView>

#include "app/settings/language.h"
#include "app/window/action_list.h"
#include "app/window/conversation_list.h"
#include "tests/app/support/window_driver.h"
#include "widgets/theme.h"

using namespace gh::app;
using namespace gh::app::test;

class FirstSessionTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    QString m_edited, m_firstReply;

    static void trigger(MainWindow& window, const char* action) {
        QAction* found = window.actionList()->find(action);
        QVERIFY2(found, action);
        found->trigger();
    }

private slots:
    void cleanupTestCase() { useLanguage("en"); }

    void theFirstDay() {
        WindowDriver d(Script{}, "/models/scripted.gguf", m_folder.path());
        QVERIFY(d.openReady());
        MainWindow& w = *d.window;

        // Two conversations.
        d.type("What is a cache?");
        QVERIFY(d.waitIdle());
        m_firstReply = d.lastText();
        QVERIFY(!m_firstReply.isEmpty());
        d.type("And a block?");
        QVERIFY(d.waitIdle());
        const RowId first = w.chat()->current()->head.id;
        trigger(w, "chat.new");
        d.type("Something about lighthouses");
        QVERIFY(d.waitIdle());
        QCOMPARE(w.chat()->heads().size(), 2);

        // Search finds the first by a word of its message and opens it there.
        trigger(w, "chat.find");
        QLineEdit* box = w.conversations()->searchBox();
        QVERIFY(box->isVisible());
        QTest::keyClicks(box, "block");
        QListView* hits = w.conversations()->results();
        QVERIFY(QTest::qWaitFor([&] { return hits->isVisible() && hits->model()->rowCount() > 0; }));
        QTest::keyClick(box, Qt::Key_Return);
        QVERIFY(QTest::qWaitFor([&] { return w.chat()->current() && w.chat()->current()->head.id == first; }));
        QVERIFY(QTest::qWaitFor([&] { return !d.view()->found().empty(); }));
        w.conversations()->leaveSearch();

        // Another reply beside the last, and a message said in other words.
        trigger(w, "chat.again");
        QVERIFY(d.waitIdle());
        QCOMPARE(d.messages().back().branches, 2);
        m_edited = "And a page?";
        w.chat()->editAndSend(2, m_edited);
        QVERIFY(d.waitIdle());
        QCOMPARE(d.messages()[2].text, m_edited);
        QCOMPARE(d.messages()[2].branches, 2);

        // Another language and another theme.
        w.setLanguage("bg");
        QVERIFY(QTest::qWaitFor([&] { return w.actionList()->find("app.settings")->text() != "Settings…"; }));
        w.setThemeMode(gh::widgets::ThemeMode::Dark);
        QVERIFY(gh::widgets::Theme::instance().isDark());
        QCOMPARE(d.messages()[2].text, m_edited);

        // Exported, both ways.
        for (const char* name : {"/chat.md", "/chat.json"}) {
            w.chat()->exportTo(first, m_folder.path() + name);
            QVERIFY(QTest::qWaitFor([&] { return QFile::exists(m_folder.path() + name); }));
        }
        QFile markdown(m_folder.path() + "/chat.md");
        QVERIFY(markdown.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(markdown.readAll());
        QVERIFY(text.contains("What is a cache?") && text.contains(m_edited));

        // Words not sent yet.
        d.edit()->setFocus();
        QTest::keyClicks(d.edit(), "to be continued");
    }

    void theNextDay() {
        WindowDriver d(Script{}, "/models/scripted.gguf", m_folder.path());
        QVERIFY(d.openReady());
        MainWindow& w = *d.window;
        QVERIFY(QTest::qWaitFor([&] { return d.messages().size() == 4; }));
        QCOMPARE(d.messages()[0].text, QString("What is a cache?"));
        QCOMPARE(d.messages()[1].text, m_firstReply);
        QCOMPARE(d.messages()[2].text, m_edited);
        QCOMPARE(d.messages()[2].branches, 2);
        QCOMPARE(d.edit()->toPlainText(), QString("to be continued"));
        QVERIFY(w.actionList()->find("app.settings")->text() != "Settings…");
        QVERIFY(gh::widgets::Theme::instance().isDark());
        QCOMPARE(w.chat()->heads().size(), 2);
        // The way not taken is still there, with both of its replies.
        w.chat()->showBranch(2, 0);
        QCOMPARE(d.messages()[2].text, QString("And a block?"));
        QCOMPARE(d.messages()[3].branches, 2);
        // What was exported comes back as a conversation of its own.
        w.chat()->importFrom(m_folder.path() + "/chat.json");
        QVERIFY(QTest::qWaitFor([&] { return w.chat()->heads().size() == 3; }));
        gh::widgets::Theme::instance().setMode(gh::widgets::ThemeMode::Light);
    }
};

QTEST_MAIN(FirstSessionTest)
#include "first_session_test.moc"
