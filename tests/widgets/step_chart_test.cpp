// The step chart: zoom, pan, live edge, picking, export, cost.
#include <QPushButton>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QtTest>

#include "tests/widgets/support/cpu_clock.h"
#include "tests/widgets/support/scripted_source.h"
#include "tests/widgets/support/word_boxes.h"
#include "widgets/plots/histogram.h"
#include "widgets/plots/step_chart.h"
#include "widgets/theme.h"

using namespace gh;
using namespace gh::widgets;

namespace {

struct Fixture {
    test::ScriptedSource source;
    StepChart chart;
    explicit Fixture(int steps) {
        source.start("a", 128);
        source.step(steps);
        chart.resize(600, 200);
        chart.show();
        chart.setSteps(source.latest()->steps);
        QCoreApplication::processEvents();
    }
    void more(int steps) {
        source.step(steps);
        chart.setSteps(source.latest()->steps);
    }
    double newestRight() { return chart.xOf(source.latest()->step + 1); }
};

}  // namespace

class StepChartTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Theme::instance().setMode(ThemeMode::Light); }

    void fewStepsBeginAtTheLeft() {
        Fixture f(10);
        QCOMPARE(f.chart.xOf(1), f.chart.plotBox().left());
        QVERIFY(f.newestRight() < f.chart.plotBox().center().x());
        QVERIFY(f.chart.isLive());
    }

    void itFollowsTheLiveEndUntilTheUserScrollsBack() {
        Fixture f(600);
        const double right = f.chart.plotBox().right();
        QCOMPARE(f.newestRight(), right);
        f.more(5);
        QCOMPARE(f.newestRight(), right);
        f.chart.pan(80);
        QVERIFY(!f.chart.isLive());
        const double at = f.chart.xOf(500);
        f.more(5);
        QCOMPARE(f.chart.xOf(500), at);                                    // stands still
        auto* button = f.chart.findChild<QPushButton*>();
        QVERIFY(button && button->isVisible());
        button->click();
        QVERIFY(f.chart.isLive());
        QCOMPARE(f.newestRight(), right);
        f.chart.pan(80);
        f.chart.pan(-1000);                                                // back to the end is live again
        QVERIFY(f.chart.isLive());
    }

    void aLineStandsWhereAnotherModelCame() {
        Fixture f(60);
        const QImage before = f.chart.grab().toImage();
        f.chart.setModelChanges({{31, "other <b>model</b>.gguf"}});
        QVERIFY(f.chart.accessibleDescription().contains("from step 31 on: other <b>model</b>.gguf"));
        const QImage after = f.chart.grab().toImage();
        QVERIFY(after != before);
        // To the left of it nothing changed.
        const QRect left(0, 0, int(f.chart.xOf(31)) - 2, f.chart.height());
        QCOMPARE(after.copy(left), before.copy(left));
        // One that has not run a step yet is not marked.
        f.chart.setModelChanges({{61, "later.gguf"}});
        QCOMPARE(f.chart.grab().toImage(), before);
    }

    void zoomKeepsTheStepUnderTheCursor() {
        Fixture f(2000);
        f.chart.pan(2000);
        const double x = f.chart.plotBox().center().x();
        const auto step = f.chart.stepAt(x);
        f.chart.zoom(3, x);
        QCOMPARE(f.chart.stepAt(x), step);
        f.chart.zoom(0.2, x);
        QVERIFY(std::abs(static_cast<double>(*f.chart.stepAt(x)) - static_cast<double>(*step)) <= 1);
        f.chart.fit();
        QVERIFY(f.chart.xOf(1) >= f.chart.plotBox().left() - 1e-6);
        QVERIFY(f.newestRight() <= f.chart.plotBox().right() + 1e-6);
        for (int i = 0; i < 60; ++i) f.chart.zoom(0.5, x);                 // has ends
        QVERIFY(f.chart.plotBox().width() > 0 && !f.chart.grab().isNull());
        for (int i = 0; i < 60; ++i) f.chart.zoom(2, x);
        QVERIFY(f.chart.stepAt(f.chart.plotBox().right() - 1));
    }

    void clickShiftAndKeysPick() {
        Fixture f(200);
        QSignalSpy chosen(&f.chart, &StepChart::chosen);
        connect(&f.chart, &StepChart::chosen, &f.chart,
                [&](std::uint64_t a, std::uint64_t b) { f.chart.setChosen(Selection::Steps{a, b}); });
        const auto centre = [&](std::uint64_t step) { return QPoint(static_cast<int>(f.chart.xOf(step) + 1.5), 100); };
        QTest::mouseClick(&f.chart, Qt::LeftButton, {}, centre(150));
        QCOMPARE(chosen.takeLast(), (QVariantList{QVariant::fromValue<std::uint64_t>(150), QVariant::fromValue<std::uint64_t>(150)}));
        QTest::mouseClick(&f.chart, Qt::LeftButton, Qt::ShiftModifier, centre(160));
        QCOMPARE(chosen.takeLast().at(1).toULongLong(), 160u);
        QTest::keyClick(&f.chart, Qt::Key_Left);
        QCOMPARE(chosen.takeLast().at(0).toULongLong(), 159u);
        QTest::keyClick(&f.chart, Qt::Key_Right, Qt::ShiftModifier);
        QCOMPARE(chosen.takeLast(), (QVariantList{QVariant::fromValue<std::uint64_t>(159), QVariant::fromValue<std::uint64_t>(160)}));
        QSignalSpy cleared(&f.chart, &StepChart::cleared);
        QTest::keyClick(&f.chart, Qt::Key_Escape);
        QCOMPARE(cleared.size(), 1);
    }

    void dragPansAndPicksNothing() {
        Fixture f(600);
        QSignalSpy chosen(&f.chart, &StepChart::chosen);
        QTest::mousePress(&f.chart, Qt::LeftButton, {}, QPoint(200, 100));
        QTest::mouseMove(&f.chart, QPoint(240, 100));
        QTest::mouseMove(&f.chart, QPoint(280, 100));
        QTest::mouseRelease(&f.chart, Qt::LeftButton, {}, QPoint(280, 100));
        QVERIFY(!f.chart.isLive());
        QVERIFY(chosen.isEmpty());
    }

    void aSelectionOutsideTheWindowIsOffered() {
        Fixture f(1000);
        f.chart.setChosen(Selection::Steps{10, 20});
        QPushButton* offer = nullptr;
        for (QPushButton* button : f.chart.findChildren<QPushButton*>())
            if (button->text().contains("10–20")) offer = button;
        QVERIFY(offer && offer->isVisible());
        offer->click();
        QVERIFY(f.chart.xOf(10) >= f.chart.plotBox().left() && f.chart.xOf(21) <= f.chart.plotBox().right());
        QVERIFY(!offer->isVisible());
        f.chart.setChosen(Selection::Steps{500, 500});
        QVERIFY(offer->isVisible());
        QCOMPARE(offer->text(), QString("Selected: step 500"));
        f.chart.setChosen(Selection::Steps{500, 501});
        QVERIFY(offer->text().startsWith("Selected: steps "));
    }

    void everyMeasureDrawsInBothLooks() {
        Fixture f(300);
        for (const ThemeMode mode : {ThemeMode::Light, ThemeMode::Dark}) {
            Theme::instance().setMode(mode);
            for (const StepMeasure measure : {StepMeasure::Time, StepMeasure::Tokens, StepMeasure::Bytes, StepMeasure::Operations}) {
                f.chart.setMeasure(measure);
                const QImage image = f.chart.grab().toImage();
                const QPoint foot(static_cast<int>(f.chart.xOf(250) + 1), static_cast<int>(f.chart.plotBox().bottom()) - 4);
                QCOMPARE(image.pixelColor(foot), Theme::instance().color("phase.decode"));
            }
        }
        Theme::instance().setMode(ThemeMode::Light);
    }

    void exports() {
        Fixture f(300);
        QTemporaryDir folder;
        QVERIFY(savePng(f.chart, folder.filePath("s.png")) && saveSvg(f.chart, folder.filePath("s.svg")));
        QVERIFY(QSvgRenderer(folder.filePath("s.svg")).isValid());
        QCOMPARE(f.chart.csv().count('\n'), 301);
        QVERIFY(f.chart.csv().startsWith("step,started_at_s,prefill_ms"));
    }

    void wordsDoNotLieOverEachOther() {
        telemetry::ChunkedLog<telemetry::StepRecord> log;
        for (std::uint64_t step = 1; step <= 100; ++step) {
            telemetry::StepRecord record;
            record.step = step;
            (step == 1 || step == 40 ? record.prefillMs : record.decodeMs) = step == 1 ? 124 : step == 40 ? 96 : 6;
            log.append(record);
        }
        StepChart chart;
        chart.resize(600, 200);
        chart.setSteps(log.view());
        bool faded = false, cut = false;
        for (const std::uint64_t clock : {1, 2, 3, 15, 36, 40, 44, 99, 100}) {
            chart.setClock(clock);
            const auto words = test::wordsOf(chart);
            for (std::size_t i = 0; i < words.size(); ++i) {
                faded = faded || words[i].text.contains("faded");
                cut = cut || words[i].text.contains("up to");
                QVERIFY(words[i].box.right() < chart.width());
                for (std::size_t j = i + 1; j < words.size(); ++j) {
                    const QRectF both = words[i].box.intersected(words[j].box);
                    QVERIFY2(both.width() < 1.5 || both.height() < 1.5,
                             qPrintable(QStringLiteral("step %1: %2 over %3").arg(clock).arg(words[j].text, words[i].text)));
                }
            }
        }
        QVERIFY(faded && cut);
    }

    void theHistogramsWordsAreWhole() {
        HistogramView histogram;
        std::vector<double> times(20, 10.0);
        for (int i = 0; i < 20; ++i) times.push_back(12 + 0.2 * i);
        times.insert(times.end(), 1, 400);
        for (const QSize size : {QSize(168, 110), QSize(120, 60), QSize(300, 200)}) {
            histogram.resize(size);
            for (int beyond = 0; beyond < 2; ++beyond) {   // at first few steps beyond, then as many as any
                histogram.setValues(beyond ? std::vector<double>{5, 6, 7, 400} : times);
                bool said = false;
                for (const auto& word : test::wordsOf(histogram)) {
                    said = said || word.text.contains('>');
                    QVERIFY2(QRectF(histogram.rect()).contains(word.box), qPrintable(word.text));
                }
                QVERIFY(said);
            }
        }
    }

    void anEmptyChartDraws() {
        StepChart chart;
        chart.resize(300, 150);
        QVERIFY(!chart.grab().isNull());
        QVERIFY(!chart.stepAt(100));
        QTest::keyClick(&chart, Qt::Key_Left);
        chart.fit();
    }

    // Rates have a limit: a labelled line where the bars come near it, else its figure alone.
    void theMachinesLimitStandsOverRates() {
        Fixture f(200);
        const auto boxes = [&] {
            test::WordRecorder recorder(f.chart.size());
            QPainter painter(&recorder);
            f.chart.drawForExport(painter);
            painter.end();
            return recorder.words;
        };
        const auto words = [&] {
            QString all;
            for (const test::Word& word : boxes()) all += word.text;
            all.replace(QChar(0x00a0), ' ');
            return all.mid(all.indexOf("limit"), all.contains("limit") ? -1 : 0);
        };
        f.chart.setMeasure(StepMeasure::Bytes);
        QCOMPARE(words(), QString());                       // not measured yet
        telemetry::MachineFacts machine{22.4e9, 100'000'000, 900e9};
        f.chart.setMachine(machine);
        QVERIFY2(words().startsWith("limit 22.4 GB/s") && !words().contains("above"), qPrintable(words()));
        QVERIFY(f.chart.accessibleDescription().contains("limit"));
        f.chart.setMeasure(StepMeasure::Operations);
        f.chart.showSteps(120, 200);                        // decode only: far below
        QVERIFY2(words().startsWith("limit 900 GFLOP/s, above"), qPrintable(words()));
        f.chart.setMeasure(StepMeasure::Time);
        QCOMPARE(words(), QString());
        // Never below the button that leads to a selection outside the window.
        f.chart.setMeasure(StepMeasure::Bytes);
        f.chart.setChosen(Selection::Steps{1, 4});
        f.chart.goLive();
        const QPushButton* away = nullptr;
        for (const QPushButton* button : f.chart.findChildren<QPushButton*>())
            if (button->isVisible()) away = button;
        QVERIFY(away);
        for (const test::Word& word : boxes())
            if (word.text.startsWith("limit")) QVERIFY(!word.box.intersects(away->geometry()));
    }

    void sharesNeedATimeAndALimit() {
        telemetry::StepRecord record;
        record.weightBytes = 90'000'000;
        record.cacheBytes = 10'000'000;
        record.operations = 1'000'000'000;
        const telemetry::MachineFacts machine{20e9, 100'000'000, 1e12};
        QVERIFY(!readShare(record, machine));
        record.decodeMs = 10;
        QCOMPARE(*readShare(record, machine), 0.5);
        QCOMPARE(*operationsShare(record, machine), 0.1);
        QVERIFY(!readShare(record, {}));
        QVERIFY(!readShare(record, telemetry::MachineFacts{}));
    }

    void fourThousandStepsAreQuick() {
        Fixture f(4096);
        f.chart.fit();
        double best = 1e9;
        QImage target(f.chart.size(), QImage::Format_RGB32);
        for (int run = 0; run < 5; ++run) {
            const double start = test::threadCpuMs();
            f.more(1);
            f.chart.render(&target);
            best = std::min(best, test::threadCpuMs() - start);
        }
        qInfo("4,096 steps: %.2f ms CPU for setSteps and a repaint (with the script's own work)", best);
        if (test::kTimed) QVERIFY(best < 10 * test::kTolerance);
    }
};

QTEST_MAIN(StepChartTest)
#include "step_chart_test.moc"
