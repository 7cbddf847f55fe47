// Every panel of the list: both looks, empty and full, what a frame costs, and one selection through all of them.
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>
#include <QtTest>

#include "tests/widgets/support/cpu_clock.h"
#include "tests/widgets/support/scripted_source.h"
#include "widgets/controls/empty_state.h"
#include "widgets/controls/legend.h"
#include "widgets/controls/segmented.h"
#include "widgets/models/cache_facts.h"
#include "widgets/panels/kv/cache_header.h"
#include "widgets/panels/kv/owner_legend.h"
#include "widgets/panels/panel_list.h"
#include "widgets/panels/steps/step_sides.h"
#include "widgets/plots/block_map.h"
#include "widgets/plots/step_chart.h"
#include "widgets/theme.h"

using namespace gh;
using namespace gh::widgets;
using test::ScriptedSource;

namespace {

struct Panels {
    SelectionModel selection;
    std::vector<std::unique_ptr<Panel>> all;
    Panels() {
        for (const PanelEntry& entry : panelList()) {
            all.emplace_back(entry.create(&selection, nullptr));
            all.back()->resize(entry.area == Qt::RightDockWidgetArea ? QSize(384, 820) : QSize(820, 230));
            all.back()->show();
        }
    }
    void set(const SnapshotPtr& snapshot) {
        for (auto& panel : all) panel->setSnapshot(snapshot);
        QCoreApplication::processEvents();
    }
    template <class W>
    W* find() {
        for (auto& panel : all)
            if (W* widget = panel->findChild<W*>()) return widget;
        return nullptr;
    }
};

// These need no request: with a model they show their own forms, and whether there is one their desk says.
bool offersItsOwn(std::size_t panel) { return QStringList{"lab", "quantize", "compare"}.contains(QLatin1String(panelList()[panel].id)); }

int coloursIn(const QImage& image) {
    QSet<QRgb> colours;
    for (int y = 0; y < image.height(); y += 2)
        for (int x = 0; x < image.width(); x += 2) colours.insert(image.pixel(x, y));
    return static_cast<int>(colours.size());
}

}  // namespace

class PanelsTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
        Theme::instance().setMode(ThemeMode::Light);
    }

    void theListIsWhole() {
        QSet<QString> ids;
        for (const PanelEntry& entry : panelList()) {
            ids.insert(entry.id);
            QVERIFY(!entry.title().isEmpty());
            std::unique_ptr<Panel> panel(entry.create(nullptr, nullptr));   // without a selection too
            QVERIFY(!panel->summary().isEmpty() && !panel->helpText().isEmpty());
            panel->setSnapshot(std::make_shared<telemetry::Snapshot>());
            panel->setSnapshot(nullptr);
            QVERIFY(!panel->grab().isNull());
        }
        QCOMPARE(ids.size(), static_cast<qsizetype>(panelList().size()));
    }

    // A sample prompt needs a model: without one every panel offers to open one.
    void emptyPanelsSayWhatToDo() {
        Panels panels;
        ScriptedSource source;
        for (const bool model : {false, true, false}) {
            panels.set(model ? source.latest() : std::make_shared<telemetry::Snapshot>());
            for (std::size_t i = 0; i < panels.all.size(); ++i) {
                if (model && offersItsOwn(i)) continue;
                auto& panel = panels.all[i];
                QSignalSpy asked(panel.get(), &Panel::actionRequested);
                EmptyState* shown = nullptr;
                for (EmptyState* state : panel->findChildren<EmptyState*>())
                    if (state->isVisible()) shown = state;
                QVERIFY2(shown, panelList()[i].id);
                QVERIFY(!shown->accessibleDescription().isEmpty());
                shown->button()->click();
                QCOMPARE(asked.takeFirst().at(0).toString(), QString(model ? "sample-prompt" : "open-model"));
            }
        }
    }

    void theWordsOfAnEmptyPanelTakeNoRoomFromAFullOne() {
        Panels panels;
        ScriptedSource source;
        panels.set(source.latest());
        std::vector<int> empty;
        for (auto& panel : panels.all) empty.push_back(panel->minimumSizeHint().height());
        source.start("first", 64);
        source.step(20);
        panels.set(source.latest());
        for (std::size_t i = 0; i < panels.all.size(); ++i) {
            if (offersItsOwn(i)) continue;
            const int full = panels.all[i]->minimumSizeHint().height();
            QVERIFY2(full < empty[i] && full <= 190, qPrintable(QStringLiteral("%1: %2 of %3").arg(panelList()[i].id).arg(full).arg(empty[i])));
        }
    }

    void theWordsOfAnEmptyPanelWrap() {
        Panels panels;
        ScriptedSource source;
        for (const bool model : {false, true}) {
            panels.set(model ? source.latest() : std::make_shared<telemetry::Snapshot>());
            for (auto& panel : panels.all) {
                QScrollArea dock;
                dock.setWidgetResizable(true);
                dock.setWidget(panel.get());
                dock.show();
                QString cut;
                for (const int width : {520, 260, 240, 400}) {   // 240: the narrowest dock
                    dock.resize(width, 500);
                    QTest::qWait(5);
                    if (dock.horizontalScrollBar()->isVisible()) cut += QStringLiteral("%1: scrolls to %2; ").arg(width).arg(panel->minimumSizeHint().width());
                    for (EmptyState* state : panel->findChildren<EmptyState*>()) {
                        if (!state->isVisible()) continue;
                        for (QWidget* part : state->findChildren<QWidget*>())
                            if (part->isVisible() && !state->rect().contains(part->geometry())) cut += QStringLiteral("%1: cuts %2; ").arg(width).arg(part->metaObject()->className());
                        for (QLabel* label : state->findChildren<QLabel*>())
                            if (label->wordWrap() && label->height() < label->heightForWidth(label->width())) cut += QStringLiteral("%1: cuts a line; ").arg(width);
                    }
                }
                dock.takeWidget()->setParent(nullptr);
                QVERIFY2(cut.isEmpty(), qPrintable(cut));
            }
        }
    }

    void loadingIsSaid() {
        Panels panels;
        auto snapshot = std::make_shared<telemetry::Snapshot>();
        snapshot->loading = telemetry::LoadProgress{};
        panels.set(snapshot);
        for (auto& panel : panels.all) {
            for (EmptyState* state : panel->findChildren<EmptyState*>()) {
                if (!state->isVisible()) continue;
                QVERIFY(state->accessibleName().contains("being opened"));
                QVERIFY(!state->button());
            }
        }
    }

    void legendsDropNothing() {
        Legend legend;
        std::vector<QRectF> drawn;
        const auto draw = [&](QPainter&, const QRectF& box) { drawn.push_back(box); };
        legend.setEntries({{"Prefill", {}, draw}, {"Decode", {}, draw}, {"Sampling", {}, draw}, {"Rest", {}, draw}});
        const int line = legend.heightForWidth(2000);
        for (const int width : {legend.sizeHint().width(), 120, legend.minimumSizeHint().width()}) {
            drawn.clear();
            legend.resize(width, legend.heightForWidth(width));
            legend.grab();
            QCOMPARE(drawn.size(), 4u);
            for (const QRectF& box : drawn) QVERIFY(QRectF(legend.rect()).contains(box));
        }
        QVERIFY(legend.height() >= 4 * line);
        // In a layout the lines have their room.
        QWidget narrow;
        auto* column = new QVBoxLayout(&narrow);
        auto* inside = new Legend(&narrow);
        inside->setEntries({{"Prefill", {}, draw}, {"Decode", {}, draw}, {"Sampling", {}, draw}, {"Rest", {}, draw}});
        column->addWidget(inside);
        column->addStretch(1);
        narrow.resize(130, 300);
        narrow.show();
        QTest::qWait(20);
        QCOMPARE(inside->height(), inside->heightForWidth(inside->width()));
        QVERIFY(inside->height() > line);
    }

    void panelsDrawInBothLooksAndSizes() {
        for (const ThemeMode mode : {ThemeMode::Light, ThemeMode::Dark}) {
            Theme::instance().setMode(mode);
            Panels panels;
            ScriptedSource source;
            source.start("first", 300);
            source.step(80);
            panels.set(source.latest());
            for (auto& panel : panels.all) {
                QVERIFY(coloursIn(panel->grab().toImage()) > 12);
                for (const QSize size : {QSize(240, 160), QSize(900, 300), QSize(400, 1200)}) {
                    panel->resize(size);
                    QCoreApplication::processEvents();
                    QVERIFY(!panel->grab().isNull());
                }
            }
        }
        Theme::instance().setMode(ThemeMode::Light);
    }

    void aBlockSelectsItsTokensAndSteps() {
        Panels panels;
        ScriptedSource source;
        const auto key = source.start("first", 64);
        source.step(1 + 60);
        panels.set(source.latest());
        auto* map = panels.find<BlockMapView>();
        QTest::mouseClick(map->viewport(), Qt::LeftButton, {}, map->cellRect(5).center().toPoint());
        const Selection& chosen = panels.selection.current();
        QCOMPARE(chosen.block, (Selection::Block{0, 5}));
        QCOMPARE(chosen.tokens, (Selection::Tokens{key, 80, 95}));
        QCOMPARE(chosen.steps, (Selection::Steps{18, 33}));
        QCOMPARE(map->currentBlock(), std::optional<int>(5));
        bool told = false;
        for (QLabel* label : panels.all[0]->findChildren<QLabel*>())
            told |= label->isVisible() && label->text().contains("80–95");
        QVERIFY(told);
        QTest::keyClick(map, Qt::Key_Escape);
        QVERIFY(panels.selection.current().empty());
        QVERIFY(!map->currentBlock());
    }

    void stepsSelectTheirTokensAndRingTheirBlocks() {
        Panels panels;
        ScriptedSource source;
        const auto key = source.start("first", 64);
        source.step(1 + 60);
        panels.set(source.latest());
        auto* chart = panels.find<StepChart>();
        emit chart->chosen(18, 33);
        QCOMPARE(panels.selection.current().tokens, (Selection::Tokens{key, 80, 95}));
        QVERIFY(panels.find<StepSide>()->isVisible());
        panels.selection.select(selectionOfTokens(*source.latest(), {key, 0, 10}));
        QVERIFY(!panels.find<StepSide>()->isVisible());                    // what was picked left with its selection
    }

    void anOwnerSelectsAllItsTokens() {
        Panels panels;
        ScriptedSource source;
        const auto key = source.start("first", 64);
        source.step(10);
        panels.set(source.latest());
        auto* owners = panels.find<OwnerLegend>();
        QTest::keyClick(owners, Qt::Key_Down);
        QVERIFY(owners->accessibleName().startsWith("first"));
        QTest::keyClick(owners, Qt::Key_Return);
        QCOMPARE(panels.selection.current().tokens, (Selection::Tokens{key, 0, 72}));
    }

    void unequalBytesAreExplained() {
        Panels panels;
        ScriptedSource source;
        source.start("first", 64);
        source.step(10);
        panels.set(source.latest());
        auto* header = panels.find<CacheHeader>();
        QVERIFY(header->saysEqual());
        const QString sum = header->arithmeticText();
        QVERIFY(sum.contains("73 tokens → 5 blocks"));
        for (QLabel* label : header->findChildren<QLabel*>())
            if (label->text() == sum) QCOMPARE(label->font().family(), Theme::instance().mono("caption").family());
        source.hold(1);
        panels.set(source.latest());
        QVERIFY(!header->saysEqual());
        QCOMPARE(header->arithmeticText(), sum);                           // the prediction does not read the pool
        QPushButton* show = nullptr;
        for (QPushButton* button : header->findChildren<QPushButton*>())
            if (button->isVisible()) show = button;
        QVERIFY(show);
        show->click();
        QCOMPARE(panels.selection.current().block, (Selection::Block{0, 5}));
    }

    void poolsOfTwoLayerGroupsAreSwitched() {
        ScriptedSource::Shape shape;
        shape.layers = 18;
        shape.windowLayers = 15;
        shape.window = 64;
        ScriptedSource source(shape);
        source.start("first", 200);
        source.step(30);
        Panels panels;
        panels.set(source.latest());
        QVERIFY(panels.find<CacheHeader>()->saysEqual());
        panels.selection.select(selectionOfBlock(*source.latest(), 1, 2));
        QCOMPARE(panels.find<BlockMapView>()->currentBlock(), std::optional<int>(2));
    }

    void theSwitchLeadsAwayFromTheSelection() {
        ScriptedSource::Shape shape;
        shape.layers = 18;
        shape.windowLayers = 15;
        shape.window = 64;
        ScriptedSource source(shape);
        source.start("first", 200);
        source.step(30);
        Panels panels;
        panels.set(source.latest());
        auto* map = panels.find<BlockMapView>();
        Segmented* layers = nullptr;
        for (auto& panel : panels.all)
            for (Segmented* s : panel->findChildren<Segmented*>())
                if (s->accessibleName() == "Layers") layers = s;
        QVERIFY(layers && layers->isVisible());
        panels.selection.select(selectionOfBlock(*source.latest(), 1, 2));
        QCOMPARE(layers->current(), 1);
        emit layers->chosen(0);
        layers->setCurrent(0);
        QVERIFY(!map->currentBlock());                                     // block 2 of the other pool is not this one
        source.step(1);
        panels.set(source.latest());
        QCOMPARE(layers->current(), 0);                                    // a new map does not lead back
        QVERIFY(!map->currentBlock());
        panels.selection.select(selectionOfBlock(*source.latest(), 1, 3));
        QCOMPARE(layers->current(), 1);
        QCOMPARE(map->currentBlock(), std::optional<int>(3));
    }

    void anotherModelsPoolsHaveTheirOwnNames() {
        ScriptedSource::Shape shape;
        shape.layers = 18;
        shape.windowLayers = 15;
        shape.window = 64;
        ScriptedSource source(shape);
        source.start("first", 200);
        source.step(30);
        shape.layers = 30;
        shape.windowLayers = 20;
        ScriptedSource other(shape);
        other.start("first", 200);
        other.step(30);
        Panels panels;
        panels.set(source.latest());
        const auto names = [&] {
            QStringList all;
            for (auto& panel : panels.all)
                for (QAbstractButton* button : panel->findChildren<QAbstractButton*>())
                    if (button->isVisible()) all << button->text();
            return all.join('|');
        };
        QVERIFY(names().contains("15 layers"));
        panels.set(other.latest());                                        // as many pools, and the same version
        QVERIFY(names().contains("20 layers") && !names().contains("15 layers"));
    }

    void theMapEndsOnAWholeRow() {
        ScriptedSource::Shape shape;
        shape.blocks = 2000;
        ScriptedSource source(shape);
        source.start("first", 640);
        source.step(100);
        Panels panels;
        panels.set(source.latest());
        auto* map = panels.find<BlockMapView>();
        Panel* kv = panels.all[0].get();
        for (const int height : {700, 713, 731, 820}) {
            kv->resize(384, height);
            QTest::qWait(10);
            const int columns = map->columns();
            int last = -1;
            for (int block = 0; block < map->blocks(); block += columns)
                if (map->blockAt(map->cellRect(block).center().toPoint())) last = block;
            QVERIFY(last > 0 && last + columns < map->blocks());
            QVERIFY(map->cellRect(last).bottom() <= map->viewport()->height());
            QVERIFY(map->viewport()->height() - map->cellRect(last).bottom() < map->cellRect(0).height());
        }
    }

    void aNewPanelShowsWhatWasSelectedBeforeIt() {
        ScriptedSource source;
        const auto key = source.start("first", 64);
        source.step(1 + 60);
        Panels before;
        before.set(source.latest());
        before.selection.clock()->setSnapshot(source.latest());
        before.selection.select(selectionOfTokens(*source.latest(), {key, 80, 95}));
        before.selection.clock()->scrubTo(40);
        QCoreApplication::processEvents();
        // As after a change of language.
        for (std::size_t i = 0; i < before.all.size(); ++i) {
            std::unique_ptr<Panel> anew(panelList()[i].create(&before.selection, nullptr));
            anew->setSnapshot(source.latest());
            if (auto* chart = anew->findChild<StepChart*>())
                QCOMPARE(chart->accessibleDescription(), before.find<StepChart>()->accessibleDescription());
            if (auto* map = anew->findChild<BlockMapView*>()) QCOMPARE(map->csv(), before.find<BlockMapView>()->csv());
        }
    }

    // ---- panels that are not on show ----------------------------------------------------------------------

    void aPanelThatIsNotOnShowDoesNothingAndCatchesUp() {
        ScriptedSource source;
        const auto key = source.start("first", 64);
        source.step(20);
        Panels hidden, shown;
        const auto deliver = [&](Panels& panels) {
            panels.selection.clock()->setSnapshot(source.latest());
            panels.set(source.latest());
        };
        deliver(hidden);
        deliver(shown);
        std::vector<QImage> before;
        for (auto& panel : hidden.all) {
            before.push_back(panel->grab().toImage());
            panel->setOnShow(false);
            QVERIFY(!panel->isOnShow());
        }
        double cost = 0;
        // All steps fit into the charts: a window that was scrubbed stands where it stood, which nobody saw here.
        for (int i = 0; i < 78; ++i) {
            source.step(1);
            const double start = test::threadCpuMs();
            for (auto& panel : hidden.all) panel->setSnapshot(source.latest());
            cost += test::threadCpuMs() - start;
            hidden.selection.clock()->setSnapshot(source.latest());
            deliver(shown);
            for (Panels* panels : {&hidden, &shown}) {
                if (i == 40) panels->selection.clock()->scrubTo(50);
                if (i == 55) panels->selection.clock()->scrubTo(64);
                if (i == 65) panels->selection.select(selectionOfTokens(*source.latest(), {key, 70, 90}));
            }
        }
        qInfo("78 snapshots, all panels hidden: %.3f ms CPU", cost);
        if (test::kTimed) QVERIFY(cost < 2 * test::kTolerance);
        QCoreApplication::processEvents();
        for (std::size_t i = 0; i < hidden.all.size(); ++i) {
            QCOMPARE(hidden.all[i]->grab().toImage(), before[i]);
            hidden.all[i]->setOnShow(true);
        }
        QTest::qWait(20);
        for (std::size_t i = 0; i < hidden.all.size(); ++i)
            QVERIFY2(hidden.all[i]->grab().toImage() == shown.all[i]->grab().toImage(), panelList()[i].id);
    }

    void anUnchangedSnapshotCostsNothing() {
        Panels panels;
        ScriptedSource source;
        source.start("first", 640);
        source.step(200);
        panels.set(source.latest());
        const double start = test::threadCpuMs();
        for (int i = 0; i < 1000; ++i) {
            const auto same = std::make_shared<telemetry::Snapshot>(*source.latest());   // another one, of the same parts
            for (auto& panel : panels.all) panel->setSnapshot(same);
        }
        const double each = (test::threadCpuMs() - start) / 1000;
        qInfo("unchanged snapshot, all panels: %.4f ms CPU", each);
        if (test::kTimed) QVERIFY(each < 0.1 * test::kTolerance);
    }

    void aFrameIsShort() {
        ScriptedSource::Shape shape;
        shape.blocks = 512;
        ScriptedSource source(shape);
        source.start("first", 1200);
        source.start("second", 300);
        source.step(300);
        Panels panels;
        panels.set(source.latest());
        double longest = 0, sum = 0;
        std::vector<double> sums(panels.all.size());
        constexpr int kFrames = 240;
        for (int i = 0; i < kFrames; ++i) {
            source.step(1);
            const SnapshotPtr snapshot = source.latest();
            double took = 0;
            for (std::size_t p = 0; p < panels.all.size(); ++p) {
                const double start = test::threadCpuMs();
                panels.all[p]->setSnapshot(snapshot);
                QCoreApplication::processEvents();                         // with the paint events it causes
                const double each = test::threadCpuMs() - start;
                sums[p] += each;
                took += each;
            }
            if (i > 10) longest = std::max(longest, took);
            sum += took;
        }
        for (std::size_t p = 0; p < panels.all.size(); ++p) qInfo("%s: %.2f ms CPU", panelList()[p].id, sums[p] / kFrames);
        const double share = sum / kFrames * 60 / 1000;
        qInfo("a frame of all panels: mean %.2f ms, longest %.2f ms CPU; %.1f %% of a core at 60 Hz", sum / kFrames, longest,
              share * 100);
        if (test::kTimed) {
            QVERIFY(longest < 30 * test::kTolerance);
            QVERIFY(share < 0.25 * test::kTolerance);
        }
    }
};

QTEST_MAIN(PanelsTest)
#include "panels_test.moc"
