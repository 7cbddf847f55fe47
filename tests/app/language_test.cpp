// Another language without a restart: everything is built anew, and nothing of what goes on is lost.
#include <QComboBox>
#include <QScrollBar>
#include <QSignalSpy>

#include "app/settings/language.h"
#include "app/settings/settings_dialog.h"
#include "app/window/action_list.h"
#include "app/window/conversation_list.h"
#include "app/window/toolbar_strip.h"
#include "tests/app/support/pseudo_language.h"
#include "tests/app/support/window_driver.h"
#include "widgets/text/units.h"

using namespace gh::app;
using namespace gh::app::test;

class LanguageTest : public QObject {
    Q_OBJECT
private:
    // The language of the test stands over whatever the program's own files say.
    PseudoLanguage m_pseudo;

private slots:
    void init() { QCoreApplication::installTranslator(&m_pseudo); }
    void cleanup() {
        QCoreApplication::removeTranslator(&m_pseudo);
        useLanguage("en");
    }

    void aReplyGoesOnStreaming() {
        QCoreApplication::removeTranslator(&m_pseudo);
        Script script;
        script.repeats = 300;
        WindowDriver d(script);
        QVERIFY(d.openReady());
        MainWindow& w = *d.window;
        d.type("Go on");
        QVERIFY(d.waitTokens(40));
        w.switchWorkspace("teach");
        w.panel("steps")->close();
        w.setConversationsShown(true);
        const int tokens = w.panel("tokens")->height();
        const QSize panel = w.panel("kv-blocks")->size();
        d.edit()->setPlainText("half a sentence");
        QTextCursor cursor = d.edit()->textCursor();
        cursor.setPosition(5);
        cursor.setPosition(9, QTextCursor::KeepAnchor);
        d.edit()->setTextCursor(cursor);
        w.say("settings", "A title", "A text");
        const auto before = d.messages().back().stats.generated;
        const QWidget* oldPane = w.chatPane();
        const void* oldBridge = w.bridge();
        QCOMPARE(w.actionList()->find("app.settings")->text(), QString("Settings…"));

        QCoreApplication::installTranslator(&m_pseudo);
        w.rebuild();

        QVERIFY(w.chatPane() != oldPane || !oldPane);
        QCOMPARE(static_cast<const void*>(w.bridge()), oldBridge);
        QVERIFY(w.actionList()->find("app.settings")->text().startsWith("Settings…ж"));
        QVERIFY(w.stopButton()->accessibleName().startsWith("Stöp"));
        QCOMPARE(d.edit()->toPlainText(), QString("half a sentence"));
        QCOMPARE(d.edit()->textCursor().position(), 9);
        QCOMPARE(d.edit()->textCursor().anchor(), 5);
        QVERIFY(d.edit()->hasFocus() || !w.isActiveWindow());
        QCOMPARE(w.workspace(), QString("teach"));
        QVERIFY(w.panel("steps")->isHidden());
        QVERIFY(!w.panel("kv-blocks")->isHidden());
        QTest::qWait(50);
        QVERIFY2(std::abs(w.panel("tokens")->height() - tokens) < 10,
                 qPrintable(QString("%1, was %2").arg(w.panel("tokens")->height()).arg(tokens)));
        // As wide as it was, but for words that need more.
        QVERIFY(std::abs(w.panel("kv-blocks")->width() - panel.width()) < 40);
        QVERIFY(w.dockWidgetArea(w.panel("kv-blocks")) == Qt::RightDockWidgetArea);
        QVERIFY(w.chatPane()->notice("settings"));
        QVERIFY(w.chat()->generating());
        QVERIFY(d.waitTokens(before + 30));
        QVERIFY(w.panel("kv-blocks")->onShow());
        w.chat()->stop();
        QVERIFY(d.waitIdle());
        d.edit()->clear();
        d.type("After");
        QVERIFY(d.waitTokens(3));
        w.chat()->stop();
        QVERIFY(d.waitIdle());
        QCOMPARE(d.messages().size(), 4u);
    }

    void scrollPositionIsKept() {
        Script script;
        script.repeats = 120;
        script.stepMs = 0;
        WindowDriver d(script);
        QVERIFY(d.openReady());
        d.type("Long");
        QVERIFY(d.waitIdle());
        QTest::qWait(50);
        QScrollBar* bar = d.view()->verticalScrollBar();
        QVERIFY(bar->maximum() > 400);
        bar->setValue(200);
        d.window->rebuild();
        QTRY_COMPARE(d.view()->verticalScrollBar()->value(), 200);
        d.view()->verticalScrollBar()->setValue(d.view()->verticalScrollBar()->maximum());
        d.window->rebuild();
        QTRY_COMPARE(d.view()->verticalScrollBar()->value(), d.view()->verticalScrollBar()->maximum());
    }

    void fromTheSettingsDialogItself() {
        WindowDriver d;
        QVERIFY(d.openReady());
        QCOMPARE(languageInUse(), QString("en"));
        d.window->openSettings(0);
        auto* box = d.window->settingsDialog()->findChild<QComboBox*>("language");
        const int bulgarian = box->findData("bg");
        QVERIFY(bulgarian > 0);
        QSignalSpy rebuilt(d.window.get(), &MainWindow::rebuilt);
        box->setCurrentIndex(bulgarian);
        emit box->activated(bulgarian);
        QTRY_COMPARE(rebuilt.size(), 1);
        QCOMPARE(languageInUse(), QString("bg"));
        QCOMPARE(d.window->settings()->language(), QString("bg"));
        QCOMPARE(QLocale().language(), QLocale::Bulgarian);
        QCOMPARE(gh::widgets::units::number(1.5, 1), QString("1,5"));
        QVERIFY(d.window->settingsDialog() && d.window->settingsDialog()->isVisible());
        QVERIFY(d.window->actionList()->find("language.bg")->isChecked());
        // And by its action, from the menu or the palette.
        d.window->actionList()->find("language.en")->trigger();
        QTRY_COMPARE(rebuilt.size(), 2);
        QCOMPARE(gh::widgets::units::number(1.5, 1), QString("1.5"));
    }

    void theSystemsLanguageIsTheDefault() {
        QCOMPARE(resolvedLanguage("bg"), QString("bg"));
        QCOMPARE(resolvedLanguage("tlh"), resolvedLanguage("system"));
        const QString system = resolvedLanguage("system");
        QVERIFY(system == "en" || system == "bg");
    }

    // No turn of the event loop may be long, not even this one.
    void inSeveralTurns() {
        WindowDriver d;
        QVERIFY(d.openReady());
        d.type("Hello");
        QVERIFY(d.waitIdle());
        QTest::qWait(100);
        QSignalSpy rebuilt(d.window.get(), &MainWindow::rebuilt);
        d.window->setLanguage("bg");
        d.window->setLanguage("en");
        d.window->setLanguage("bg");
        double longest = 0;
        for (int turn = 0; turn < 1000 && rebuilt.isEmpty(); ++turn) {
            const double start = cpuMs();
            QCoreApplication::processEvents();
            longest = std::max(longest, cpuMs() - start);
        }
        QCOMPARE(rebuilt.size(), 1);
        QCOMPARE(languageInUse(), QString("bg"));
        const double start = cpuMs();
        QCoreApplication::processEvents();
        qInfo("the longest turn takes %.0f ms, the first picture %.0f ms", longest, cpuMs() - start);
#ifdef NDEBUG
        QVERIFY2(longest < 3 * 30, "another language holds the window up");
#endif
        // Chosen again while it is on its way.
        d.window->setLanguage("en");
        QCoreApplication::processEvents();
        d.window->setLanguage("bg");
        QTRY_COMPARE(rebuilt.size(), 3);
        QCOMPARE(languageInUse(), QString("bg"));
        d.window->setLanguage("en");
        QTRY_COMPARE(languageInUse(), QString("en"));
        QTRY_COMPARE(rebuilt.size(), 4);
    }

    void manyTimesLosesNothing() {
        WindowDriver d;
        QVERIFY(d.openReady());
        const auto widgets = [&] {
            QMap<QByteArray, int> count;
            for (const QWidget* w : d.window->findChildren<QWidget*>()) ++count[w->metaObject()->className()];
            return count;
        };
        d.window->rebuild();
        QTest::qWait(20);
        const auto before = widgets();
        const double start = cpuMs();
        for (int i = 0; i < 5; ++i) d.window->rebuild();
        qInfo("building the window anew takes %.0f ms", (cpuMs() - start) / 5);
        QTest::qWait(20);
        const auto after = widgets();
        for (auto it = after.begin(); it != after.end(); ++it) {
            if (it.value() != before.value(it.key()))
                qWarning("%s: %d, were %d", it.key().constData(), it.value(), before.value(it.key()));
        }
        QCOMPARE(after, before);
    }

private:
    static double cpuMs() {
        timespec now{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
        return double(now.tv_sec) * 1e3 + double(now.tv_nsec) / 1e6;
    }
};

QTEST_MAIN(LanguageTest)
#include "language_test.moc"
