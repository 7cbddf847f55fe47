// The real window with a scripted engine: type, see tokens, stop, write again, select, switch, pause.
#include <QGuiApplication>
#include <QListView>
#include <QPushButton>
#include <QScreen>
#include <QSignalSpy>

#include "app/chat/token_text.h"
#include "app/window/conversation_list.h"
#include "app/window/load_card.h"
#include "tests/app/support/window_driver.h"

using namespace gh::app;
using namespace gh::app::test;

class WindowTest : public QObject {
    Q_OBJECT
private slots:
    void typePromptSeeTokens() {
        WindowDriver d;
        QVERIFY(d.openReady());
        d.type("Why is there a cache?");
        QVERIFY(d.edit()->toPlainText().isEmpty());
        QVERIFY(d.waitTokens(2));
        QVERIFY(d.waitIdle());
        QCOMPARE(d.messages().size(), 2u);
        QCOMPARE(d.messages()[0].text, QString("Why is there a cache?"));
        QVERIFY(d.lastText().startsWith("The **cache**"));
        QVERIFY(replyLine(d.messages()[1]).contains("end of turn"));
        QVERIFY(replyLine(d.messages()[1]).contains("to first token"));
        QCOMPARE(d.window->chat()->current()->head.title, QString("Why is there a cache?"));
        QCOMPARE(d.window->conversations()->view()->model()->rowCount(), 2);  // under its heading
        d.type("And then?");
        QVERIFY(d.waitIdle());
        QCOMPARE(d.messages().size(), 4u);
        const auto turns = std::get<std::vector<gh::ChatMessage>>(d.engine->submitted().back().prompt);
        QCOMPARE(turns.size(), 3u);
        QVERIFY(turns[1].ids == d.messages()[1].ids && !turns[1].ids.empty());  // goes on from the ids
    }

    void shiftEnterBeginsALine() {
        WindowDriver d;
        QVERIFY(d.openReady());
        d.edit()->setFocus();
        QTest::keyClicks(d.edit(), "one");
        QTest::keyClick(d.edit(), Qt::Key_Return, Qt::ShiftModifier);
        QTest::keyClicks(d.edit(), "two");
        QCOMPARE(d.edit()->toPlainText(), QString("one\ntwo"));
        QVERIFY(d.messages().empty());
    }

    void stopDuringPrefill() {
        Script script;
        script.stepMs = 5;
        script.prefillSteps = 100'000;
        WindowDriver d(script);
        QVERIFY(d.openReady());
        d.type("A long prompt");
        QVERIFY(QTest::qWaitFor([&] { return d.window->bridge()->latest()->running == 1; }, 5000));
        QTest::keyClick(d.window.get(), Qt::Key_Escape);
        QVERIFY(d.waitIdle(2000));
        QCOMPARE(d.messages().back().stopReason, QString("cancelled"));
        QVERIFY(replyLine(d.messages().back()).contains("before the first token"));
    }

    void stopDuringDecode() {
        Script script;
        script.repeats = 200;
        WindowDriver d(script);
        QVERIFY(d.openReady());
        d.type("Write a lot");
        QVERIFY(d.waitTokens(20));
        QTest::mouseClick(d.window->chatPane()->composer()->button(), Qt::LeftButton);
        QVERIFY(d.waitIdle(2000));
        QCOMPARE(d.messages().back().stopReason, QString("cancelled"));
        QVERIFY(d.messages().back().text.size() > 20);
    }

    void regenerate() {
        WindowDriver d;
        QVERIFY(d.openReady());
        d.type("Again and again");
        QVERIFY(d.waitIdle());
        const auto first = d.messages()[1];
        QTest::mouseClick(d.view()->viewport(), Qt::LeftButton, {},
                          d.view()->actionRect(1, "regenerate").center());
        QVERIFY(d.window->chat()->generating());
        QVERIFY(d.waitIdle());
        QCOMPARE(d.messages().size(), 2u);
        QVERIFY(d.messages()[1].id != first.id);
        QCOMPARE(d.messages()[1].stats.seed, first.stats.seed);
        QCOMPARE(d.messages()[1].stats.sample, first.stats.sample + 1);
        QCOMPARE(d.engine->submitted().back().sampler.sample, first.stats.sample + 1);
    }

    void selectedBlockIsHighlighted() {
        Script script;
        script.repeats = 4;
        WindowDriver d(script);
        QVERIFY(d.openReady());
        d.type("Select something");
        QVERIFY(d.waitIdle());
        QTest::qWait(50);
        const auto snapshot = d.window->bridge()->latest();
        const auto* facts = sequenceOf(*snapshot, d.window->chat()->current()->head.id);
        QVERIFY(facts);
        gh::widgets::Selection selection;
        selection.tokens = {facts->key, 16, 31};
        selection.block = {0, 1};
        d.window->selection()->select(selection);
        const auto marks = d.view()->highlights();
        QCOMPARE(marks.size(), 1u);
        QCOMPARE(marks[0].first, 1u);
        const QString marked =
            d.lastText().mid(marks[0].second.begin, marks[0].second.end - marks[0].second.begin);
        QCOMPARE(marked.split(' ', Qt::SkipEmptyParts).size() + marked.count('\n') / 2 >= 15, true);
        // The other way: a click on a word selects its token, step and block.
        const int at = int(d.lastText().indexOf("nothing", 100));
        QTest::mouseClick(d.view()->viewport(), Qt::LeftButton, {}, d.view()->pointOf(1, at + 3));
        const auto& chosen = d.window->selection()->current();
        QVERIFY(chosen.tokens && chosen.steps && chosen.block);
        QCOMPARE(chosen.tokens->sequence, facts->key);
        const auto* tokens = tokensOf(*snapshot, facts->key);
        QCOMPARE(QString::fromStdString(tokens->tokens[chosen.tokens->first].text).trimmed(),
                 QString("nothing"));
        QCOMPARE(chosen.steps->first, tokens->tokens[chosen.tokens->first].step);
    }

    void messageWaitsForReply() {
        Script script;
        script.repeats = 10;
        WindowDriver d(script);
        QVERIFY(d.openReady());
        d.type("First");
        QVERIFY(d.waitTokens(3));
        d.type("Second");
        QVERIFY(d.window->chat()->messageWaiting());
        d.type("Third");  // one waits already: the text stays
        QCOMPARE(d.edit()->toPlainText(), QString("Third"));
        QVERIFY(d.waitIdle());
        QCOMPARE(d.messages().size(), 4u);
        QCOMPARE(d.messages()[2].text, QString("Second"));
    }

    void switchingGoesOnInTheBackground() {
        Script script;
        script.repeats = 12;
        WindowDriver d(script);
        QVERIFY(d.openReady());
        d.type("Long one");
        QVERIFY(d.waitTokens(3));
        const RowId first = d.window->chat()->current()->head.id;
        d.window->chat()->newConversation();
        QVERIFY(d.messages().empty());
        QVERIFY(d.window->chat()->generatingIn(first));
        d.type("Short one");
        QVERIFY(QTest::qWaitFor([&] { return !d.window->chat()->generatingIn(first); }, 20'000));
        QVERIFY(d.waitIdle());
        d.window->chat()->openConversation(first);
        QVERIFY(QTest::qWaitFor(
            [&] { return d.messages().size() == 2 && d.messages()[0].text == "Long one"; }, 5000));
        QCOMPARE(d.lastText().count("The **cache**"), 12);
        QCOMPARE(d.messages()[1].stopReason, QString("end_of_generation"));
    }

    void conversationsPersist() {
        QTemporaryDir folder;
        {
            WindowDriver d(Script{}, "/models/scripted.gguf", folder.path());
            QVERIFY(d.openReady());
            d.type("Remember me");
            QVERIFY(d.waitIdle());
            QTest::keyClicks(d.edit(), "a draft");
        }
        WindowDriver d(Script{}, QString(), folder.path());
        d.open();
        QVERIFY(QTest::qWaitFor([&] { return d.messages().size() == 2; }, 5000));
        QCOMPARE(d.messages()[0].text, QString("Remember me"));
        QVERIFY(d.lastText().startsWith("The **cache**"));
        QCOMPARE(d.edit()->toPlainText(), QString("a draft"));
    }

    void pauseAndStep() {
        Script script;
        script.repeats = 100;
        WindowDriver d(script);
        QVERIFY(d.openReady());
        d.type("Pause here");
        QVERIFY(d.waitTokens(3));
        QTest::mouseClick(d.window->pauseButton(), Qt::LeftButton);
        QVERIFY(QTest::qWaitFor(
            [&] { return d.window->bridge()->latest()->state == gh::telemetry::EngineState::Paused; }, 3000));
        QTest::qWait(60);
        const auto at = d.messages().back().stats.generated;
        QTest::qWait(60);
        QCOMPARE(d.messages().back().stats.generated, at);
        QVERIFY(d.view()->paused());
        const QString held = replyLine(d.messages().back(), d.view()->paused());
        QVERIFY2(held.endsWith("paused") && !held.contains("tok/s"), qPrintable(held));
        QVERIFY(d.window->stepButton()->isEnabled());
        QTest::mouseClick(d.window->stepButton(), Qt::LeftButton);
        QVERIFY(QTest::qWaitFor([&] { return d.messages().back().stats.generated == at + 1; }, 3000));
        QTest::mouseClick(d.window->pauseButton(), Qt::LeftButton);
        QVERIFY(d.waitTokens(at + 10));
        QVERIFY(!d.view()->paused());
        QVERIFY(replyLine(d.messages().back()).endsWith("generating"));
        d.window->chat()->stop();
        QVERIFY(d.waitIdle());
    }

    void contextFullIsSaidBefore() {
        Script script;
        script.repeats = 100;
        script.contextLimit = 160;
        script.stepMs = 4;
        WindowDriver d(script);
        QVERIFY(d.openReady());
        d.type("Fill it");
        QVERIFY(QTest::qWaitFor([&] { return d.window->chatPane()->notice("full") != nullptr; }, 10'000));
        QVERIFY(d.window->chat()->generating());
        QVERIFY(d.waitIdle());
        QCOMPARE(d.messages().back().stopReason, QString("context_full"));
        QVERIFY(!d.window->chatPane()->notice("full"));  // the box below the reply says it now
        QVERIFY(!d.view()->actionRect(1, "new-chat").isEmpty());
        QTest::mouseClick(d.view()->viewport(), Qt::LeftButton, {},
                          d.view()->actionRect(1, "new-chat").center());
        QVERIFY(d.messages().empty());
    }

    // Nothing that comes up may push the window past a small screen.
    void windowStaysSmall() {
        Script script;
        script.repeats = 12;
        WindowDriver d(script);
        const QSize screen = QGuiApplication::primaryScreen()->availableGeometry().size();
        MainWindow fresh([] { return std::make_unique<DoorTo<ScriptedEngine>>(Script{}); }, d.options);
        QVERIFY(fresh.width() <= screen.width() && fresh.height() < screen.height());
        QVERIFY(d.openReady());
        d.window->resize(900, 600);
        d.type("Small");
        QVERIFY(d.waitTokens(20));
        const auto small = [&](const char* when) {
            QTest::qWait(50);
            const QSize least = d.window->minimumSizeHint(), now = d.window->size();
            qInfo("%s: at least %dx%d, is %dx%d", when, least.width(), least.height(), now.width(),
                  now.height());
            return least.width() <= 900 && least.height() <= 600 && now == QSize(900, 600);
        };
        QVERIFY(small("generating"));
        const QString words = QString("A sentence with what happened and what to do about it now. ").repeated(4);
        for (const char* key : {"load", "template", "store", "full"}) {
            d.window->chatPane()->showNotice(key, gh::widgets::InlineMessage::Severity::Error, words, words,
                                             {{"One button", [] {}}, {"Another button", [] {}}});
        }
        d.edit()->setPlainText(QString("line\n").repeated(20));
        QVERIFY(small("with notices"));
        d.window->chatPane()->loadCard()->show();
        QVERIFY(small("with the load card"));
        d.window->chat()->stop();
        QVERIFY(d.waitIdle());
    }

    void hiddenPanelsGetNothing() {
        WindowDriver d;
        QVERIFY(d.openReady());
        QVERIFY(d.window->panels().size() >= 2);
        PanelDock* dock = d.window->panels().front();
        QVERIFY(dock->onShow());
        dock->close();
        QVERIFY(!dock->onShow() && !dock->panel()->isOnShow());
        d.type("Hidden");
        QVERIFY(d.waitIdle());
        dock->show();
        QVERIFY(QTest::qWaitFor([&] { return dock->onShow(); }, 2000));
        // Behind another tab as well.
        PanelDock *steps = d.window->panel("steps"), *tokens = d.window->panel("tokens");
        tokens->raise();
        QTRY_VERIFY(tokens->panel()->isOnShow() && !steps->panel()->isOnShow());
        steps->raise();
        QTRY_VERIFY(steps->panel()->isOnShow() && !tokens->panel()->isOnShow());
    }
};

QTEST_MAIN(WindowTest)
#include "window_test.moc"
