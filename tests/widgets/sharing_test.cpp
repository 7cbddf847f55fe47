// Sharing on the KV blocks panel: who uses how many blocks, what it saves, blocks whose content is kept, and what a step
// did to a block, in motion.
#include <QLabel>
#include <QSignalSpy>
#include <QTest>

#include "tests/support/remember_map.h"
#include "widgets/controls/legend.h"
#include "widgets/controls/metric_label.h"
#include "widgets/models/cache_facts.h"
#include "widgets/panels/kv_blocks.h"
#include "widgets/plots/block_map.h"
#include "widgets/theme.h"

using namespace gh;
using namespace gh::telemetry;
using namespace gh::widgets;

namespace {

// Two conversations of 64 and 80 tokens whose first three blocks are one; two blocks nobody holds, their content kept.
BlockMap shared() {
    BlockMap map;
    map.version = 1;
    BlockPool pool;
    pool.name = "all layers";
    pool.layers = 4;
    pool.blockBytes = 1024;
    pool.cells.resize(32);
    for (std::uint32_t b = 0; b < 4; ++b) pool.cells[b] = {1, b * 16, 16, static_cast<std::uint8_t>(b < 3 ? 2 : 1), BlockState::Used, 3, 1};
    for (std::uint32_t b = 4; b < 6; ++b) pool.cells[b] = {2, 48 + (b - 4) * 16, 16, 1, BlockState::Used, 4, 2};
    for (std::size_t b = 6; b < 8; ++b) pool.cells[b] = {0, 0, 16, 0, BlockState::Reusable, 1, 1};
    pool.predictedBytes = pool.allocatedBytes = 6 * 1024;
    pool.reservedBytes = 32 * 1024;
    pool.facts.sharedBytes = 3 * 1024;
    pool.facts.reusableBlocks = 2;
    pool.facts.copies = 5;
    pool.facts.evictions = 7;
    map.pools.push_back(pool);
    map.sequences = {{1, 1, 1, "one", 64, true}, {2, 2, 2, "two", 80, true}};
    return map;
}

std::shared_ptr<Snapshot> snapshotOf(BlockMap map, std::uint64_t step, std::shared_ptr<const BlockHistory> history) {
    auto snapshot = std::make_shared<Snapshot>();
    auto model = std::make_shared<ModelFacts>();
    model->id = 1;
    snapshot->model = model;
    snapshot->version = step;
    snapshot->step = step;
    map.version = step;
    snapshot->blocks = std::make_shared<const BlockMap>(std::move(map));
    snapshot->history = std::move(history);
    return snapshot;
}

}  // namespace

class SharingTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Theme::instance().setMode(ThemeMode::Light); }

    void whoUsesHowManyBlocks() {
        const CacheFacts facts = cacheFacts(shared());
        const auto& owners = facts.pools[0].owners;
        QCOMPARE(owners.size(), 2u);
        for (const OwnerFacts& owner : owners) {
            QCOMPARE(owner.held, owner.sequence == 1 ? 4u : 5u);
            QCOMPARE(owner.shared, 3u);
            QCOMPARE(owner.tokens, owner.sequence == 1 ? 64u : 80u);
        }
        // What each would need alone, less what is held twice: the sum can be followed.
        const BlockMap map = shared();
        QCOMPARE(arithmetic(map, map.pools[0]).blocks.replace(QChar(0xa0), ' '), QString("144 tokens in 2 sequences → 9 blocks − 3 shared"));
        QVERIFY(arithmetic(map, map.pools[0]).bytes.replace(QChar(0xa0), ' ').startsWith("6 blocks"));
        QCOMPARE(facts.pools[0].held(), 6u);                  // each block once
        QCOMPARE(facts.pools[0].reusable, 2u);
        QCOMPARE(facts.sharedBytes, 3072u);
        QVERIFY(facts.shares());
    }

    void thePanelSaysWhatSharingSaves() {
        SelectionModel selection;
        KvBlocksPanel panel(&selection);
        panel.resize(420, 800);
        panel.show();
        panel.setSnapshot(snapshotOf(shared(), 4, nullptr));
        QStringList figures;
        for (const MetricLabel* metric : panel.findChildren<MetricLabel*>())
            if (metric->isVisible()) figures << metric->accessibleName();
        const QString all = figures.join('\n').replace(QChar(0xa0), ' ');
        for (const char* expected : {"Saved by sharing: 3.0 KiB", "Reusable: 2", "Copies: 5", "Evictions: 7"})
            QVERIFY2(all.contains(expected), qPrintable(all));
        bool legend = false;
        for (const Legend* key : panel.findChildren<Legend*>()) legend = legend || key->accessibleName().contains("Reusable");
        QVERIFY(legend);
    }

    void aReusableBlockLooksLikeNothingElse() {
        const BlockContext context;
        BlockCell cell;
        cell.filled = 16;
        cell.state = BlockState::Reusable;
        const BlockLook reusable = lookOf(cell, context);
        for (const BlockState state : {BlockState::Free, BlockState::Used, BlockState::Cached}) {
            cell.state = state;
            QVERIFY(lookOf(cell, context) != reusable);
        }
    }

    // What a step did to a block rings it for a moment; the past stands still.
    void whatHappensIsInMotion() {
        ChunkedLog<StepRecord> steps;
        BlockHistoryLog past;
        BlockMap map = shared();
        const auto record = [&](std::uint64_t step) {
            StepRecord r;
            r.step = step;
            steps.append(r);
            gh::test::rememberMap(past, step, map, 1);
            auto snapshot = snapshotOf(map, step, past.view());
            snapshot->steps = steps.view();
            return snapshot;
        };
        SelectionModel selection;
        KvBlocksPanel panel(&selection);
        panel.resize(420, 800);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        auto* view = panel.findChild<BlockMapView*>();
        const auto tell = [&](const std::shared_ptr<Snapshot>& snapshot) {
            selection.clock()->setSnapshot(snapshot);
            panel.setSnapshot(snapshot);
        };
        tell(record(1));
        QCOMPARE(view->flashes(), 0u);
        map.pools[0].cells[5] = {};
        map.pools[0].allocatedBytes -= 1024;
        map.pools[0].predictedBytes -= 1024;
        tell(record(2));
        QVERIFY(view->flashes() >= 1);
        QTRY_COMPARE(view->flashes(), 0u);                    // and is over
        selection.clock()->scrubTo(1);
        map.pools[0].cells[4] = {};
        tell(record(3));
        QCOMPARE(view->flashes(), 0u);
        // Each change has its colour, but growing: the level shows it.
        for (const BlockChange change : {BlockChange::Allocated, BlockChange::Shared, BlockChange::Freed, BlockChange::Evicted, BlockChange::Copied,
                                         BlockChange::FoundAgain, BlockChange::Overwritten, BlockChange::Forgotten, BlockChange::Reused})
            QVERIFY(BlockMapView::flashRole(change));
        QVERIFY(!BlockMapView::flashRole(BlockChange::Filled));
    }
};

QTEST_MAIN(SharingTest)
#include "sharing_test.moc"
