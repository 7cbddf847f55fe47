// Lanes of requests: put together from rows and marks, drawn, chosen, and the panel around them.
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSpinBox>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QTest>

#include "tests/widgets/support/cpu_clock.h"
#include "tests/widgets/support/scripted_source.h"
#include "tests/widgets/support/word_boxes.h"
#include "widgets/controls/elided_text.h"
#include "widgets/controls/empty_state.h"
#include "widgets/controls/metric_label.h"
#include "widgets/controls/segmented.h"
#include "widgets/models/request_words.h"
#include "widgets/panels/requests.h"
#include "widgets/panels/requests/policy_row.h"
#include "widgets/panels/requests/traffic_form.h"
#include "widgets/plots/lane_chart.h"
#include "widgets/text/pieces.h"
#include "widgets/theme.h"

using namespace gh;
using namespace gh::widgets;
using test::ScriptedSource;

namespace {

ScriptedSource::Shape queued(int atOnce, int blocks = 256) {
    ScriptedSource::Shape shape;
    shape.mostRunning = atOnce;
    shape.blocks = blocks;
    shape.layers = 2;
    return shape;
}

const LaneRun* runOf(const Lane& lane, LanePart part) {
    for (const LaneRun& run : lane.runs)
        if (run.part == part) return &run;
    return nullptr;
}

struct Fixture {
    ScriptedSource source;
    SelectionModel selection;
    RequestsDesk desk;
    RequestsPanel panel;
    explicit Fixture(ScriptedSource::Shape shape) : source(shape), panel(&selection) {
        panel.setDesk(&desk);
        panel.resize(1000, 380);
        panel.show();
        (void)QTest::qWaitForWindowExposed(&panel);
    }
    void tell() {
        selection.clock()->setSnapshot(source.latest());
        panel.setSnapshot(source.latest());
    }
    LaneChart& chart() { return *panel.chart(); }
    QString story() const {
        for (const ElidedText* text : panel.findChildren<ElidedText*>()) return text->text();
        return {};
    }
    QPoint at(std::size_t row, std::uint64_t step) {
        return QPoint(static_cast<int>(chart().window().xOf(step) + chart().window().pitch() / 2),
                      static_cast<int>(chart().rowBox(row).center().y()));
    }
    QString words() {
        QString all;
        for (const PartsLabel* label : panel.findChildren<PartsLabel*>()) all += label->accessibleName();
        return all;
    }
};

}  // namespace

class RequestsTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Theme::instance().setMode(ThemeMode::Light); }

    // ---- the model ------------------------------------------------------------------------------------

    void aLaneHasWhatItsRequestDid() {
        ScriptedSource source(queued(1));
        const auto first = source.start("one", 100), second = source.start("two", 64);
        RequestLanes lanes;
        source.step(4);                                       // two chunks, two tokens
        source.finish(first);
        source.step(3);
        QVERIFY(lanes.update(*source.latest()));
        QVERIFY(!lanes.update(*source.latest()));
        QCOMPARE(lanes.lanes().size(), 2u);
        const Lane& one = *lanes.find(first);
        QCOMPARE(one.runs, (std::vector<LaneRun>{{LanePart::Prefill, 1, 2}, {LanePart::Decode, 3, 4}}));
        QCOMPARE(one.end, LaneEnd::Finished);
        QCOMPARE(one.ended, 4u);
        QVERIFY(!one.waitingRun(lanes.now()));
        const Lane& two = *lanes.find(second);
        QCOMPARE(*two.waitingRun(lanes.now()), (LaneRun{LanePart::Waiting, 1, 4}));
        QCOMPARE(two.runs, (std::vector<LaneRun>{{LanePart::Prefill, 5, 5}, {LanePart::Decode, 6, 7}}));
        QVERIFY(!two.openRun(lanes.now()));
        QCOMPARE(*two.partAt(3, 7), LanePart::Waiting);
        QCOMPARE(*two.partAt(5, 7), LanePart::Prefill);
        QVERIFY(!one.partAt(5, 7));
        QCOMPARE(lanes.countsAt(2).running, 1u);
        QCOMPARE(lanes.countsAt(2).waiting, 1u);
        QCOMPARE(lanes.countsAt(7).waiting, 0u);
    }

    void aPreemptedOneIsComputedAgain() {
        ScriptedSource source(queued(2));
        const auto key = source.start("one", 64);
        source.start("two", 10);
        source.step(3);
        source.preempt(key);
        source.step(4);
        RequestLanes lanes;
        lanes.update(*source.latest());
        QCOMPARE(*lanes.find(key)->openRun(lanes.now()), (LaneRun{LanePart::Preempted, 4, 7}));
        QCOMPARE(lanes.countsAt(6).preempted, 1u);
        source.resume(key);
        source.step(3);
        lanes.update(*source.latest());
        const Lane& lane = *lanes.find(key);
        QCOMPARE(*runOf(lane, LanePart::Preempted), (LaneRun{LanePart::Preempted, 4, 7}));
        QCOMPARE(*runOf(lane, LanePart::Recompute), (LaneRun{LanePart::Recompute, 8, 9}));
        QCOMPARE(lane.preemptions, 1u);
        QVERIFY(laneStory(lane, *source.latest()).contains("Preempted once"));
    }

    void paddingIsNotWork() {
        ScriptedSource source(queued(4));
        const auto key = source.start("one", 10);
        source.start("two", 10);
        source.step(4);
        source.finish(key);
        source.pad(key, true);
        source.step(5);
        source.pad(key, false);
        source.step(2);
        RequestLanes lanes;
        lanes.update(*source.latest());
        const Lane& lane = *lanes.find(key);
        QCOMPARE(*runOf(lane, LanePart::Padding), (LaneRun{LanePart::Padding, 5, 9}));
        QCOMPARE(lane.paddingRows, 5u);
        QCOMPARE(lane.last(lanes.now()), 9u);
        QCOMPARE(lanes.countsAt(7).running, 1u);
    }

    // In one go or bit by bit, hidden for a while or not: the lanes are the same.
    void lanesDoNotDependOnWhenTheyWereAsked() {
        ScriptedSource source(queued(3));
        RequestLanes often;
        std::vector<std::uint64_t> keys;
        for (int i = 0; i < 60; ++i) {
            keys.push_back(source.start("r", 40 + 13 * static_cast<std::uint32_t>(i % 7)));
            source.step(2);
            often.update(*source.latest());
            if (i % 5 == 4) source.finish(keys[static_cast<std::size_t>(i / 5)]);
            if (i % 11 == 3) source.preempt(keys[static_cast<std::size_t>(i / 5) + 1]);
            if (i % 11 == 6) source.resume(keys[static_cast<std::size_t>(i / 5) + (i / 5 == (i - 3) / 5 ? 1 : 0)]);
        }
        often.update(*source.latest());
        RequestLanes once;
        once.update(*source.latest());
        QCOMPARE(once.lanes().size(), often.lanes().size());
        for (std::size_t i = 0; i < once.lanes().size(); ++i) {
            QCOMPARE(once.lanes()[i].runs, often.lanes()[i].runs);
            QCOMPARE(once.lanes()[i].ended, often.lanes()[i].ended);
        }
    }

    void whyNotMoreIsSaid() {
        ScriptedSource source(queued(2));
        const auto held = source.start("held", 64);
        source.step(3);
        const auto key = source.start("asks", 64);
        telemetry::PrefixHit hit;
        hit.hitTokens = 32;
        hit.miss = telemetry::PrefixMiss::FirstDifferingToken;
        hit.position = 32;
        hit.heldToken = 32 * 37;                              // as the script numbers its tokens
        hit.askedToken = 4711;
        source.setHit(key, hit);
        source.step(2);
        RequestLanes lanes;
        lanes.update(*source.latest());
        const QString story = laneStory(*lanes.find(key), *source.latest());
        QVERIFY2(story.contains("32 of them found"), qPrintable(story));
        QVERIFY2(story.contains("position 32"), qPrintable(story));
        const auto* tokens = tokensOf(*source.latest(), held);
        QVERIFY2(story.contains(QString::fromStdString((*tokens)[32].text).trimmed()), qPrintable(story));
        QVERIFY2(story.contains("4,711"), qPrintable(story));
        // Every reason has words.
        for (int miss = 1; miss <= static_cast<int>(telemetry::PrefixMiss::NothingCached); ++miss) {
            hit.miss = static_cast<telemetry::PrefixMiss>(miss);
            QVERIFY(!missWords(hit, *source.latest(), key).isEmpty());
        }
        hit.miss = telemetry::PrefixMiss::None;
        QVERIFY(missWords(hit, *source.latest(), key).isEmpty());
    }

    // ---- the chart ------------------------------------------------------------------------------------

    void whatIsDrawnIsWhereItHappened() {
        for (const ThemeMode mode : {ThemeMode::Light, ThemeMode::Dark}) {
            Theme::instance().setMode(mode);
            Fixture f(queued(1));
            f.source.start("one", 128);
            f.source.start("two", 64);
            f.source.step(6);
            f.tell();
            const QImage image = f.chart().grab().toImage();
            const QColor full = Theme::instance().owner(0), paper = Theme::instance().color("surface");
            QCOMPARE(image.pixelColor(f.at(0, 1)).rgb(), full.rgb());                                  // a chunk
            QCOMPARE(image.pixelColor(f.at(0, 5)).rgb(), mix(paper, full, 0.5).rgb());                 // a token
            const QPoint waiting = f.at(1, 3);                                             // an outline, nothing in it
            QCOMPARE(image.pixelColor(waiting), paper);
            QVERIFY(image.pixelColor(waiting - QPoint(0, 3)) != paper);
        }
        Theme::instance().setMode(ThemeMode::Light);
    }

    void theClockFadesWhatCameLater() {
        Fixture f(queued(2));
        f.source.start("one", 64);
        f.source.step(30);
        f.tell();
        const QColor before = f.chart().grab().toImage().pixelColor(f.at(0, 25));
        f.selection.clock()->scrubTo(12);
        const QImage image = f.chart().grab().toImage();
        QCOMPARE(image.pixelColor(f.at(0, 10)), before);
        QVERIFY(image.pixelColor(f.at(0, 25)) != before);
        QVERIFY(f.words().contains("1 running"));
    }

    void clicksChoose() {
        Fixture f(queued(2));
        const auto one = f.source.start("one", 64), two = f.source.start("two", 64);
        f.source.step(20);
        f.tell();
        QTest::mouseClick(&f.chart(), Qt::LeftButton, {}, f.at(1, 10));
        const Selection part = f.selection.current();
        QCOMPARE(*part.request, two);
        QCOMPARE(part.steps->first, 10u);
        QCOMPARE(part.tokens->sequence, two);
        QCOMPARE(part.tokens->first, part.tokens->last);
        QVERIFY2(f.story().startsWith("Step 10: writes a token"), qPrintable(f.story()));
        // Its name: the whole of it.
        QTest::mouseClick(&f.chart(), Qt::LeftButton, {}, QPoint(20, static_cast<int>(f.chart().rowBox(0).center().y())));
        QCOMPARE(*f.selection.current().request, one);
        QCOMPARE(f.selection.current().steps->first, 1u);
        QCOMPARE(f.selection.current().tokens->last, 64u + 19 - 1);
        // Beside the lanes: nothing.
        QTest::mouseClick(&f.chart(), Qt::LeftButton, {}, QPoint(500, static_cast<int>(f.chart().rowBox(6).center().y())));
        QVERIFY(f.selection.current().empty());
        // The strip beneath: the step.
        QTest::mouseClick(&f.chart(), Qt::LeftButton, {}, QPoint(f.at(0, 7).x(), static_cast<int>(f.chart().tokensBox().center().y())));
        QCOMPARE(f.selection.current().steps->first, 7u);
        QVERIFY(!f.selection.current().request);
    }

    void keysGoFromLaneToLaneAndFromStepToStep() {
        Fixture f(queued(2));
        const auto one = f.source.start("one", 64), two = f.source.start("two", 64);
        f.source.step(20);
        f.tell();
        f.chart().setFocus();
        QTest::keyClick(&f.chart(), Qt::Key_Down);
        QCOMPARE(*f.selection.current().request, one);
        QTest::keyClick(&f.chart(), Qt::Key_Down);
        QCOMPARE(*f.selection.current().request, two);
        QTest::keyClick(&f.chart(), Qt::Key_Left);
        QCOMPARE(f.selection.current().steps->first, 20u);
        QTest::keyClick(&f.chart(), Qt::Key_Left);
        QCOMPARE(f.selection.current().steps->first, 19u);
        QTest::keyClick(&f.chart(), Qt::Key_Up);
        QCOMPARE(*f.selection.current().request, one);
        QVERIFY(f.chart().accessibleDescription().contains("one"));
        QTest::keyClick(&f.chart(), Qt::Key_Escape);
        QVERIFY(f.selection.current().empty());
    }

    // What is chosen elsewhere is highlighted here.
    void aSelectionFromElsewhereRingsItsLane() {
        Fixture f(queued(2));
        f.source.start("one", 64);
        const auto two = f.source.start("two", 64);
        f.source.step(20);
        f.tell();
        Selection chosen;
        chosen.tokens = Selection::Tokens{two, 0, 15};
        f.selection.select(chosen);
        QVERIFY(f.chart().accessibleDescription().contains("two"));
        QVERIFY(f.story().contains("Prompt of 64"));
    }

    void zoomPanAndBackToLive() {
        Fixture f(queued(4));
        f.source.start("one", 64);
        f.source.step(400);
        f.tell();
        QVERIFY(f.chart().window().isLive());
        f.chart().pan(300);
        QVERIFY(!f.chart().window().isLive());
        const double at = f.chart().window().xOf(200);
        f.source.step(10);
        f.tell();
        QCOMPARE(f.chart().window().xOf(200), at);
        auto* button = f.chart().findChild<QPushButton*>();
        QVERIFY(button->isVisible());
        button->click();
        QVERIFY(f.chart().window().isLive() && !button->isVisible());
        f.chart().fit();
        QVERIFY(f.chart().window().xOf(1) >= f.chart().plotBox().left());
    }

    // Many lanes: those that run are in view, with what waits beneath; the scroll bar leads to all.
    void theRunningOnesAreInView() {
        Fixture f(queued(3));
        std::vector<std::uint64_t> keys;
        for (int i = 0; i < 40; ++i) keys.push_back(f.source.start("r" + std::to_string(i), 20));
        for (int i = 0; i < 20; ++i) {
            f.source.step(2);
            f.source.finish(keys[static_cast<std::size_t>(i)]);
        }
        f.source.step(2);
        f.tell();
        QCOMPARE(f.chart().rows().size(), 40u);
        const QRectF top = f.chart().rowBox(20);
        QVERIFY(top.top() >= f.chart().plotBox().top() && top.bottom() <= f.chart().plotBox().bottom());
        auto* bar = f.chart().findChild<QScrollBar*>();
        QVERIFY(bar->isVisible());
        bar->setValue(0);
        f.source.step(2);
        f.tell();
        QCOMPARE(bar->value(), 0);                            // the user's
        QCOMPARE(f.chart().laneAt(f.chart().plotBox().top() + 5)->label, QString("r0"));
    }

    void wordsAreInTheirPlaces() {
        Fixture f(queued(2));
        f.source.start("A conversation with a long name that does not fit beside its lane", 1064);
        f.source.start("two", 64);
        f.source.step(200);
        f.tell();
        for (const std::uint64_t clock : {1, 40, 100, 199}) {
            f.selection.clock()->scrubTo(clock);
            const auto words = test::wordsOf(f.chart());
            for (std::size_t i = 0; i < words.size(); ++i) {
                QVERIFY2(words[i].box.left() >= 0 && words[i].box.right() <= f.chart().width(), qPrintable(words[i].text));
                for (std::size_t j = i + 1; j < words.size(); ++j) {
                    const QRectF both = words[i].box.intersected(words[j].box);
                    QVERIFY2(both.width() < 1.5 || both.height() < 1.5, qPrintable(words[j].text + " over " + words[i].text));
                }
            }
        }
    }

    void hoversAndExports() {
        Fixture f(queued(1));
        f.source.start("one, with \"quotes\"", 64);
        f.source.start("two", 64);
        f.source.step(10);
        f.tell();
        QVERIFY(f.chart().hoverText(f.at(0, 5)).contains("writes a token"));
        QVERIFY(f.chart().hoverText(f.at(1, 5)).contains("waits in the queue"));
        QVERIFY(f.chart().hoverText(QPointF(f.at(0, 5).x(), f.chart().tokensBox().center().y())).contains("of a budget of 264"));
        QTemporaryDir folder;
        QVERIFY(savePng(f.chart(), folder.filePath("r.png")) && saveSvg(f.chart(), folder.filePath("r.svg")));
        QVERIFY(QSvgRenderer(folder.filePath("r.svg")).isValid());
        QVERIFY(f.chart().csv().contains("1,\"one, with \"\"quotes\"\"\",prefill,1,1\n"));
        QVERIFY(f.chart().csv().contains("2,\"two\",waiting,1,10\n"));
    }

    // ---- the panel ------------------------------------------------------------------------------------

    void emptyPagesSayWhatToDo() {
        SelectionModel selection;
        RequestsPanel panel(&selection);
        RequestsDesk desk;
        panel.setDesk(&desk);
        panel.resize(900, 300);
        panel.show();
        panel.setSnapshot(std::make_shared<telemetry::Snapshot>());
        const auto visible = [&] {
            for (EmptyState* state : panel.findChildren<EmptyState*>())
                if (state->isVisible()) return state;
            return static_cast<EmptyState*>(nullptr);
        };
        QVERIFY(visible());
        QSignalSpy action(&panel, &Panel::actionRequested);
        visible()->button()->click();
        QCOMPARE(action.takeFirst().at(0).toString(), QString("open-model"));
        ScriptedSource source(queued(2));
        panel.setSnapshot(source.latest());
        QVERIFY(visible());
        visible()->button()->click();                         // adds traffic: its form comes
        QVERIFY(!visible());
        QVERIFY(panel.findChild<TrafficForm*>()->isVisible());
    }

    void figuresAreOfAllRepliesAndOfTheStep() {
        Fixture f(queued(2));
        for (int i = 0; i < 3; ++i) f.source.start("r", 64);
        f.source.step(20);
        f.tell();
        const QString words = f.words();
        QVERIFY2(words.contains("2 running") && words.contains("1 waiting"), qPrintable(words));
        QVERIFY2(words.contains("of all replies"), qPrintable(words));
        QVERIFY2(words.contains("2 of 264 tokens a step"), qPrintable(words));
        // A batch that has just ended ran in the newest step, though between two steps nobody does.
        auto between = std::make_shared<telemetry::Snapshot>(*f.source.latest());
        between->version += 1;
        between->running = 0;
        between->waiting = 1;
        f.panel.setSnapshot(between);
        QVERIFY2(f.words().contains("2 running") && f.words().contains("1 waiting"), qPrintable(f.words()));
        // With nobody left the engine is idle.
        auto idle = std::make_shared<telemetry::Snapshot>(*between);
        idle->version += 1;
        idle->waiting = 0;
        idle->state = telemetry::EngineState::Idle;
        f.panel.setSnapshot(idle);
        QVERIFY2(f.words().contains("0 running"), qPrintable(f.words()));
    }

    void thePolicyIsAskedOfTheEngineAndShownAsItIs() {
        Fixture f(queued(2));
        f.source.start("one", 10);
        f.source.step(2);
        f.tell();
        auto* row = f.panel.findChild<PolicyRow*>();
        QVERIFY(row->isVisible() && row->isEnabled());
        QSignalSpy wanted(&f.desk, &RequestsDesk::policyWanted);
        auto* kind = row->findChild<Segmented*>();
        QCOMPARE(kind->current(), 0);
        kind->findChildren<QAbstractButton*>().at(1)->click();
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted.takeFirst().at(0).value<telemetry::PolicyFacts>().kind, telemetry::BatchPolicy::Static);
        f.tell();
        f.source.setPolicy(telemetry::BatchPolicy::Static);
        f.source.step(1);
        f.tell();
        QCOMPARE(kind->current(), 1);
        row->findChildren<QSpinBox*>().at(0)->setValue(7);
        const auto policy = wanted.takeLast().at(0).value<telemetry::PolicyFacts>();
        QCOMPARE(policy.mostRunning, 7);
        QCOMPARE(policy.kind, telemetry::BatchPolicy::Static);
        QCOMPARE(policy.tokenBudget, 264);
    }

    void trafficIsAskedFor() {
        Fixture f(queued(2));
        f.tell();
        TrafficState state;
        state.possible = true;
        state.contextTokens = 4096;
        f.desk.setState(state);
        f.panel.showTraffic(true);
        auto* form = f.panel.findChild<TrafficForm*>();
        QVERIFY(form->isVisible());
        QSignalSpy start(&f.desk, &RequestsDesk::startWanted), stop(&f.desk, &RequestsDesk::stopWanted);
        QSpinBox* users = nullptr;
        for (QSpinBox* box : form->findChildren<QSpinBox*>())
            if (box->accessibleName().contains("at a time")) users = box;
        QVERIFY(users);
        users->setValue(5);
        QCOMPARE(f.desk.traffic().users, 5u);
        form->button()->click();
        QCOMPARE(start.size(), 1);
        state.running = true;
        state.counts.submitted = 9;
        state.counts.finished = 4;
        f.desk.setState(state);
        QVERIFY(!users->isEnabled());
        form->button()->click();
        QCOMPARE(stop.size(), 1);
        // More than the context holds cannot begin, and the numbers are said.
        state.running = false;
        state.contextTokens = 100;
        f.desk.setState(state);
        QVERIFY(!form->button()->isEnabled());
        bool said = false;
        for (const QLabel* label : form->findChildren<QLabel*>()) said = said || (label->isVisible() && label->text().contains("holds 100"));
        QVERIFY(said);
    }

    // Narrow: the form takes the place of the lanes, and gives it back.
    void aNarrowPanelShowsOneOfTheTwo() {
        Fixture f(queued(2));
        f.source.start("one", 10);
        f.source.step(2);
        f.tell();
        f.panel.resize(600, 300);
        QCoreApplication::processEvents();
        f.panel.showTraffic(true);
        QVERIFY(!f.chart().isVisible());
        f.panel.showTraffic(false);
        QVERIFY(f.chart().isVisible());
    }

    // 32 run, 256 wait, 4,096 steps.
    void manyRequestsAreQuick() {
        Fixture f(queued(32, 4096));
        std::vector<std::uint64_t> keys;
        for (int i = 0; i < 288; ++i) keys.push_back(f.source.start("Synthetic " + std::to_string(i + 1), 48));
        std::size_t done = 0;
        for (int i = 0; i < 4064 / 16; ++i) {
            f.source.step(16);
            f.source.finish(keys[done++]);
            f.source.release(keys[done - 1]);
            keys.push_back(f.source.start("Synthetic " + std::to_string(keys.size() + 1), 48));
        }
        double first = test::threadCpuMs();
        f.tell();
        first = test::threadCpuMs() - first;
        QImage target(f.chart().size(), QImage::Format_RGB32);
        double update = 1e9, paint = 1e9, fitted = 1e9;
        for (int run = 0; run < 8; ++run) {
            f.source.step(1);
            double start = test::threadCpuMs();
            f.tell();
            update = std::min(update, test::threadCpuMs() - start);
            start = test::threadCpuMs();
            f.chart().render(&target);
            paint = std::min(paint, test::threadCpuMs() - start);
        }
        f.chart().fit();
        for (int run = 0; run < 3; ++run) {
            const double start = test::threadCpuMs();
            f.chart().render(&target);
            fitted = std::min(fitted, test::threadCpuMs() - start);
        }
        qInfo("4,096 steps at once %.1f ms, one more %.2f ms, a repaint %.2f ms, of all steps %.2f ms CPU", first, update, paint, fitted);
        if (test::kTimed) QVERIFY(first < 30 * test::kTolerance && update + paint < 4 * test::kTolerance && fitted < 10 * test::kTolerance);
    }
};

QTEST_MAIN(RequestsTest)
#include "requests_test.moc"
