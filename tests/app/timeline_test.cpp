// The timeline in the real window: the clock over chat, panels and toolbar while the engine goes on; what is typed never
// scrubs; selections are gone back to by key and mouse; all of it outlives a change of language.
#include <QLabel>
#include <QPushButton>

#include "app/chat/token_text.h"
#include "app/window/action_list.h"
#include "app/window/chat_header.h"
#include "app/window/status_strip.h"
#include "app/window/timeline.h"
#include "app/window/toolbar_strip.h"
#include "tests/app/support/window_driver.h"
#include "widgets/controls/metric_label.h"
#include "widgets/controls/scrub_track.h"
#include "widgets/panels/kv/cache_header.h"
#include "widgets/plots/step_chart.h"
#include "widgets/text/units.h"

using namespace gh;
using namespace gh::app;
using namespace gh::app::test;
using widgets::ClockModel;
using widgets::Selection;

namespace {

ClockModel& clockOf(WindowDriver& d) { return *d.window->selection()->clock(); }

bool toolbarSays(WindowDriver& d, const QString& text) {
    for (QLabel* label : d.window->toolbarStrip()->findChildren<QLabel*>())
        if (label->text().contains(text)) return true;
    return false;
}

Script longReply() {
    Script script;
    script.repeats = 400;
    script.stepMs = 3;
    return script;
}

QString arithmetic(WindowDriver& d) {
    return d.window->panel("kv-blocks")->findChild<widgets::CacheHeader*>()->arithmeticText();
}

}  // namespace

class TimelineTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

    void typingNeverScrubs() {
        WindowDriver d(longReply());
        QVERIFY(d.openReady());
        d.type("Why?");
        QVERIFY(d.waitTokens(20));
        d.edit()->setFocus();
        QTest::keyClicks(d.edit(), "one, two. three ");
        for (const Qt::Key key : {Qt::Key_Home, Qt::Key_End, Qt::Key_Left, Qt::Key_Space, Qt::Key_Comma, Qt::Key_Period})
            QTest::keyClick(d.edit(), key);
        QVERIFY(clockOf(d).isLive());
        QCOMPARE(d.edit()->toPlainText(), QString("one, two. three ,. "));
        // Nor do the same keys on the chat (Space opens a message's menu there).
        d.view()->setFocus();
        for (const Qt::Key key : {Qt::Key_Comma, Qt::Key_Period, Qt::Key_Home, Qt::Key_End})
            QTest::keyClick(d.view(), key);
        QVERIFY(clockOf(d).isLive());
    }

    void theClockMovesAllWhileTheEngineGoesOn() {
        WindowDriver d(longReply());
        QVERIFY(d.openReady());
        d.type("Why is there a cache?");
        QVERIFY(d.waitTokens(60));
        d.window->actionList()->find("go.timeline")->trigger();
        widgets::ScrubTrack* track = d.window->timeline()->bar()->track();
        QVERIFY(track->hasFocus());
        QVERIFY(!toolbarSays(d, " of "));
        clockOf(d).scrubTo(30);
        QTest::keyClick(track, Qt::Key_Comma);
        QCOMPARE(clockOf(d).step(), 29u);
        QVERIFY(toolbarSays(d, "step 29 of"));
        QVERIFY(toolbarSays(d, "Running"));
        const QString then = arithmetic(d);
        QVERIFY(!then.isEmpty());
        QCOMPARE(d.view()->later().size(), 1u);                            // the end of the reply
        const TextRange faded = d.view()->later()[0].second;
        QVERIFY(faded.begin > 0 && faded.begin < d.lastText().size());
        const std::uint64_t newest = clockOf(d).newest();
        QVERIFY(QTest::qWaitFor([&] { return clockOf(d).newest() > newest + 20; }));
        QCOMPARE(clockOf(d).step(), 29u);                                  // the engine runs, the clock stands
        QCOMPARE(arithmetic(d), then);
        QCOMPARE(d.view()->later()[0].second, faded);
        QTest::keyClick(track, Qt::Key_Period);
        QVERIFY(d.view()->later()[0].second.begin > faded.begin);          // a token more
        clockOf(d).scrubTo(1);
        QVERIFY(!d.view()->later().empty());
        QTest::keyClick(track, Qt::Key_End);
        QVERIFY(clockOf(d).isLive());
        QVERIFY(d.view()->later().empty());
        QVERIFY(arithmetic(d) != then);
        QVERIFY(!toolbarSays(d, " of "));
        // Pause is another matter: the clock stays live, the engine stands.
        d.window->pauseButton()->click();
        QVERIFY(QTest::qWaitFor([&] { return d.window->bridge()->latest()->state == telemetry::EngineState::Paused; }));
        QVERIFY(clockOf(d).isLive());
        QTest::keyClick(track, Qt::Key_Home);
        QCOMPARE(clockOf(d).step(), 1u);
        QCOMPARE(d.window->bridge()->latest()->state, telemetry::EngineState::Paused);
    }

    void figuresAndPlaceAreThoseOfThen() {
        WindowDriver d(longReply());
        QVERIFY(d.openReady());
        d.type("Why is there a cache?");
        QVERIFY(d.waitTokens(700));
        d.window->chat()->stop();
        QVERIFY(d.waitIdle());
        QVERIFY(QTest::qWaitFor([&] { return d.window->bridge()->latest()->running == 0; }));
        auto* strip = d.window->findChild<StatusStrip*>();
        const auto parts = [&] {
            int shown = 0;
            for (const widgets::PartsLabel* part : strip->findChildren<widgets::PartsLabel*>()) shown += part->isVisible();
            return shown;
        };
        const ChatHeader* header = d.window->chatPane()->header();
        const QString now = header->figures();
        const int all = parts();
        clockOf(d).scrubTo(40);
        QVERIFY(header->figures() != now);
        const telemetry::Snapshot& s = *d.window->bridge()->latest();
        const auto* sequence = sequenceOf(s, d.window->chat()->current()->head.id);
        const std::uint64_t then = tokensOn(s, *sequence, clockOf(d));
        QVERIFY(then > 0 && then < sequence->tokens);
        QVERIFY2(header->figures().contains(widgets::units::tokens(then)), qPrintable(header->figures()));
        QCOMPARE(parts(), all - 3);  // rate, first token and requests are of now
        // The chat is where the step is.
        QCOMPARE(d.view()->later().size(), 1u);
        const auto at = [&] { return d.view()->pointOf(1, d.view()->later()[0].second.begin); };
        QVERIFY2(d.view()->viewport()->rect().contains(at()), qPrintable(QString::number(at().y())));
        clockOf(d).scrubTo(600);
        QVERIFY2(d.view()->viewport()->rect().contains(at()), qPrintable(QString::number(at().y())));
        clockOf(d).goLive();
        QCOMPARE(header->figures(), now);
        QCOMPARE(parts(), all);
    }

    void trafficIsAShareOfTheMeasuredLimit() {
        StatusStrip strip;
        strip.resize(1400, 28);
        strip.setVisible(true);
        const auto said = [&] {
            for (const auto* part : strip.findChildren<widgets::PartsLabel*>())
                if (part->isVisible() && part->accessibleName().contains("bandwidth")) return part->accessibleName();
            return QString();
        };
        telemetry::Snapshot s;
        telemetry::ChunkedLog<telemetry::StepRecord> steps{16};
        telemetry::StepRecord record;
        record.step = s.step = 1;
        record.weightBytes = 120'000'000;
        record.decodeMs = 10;
        steps.append(record);
        s.steps = steps.view();
        const auto show = [&] { strip.show(std::make_shared<const telemetry::Snapshot>(s), 0, ClockModel()); };
        show();
        QCOMPARE(said(), QString());
        s.machine = telemetry::MachineFacts{20e9, 100'000'000, 1e12};
        show();
        QVERIFY2(said().startsWith("60"), qPrintable(said()));
    }

    void anotherChatsTimeSaysSo() {
        WindowDriver d;
        QVERIFY(d.openReady());
        d.type("The first");
        QVERIFY(d.waitIdle());
        const std::uint64_t then = clockOf(d).newest();
        d.window->chat()->newConversation();
        d.type("The second");
        QVERIFY(d.waitIdle());
        QVERIFY(QTest::qWaitFor([&] { return clockOf(d).newest() > then && d.window->bridge()->latest()->running == 0; }));
        auto* strip = d.window->findChild<StatusStrip*>();
        const auto seen = [&](auto* w) { return w->isVisible(); };
        const auto rules = [&] {
            int shown = 0;
            for (const QFrame* rule : strip->findChildren<QFrame*>()) shown += seen(rule) && rule->property("rule").isValid();
            return shown;
        };
        QCOMPARE(rules(), 3);
        clockOf(d).scrubTo(then - 2);
        const QString words = QString("not in the cache at step %1").arg(then - 2);
        QVERIFY2(d.window->chatPane()->header()->figures().endsWith(words), qPrintable(d.window->chatPane()->header()->figures()));
        QVERIFY(strip->findChild<QLabel*>()->isVisible());  // "Context"
        QCOMPARE(rules(), 1);                               // before the step's time
        clockOf(d).goLive();
        QCOMPARE(rules(), 3);
    }

    void aHeldClockLetsTheReplyFade() {
        WindowDriver d(longReply());
        QVERIFY(d.openReady());
        d.type("Why?");
        QVERIFY(d.waitTokens(10));
        clockOf(d).hold();
        const auto length = d.lastText().size();
        QVERIFY(QTest::qWaitFor([&] { return d.lastText().size() > length + 40 && !d.view()->later().empty(); }));
        QVERIFY(std::abs(d.view()->later()[0].second.begin - int(length)) < 40);
        QVERIFY(!d.view()->grab().isNull());
    }

    void selectionsAreGoneBackToByKeyAndMouse() {
        WindowDriver d(longReply());
        QVERIFY(d.openReady());
        d.type("Why?");
        QVERIFY(d.waitTokens(40));
        const auto select = [&](std::uint64_t first) {
            Selection s;
            s.steps = Selection::Steps{first, first + 2};
            d.window->selection()->select(s);
        };
        QVERIFY(!d.window->actionList()->find("go.back")->isEnabled());
        select(3), select(10), select(20);
        QVERIFY(d.window->actionList()->find("go.back")->isEnabled());
        QVERIFY(!d.window->actionList()->find("go.forward")->isEnabled());
        d.edit()->setFocus();
        QTest::keyClick(d.edit(), Qt::Key_Left, Qt::AltModifier);
        QCOMPARE(d.window->selection()->current().steps->first, 10u);
        QVERIFY(d.window->actionList()->find("go.forward")->isEnabled());
        QTest::mouseClick(d.view()->viewport(), Qt::BackButton, {}, QPoint(5, 5));
        QCOMPARE(d.window->selection()->current().steps->first, 3u);
        QTest::mouseClick(d.edit(), Qt::ForwardButton, {}, QPoint(5, 5));
        QCOMPARE(d.window->selection()->current().steps->first, 10u);
        QTest::keyClick(d.edit(), Qt::Key_Right, Qt::AltModifier);
        QCOMPARE(d.window->selection()->current().steps->first, 20u);
        QVERIFY(clockOf(d).isLive());                                      // a selection scrubs nothing
    }

    void allOfItOutlivesTheWidgets() {
        WindowDriver d(longReply());
        QVERIFY(d.openReady());
        d.type("Why?");
        QVERIFY(d.waitTokens(30));
        clockOf(d).scrubTo(12);
        Selection s;
        s.steps = Selection::Steps{5, 6};
        d.window->selection()->select(s);
        const QString then = arithmetic(d);
        d.window->rebuild();
        QCOMPARE(clockOf(d).step(), 12u);
        QCOMPARE(arithmetic(d), then);
        QCOMPARE(d.window->timeline()->bar()->track()->value(), 12);
        QVERIFY(!d.view()->later().empty());
        QVERIFY(d.window->actionList()->find("go.live")->isEnabled());
        d.window->actionList()->find("go.live")->trigger();
        QVERIFY(clockOf(d).isLive());
        QVERIFY(!d.window->actionList()->find("go.live")->isEnabled());
        QVERIFY(d.window->actionList()->find("go.back")->isEnabled() == d.window->selection()->canGoBack());
    }
};

QTEST_MAIN(TimelineTest)
#include "timeline_test.moc"
