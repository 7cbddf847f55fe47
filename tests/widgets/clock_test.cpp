// The one clock: scrubbing, playing, the bar and its keys, and what every panel shows at a past step. Selections that are
// gone back to.
#include <QAccessible>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>
#include <QToolTip>
#include <QtTest>

#include "engine/telemetry/history.h"
#include "tests/widgets/support/cpu_clock.h"
#include "tests/widgets/support/scripted_source.h"
#include "widgets/controls/empty_state.h"
#include "widgets/controls/scrub_bar.h"
#include "widgets/controls/scrub_track.h"
#include "widgets/models/cache_facts.h"
#include "widgets/panels/kv/cache_header.h"
#include "widgets/panels/kv_blocks.h"
#include "widgets/panels/steps.h"
#include "widgets/panels/steps/step_sides.h"
#include "widgets/plots/block_map.h"
#include "widgets/plots/step_chart.h"
#include "widgets/text/mark_words.h"
#include "widgets/theme.h"

using namespace gh;
using namespace gh::widgets;
using test::ScriptedSource;

namespace {

Selection steps(std::uint64_t first, std::uint64_t last) {
    Selection selection;
    selection.steps = Selection::Steps{first, last};
    return selection;
}
Selection block(int index) {
    Selection selection;
    selection.block = Selection::Block{0, index};
    return selection;
}

// A bar and both panels over one source, as in the window.
struct Desk {
    ScriptedSource source;
    SelectionModel selection;
    QWidget window;
    ScrubBar* bar;
    KvBlocksPanel* kv;
    StepsPanel* steps;
    QLineEdit* edit;
    std::uint64_t key = 0;

    explicit Desk(int stepCount, ScriptedSource::Shape shape = {}) : source(shape) {
        auto* layout = new QVBoxLayout(&window);
        kv = new KvBlocksPanel(&selection);
        steps = new StepsPanel(&selection);
        edit = new QLineEdit;
        bar = new ScrubBar(selection.clock());
        for (QWidget* widget : {static_cast<QWidget*>(kv), static_cast<QWidget*>(steps), static_cast<QWidget*>(edit),
                                static_cast<QWidget*>(bar)})
            layout->addWidget(widget);
        window.resize(1100, 1200);
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        key = source.start("first", 64);
        source.step(stepCount);
        deliver();
    }
    ClockModel& clock() { return *selection.clock(); }
    void deliver() {
        kv->setSnapshot(source.latest());
        steps->setSnapshot(source.latest());
        bar->setSnapshot(source.latest());
        QCoreApplication::processEvents();
    }
    void more(int count) {
        source.step(count);
        deliver();
    }
    BlockMapView* map() { return kv->findChild<BlockMapView*>(); }
    StepChart* chart() { return steps->findChild<StepChart*>(); }
    bool says(QWidget* root, const QString& text) {
        for (QLabel* label : root->findChildren<QLabel*>())
            if (label->isVisible() && label->text().contains(text)) return true;
        return false;
    }
};

}  // namespace

class ClockTest : public QObject {
    Q_OBJECT
private slots:
    void anotherModelIsRememberedWithItsFirstStep() {
        ModelChanges changes;
        telemetry::Snapshot snapshot;
        const auto open = [&](std::uint64_t id, const char* name) {
            auto facts = std::make_shared<telemetry::ModelFacts>();
            facts->id = id;
            facts->fileName = name;
            snapshot.model = facts;
            changes.follow(snapshot);
        };
        open(1, "a.gguf");
        QVERIFY(changes.all().empty());          // the first one changed nothing
        QCOMPARE(changes.since(), std::uint64_t(1));
        snapshot.step = 20;
        changes.follow(snapshot);
        open(2, "b.gguf");
        QCOMPARE(changes.since(), std::uint64_t(21));
        open(3, "c.gguf");                       // the one between wrote nothing
        QCOMPARE(changes.all(), std::vector<ModelChange>({{21, "c.gguf"}}));
        snapshot.step = 30;
        changes.follow(snapshot);
        snapshot.model.reset();
        changes.follow(snapshot);
        open(4, "a.gguf");
        QCOMPARE(changes.all().size(), 2u);
        QCOMPARE(changes.since(), std::uint64_t(31));
        snapshot.step = 0;                       // another engine
        changes.follow(snapshot);
        QVERIFY(changes.all().empty());
    }

    void initTestCase() {
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
        Theme::instance().setMode(ThemeMode::Light);
    }

    void theClockIsLiveUntilItIsScrubbed() {
        ScriptedSource source;
        ClockModel clock;
        QSignalSpy changed(&clock, &ClockModel::changed);
        clock.scrubTo(4);                                                  // nothing to scrub over
        QVERIFY(clock.isLive());
        source.start("a", 64);
        source.step(100);
        clock.setSnapshot(source.latest());
        QVERIFY(clock.isLive());
        QCOMPARE(clock.step(), 100u);
        QVERIFY(changed.isEmpty());
        clock.stepBy(1);                                                   // nothing after live
        QVERIFY(clock.isLive());
        clock.stepBy(-1);
        QVERIFY(!clock.isLive());
        QCOMPARE(clock.step(), 99u);
        QCOMPARE(clock.behind(), 1u);
        source.step(20);
        clock.setSnapshot(source.latest());
        QCOMPARE(clock.step(), 99u);                                       // the engine goes on, the clock stands
        QCOMPARE(clock.behind(), 21u);
        clock.scrubTo(1'000'000);
        QCOMPARE(clock.step(), 120u);
        QVERIFY(!clock.isLive());
        clock.stepBy(1);
        QVERIFY(clock.isLive());
        clock.scrubTo(0);
        QCOMPARE(clock.step(), 1u);
        clock.goLive();
        QVERIFY(clock.isLive());
        clock.hold();
        QVERIFY(!clock.isLive());
        QCOMPARE(clock.step(), 120u);
    }

    void aTokenIsThereFromTheStepThatWroteIt() {
        // Two of the prompt in step 1, which draws the next; each later step reads what the one before it drew.
        telemetry::ChunkedLog<telemetry::TokenFacts> log;
        telemetry::DrawLog draws;
        const auto token = [](int id, std::uint64_t step, bool generated) {
            telemetry::TokenFacts facts;
            facts.id = id;
            facts.step = step;
            facts.generated = generated;
            return facts;
        };
        const auto drawn = [](int id, std::uint64_t step) {
            auto draw = std::make_shared<telemetry::DrawFacts>();
            draw->id = id;
            draw->step = step;
            return draw;
        };
        log.append(token(7, 1, false));
        log.append(token(8, 1, false));
        for (std::uint64_t step = 2; step <= 4; ++step) log.append(token(int(10 * step), step, true));
        for (std::uint32_t p = 2; p <= 5; ++p) draws.set(p, drawn(int(10 * p), p - 1));   // the last is not read yet
        telemetry::SequenceTokens sequence{1, log.view(), draws.view(), nullptr};
        QCOMPARE(writtenAt(sequence, 1), 1u);
        QCOMPARE(writtenAt(sequence, 2), 1u);
        QCOMPARE(writtenAt(sequence, 5), 4u);
        QCOMPARE(reachedAt(sequence, 0), 0u);
        QCOMPARE(reachedAt(sequence, 1), 3u);
        QCOMPARE(reachedAt(sequence, 3), 5u);
        QCOMPARE(reachedAt(sequence, 4), 6u);
        // Records of draws that are not kept change nothing.
        sequence.draws = {};
        QCOMPARE(reachedAt(sequence, 3), 5u);
        // What a branch put there was not there before it was read; nor was what is computed anew after an eviction.
        draws.truncate(4);
        draws.set(4, drawn(99, 3));
        sequence.draws = draws.view();
        QCOMPARE(reachedAt(sequence, 3), 4u);
        telemetry::ChunkedLog<telemetry::TokenFacts> anew;
        for (int i = 0; i < 5; ++i) anew.append(token(10 * i, 90, i >= 2));
        sequence.tokens = anew.view();
        QCOMPARE(reachedAt(sequence, 50), 0u);
    }

    void aClockSaysOnceWhereItStands() {
        Desk desk(60);
        QSignalSpy changed(&desk.clock(), &ClockModel::changed);
        desk.clock().scrubTo(20);
        desk.clock().scrubTo(20);
        QCOMPARE(changed.size(), 1);
        desk.clock().scrubTo(21);                                          // another step is another state
        QCOMPARE(changed.size(), 2);
        QCOMPARE(desk.clock().scrubbedTo(), std::optional<std::uint64_t>(21));
        desk.clock().goLive();
        QVERIFY(!desk.clock().scrubbedTo());
    }

    void aClockIsPushedAlongByTheEndOfTheLog() {
        ScriptedSource::Shape shape;
        shape.blocks = 400;
        ScriptedSource source(shape);
        source.start("a", 8);
        source.step(200);
        ClockModel clock;
        clock.setSnapshot(source.latest());
        clock.scrubTo(50);
        source.step(4300);
        clock.setSnapshot(source.latest());
        QVERIFY(clock.oldest() > 50);
        QCOMPARE(clock.step(), clock.oldest());
        clock.setSnapshot(std::make_shared<telemetry::Snapshot>());        // nothing left at all
        QVERIFY(clock.isLive());
        QCOMPARE(clock.step(), 0u);
    }

    void itPlaysOnToLive() {
        ScriptedSource source;
        source.start("a", 64);
        source.step(60);
        ClockModel clock;
        clock.setSnapshot(source.latest());
        clock.playOrHold();
        QCOMPARE(clock.step(), 60u);
        QVERIFY(!clock.isPlaying());
        clock.scrubTo(40);
        clock.playOrHold();
        QVERIFY(clock.isPlaying());
        QTRY_VERIFY(clock.step() > 44);
        clock.playOrHold();
        const std::uint64_t held = clock.step();
        QVERIFY(!clock.isPlaying() && !clock.isLive());
        QTest::qWait(60);
        QCOMPARE(clock.step(), held);
        clock.play();
        QTRY_VERIFY(clock.isLive());
        QVERIFY(!clock.isPlaying());
        clock.scrubTo(50);
        clock.play();
        clock.scrubTo(10);                                                 // a scrub stops playing
        QVERIFY(!clock.isPlaying());
        QCOMPARE(clock.step(), 10u);
    }

    void everyPanelShowsTheStepOfTheClock() {
        Desk desk(41);                                                     // 64 prompt tokens, then 40 written
        const auto now = desk.source.latest();
        desk.clock().scrubTo(11);                                          // 74 tokens: 5 blocks
        QCOMPARE(desk.kv->findChild<CacheHeader*>()->arithmeticText().contains("74 tokens → 5 blocks"), true);
        QVERIFY(desk.says(desk.kv, "As of step 11"));
        QVERIFY(desk.says(desk.steps, "steps 1–11"));
        QVERIFY(!desk.chart()->isLive());
        QVERIFY(desk.chart()->accessibleDescription().contains("step 11"));
        desk.more(30);                                                     // the engine goes on
        QVERIFY(desk.kv->findChild<CacheHeader*>()->arithmeticText().contains("74 tokens → 5 blocks"));
        QVERIFY(desk.says(desk.steps, "steps 1–11"));
        desk.clock().stepBy(1);
        QVERIFY(desk.kv->findChild<CacheHeader*>()->arithmeticText().contains("75 tokens → 5 blocks"));
        desk.clock().goLive();
        QVERIFY(desk.kv->findChild<CacheHeader*>()->arithmeticText().contains("134 tokens → 9 blocks"));
        QVERIFY(!desk.says(desk.kv, "As of step"));
        QVERIFY(desk.says(desk.steps, "last 71 steps"));
        QVERIFY(desk.chart()->isLive());
    }

    void theMapOfThenIsDrawnAsItWasThen() {
        Desk then(11), now(11);
        now.more(60);
        now.clock().scrubTo(11);
        then.clock().scrubTo(11);
        QCoreApplication::processEvents();
        QCOMPARE(now.map()->grab().toImage(), then.map()->grab().toImage());
        now.clock().goLive();
        QCoreApplication::processEvents();
        QVERIFY(now.map()->grab().toImage() != then.map()->grab().toImage());
    }

    void aSelectionScrubsNothing() {
        Desk desk(60);
        desk.selection.select(selectionOfBlock(*desk.source.latest(), 0, 4));
        QVERIFY(desk.clock().isLive());
        desk.clock().scrubTo(20);
        desk.selection.select(steps(5, 9));
        QCOMPARE(desk.clock().step(), 20u);
        emit desk.chart()->clockWanted(33);                                // its menu does
        QCOMPARE(desk.clock().step(), 33u);
    }

    void aBlockOfThenSelectsItsTokensOfThen() {
        Desk desk(41);
        desk.clock().scrubTo(11);
        QTest::mouseClick(desk.map()->viewport(), Qt::LeftButton, {}, desk.map()->cellRect(4).center().toPoint());
        QCOMPARE(desk.selection.current().tokens, (Selection::Tokens{desk.key, 64, 73}));
        QCOMPARE(desk.selection.current().steps, (Selection::Steps{2, 11}));
    }

    void whatIsNotKeptIsSaid() {
        ScriptedSource::Shape shape;
        shape.blocks = 300;
        Desk desk(0, shape);
        desk.source.keepHistory(60'000);
        desk.more(3000);
        const auto history = desk.source.latest()->history;
        QVERIFY(history->firstStep() > 1);
        desk.clock().scrubTo(1);
        EmptyState* shown = nullptr;
        for (EmptyState* state : desk.kv->findChildren<EmptyState*>())
            if (state->isVisible()) shown = state;
        QVERIFY(shown);
        QVERIFY(desk.says(shown, "Step 1 is not kept"));
        QVERIFY(desk.says(shown, QString("back to step %1").arg(QLocale().toString(static_cast<qulonglong>(history->firstStep())))));
        desk.clock().scrubTo(history->firstStep());
        QVERIFY(!shown->isVisible());
        desk.clock().scrubTo(2);
        shown->button()->click();
        QVERIFY(desk.clock().isLive());
        QVERIFY(!shown->isVisible());
    }

    void aSequenceThatIsGoneIsStillOnTheMapOfThen() {
        Desk desk(20);
        const auto second = desk.source.start("second", 20);
        desk.more(10);
        desk.source.finish(desk.key);
        desk.source.release(desk.key);
        desk.more(5);
        Q_UNUSED(second);
        QVERIFY(!desk.says(desk.kv, "text no longer kept"));
        desk.clock().scrubTo(20);
        QVERIFY(desk.kv->findChild<CacheHeader*>()->arithmeticText().contains("83 tokens → 6 blocks"));
        QTest::mouseClick(desk.map()->viewport(), Qt::LeftButton, {}, desk.map()->cellRect(1).center().toPoint());
        QVERIFY(desk.says(desk.kv, "text no longer kept"));
    }

    void laterStepsAreFaded() {
        Desk desk(200);
        StepChart& chart = *desk.chart();
        const auto ink = [&](std::uint64_t step) {
            const QImage image = chart.grab().toImage();
            return image.pixelColor(static_cast<int>(chart.xOf(step) + 1), static_cast<int>(chart.plotBox().bottom()) - 4);
        };
        const Theme& theme = Theme::instance();
        QCOMPARE(ink(180), theme.color("phase.decode"));
        desk.clock().scrubTo(150);
        QCOMPARE(ink(150), theme.color("phase.decode"));
        const QColor faded = mix(theme.color("surface"), theme.color("phase.decode"), theme.opacity("outOfWindow"));
        const QColor drawn = ink(180);
        QVERIFY(std::abs(drawn.red() - faded.red()) <= 2 && std::abs(drawn.blue() - faded.blue()) <= 2);
        const double at = chart.xOf(150);
        desk.more(30);
        QCOMPARE(chart.xOf(150), at);                                      // the window stands still too
        chart.pan(3000);
        desk.clock().stepBy(1);                                            // and comes along when the clock leaves it
        QVERIFY(chart.xOf(151) >= chart.plotBox().left() && chart.xOf(152) <= chart.plotBox().right() + 1);
        QCOMPARE(ink(150), theme.color("phase.decode"));
    }

    void theBarSaysWhereTheClockIs() {
        Desk desk(120);
        QCOMPARE(clockWords(desk.clock()).step, QString("step 120"));
        QVERIFY(clockWords(desk.clock()).behind.isEmpty());
        QVERIFY(!desk.bar->liveButton()->isVisible());
        desk.clock().scrubTo(74);
        QCOMPARE(clockWords(desk.clock()).step, QString("step 74 of 120"));
        QCOMPARE(clockWords(desk.clock()).behind, QString("46 behind"));
        QVERIFY(desk.bar->liveButton()->isVisible());
        QCOMPARE(desk.bar->liveButton()->text(), QString("Go to live"));
        desk.bar->liveButton()->click();
        QVERIFY(desk.clock().isLive());
        // Live is what comes in: an engine that is ready or paused has nothing to follow.
        QCoreApplication::processEvents();
        QVERIFY(desk.bar->liveSign()->isVisible());
        const int where = desk.bar->track()->width();
        desk.source.finish(desk.key);
        desk.deliver();
        QVERIFY(!desk.bar->liveSign()->isVisible());
        QCOMPARE(desk.bar->track()->width(), where);                       // and the track stands still
    }

    void theBarsKeysMoveTheClock() {
        Desk desk(120);
        ScrubTrack* track = desk.bar->track();
        track->setFocus();
        QVERIFY(track->hasFocus());
        QTest::keyClick(track, Qt::Key_Comma);
        QCOMPARE(desk.clock().step(), 119u);
        QTest::keyClick(track, Qt::Key_Left);
        QCOMPARE(desk.clock().step(), 118u);
        QTest::keyClick(track, Qt::Key_Period);
        QCOMPARE(desk.clock().step(), 119u);
        QTest::keyClick(track, Qt::Key_Home);
        QCOMPARE(desk.clock().step(), 1u);
        QTest::keyClick(track, Qt::Key_PageDown);
        QCOMPARE(desk.clock().step(), 12u);
        QTest::keyClick(track, Qt::Key_Space);
        QVERIFY(desk.clock().isPlaying());
        QTest::keyClick(track, Qt::Key_Space);
        QVERIFY(!desk.clock().isPlaying() && !desk.clock().isLive());
        QTest::keyClick(track, Qt::Key_End);
        QVERIFY(desk.clock().isLive());
        QTest::keyClick(track, Qt::Key_Space);
        QVERIFY(!desk.clock().isLive());
        QCOMPARE(desk.clock().step(), 120u);
        QTest::keyClick(track, Qt::Key_Comma, Qt::ControlModifier);        // other keys' business
        QCOMPARE(desk.clock().step(), 120u);
        // A button of the bar has the focus: the timeline has it. Its own Space clicks it.
        desk.bar->playButton()->setFocus();
        QTest::keyClick(desk.bar->playButton(), Qt::Key_Comma);
        QCOMPARE(desk.clock().step(), 119u);
    }

    void typingElsewhereNeverScrubs() {
        Desk desk(120);
        for (QWidget* other : {static_cast<QWidget*>(desk.edit), static_cast<QWidget*>(desk.map()), static_cast<QWidget*>(desk.chart())}) {
            other->setFocus();
            QVERIFY(other->hasFocus());
            for (const Qt::Key key : {Qt::Key_Space, Qt::Key_Comma, Qt::Key_Period, Qt::Key_Home, Qt::Key_End}) {
                QTest::keyClick(other, key);
                QVERIFY(desk.clock().isLive());
            }
        }
        desk.edit->clear();
        desk.edit->setFocus();
        QTest::keyClicks(desk.edit, "a, b. c ");
        QCOMPARE(desk.edit->text(), QString("a, b. c "));
        QVERIFY(desk.clock().isLive());
    }

    void theTrackIsClickedDraggedAndRead() {
        Desk desk(120);
        ScrubTrack* track = desk.bar->track();
        const auto at = [&](std::uint64_t step) { return QPoint(static_cast<int>(std::lround(track->xOf(step))), track->height() / 2); };
        QTest::mousePress(track, Qt::LeftButton, {}, at(60));
        QCOMPARE(desk.clock().step(), 60u);
        QTest::mouseMove(track, at(30));
        QCOMPARE(desk.clock().step(), 30u);
        QTest::mouseRelease(track, Qt::LeftButton, {}, at(30));
        QTest::mouseMove(track, at(90));
        QCOMPARE(desk.clock().step(), 30u);
        QTest::mouseClick(track, Qt::LeftButton, {}, QPoint(track->width() - 1, 10));
        QVERIFY(desk.clock().isLive());
        QCOMPARE(track->maximum(), 120);
        track->setValue(17);                                               // what a screen reader does
        QCOMPARE(desk.clock().step(), 17u);
        QAccessibleInterface* spoken = QAccessible::queryAccessibleInterface(track);
        QVERIFY(spoken);
        QCOMPARE(spoken->role(), QAccessible::Slider);
        QVERIFY(spoken->valueInterface());
        QCOMPARE(spoken->valueInterface()->currentValue().toInt(), 17);
        QVERIFY(!spoken->text(QAccessible::Name).isEmpty());
    }

    void marksTellWhatHappened() {
        Desk desk(30);
        desk.source.finish(desk.key);
        desk.deliver();
        ScrubTrack* track = desk.bar->track();
        QVERIFY(track->hoverText(track->xOf(1)).contains("Request began, prompt of 64 tokens: first"));
        QVERIFY(track->hoverText(track->xOf(2)).contains("First token of the reply"));
        QVERIFY(track->hoverText(track->xOf(30)).contains("Reply ended after 29 tokens"));
        QVERIFY(track->hoverText(track->xOf(15)).contains("Step 15"));
        QVERIFY(track->hoverText(track->xOf(15)).contains("ms"));
        // Under the pointer a mark is named at once, over its whole drawing, and not beside it.
        const auto hover = [&](double x) {
            QTest::mouseMove(track, QPoint(static_cast<int>(std::lround(x)), 6));
            return QToolTip::isVisible() ? QToolTip::text() : QString();
        };
        QVERIFY(hover(track->xOf(15)).isEmpty());
        QVERIFY(hover(track->xOf(1) + 7).contains("Request began"));
        // (A pointer that rests may be told of its step by then.)
        QTRY_VERIFY(!hover(track->xOf(15)).contains("Request began"));
        QVERIFY(hover(track->xOf(30)).contains("Reply ended"));
        const QImage marked = track->grab().toImage();
        track->setLogs(desk.source.latest()->steps, {});
        QVERIFY(track->grab().toImage() != marked);
        for (int kind = 0; kind <= static_cast<int>(telemetry::MarkKind::Evicted); ++kind)
            QVERIFY(!markWords({3, static_cast<telemetry::MarkKind>(kind), 1, 1, 1, 5, "a"}).isEmpty());
    }

    void anEmptyBarIsQuiet() {
        SelectionModel selection;
        ScrubBar bar(selection.clock());
        bar.resize(900, 48);
        bar.show();
        bar.setSnapshot(std::make_shared<telemetry::Snapshot>());
        QVERIFY(!bar.grab().isNull());
        for (const Qt::Key key : {Qt::Key_Space, Qt::Key_Comma, Qt::Key_Home, Qt::Key_End}) QTest::keyClick(bar.track(), key);
        QVERIFY(selection.clock()->isLive());
        QVERIFY(bar.track()->hoverText(100).isEmpty());
    }

    void selectionsAreGoneBackTo() {
        SelectionModel model;
        QVERIFY(!model.canGoBack() && !model.canGoForward());
        model.goBack();
        model.select(block(1));
        model.select(block(2));
        model.select(block(3));
        QVERIFY(model.canGoBack());
        model.goBack();
        QCOMPARE(model.current(), block(2));
        QVERIFY(model.canGoForward());
        model.goBack();
        QCOMPARE(model.current(), block(1));
        QVERIFY(!model.canGoBack());
        model.goForward();
        QCOMPARE(model.current(), block(2));
        model.clear();
        QVERIFY(model.canGoBack());                                        // to what was cleared
        model.goBack();
        QCOMPARE(model.current(), block(2));
        model.goForward();
        QCOMPARE(model.current(), block(3));
        model.goBack();
        model.select(block(9));                                            // another way: what was ahead is gone
        QVERIFY(!model.canGoForward());
        model.goBack();
        QCOMPARE(model.current(), block(2));
    }

    void aRunThatIsDrawnIsOneSelection() {
        SelectionModel model;
        model.select(block(1));
        model.select(steps(10, 10));
        for (std::uint64_t last = 11; last < 30; ++last) model.select(steps(10, last));
        model.goBack();
        QCOMPARE(model.current(), block(1));
        model.goForward();
        QCOMPARE(model.current(), steps(10, 29));
    }

    void thePastOfSelectionsIsBounded() {
        SelectionModel model;
        for (int i = 0; i < 500; ++i) model.select(block(i));
        int count = 1;
        for (; model.canGoBack(); ++count) model.goBack();
        QCOMPARE(count, static_cast<int>(SelectionModel::kKept));
        QCOMPARE(model.current(), block(500 - static_cast<int>(SelectionModel::kKept)));
    }

    void scrubbingIsQuick() {
        ScriptedSource::Shape shape;
        shape.blocks = 512;
        Desk desk(0, shape);
        desk.source.start("second", 1200);
        desk.more(4000);
        double longest = 0, sum = 0;
        int count = 0;
        for (std::uint64_t step = 3990; step > 40; step -= 79, ++count) {
            const double start = test::threadCpuMs();
            desk.clock().scrubTo(step);
            QCoreApplication::processEvents();                             // with the painting that it causes
            const double took = test::threadCpuMs() - start;
            longest = std::max(longest, took);
            sum += took;
        }
        qInfo("a scrub with both panels on show: mean %.2f ms, longest %.2f ms CPU", sum / count, longest);
        if (test::kTimed) QVERIFY(longest < 30 * test::kTolerance);
    }

    void aBarThatFollowsIsCheap() {
        Desk desk(4000);
        for (int i = 0; i < 400; ++i) desk.source.finish(desk.source.start("short", 4)), desk.source.step(1);
        double sum = 0;
        constexpr int kFrames = 120;
        for (int i = 0; i < kFrames; ++i) {
            desk.source.step(1);
            const auto snapshot = desk.source.latest();
            const double start = test::threadCpuMs();
            desk.bar->setSnapshot(snapshot);
            QCoreApplication::processEvents();
            sum += test::threadCpuMs() - start;
        }
        qInfo("a frame of the scrub bar while it follows: %.3f ms CPU", sum / kFrames);
        if (test::kTimed) QVERIFY(sum / kFrames < 3 * test::kTolerance);
    }
};

QTEST_MAIN(ClockTest)
#include "clock_test.moc"
