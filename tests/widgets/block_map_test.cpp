// The block map: where cells are, what keys and clicks do, what is drawn, and what it costs.
#include <QScrollBar>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QtTest>

#include "tests/widgets/support/cpu_clock.h"
#include "widgets/panels/kv/block_detail.h"
#include "widgets/plots/block_map.h"
#include "widgets/theme.h"

using namespace gh;
using namespace gh::widgets;
using telemetry::BlockCell;
using telemetry::BlockState;

namespace {

std::shared_ptr<telemetry::BlockMap> mapOf(int blocks, int used) {
    auto map = std::make_shared<telemetry::BlockMap>();
    map->version = 1;
    telemetry::BlockPool pool;
    pool.blockTokens = 16;
    pool.cells.resize(static_cast<std::size_t>(blocks));
    for (int i = 0; i < used; ++i) {
        const auto owner = static_cast<std::uint64_t>(i / 40 % 6 + 1);
        pool.cells[static_cast<std::size_t>(i)] = {owner, static_cast<std::uint32_t>(i * 16), static_cast<std::uint16_t>(i % 17),
                                                   static_cast<std::uint8_t>(i % 9 == 0 ? 2 : 1),
                                                   i % 5 == 0 ? BlockState::Cached : BlockState::Used,
                                                   static_cast<std::uint64_t>(i), static_cast<std::uint64_t>(i)};
    }
    map->pools.push_back(pool);
    for (std::uint64_t key = 1; key <= 6; ++key) map->sequences.push_back({key, key, key, "owner", 100, true});
    return map;
}

struct Fixture {
    OwnerHues hues;
    BlockMapView view;
    Fixture(int blocks, int used, QSize size = {360, 400}) {
        const auto map = mapOf(blocks, used);
        hues.update(*map);
        view.resize(size);
        view.show();
        view.setCells(map, 0, 5000, hues);
        QCoreApplication::processEvents();
    }
    QImage picture() { return view.viewport()->grab().toImage(); }
};

}  // namespace

class BlockMapTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Theme::instance().setMode(ThemeMode::Light); }

    void everyCellIsHitAtItsCentre() {
        Fixture f(256, 200);
        for (int block = 0; block < 256; ++block) {
            const QRectF cell = f.view.cellRect(block);
            QCOMPARE(f.view.blockAt(cell.center().toPoint()), std::optional<int>(block));
            QCOMPARE(cell.width(), 18.0);
        }
        QCOMPARE(f.view.cellRect(1).left() - f.view.cellRect(0).right(), 2.0);
        QVERIFY(!f.view.blockAt(QPoint(1, 5)));                            // the labels
        QVERIFY(!f.view.blockAt(QPoint(100, 399)));                        // below the last row
        QCOMPARE(f.view.columns(), 16);
    }

    void manyBlocksTakeSmallCellsAndScroll() {
        Fixture f(2000, 1000);
        QCOMPARE(f.view.cellRect(0).width(), 11.0);
        QVERIFY(f.view.verticalScrollBar()->maximum() > 0);
        f.view.setChosen(1990, {});
        QVERIFY(f.view.cellRect(1990).bottom() <= f.view.viewport()->height());
        QVERIFY(f.view.verticalScrollBar()->value() > 0);
        QCOMPARE(f.view.blockAt(f.view.cellRect(1990).center().toPoint()), std::optional<int>(1990));
    }

    void rowsAreWhole() {
        for (const int height : {200, 207, 213, 250}) {
            Fixture f(2000, 1000, QSize(360, height));
            const int columns = f.view.columns();
            f.view.verticalScrollBar()->setValue(7);
            QVERIFY(!f.view.blockAt(f.view.cellRect(6 * columns).center().toPoint()));
            QVERIFY(f.view.blockAt(f.view.cellRect(7 * columns).center().toPoint()));
            f.view.verticalScrollBar()->setValue(f.view.verticalScrollBar()->maximum());
            QVERIFY(f.view.cellRect(1999).bottom() <= f.view.viewport()->height());
            QVERIFY(f.view.blockAt(f.view.cellRect(1999).center().toPoint()));
            // What is below the last whole row is plain.
            f.view.verticalScrollBar()->setValue(0);
            const QImage image = f.picture();
            const QColor surface = Theme::instance().color("surface");
            const int x = static_cast<int>(f.view.cellRect(0).center().x());
            QCOMPARE(image.pixelColor(x, image.height() - 1), surface);
            QCOMPARE(f.view.heightFor(360, f.view.heightFor(360, height)), f.view.heightFor(360, height));
        }
    }

    void heightFits() {
        Fixture f(256, 10);
        QCOMPARE(f.view.heightFor(360, 1000), 16 * 20 + 4);
        QVERIFY(f.view.heightFor(360, 200) <= 200);
    }

    void clickAndKeysChoose() {
        Fixture f(256, 200);
        QSignalSpy chosen(&f.view, &BlockMapView::chosen), cleared(&f.view, &BlockMapView::cleared);
        connect(&f.view, &BlockMapView::chosen, &f.view, [&](int block) { f.view.setChosen(block, {}); });
        QTest::mouseClick(f.view.viewport(), Qt::LeftButton, {}, f.view.cellRect(37).center().toPoint());
        QCOMPARE(chosen.takeLast().at(0).toInt(), 37);
        QTest::keyClick(&f.view, Qt::Key_Right);
        QCOMPARE(chosen.takeLast().at(0).toInt(), 38);
        QTest::keyClick(&f.view, Qt::Key_Down);
        QCOMPARE(chosen.takeLast().at(0).toInt(), 54);
        QTest::keyClick(&f.view, Qt::Key_Up);
        QCOMPARE(chosen.takeLast().at(0).toInt(), 38);
        QTest::keyClick(&f.view, Qt::Key_End);
        QCOMPARE(chosen.takeLast().at(0).toInt(), 255);
        QTest::keyClick(&f.view, Qt::Key_Right);
        QCOMPARE(chosen.takeLast().at(0).toInt(), 255);
        QTest::keyClick(&f.view, Qt::Key_Home);
        QCOMPARE(f.view.currentBlock(), std::optional<int>(0));
        QTest::keyClick(&f.view, Qt::Key_Escape);
        QCOMPARE(cleared.size(), 1);
    }

    void theAccessibleNameTellsTheBlock() {
        Fixture f(64, 10);
        f.view.setDescribers({}, [](int block) { return QString("Block %1, words").arg(block); });
        f.view.setChosen(3, {});
        QCOMPARE(f.view.accessibleName(), QString("Block 3, words"));
        f.view.setChosen(std::nullopt, {});
        QCOMPARE(f.view.accessibleName(), QString("Block map"));
    }

    void looksDifferWhereTheyMust() {
        OwnerHues hues;
        BlockContext context{BlockColouring::Owner, 16, 4, 100, &hues};
        const auto look = [&](BlockCell cell) { return lookOf(cell, context).key; };
        const BlockCell used{1, 0, 16, 1, BlockState::Used, 90, 80};
        BlockCell other = used;
        other.filled = 15;
        QVERIFY(look(other) != look(used));                                // one sixteenth less
        other = used;
        other.state = BlockState::Cached;
        QVERIFY(look(other) != look(used));
        other = used;
        other.references = 2;
        QVERIFY(look(other) != look(used));
        other = used;
        other.filledAtStep = 20;
        QCOMPARE(look(other), look(used));                                 // age does not show under "owner"
        context.colouring = BlockColouring::Age;
        QVERIFY(look(other) != look(used));
        QCOMPARE(ageOnRamp(0), 1.0);
        QCOMPARE(ageOnRamp(1'000'000), 0.0);
        other = used;
        other.filled = 1;
        QCOMPARE(BlockLook{look(other)}.fill(), 1);                        // one token of many still shows
        QCOMPARE(lookOf({}, context).state(), BlockState::Free);
    }

    void theLevelIsDrawnFromTheBottom() {
        Fixture f(32, 17);                                                 // cell 8: eight of sixteen, owner 1
        const QImage image = f.picture();
        const QRectF cell = f.view.cellRect(8);
        const QColor owner = Theme::instance().owner(0);
        QCOMPARE(image.pixelColor(cell.center().x(), cell.bottom() - 3), owner);
        QVERIFY(image.pixelColor(cell.center().x(), cell.top() + 3) != owner);
        QVERIFY(image.pixelColor(cell.center().x(), cell.top() + 3) != Theme::instance().color("surface"));
    }

    void onlyWhatChangedIsDrawnAgain() {
        Fixture f(256, 200);
        auto changed = mapOf(256, 200);
        changed->version = 2;
        changed->pools[0].cells[210] = {2, 0, 5, 1, BlockState::Used, 1, 1};
        struct Region : QObject {
            QRegion region;
            bool eventFilter(QObject*, QEvent* event) override {
                if (event->type() == QEvent::Paint) region += static_cast<QPaintEvent*>(event)->region();
                return false;
            }
        } watcher;
        f.view.viewport()->installEventFilter(&watcher);
        f.view.setCells(mapOf(256, 200), 0, 5000, f.hues);
        QCoreApplication::processEvents();
        QVERIFY(watcher.region.isEmpty());                                 // the same cells: nothing
        f.view.setCells(changed, 0, 5001, f.hues);
        QTRY_VERIFY(!watcher.region.isEmpty());
        QVERIFY(watcher.region.boundingRect().width() < 30);
    }

    void theRingIsDrawn() {
        Fixture f(256, 200);
        f.view.setChosen(40, {});
        const QRectF cell = f.view.cellRect(40);
        QCOMPARE(f.picture().pixelColor(cell.left() - 1, cell.center().y()), Theme::instance().color("accent"));
    }

    void exports() {
        Fixture f(256, 200);
        QTemporaryDir folder;
        QVERIFY(savePng(f.view, folder.filePath("map.png")));
        QVERIFY(QImage(folder.filePath("map.png")).width() > 300);
        QVERIFY(saveSvg(f.view, folder.filePath("map.svg")));
        QVERIFY(QSvgRenderer(folder.filePath("map.svg")).isValid());
        QVERIFY(saveCsv(f.view, folder.filePath("map.csv")));
        QCOMPARE(f.view.csv().count('\n'), 257);
        QVERIFY(!savePng(f.view, folder.filePath("no/such/folder/map.png")));
    }

    void theHoverNamesTheHashChain() {
        telemetry::Snapshot snapshot;
        const auto map = mapOf(20, 20);
        snapshot.blocks = map;
        QVERIFY(!hoverText(snapshot, 0, 16).contains("ash"));                 // of a past step: not known
        auto chains = std::make_shared<telemetry::BlockChains>();
        chains->pools.emplace_back(20);
        chains->pools[0][16] = {0x3fa1c2d400000001, 0x00b77e0100000002, 17};
        snapshot.chains = chains;
        QVERIFY2(hoverText(snapshot, 0, 16).contains("place 17: 00b77e01 → 3fa1c2d4"), qPrintable(hoverText(snapshot, 0, 16)));
        QVERIFY(spokenText(snapshot, 0, 16).contains("3fa1c2d4"));
        QVERIFY(hoverText(snapshot, 0, 5).contains("no hash until it is full"));
    }

    void twentyThousandBlocksAreQuick() {
        // All of them on show at once.
        Fixture f(20'000, 15'000, QSize(1900, 2000));
        QVERIFY(f.view.verticalScrollBar()->maximum() == 0);
        QImage target(f.view.viewport()->size(), QImage::Format_RGB32);
        double best = 1e9;
        for (int run = 0; run < 5; ++run) {
            auto map = mapOf(20'000, 15'000 - run);
            f.view.verticalScrollBar()->setRange(0, 1);
            f.view.verticalScrollBar()->setValue(run % 2);                 // the whole canvas is stale
            const double start = test::threadCpuMs();
            f.view.setCells(map, 0, 5000, f.hues);
            f.view.viewport()->render(&target, {}, {}, {});
            best = std::min(best, test::threadCpuMs() - start);
        }
        qInfo("20,000 blocks: %.2f ms CPU for setCells and a whole repaint", best);
        if (test::kTimed) QVERIFY(best < 8 * test::kTolerance);
    }
};

QTEST_MAIN(BlockMapTest)
#include "block_map_test.moc"
