// Plots of the panels Quantize and Compare: axis, heat map, histogram, plane, layer curve.
#include <QSignalSpy>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QTest>

#include "tests/widgets/support/cpu_clock.h"
#include "tests/widgets/support/scripted_quantize.h"
#include "tests/widgets/support/word_boxes.h"
#include "widgets/plots/axis_range.h"
#include "widgets/plots/heat_map.h"
#include "widgets/plots/layer_curve.h"
#include "widgets/plots/quality_plot.h"
#include "widgets/plots/weight_histogram.h"
#include "widgets/theme.h"

using namespace gh;
using namespace gh::widgets;

namespace {

HeatMap::Table table(int rows, int columns) {
    HeatMap::Table made;
    made.name = "Errors";
    made.valueName = "error";
    made.columnName = "layer";
    for (int r = 0; r < rows; ++r) made.rows << QStringLiteral("part%1").arg(r);
    made.columns = columns;
    for (int i = 0; i < rows * columns; ++i) made.values.push_back(i);
    made.high = rows * columns - 1;
    return made;
}

void wheel(QWidget& widget, QPointF at, int turns) {
    QWheelEvent event(at, widget.mapToGlobal(at), {}, {0, 120 * turns}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(&widget, &event);
}

void drag(QWidget& widget, QPoint from, QPoint to) {
    QTest::mousePress(&widget, Qt::LeftButton, Qt::NoModifier, from);
    QMouseEvent move(QEvent::MouseMove, QPointF(to), widget.mapToGlobal(QPointF(to)), Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&widget, &move);
    QTest::mouseRelease(&widget, Qt::LeftButton, Qt::NoModifier, to);
}

template <class Plot>
void verifySaves(Plot& plot) {
    QTemporaryDir folder;
    QVERIFY(savePng(plot, folder.filePath("p.png")) && saveSvg(plot, folder.filePath("p.svg")) && saveCsv(plot, folder.filePath("p.csv")));
    QVERIFY(QSvgRenderer(folder.filePath("p.svg")).isValid());
    for (const test::Word& word : test::wordsOf(plot))
        QVERIFY2(word.box.left() >= -1 && word.box.right() <= plot.width() + 1, qPrintable(word.text));
}

}  // namespace

class PlotTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Theme::instance().setMode(ThemeMode::Light); }

    void anAxisZoomsAndMovesWithinTheWhole() {
        for (const bool logarithmic : {false, true}) {
            const AxisRange whole{1, 1000, logarithmic};
            AxisRange range = whole;
            const double middle = range.value(0.25);
            range.zoom(0.25, 0.5, whole);
            QVERIFY(std::abs(range.value(0.25) - middle) < 1e-6 * middle);   // what is under the pointer stays
            QVERIFY(range.share(range.value(0.7)) - 0.7 < 1e-9);
            range.pan(100, whole);
            QVERIFY(std::abs(range.high - 1000) < 1e-6);
            range.pan(-100, whole);
            QVERIFY(std::abs(range.low - 1) < 1e-9);
            range.zoom(0.5, 100, whole);
            QVERIFY(std::abs(range.low - 1) < 1e-9 && std::abs(range.high - 1000) < 1e-6);
            for (int i = 0; i < 100; ++i) range.zoom(0.5, 0.5, whole);
            QVERIFY(range.high > range.low);
        }
        QCOMPARE(AxisRange({0.005, 2, true}).decades(4), (std::vector<double>{0.01, 0.1, 1}));
        QCOMPARE(AxisRange({0.1, 1, true}).decades(8), (std::vector<double>{0.1, 0.2, 0.5, 1}));
        QVERIFY(!AxisRange({0.31, 0.39, true}).decades(4).empty());
    }

    void cellsAreChosenByMouseAndKeys() {
        HeatMap map;
        map.resize(500, 200);
        HeatMap::Table made = table(3, 10);
        made.values[11] = kUnknown;                      // row 1, column 1: no such matrix
        map.setTable(made);
        map.setDescriber([](HeatMap::Cell cell) { return QStringLiteral("<b>%1/%2</b>").arg(cell.row).arg(cell.column); });
        map.show();
        QSignalSpy chosen(&map, &HeatMap::chosenByUser);
        const QPointF at = map.cellBox({2, 7}).center();
        QCOMPARE(*map.cellAt(at), (HeatMap::Cell{2, 7}));
        QVERIFY(!map.cellAt(map.cellBox({1, 1}).center()));
        QTest::mouseClick(&map, Qt::LeftButton, Qt::NoModifier, at.toPoint());
        QCOMPARE(chosen.takeFirst(), (QVariantList{2, 7}));
        QTest::keyClick(&map, Qt::Key_Up);
        QCOMPARE(*map.chosen(), (HeatMap::Cell{1, 7}));
        QTest::keyClick(&map, Qt::Key_Home);
        QCOMPARE(*map.chosen(), (HeatMap::Cell{1, 0}));
        QTest::keyClick(&map, Qt::Key_Right);            // over the hole
        QCOMPARE(*map.chosen(), (HeatMap::Cell{1, 2}));
        QTest::keyClick(&map, Qt::Key_End);
        QCOMPARE(*map.chosen(), (HeatMap::Cell{1, 9}));
        QTest::keyClick(&map, Qt::Key_Right);
        QCOMPARE(*map.chosen(), (HeatMap::Cell{1, 9}));
        QCOMPARE(map.accessibleDescription(), QString("1/9"));
        QVERIFY(map.csv().contains("part2,7,27\n"));
        QCOMPARE(map.csv().count('\n'), 1 + 29);
        verifySaves(map);
        // A table without that cell has no choice.
        map.setTable(table(1, 2));
        QVERIFY(!map.chosen());
        map.setTable({});
        QVERIFY(!map.grab().isNull());
        QTest::keyClick(&map, Qt::Key_Right);
    }

    void manyLayersAreZoomedAndFast() {
        HeatMap map;
        map.resize(400, 160);
        map.setTable(table(7, 128));
        map.show();
        const double before = map.cellBox({0, 64}).width();
        for (int i = 0; i < 6; ++i) wheel(map, map.cellBox({0, 64}).center(), 1);
        QVERIFY(map.cellBox({0, 64}).width() > 2 * before);
        const double left = map.cellBox({0, 64}).left();
        drag(map, map.plotBox().center().toPoint(), map.plotBox().center().toPoint() + QPoint(40, 0));
        QVERIFY(std::abs(map.cellBox({0, 64}).left() - left - 40) < 1);
        map.setChosen(HeatMap::Cell{3, 2});              // comes on show
        QVERIFY(map.plotBox().contains(map.cellBox({3, 2}).center()));
        QTest::mouseDClick(&map, Qt::LeftButton, Qt::NoModifier, map.plotBox().center().toPoint());
        QCOMPARE(map.cellBox({0, 64}).width(), before);
        const double start = test::threadCpuMs();
        for (int i = 0; i < 10; ++i) map.grab();
        const double each = (test::threadCpuMs() - start) / 10;
        qInfo("a map of 7 x 128: %.2f ms CPU", each);
        if (test::kTimed) QVERIFY2(each < 16 * test::kTolerance, qPrintable(QString::number(each)));
    }

    void aHistogramHasLevelsAndZooms() {
        WeightHistogram plot;
        plot.resize(420, 160);
        QVERIFY(!plot.grab().isNull());                  // nothing yet
        const auto map = test::scriptedMap();
        plot.setDetail(test::scriptedDetail(map->tensors[3]));
        plot.show();
        QVERIFY2(plot.accessibleDescription().contains("16 level"), qPrintable(plot.accessibleDescription()));
        const QPointF middle = plot.plotBox().center();
        QVERIFY2(plot.hoverText(middle).contains("weight") && plot.hoverText(middle).contains("nearest level: 0.16"), qPrintable(plot.hoverText(middle)));
        QVERIFY(plot.hoverText({1, 1}).isEmpty());
        const QString before = plot.hoverText(plot.plotBox().topLeft() + QPointF(3, 3));
        wheel(plot, middle, 5);
        QVERIFY(plot.hoverText(plot.plotBox().topLeft() + QPointF(3, 3)) != before);
        QTest::keyClick(&plot, Qt::Key_0);
        QCOMPARE(plot.hoverText(plot.plotBox().topLeft() + QPointF(3, 3)), before);
        QCOMPARE(plot.csv().count('\n'), 161);
        verifySaves(plot);
        auto odd = std::make_shared<TensorDetailFacts>();   // a matrix of one value
        odd->counts = {4000};
        plot.setDetail(odd);
        QVERIFY(!plot.grab().isNull());
        odd = std::make_shared<TensorDetailFacts>();
        plot.setDetail(odd);
        QVERIFY(!plot.grab().isNull());
    }

    void thePlaneHasItsFrontier() {
        QualityPlot plot;
        plot.resize(420, 260);
        plot.setPoints({"size", "KL", true}, {});
        QVERIFY(!plot.grab().isNull());
        const double mib = 1 << 20;
        plot.setPoints({"size", "KL", true}, {{"stored", {}, 90 * mib, 0, 0, true}, {"int4 row", {}, 64 * mib, 0.5, 0.02, false}, {"worse", {}, 70 * mib, 0.6, 0, false},
                                              {"nf4", "4.25 bits", 68 * mib, 0.13, 0.01, false}, {"int8", {}, 130 * mib, 0.002, 0, false}, {"same", {}, 140 * mib, 0, 0, false}});
        plot.show();
        QCOMPARE(plot.frontier(), (std::vector<std::size_t>{1, 3, 4, 5}));
        const QString hover = plot.hoverText(plot.place(plot.points()[3]));
        QVERIFY2(hover.contains("nf4") && hover.contains("68.0") && hover.contains("4.25 bits"), qPrintable(hover));
        QVERIFY(plot.hoverText(QPointF(2, 2)).isEmpty());
        QVERIFY2(plot.hoverText(QPointF(plot.place(plot.points()[0]).x(), plot.plotBox().center().y())).contains("stored"), "the reference is a line");
        QVERIFY(plot.place(plot.points()[5]).y() <= plot.plotBox().bottom() + 1);   // a divergence of nothing stands at the bottom
        const QPointF before = plot.place(plot.points()[3]);
        wheel(plot, before, 3);
        QVERIFY((plot.place(plot.points()[3]) - before).manhattanLength() < 2);
        QVERIFY(!plot.plotBox().contains(plot.place(plot.points()[4])));
        QTest::mouseDClick(&plot, Qt::LeftButton, Qt::NoModifier, plot.plotBox().center().toPoint());
        QVERIFY((plot.place(plot.points()[3]) - before).manhattanLength() < 1);
        QTest::keyClick(&plot, Qt::Key_Right);
        verifySaves(plot);
        QVERIFY(plot.csv().contains("\"nf4\","));
        plot.setPoints({"bits", "perplexity", false}, {{"one", {}, 4, 365e6, 0, false}});
        QVERIFY(!plot.grab().isNull());
    }

    void namesOnThePlaneDoNotLieOverEachOther() {
        QualityPlot plot;
        plot.resize(420, 260);
        std::vector<QualityPlot::Point> points;
        for (int i = 0; i < 14; ++i) points.push_back({QStringLiteral("scheme number %1").arg(i), {}, 4.0 + 0.01 * i, 0.2 + 0.003 * i, 0, false});
        plot.setPoints({"bits", "KL", false}, points);
        std::vector<test::Word> names;
        for (const test::Word& word : test::wordsOf(plot))
            if (word.text.startsWith("scheme")) names.push_back(word);
        QVERIFY(!names.empty());
        for (std::size_t a = 0; a < names.size(); ++a)
            for (std::size_t b = a + 1; b < names.size(); ++b) QVERIFY2(!names[a].box.intersects(names[b].box), qPrintable(names[a].text));
    }

    void layersDepart() {
        LayerCurve curve;
        curve.resize(300, 130);
        QVERIFY(!curve.grab().isNull());
        curve.setSeries({{"B int4", {0.01f, 0.03f, 0.2f, 0.4f}, 2}, {"C nf4", {0, 0, 0, 0}, -1}}, 0.1);
        curve.show();
        QVERIFY2(curve.accessibleDescription().contains("B int4 departs from layer 2 on"), qPrintable(curve.accessibleDescription()));
        const QRectF plot = curve.plotBox();
        const QString hover = curve.hoverText({plot.left() + plot.width() * 0.6, plot.center().y()});
        QVERIFY2(hover.contains("Layer 2") && hover.contains("departs here") && hover.contains("0.2"), qPrintable(hover));
        verifySaves(curve);
        QCOMPARE(curve.csv().count('\n'), 9);
    }
};

QTEST_MAIN(PlotTest)
#include "plot_test.moc"
