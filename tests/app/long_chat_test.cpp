// A reply of 50,000 tokens in the real window with its panels: what the GUI thread does for one token more.
#include <ctime>

#include "tests/app/support/window_driver.h"

using namespace gh::app;
using namespace gh::app::test;

namespace {
double threadMs() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return double(now.tv_sec) * 1e3 + double(now.tv_nsec) / 1e6;
}
// How often the whole window is laid out anew.
class LayoutCount : public QObject {
public:
    explicit LayoutCount(const QObject* window) : m_window(window) { qApp->installEventFilter(this); }
    int times = 0;

protected:
    bool eventFilter(QObject* object, QEvent* event) override {
        times += object == m_window && event->type() == QEvent::LayoutRequest ? 1 : 0;
        return false;
    }

private:
    const QObject* m_window;
};
}  // namespace

class LongChatTest : public QObject {
    Q_OBJECT
private slots:
    void oneTokenMore() {
        Script script;
        script.stepMs = 0;
        script.reply =
            "Some **words** of a long reply, with `code` in it, so that it goes on and on for quite a while.\n\n";
        script.repeats = 4000;
        script.contextLimit = 90'000;
        WindowDriver d(script);
        QVERIFY(d.openReady());
        const double begun = threadMs();
        d.type("Write a lot.");
        double each = 0;
        for (const unsigned at : {500u, 50'000u}) {
            d.window->bridge()->post(gh::SetPaused{false});
            QVERIFY2(d.waitTokens(at, 100'000), qPrintable(QString::number(d.messages().back().stats.generated)));
            d.window->bridge()->post(gh::SetPaused{true});
            QTest::qWait(400);
            const auto first = d.messages().back().stats.generated;
            const double start = threadMs();
            constexpr unsigned kTokens = 100;
            LayoutCount layouts(d.window.get());
            for (unsigned i = 0; i < kTokens; ++i) {
                d.window->bridge()->post(gh::StepOnce{});
                QVERIFY(QTest::qWaitFor([&] { return d.messages().back().stats.generated > first + i; }, 5'000));
            }
            each = (threadMs() - start) / kTokens;
            QVERIFY2(layouts.times < int(kTokens) / 10, qPrintable(QString::number(layouts.times)));
            qInfo("at token %u: %.2f ms of GUI CPU for one token more", first, each);
        }
        qInfo("%.2f ms a token in all", (threadMs() - begun) / 50'000);
#ifdef NDEBUG
        QVERIFY2(each < 3 * 5, "one more token costs too much");
#endif
        d.window->chat()->stop();
        d.window->bridge()->post(gh::SetPaused{false});
        QVERIFY(d.waitIdle());
    }
};

QTEST_MAIN(LongChatTest)
#include "long_chat_test.moc"
