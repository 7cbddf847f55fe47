// The window in full traffic: 32 run, 200 wait, and the GUI thread has its hands free.
#include "app/application.h"
#include "app/traffic/traffic_runner.h"
#include "tests/app/support/timed_application.h"
#include "tests/app/support/window_driver.h"
#include "tests/support/tiny_model.h"

using namespace gh;
using namespace gh::app;
using namespace gh::app::test;

namespace {

#ifdef NDEBUG
constexpr bool kTimed = true;
#else
constexpr bool kTimed = false;
#endif
constexpr double kTolerance = 3;   // a busy machine's caches are not one's own
constexpr int kWatchedMs = 4000;

}  // namespace

class TrafficLoadTest : public QObject {
    Q_OBJECT
private slots:
    void theGuiKeepsItsLimits_data() {
        QTest::addColumn<QString>("workspace");
        QTest::newRow("requests and blocks") << "teach";
        QTest::newRow("chat, blocks and steps") << "chat";
    }
    void theGuiKeepsItsLimits() {
        QFETCH(QString, workspace);
        gh::test::TinyOptions options = gh::test::tinyOptions("llama");
        options.chatTemplate = "{% for m in messages %}<{{ m.role }}>{{ m.content }};{% endfor %}<assistant>";
        WindowDriver d(realEngine(), QString::fromStdString(gh::test::tinyModelFile(options)));
        QVERIFY(d.openReady());
        d.window->switchWorkspace(workspace);
        telemetry::TrafficSettings settings;
        settings.users = 232;
        settings.prompt = {telemetry::TrafficLengths::Kind::Uniform, 8, 40};
        settings.reply = {telemetry::TrafficLengths::Kind::Uniform, 8, 40};
        settings.sharedTokens = 32;
        d.window->traffic()->desk()->setTraffic(settings);
        d.window->traffic()->start();
        QTRY_VERIFY(d.window->bridge()->latest()->waiting > 100);
        QTRY_VERIFY(d.window->traffic()->desk()->state().counts.finished > 50);
        auto* app = static_cast<TimedApplication*>(qApp);
        app->restart();
        const double cpu = TimedApplication::cpuMs();
        QElapsedTimer clock;
        clock.start();
        QTest::qWait(kWatchedMs);
        const double wall = double(clock.nsecsElapsed()) / 1e6, spent = TimedApplication::cpuMs() - cpu;
        qInfo("longest event %.1f ms (%s), painting %.1f %% of a core, the GUI thread %.1f %% in all; %llu requests done", app->longest(),
              app->what().constData(), 100 * app->painting() / wall, 100 * spent / wall,
              static_cast<unsigned long long>(d.window->traffic()->desk()->state().counts.finished));
        d.window->traffic()->stop();
        QTRY_COMPARE(d.window->bridge()->latest()->running + d.window->bridge()->latest()->waiting, 0u);
        if (!kTimed) return;
        QVERIFY2(app->longest() < 30 * kTolerance, qPrintable(QString::number(app->longest())));
        QVERIFY2(app->painting() / wall < 0.25 * kTolerance, qPrintable(QString::number(app->painting() / wall)));
    }
};

int main(int argc, char** argv) {
    TimedApplication app(argc, argv);
    TrafficLoadTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "traffic_load_test.moc"
