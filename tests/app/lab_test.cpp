// The lab in the window: the real experiments on a tiny model, kept in SQLite, cancelled, beside a reply.
#include <QFile>
#include <QSignalSpy>

#include "app/application.h"
#include "app/lab/lab_runner.h"
#include "app/lab/lab_texts.h"
#include "app/lab/lab_words.h"
#include "app/traffic/traffic_runner.h"
#include "tests/app/support/window_driver.h"
#include "tests/support/tiny_model.h"

using namespace gh;
using namespace gh::app;
using namespace gh::app::test;
using widgets::LabState;

namespace {

QString tiny() {
    gh::test::TinyOptions options = gh::test::tinyOptions("llama");
    options.chatTemplate = "{% for m in messages %}<{{ m.role }}>{{ m.content }};{% endfor %}<assistant>";
    return QString::fromStdString(gh::test::tinyModelFile(options));
}

const QMap<QString, QString> kQuick = {{"batches", "1,2"}, {"context", "4"}, {"steps", "2"}, {"runs", "2"}};

}  // namespace

class LabTest : public QObject {
    Q_OBJECT
private slots:
    // Titles, explanations and options stand in the table that is translated.
    void everySentenceOfTheLabIsInTheTable() {
        const auto has = [](std::string_view text) {
            for (const LabWord& word : labWords())
                if (text == word.key) return true;
            return false;
        };
        for (const lab::Experiment& experiment : lab::experimentList()) {
            QVERIFY2(has(experiment.title), experiment.title);
            QVERIFY2(has(experiment.explanation), experiment.explanation);
            for (const lab::OptionSpec& option : experiment.options) QVERIFY2(has(option.help), option.help);
        }
    }

    void figuresOfTwoHalvesHaveTheirWords() {
        lab::Run run;
        run.figures = {{"burst_static_p50_latency_s", 1.5, "s"}, {"simulation_error", 3, "%"}, {"arrival_rate", 2, "requests/s"},
                       {"drawn_context", 100, "tokens"}, {"tile_queries", 32, "tokens"}, {"tile_keys", 64, "tokens"}};
        run.notes["knee"] = "not reached by batch 64";
        const widgets::LabRun made = toDesk(run);
        QCOMPARE(made.figures.size(), 2u);
        QCOMPARE(made.figures[0].name, QString("largest error of the simulation"));
        QCOMPARE(made.figures[1].name, QString("all at once, static: p50 latency"));
        QCOMPARE(made.findings, QStringList("knee: not reached by batch 64"));
        QCOMPARE(made.tiles, (widgets::LabTiles{100, 32, 64, 40'000, 400, made.tiles.tileBytes}));
        QVERIFY(made.tiles.tileBytes > 0);
    }

    void aRunFillsAndIsKept() {
        QTemporaryDir folder;
        const QString path = tiny();
        {
            WindowDriver d(realEngine(), path, folder.path());
            QVERIFY(d.openReady());
            widgets::LabDesk* desk = d.window->lab()->desk();
            QVERIFY(!desk->experiments.empty());
            QTRY_VERIFY(desk->find("knee")->memory > 0);
            QCOMPARE(desk->find("cache-size")->memory, 0u);
            QSignalSpy points(desk, &widgets::LabDesk::currentChanged);
            emit desk->startWanted("knee", kQuick);
            QCOMPARE(desk->state.phase, LabState::Phase::Running);
            QTRY_COMPARE_WITH_TIMEOUT(desk->state.phase, LabState::Phase::Idle, 60'000);
            QVERIFY2(desk->state.trouble.isEmpty(), qPrintable(desk->state.trouble));
            QVERIFY(points.size() >= 1);
            QTRY_COMPARE(desk->entries.size(), 1u);
            QTRY_VERIFY(desk->current && desk->current->id == desk->entries[0].id);
            QVERIFY(desk->current->complete && !desk->current->disturbed);
            QCOMPARE(desk->entries[0].options.value("batches"), QString("1,2"));
            QCOMPARE(desk->entries[0].options.value("runs"), QString("2"));
            QVERIFY(!desk->current->series.empty() && !desk->current->plots.empty());
            // Out as files.
            for (const char* name : {"run.json", "run.csv"}) {
                emit desk->exportWanted(desk->current->id, folder.filePath(name));
                QFile file(folder.filePath(name));
                QVERIFY(file.open(QIODevice::ReadOnly));
                QVERIFY(file.readAll().contains("throughput"));
            }
            emit desk->startWanted("knee", {{"batches", "none"}});
            QVERIFY(desk->state.trouble.contains("none"));
            QCOMPARE(desk->state.phase, LabState::Phase::Idle);
        }
        WindowDriver d(realEngine(), QString(), folder.path());
        d.open();
        widgets::LabDesk* desk = d.window->lab()->desk();
        QTRY_COMPARE(desk->entries.size(), 1u);
        emit desk->loadWanted(desk->entries[0].id);
        QTRY_VERIFY(desk->loaded.value(desk->entries[0].id));
        QVERIFY(!desk->loaded.value(desk->entries[0].id)->series.empty());
        emit desk->removeWanted(desk->entries[0].id);
        QTRY_VERIFY(desk->entries.empty());
    }

    void itWaitsForAReplyAndIsCancelled() {
        WindowDriver d(realEngine(), tiny());
        QVERIFY(d.openReady());
        widgets::LabDesk* desk = d.window->lab()->desk();
        d.window->bridge()->post(SetPaused{true});
        d.type("A question");
        QTRY_VERIFY(d.window->bridge()->latest()->running + d.window->bridge()->latest()->waiting > 0);
        emit desk->startWanted("knee", kQuick);
        QCOMPARE(desk->state.phase, LabState::Phase::Waiting);
        emit desk->cancelWanted();
        QCOMPARE(desk->state.phase, LabState::Phase::Idle);
        emit desk->startWanted("knee", {{"batches", "1,2,4,8"}, {"steps", "400"}, {"runs", "400"}});
        QCOMPARE(desk->state.phase, LabState::Phase::Waiting);
        d.window->chat()->stop();
        d.window->bridge()->post(SetPaused{false});
        QTRY_COMPARE(desk->state.phase, LabState::Phase::Running);
        QTRY_VERIFY_WITH_TIMEOUT(desk->current && !desk->current->series.empty(), 60'000);
        emit desk->cancelWanted();
        QTRY_COMPARE_WITH_TIMEOUT(desk->state.phase, LabState::Phase::Idle, 60'000);
        QVERIFY(desk->state.trouble.isEmpty());
        QTRY_COMPARE(desk->entries.size(), 1u);               // what was measured until then is kept, and says so
        QVERIFY(!desk->entries[0].complete);
        QVERIFY(desk->state.cancelled);
    }

    void itWaitsForTrafficThatCanBeStopped() {
        WindowDriver d(realEngine(), tiny());
        QVERIFY(d.openReady());
        widgets::LabDesk* desk = d.window->lab()->desk();
        QVERIFY(!d.window->stopButton()->isEnabled());
        telemetry::TrafficSettings settings;
        settings.users = 4;
        settings.prompt = settings.reply = {telemetry::TrafficLengths::Kind::Uniform, 8, 20};
        d.window->traffic()->desk()->setTraffic(settings);
        d.window->traffic()->start();
        QTRY_VERIFY(d.window->traffic()->desk()->state().counts.finished > 8);
        // The toolbar's button says what it would stop.
        QVERIFY(d.window->stopButton()->isEnabled());
        QCOMPARE(d.window->stopButton()->toolTip(), QString("Stop the synthetic traffic"));
        emit desk->startWanted("knee", kQuick);
        QCOMPARE(desk->state.phase, LabState::Phase::Waiting);
        QVERIFY(desk->state.traffic);
        emit desk->stopTrafficWanted();
        QTRY_COMPARE_WITH_TIMEOUT(desk->state.phase, LabState::Phase::Idle, 60'000);
        QVERIFY(desk->current && desk->current->complete);
        QVERIFY(!desk->state.traffic && !d.window->traffic()->running());
        d.window->traffic()->start();
        QTRY_VERIFY(d.window->stopButton()->isEnabled());
        d.window->stopButton()->click();
        QVERIFY(!d.window->traffic()->running());
        QTRY_VERIFY(!d.window->stopButton()->isEnabled());
    }

    void theWindowClosesWhileItRuns() {
        WindowDriver d(realEngine(), tiny());
        QVERIFY(d.openReady());
        emit d.window->lab()->desk()->startWanted("knee", {{"steps", "400"}, {"runs", "400"}});
        QTRY_VERIFY(d.window->lab()->desk()->state.share > 0 || d.window->lab()->desk()->current);
        QElapsedTimer clock;
        clock.start();
        QVERIFY(d.window->shutDown());
        QVERIFY(clock.elapsed() < MainWindow::kQuitMs);
    }
};

QTEST_MAIN(LabTest)
#include "lab_test.moc"
