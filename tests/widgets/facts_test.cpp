// What panels derive from telemetry: cache facts, selections, step statistics.
#include <QtTest>

#include "tests/widgets/support/scripted_source.h"
#include "widgets/models/cache_facts.h"
#include "widgets/models/owner_hues.h"
#include "widgets/models/step_facts.h"
#include "widgets/plots/axis.h"
#include "widgets/theme.h"

using namespace gh;
using namespace gh::widgets;
using test::ScriptedSource;

class FactsTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

    void cacheIsCounted() {
        ScriptedSource source;
        const auto a = source.start("a", 100);
        source.step(2 + 5);                                  // two chunks, five tokens
        const auto b = source.start("b", 20);
        source.step(1);
        source.finish(a);
        const auto snapshot = source.latest();
        const CacheFacts facts = cacheFacts(*snapshot->blocks);
        QVERIFY(facts.agrees());
        QCOMPARE(facts.pools.size(), 1u);
        const PoolFacts& pool = facts.pools[0];
        QCOMPARE(pool.cached, 7u);                           // 106 tokens
        QCOMPARE(pool.used, 2u);                             // 20 tokens
        QCOMPARE(pool.tokens, 126u);
        QCOMPARE(pool.owners.size(), 2u);
        QCOMPARE(pool.owners[0].sequence, b);                // running first
        QCOMPARE(pool.owners[1].tokens, 106u);
        QVERIFY(pool.ownerless.empty() && !pool.shared);
        const double bytes = static_cast<double>(snapshot->blocks->pools[0].blockBytes);
        QCOMPARE(facts.inUse, 2 * bytes / static_cast<double>(facts.reserved));
        QVERIFY(std::abs(facts.waste - (1 - 126.0 / (9 * 16))) < 1e-12);
        QCOMPARE(facts.cachedBytes, 7 * snapshot->blocks->pools[0].blockBytes);
    }

    void arithmeticIsThePredictionsOwn() {
        ScriptedSource source;
        source.start("a", 1306);
        source.step(21);
        const auto snapshot = source.latest();
        const Arithmetic sum = arithmetic(*snapshot->blocks, snapshot->blocks->pools[0]);
        QCOMPARE(sum.blocks, QString("1,306 tokens → 82 blocks"));
        QCOMPARE(QString(sum.bytes).replace(QChar(0x00a0), ' '), QString("82 blocks × 16 tokens × 23,040 B = 30,228,480 B"));
        source.hold(1);                                      // the allocator errs; the prediction must not follow it
        const auto faulty = source.latest();
        QCOMPARE(arithmetic(*faulty->blocks, faulty->blocks->pools[0]).bytes, sum.bytes);
        const CacheFacts facts = cacheFacts(*faulty->blocks);
        QVERIFY(!facts.agrees());
        QCOMPARE(facts.pools[0].ownerless.size(), 1u);
    }

    void selectionsAreFilledTheSameFromAllSides() {
        ScriptedSource source;
        const auto key = source.start("a", 64);
        source.step(1 + 40);
        const auto snapshot = source.latest();
        const Selection block = selectionOfBlock(*snapshot, 0, 5);   // tokens 80..95: generated one a step
        QCOMPARE(block.tokens, (Selection::Tokens{key, 80, 95}));
        QCOMPARE(block.steps, (Selection::Steps{18, 33}));
        const Selection steps = selectionOfSteps(*snapshot, {18, 33});
        QCOMPARE(steps.tokens, block.tokens);
        QCOMPARE(selectionOfTokens(*snapshot, {key, 80, 95}).steps, block.steps);
        QCOMPARE(holdersOf(snapshot->blocks->pools[0], {key, 80, 95}), std::vector<int>{5});
        QCOMPARE(holdersOf(snapshot->blocks->pools[0], {key, 79, 96}), (std::vector<int>{4, 5, 6}));
        const Selection free = selectionOfBlock(*snapshot, 0, 200);
        QVERIFY(free.block && !free.tokens && !free.steps);
        QVERIFY(selectionOfBlock(*snapshot, 0, 99999).empty());
        QVERIFY(selectionOfBlock(*snapshot, 3, 0).empty());
    }

    void stepsOfTwoSequencesHaveNoTokens() {
        ScriptedSource source;
        source.start("a", 8);
        source.step(3);
        source.start("b", 8);
        source.step(3);
        const auto snapshot = source.latest();
        QVERIFY(selectionOfSteps(*snapshot, {1, 3}).tokens);
        QVERIFY(!selectionOfSteps(*snapshot, {2, 5}).tokens);
    }

    void huesStayAndAreReused() {
        ScriptedSource source;
        const auto a = source.start("a", 8), b = source.start("b", 8);
        source.step(1);
        OwnerHues hues;
        hues.update(*source.latest()->blocks);
        QCOMPARE(hues.hue(a), 0u);
        QCOMPARE(hues.hue(b), 1u);
        source.release(a);
        hues.update(*source.latest()->blocks);
        QCOMPARE(hues.hue(b), 1u);
        const auto c = source.start("c", 8);
        source.step(1);
        hues.update(*source.latest()->blocks);
        QCOMPARE(hues.hue(c), 0u);
        // Of no conversation: apart from the others, in muted colours.
        telemetry::BlockMap map = *source.latest()->blocks;
        map.sequences.push_back({900, 0, 900, "Synthetic 1", 8, true});
        map.sequences.push_back({901, 0, 901, "Synthetic 2", 8, true});
        hues.update(map);
        QCOMPARE(hues.hue(c), 0u);
        QCOMPARE(hues.hue(900), Theme::kMutedOwner);
        QCOMPARE(hues.hue(901), Theme::kMutedOwner + 1);
    }

    void percentilesAreMeasuredTimes() {
        std::vector<double> values;
        for (int i = 100; i >= 1; --i) values.push_back(i);
        const Percentiles p = percentiles(values);
        QCOMPARE(p.p50, 50.0);
        QCOMPARE(p.p90, 90.0);
        QCOMPARE(p.p99, 99.0);
        QCOMPARE(percentiles({7.0}).p99, 7.0);
        QCOMPARE(percentiles({}).steps, 0u);
    }

    void histogramHoldsEveryStep() {
        for (const auto& values : {std::vector<double>{5}, std::vector<double>{5, 5.1, 5.2, 6, 6.1}, std::vector<double>(20, 4.0),
                                   std::vector<double>{5, 5, 5, 5, 5, 5, 5, 5, 5, 400}}) {
            const Histogram h = histogram(values, 24);
            int sum = h.beyond;
            for (const int count : h.counts) sum += count;
            QCOMPARE(sum, static_cast<int>(values.size()));
            QVERIFY(h.counts.size() <= 48);
        }
        QCOMPARE(histogram({5, 5, 5, 5, 5, 5, 5, 5, 5, 400}, 24).beyond, 1);
        QVERIFY(histogram({}, 24).counts.empty());
    }

    void veryLongStepsAreCut() {
        std::vector<double> totals(60, 6.0);
        QVERIFY(!cutHeight(totals));
        totals.push_back(300);
        QCOMPARE(cutHeight(totals).value_or(0), 12.0);
        totals.assign(60, 6.0);
        totals.push_back(13);
        QVERIFY(!cutHeight(totals));
    }

    void ratesAreDerived() {
        telemetry::StepRecord record;
        QVERIFY(!rates(record));
        record.decodeMs = 4;
        record.samplingMs = 100;                             // not part of the forward pass
        record.weightBytes = 90'000'000;
        record.cacheBytes = 10'000'000;
        record.operations = 400'000'000;
        QCOMPARE(rates(record)->bytesPerSecond, 25e9);
        QCOMPARE(rates(record)->operationsPerSecond, 100e9);
    }

    void meansOfRuns() {
        ScriptedSource source;
        source.start("a", 64);
        source.step(20);
        const StepLog& steps = source.latest()->steps;
        const auto one = meanOf(steps, 5, 5);
        QVERIFY(one);
        QCOMPARE(one->record.totalMs(), steps[indexOfStep(steps, 5)].totalMs());
        const auto run = meanOf(steps, 2, 20);
        QCOMPARE(run->count, 19u);
        QCOMPARE(run->tokens, 1.0);
        QCOMPARE(run->record.layers.size(), 30u);
        QVERIFY(!meanOf(steps, 50, 60));
    }

    void axesAreRound() {
        QCOMPARE(niceStep(13, 4), 5.0);
        QCOMPARE(niceStep(1, 5), 0.2);
        QCOMPARE(niceStep(0.9, 4), 0.5);
        QCOMPARE(decimalsOf(0.2), 1);
        QCOMPARE(decimalsOf(5), 0);
        QCOMPARE(decimalsOf(0.05), 2);
    }
};

QTEST_GUILESS_MAIN(FactsTest)
#include "facts_test.moc"
