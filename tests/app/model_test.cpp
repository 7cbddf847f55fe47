// Opening models: progress and cancel, messages that wait, bad files, missing templates, switching while
// writing.
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>

#include "app/window/load_card.h"
#include "app/window/shrink_area.h"
#include "tests/app/support/window_driver.h"

using namespace gh::app;
using namespace gh::app::test;

class ModelTest : public QObject {
    Q_OBJECT
private slots:
    void firstPaintComesBeforeTheModel() {
        Script script;
        script.loadMs = 800;
        WindowDriver d(script);
        QElapsedTimer clock;
        clock.start();
        d.open();
        QSignalSpy painted(d.window.get(), &MainWindow::firstPaint);
        QVERIFY(painted.size() || painted.wait(5000));
        qInfo("first paint after %lld ms", clock.elapsed());
        QVERIFY(!d.window->model()->facts());
#ifdef NDEBUG
        QVERIFY(clock.elapsed() < 1500);
#endif
    }

    void typingWhileLoading() {
        Script script;
        script.loadMs = 600;
        WindowDriver d(script);
        d.open();
        QVERIFY(QTest::qWaitFor([&] { return d.window->chatPane()->loadCard()->isVisible(); }, 5000));
        d.type("Sent when ready");
        QVERIFY(d.window->chat()->messageWaiting());
        QVERIFY(d.window->model()->loading());
        QVERIFY(d.waitIdle());
        QVERIFY(!d.window->chatPane()->loadCard()->isVisible());
        QCOMPARE(d.messages().size(), 2u);
        QCOMPARE(d.messages()[1].stopReason, QString("end_of_generation"));
    }

    void waitingMessageCanBeTakenBack() {
        WindowDriver d(Script{}, QString());
        d.open();
        QVERIFY(QTest::qWaitForWindowActive(d.window.get()));
        d.type("Not yet");
        QVERIFY(d.window->chat()->messageWaiting());
        QTest::keyClick(d.window.get(), Qt::Key_Escape);
        QVERIFY(!d.window->chat()->messageWaiting());
        QCOMPARE(d.edit()->toPlainText(), QString("Not yet"));
        QVERIFY(d.messages().empty());
    }

    void waitingMessageSurvivesTheEnd() {
        QTemporaryDir folder;
        {
            WindowDriver d(Script{}, QString(), folder.path());
            d.open();
            d.type("Never sent");
        }
        WindowDriver d(Script{}, "/models/scripted.gguf", folder.path());
        QVERIFY(d.openReady());
        QVERIFY(QTest::qWaitFor([&] { return d.messages().size() == 1; }, 5000));
        QTest::qWait(100);
        QCOMPARE(d.messages().size(), 1u);  // not sent by itself
        QTest::mouseClick(d.view()->viewport(), Qt::LeftButton, {},
                          d.view()->actionRect(0, "regenerate").center());
        QVERIFY(d.waitIdle());
        QCOMPARE(d.messages().size(), 2u);
        QCOMPARE(d.messages()[1].stopReason, QString("end_of_generation"));
    }

    void cancelLoading() {
        Script script;
        script.loadMs = 20'000;
        WindowDriver d(script);
        d.open();
        QVERIFY(QTest::qWaitFor([&] { return d.window->chatPane()->loadCard()->isVisible(); }, 5000));
        QTest::mouseClick(d.window->chatPane()->loadCard()->cancelButton(), Qt::LeftButton);
        QVERIFY(QTest::qWaitFor([&] { return !d.window->model()->loading(); }, 3000));
        QVERIFY(!d.window->model()->failure());
    }

    void badFileLeavesTheChat() {
        WindowDriver d;
        QVERIFY(d.openReady());
        d.type("Before");
        QVERIFY(d.waitIdle());
        d.window->model()->open("/models/bad.gguf");
        QVERIFY(QTest::qWaitFor([&] { return d.window->chatPane()->notice("load") != nullptr; }, 5000));
        QVERIFY(d.window->chatPane()->notice("load")->text().contains("blk.12.ffn_up"));
        QCOMPARE(d.window->chatPane()->notice("load")->text().count("bad.gguf"), 1);
        QVERIFY(d.window->model()->ready());
        QCOMPARE(d.messages().size(), 2u);
        d.type("After");
        QVERIFY(d.waitIdle());
        QCOMPARE(d.messages().size(), 4u);
        QCOMPARE(d.messages()[3].stopReason, QString("end_of_generation"));
    }

    void noTemplateAsks() {
        Script script;
        script.hasTemplate = false;
        WindowDriver d(script);
        d.open();
        QVERIFY(QTest::qWaitFor([&] { return d.window->chatPane()->notice("template") != nullptr; }, 5000));
        d.type("Waits for a choice");
        QTest::qWait(50);
        QVERIFY(d.window->chat()->messageWaiting());
        const auto buttons = d.window->chatPane()->notice("template")->findChildren<QPushButton*>();
        QVERIFY(buttons.size() >= 2);
        QVERIFY(d.view()->item(0).spoken().contains("when a chat template is chosen"));
        QVERIFY(d.edit()->placeholderText().contains("chat template"));
        // It is asked in the language that the window has now.
        const QString english = d.window->chatPane()->notice("template")->text();
        QVERIFY(english.contains("carries no chat template"));
        const auto asked = [&] {
            const auto* notice = d.window->chatPane()->notice("template");
            return notice ? notice->text() : QString();
        };
        d.window->setLanguage("bg");
        QTRY_VERIFY(asked().contains("scripted.gguf") && asked() != english);
        QVERIFY(!asked().contains("carries no chat template"));
        d.window->setLanguage("en");
        QTRY_COMPARE(asked(), english);
        QTest::mouseClick(d.window->chatPane()->notice("template")->findChildren<QPushButton*>().front(), Qt::LeftButton);
        QVERIFY(d.waitIdle());
        QCOMPARE(d.messages().back().stopReason, QString("end_of_generation"));
        QVERIFY(!d.window->chatPane()->notice("template"));
    }

    void failingTemplateAsks() {
        Script script;
        script.templateFails = true;
        WindowDriver d(script);
        QVERIFY(d.openReady());
        d.type("Template?");
        QVERIFY(QTest::qWaitFor([&] { return d.window->chatPane()->notice("template") != nullptr; }, 5000));
        QVERIFY(d.window->chatPane()->notice("template")->text().contains("strftime"));
        QCOMPARE(d.messages().size(), 1u);
        QTest::mouseClick(d.window->chatPane()->notice("template")->findChildren<QPushButton*>().front(),
                          Qt::LeftButton);
        QVERIFY(d.waitIdle());
        QCOMPARE(d.messages().size(), 2u);
    }

    void switchModelWhileWriting() {
        Script script;
        script.repeats = 500;
        WindowDriver d(script);
        QVERIFY(d.openReady());
        d.type("Long");
        QVERIFY(d.waitTokens(5));
        d.window->model()->open("/models/other.gguf");
        QVERIFY(QTest::qWaitFor(
            [&] {
                return d.window->model()->ready() && d.window->model()->facts()->fileName == "other.gguf";
            },
            5000));
        QVERIFY(d.waitIdle());
        QVERIFY(d.lastText().size() > 10);
        d.type("Next");
        QVERIFY(d.waitTokens(3));
        // Ids of another model's vocabulary are not handed on.
        const auto turns = std::get<std::vector<gh::ChatMessage>>(d.engine->submitted().back().prompt);
        QVERIFY(turns[1].ids.empty());
        QVERIFY(!turns[1].content.empty());
    }

    void noModelSaysWhatToDo() {
        QTemporaryDir nothing;  // no model on this computer, whatever the tester has fetched
        qputenv("GLASSHOUSE_MODELS", nothing.path().toUtf8());
        const auto restore = qScopeGuard([] { qunsetenv("GLASSHOUSE_MODELS"); });
        WindowDriver d(Script{}, QString());
        d.open();
        QTest::qWait(50);
        bool found = false;
        for (QLabel* label : d.window->chatPane()->findChildren<QLabel*>())
            found |= label->isVisible() && label->text().contains("./dev models");
        QVERIFY(found);
        d.type("Nobody there yet");
        QVERIFY(d.window->chat()->messageWaiting());
        d.window->model()->open("/models/scripted.gguf");
        QVERIFY(d.waitIdle());
        QCOMPARE(d.messages().size(), 2u);
    }

    void whatIsSaidIsWholeAndWhatDoesNotFitBehindItIsGone() {
        WindowDriver d(Script{}, QString());
        d.open();
        d.window->resize(1280, 800);
        QTest::qWait(50);
        d.window->model()->open("/models/bad.gguf");
        QVERIFY(QTest::qWaitFor([&] { return d.window->model()->failure().has_value(); }, 5000));
        QTest::qWait(50);
        for (const ShrinkArea* area : d.window->chatPane()->findChildren<ShrinkArea*>()) {
            if (!area->isVisible()) continue;
            QVERIFY2(area->verticalScrollBar()->maximum() == 0,
                     qPrintable(QString("%1 of %2 px").arg(area->height()).arg(area->widget()->height())));
        }
    }
};

QTEST_MAIN(ModelTest)
#include "model_test.moc"
