// Closing at any moment ends in time and loses nothing.
#include "tests/app/support/window_driver.h"

using namespace gh::app;
using namespace gh::app::test;

class QuitTest : public QObject {
    Q_OBJECT
private slots:
    void closeAtAnyMoment() {
        // The same moments each time: a fixed seed.
        quint32 state = 12345;
        for (int round = 0; round < 25; ++round) {
            state = state * 1664525u + 1013904223u;
            Script script;
            script.loadMs = 60;
            script.repeats = 1000;
            WindowDriver d(script);
            d.open();
            d.type("Closing soon");
            QTest::qWait(int(state >> 24));  // 0 to 255 ms: before, while and after loading, reading, writing
            QElapsedTimer clock;
            clock.start();
            d.close();
            QVERIFY2(clock.elapsed() < 2000,
                     qPrintable(QString("round %1: %2 ms").arg(round).arg(clock.elapsed())));
        }
    }
    void slowEngineDoesNotHoldTheWindow() {
        Script script;
        script.quitMs = 6000;
        WindowDriver d(script);
        QVERIFY(d.openReady());
        QElapsedTimer clock;
        clock.start();
        d.window->close();
        QVERIFY(!d.window->shutDown());
        QVERIFY(clock.elapsed() < 2500);
        d.close();
        QTest::qWait(6500);  // the thread's own end, so that no checker calls it a leak
    }
    void theEngineBeforeARestartIsWaitedForToo() {
        int engines = 0;
        WindowDriver d(EngineFactory([&](const gh::EngineConfig&) {
                           Script script;
                           script.quitMs = engines++ == 0 ? 900 : 0;
                           return std::make_unique<DoorTo<ScriptedEngine>>(script);
                       }),
                       "/models/scripted.gguf");
        QVERIFY(d.openReady());
        d.window->restartEngine();
        QElapsedTimer clock;
        clock.start();
        QVERIFY(d.window->shutDown());
        QVERIFY2(clock.elapsed() > 500, qPrintable(QString::number(clock.elapsed())));
        QCOMPARE(engines, 2);
    }
    void closingTheWindowEndsTheLoop() {
        WindowDriver d;
        QVERIFY(d.openReady());
        d.type("Closing");
        QTimer::singleShot(50, d.window.get(), &QWidget::close);
        QTimer late;
        late.setSingleShot(true);
        bool tooLate = false;
        connect(&late, &QTimer::timeout, [&] {
            tooLate = true;
            QCoreApplication::exit(1);
        });
        late.start(5000);
        QApplication::exec();
        QVERIFY(!tooLate);
    }
    void textIsThereAfterClosing() {
        QTemporaryDir folder;
        QString text;
        {
            Script script;
            script.repeats = 1000;
            WindowDriver d(script, "/models/scripted.gguf", folder.path());
            QVERIFY(d.openReady());
            d.type("Write on");
            QVERIFY(d.waitTokens(30));
            text = d.lastText();
        }
        WindowDriver d(Script{}, QString(), folder.path());
        d.open();
        QVERIFY(QTest::qWaitFor([&] { return d.messages().size() == 2; }, 5000));
        QVERIFY(d.lastText().startsWith(text));
        QVERIFY(d.messages()[1].state == MessageState::Interrupted);
        QVERIFY(!d.view()->actionRect(1, "regenerate").isEmpty());
    }
};

QTEST_MAIN(QuitTest)
#include "quit_test.moc"
