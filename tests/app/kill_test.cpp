// kill -9 while a reply streams: what was shown a second before is on disk. The test runs itself as the
// victim.
#include <sys/types.h>
#include <csignal>
#include <QProcess>
#include <QSignalSpy>

#include "tests/app/support/window_driver.h"

using namespace gh::app;
using namespace gh::app::test;

namespace {

// The victim: a window that writes without end and says on stdout how many characters it has shown, and when.
int runVictim(int argc, char** argv, const QString& folder) {
    QApplication app(argc, argv);
    Script script;
    script.repeats = 100'000;
    WindowDriver d(script, "/models/scripted.gguf", folder);
    if (!d.openReady()) return 1;
    d.type("Write until the end");
    QTimer report;
    QObject::connect(&report, &QTimer::timeout, [&] {
        if (d.messages().size() < 2) return;
        std::printf("%lld %lld\n", QDateTime::currentMSecsSinceEpoch(),
                    static_cast<long long>(d.lastText().size()));
        std::fflush(stdout);
    });
    report.start(20);
    QTest::keyClicks(d.edit(), "typed but not sent");
    return QApplication::exec();
}

}  // namespace

class KillTest : public QObject {
    Q_OBJECT
private slots:
    void killedWhileStreaming() {
        QTemporaryDir folder;
        QProcess victim;
        victim.start(QCoreApplication::applicationFilePath(), {"--victim", folder.path()});
        QVERIFY(victim.waitForStarted());
        QByteArray said;
        QVERIFY(QTest::qWaitFor(
            [&] {
                said += victim.readAllStandardOutput();
                return said.count('\n') > 150;  // three seconds of writing
            },
            60'000));
        ::kill(pid_t(victim.processId()), SIGKILL);
        victim.waitForFinished(5000);
        said += victim.readAllStandardOutput();
        // Characters shown at least one second before the last line.
        const auto lines = said.left(said.lastIndexOf('\n')).split('\n');
        const qint64 end = lines.back().split(' ')[0].toLongLong();
        qint64 owed = 0;
        for (const QByteArray& line : lines) {
            const auto parts = line.split(' ');
            if (parts.size() == 2 && parts[0].toLongLong() <= end - 1000) owed = parts[1].toLongLong();
        }
        QVERIFY(owed > 0);

        WindowDriver d(Script{}, QString(), folder.path());
        d.open();
        QVERIFY(QTest::qWaitFor([&] { return d.messages().size() == 2; }, 5000));
        QVERIFY2(d.lastText().size() >= owed,
                 qPrintable(QString("%1 of %2").arg(d.lastText().size()).arg(owed)));
        QVERIFY(d.lastText().startsWith("The **cache** keeps keys"));
        QVERIFY(d.messages()[1].state == MessageState::Interrupted);
        QCOMPARE(d.messages()[1].ids.size(), std::size_t(d.messages()[1].stats.generated));
        QCOMPARE(d.messages()[0].text, QString("Write until the end"));
        QCOMPARE(d.edit()->toPlainText(), QString("typed but not sent"));
    }
};

int main(int argc, char** argv) {
    if (argc == 3 && qstrcmp(argv[1], "--victim") == 0)
        return runVictim(argc, argv, QString::fromLocal8Bit(argv[2]));
    QApplication app(argc, argv);
    KillTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "kill_test.moc"
