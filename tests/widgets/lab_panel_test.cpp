// The panel Lab with a scripted desk: experiments, options, a run that fills, earlier runs laid over it.
#include <QAbstractButton>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QTest>

#include "tests/widgets/support/scripted_source.h"
#include "tests/widgets/support/word_boxes.h"
#include "widgets/controls/elided_text.h"
#include "widgets/controls/segmented.h"
#include "widgets/panels/lab.h"
#include "widgets/panels/lab/lab_results.h"
#include "widgets/plots/attention_tiles.h"
#include "widgets/plots/line_plot.h"
#include "widgets/theme.h"

using namespace gh;
using namespace gh::widgets;

namespace {

std::shared_ptr<LabRun> run(qint64 id, double factor, int points = 7) {
    auto made = std::make_shared<LabRun>();
    made->id = id;
    made->experiment = "knee";
    made->when = QDateTime(QDate(2026, 3, 1), QTime(12, 0)).addDays(-id);
    made->plots = {{"throughput", "Throughput", {"batch", "requests", true}, {"throughput", "tokens/s", false}},
                   {"latency", "Time of a step", {"batch", "requests", true}, {"step", "ms", false}}};
    LabSeries measured{"throughput", "measured", {}, {}, {}, {}, false}, limit{"throughput", "memory limit", {}, {}, {}, {}, true};
    LabSeries latency{"latency", "measured", {1, 2}, {5, 6}, {}, {}, false};
    for (int i = 0; i < points; ++i) {
        const double n = 1 << i;
        measured.x.push_back(n), measured.y.push_back(factor * 100 * n / (n + 4));
        measured.low.push_back(measured.y.back() * 0.9), measured.high.push_back(measured.y.back() * 1.1);
        limit.x.push_back(n), limit.y.push_back(100 * n);
    }
    made->series = {measured, limit, latency};
    made->figures = {{"knee", 16, "requests"}};
    return made;
}

struct Fixture {
    test::ScriptedSource source;
    SelectionModel selection;
    LabDesk desk;
    LabPanel panel{&selection};
    Fixture() {
        desk.experiments = {{"knee", "How many at once", "Paragraph of the knee.", {{"runs", "repeated runs", "5", "5"}}, 123ull << 20, true},
                            {"cache-size", "How large", "Paragraph of the size.", {}, 0, false}};
        desk.state.possible = true;
        panel.setDesk(&desk);
        panel.resize(1100, 380);
        panel.show();
        panel.setSnapshot(source.latest());
    }
    QString words() const {
        QStringList all;
        for (const QLabel* label : panel.findChildren<QLabel*>())
            if (label->isVisible()) all << label->text();
        for (const ElidedText* text : panel.findChildren<ElidedText*>())
            if (text->isVisible()) all << text->text();
        return all.join('\n');
    }
};

}  // namespace

class LabPanelTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Theme::instance().setMode(ThemeMode::Light); }

    void asksForARunWithItsOptions() {
        Fixture f;
        QVERIFY(f.words().contains("123.0"));                 // what it takes
        QVERIFY(f.words().contains("Paragraph of the knee."));
        QVERIFY(f.words().contains("Not measured yet"));
        QSignalSpy start(&f.desk, &LabDesk::startWanted), cancel(&f.desk, &LabDesk::cancelWanted);
        auto* field = f.panel.findChild<QLineEdit*>();
        field->setText(" 9 ");
        f.panel.runButton()->click();
        QCOMPARE(start.at(0).at(0).toString(), QString("knee"));
        QCOMPARE((start.at(0).at(1).value<QMap<QString, QString>>()), (QMap<QString, QString>{{"runs", "9"}}));
        f.desk.state.phase = LabState::Phase::Waiting;
        f.desk.state.experiment = "knee";
        emit f.desk.stateChanged();
        QVERIFY(f.words().contains("Waits until all replies"));
        f.panel.runButton()->click();
        QCOMPARE(cancel.size(), 1);
        // Another experiment: its own options, none here, and its own memory.
        f.desk.state.phase = LabState::Phase::Idle;
        emit f.desk.stateChanged();
        auto* which = f.panel.findChild<QComboBox*>();
        which->setCurrentIndex(1);
        emit which->activated(1);
        QVERIFY(f.words().contains("header only"));
        QVERIFY(!f.panel.findChild<QLineEdit*>() || !f.panel.findChild<QLineEdit*>()->isVisible());
    }

    void thePlotFillsAsItGoes() {
        Fixture f;
        for (int points = 1; points <= 7; ++points) {
            f.desk.current = run(0, 1, points);
            emit f.desk.currentChanged();
            QVERIFY(f.panel.plot()->isVisible());
            QVERIFY2(f.panel.plot()->accessibleDescription().contains(QStringLiteral("measured: %1 points").arg(points)),
                     qPrintable(f.panel.plot()->accessibleDescription()));
        }
        QVERIFY(f.words().contains("knee: 16"));
        const QPointF at = f.panel.plot()->place(4, 50);
        QVERIFY2(f.panel.plot()->hoverText(at).contains("measured"), qPrintable(f.panel.plot()->hoverText(at)));
        QVERIFY(f.panel.plot()->hoverText(QPointF(2, 2)).isEmpty());
    }

    void runsAreLaidOver() {
        Fixture f;
        f.desk.entries = {{1, "knee", "a.gguf", run(1, 1)->when, true}, {2, "knee", "a.gguf", run(2, 1)->when, false}, {3, "cache-size", "a.gguf", run(3, 1)->when, true}};
        QSignalSpy load(&f.desk, &LabDesk::loadWanted);
        emit f.desk.entriesChanged();
        QCOMPARE(f.panel.runList()->count(), 2);              // of this experiment alone
        QCOMPARE(load.takeFirst().at(0).toLongLong(), 1);     // the newest is shown
        f.desk.loaded[1] = run(1, 1);
        emit f.desk.runLoaded(1);
        QCOMPARE(f.panel.plot()->csv().count("\"measured\""), 7);
        f.panel.runList()->item(1)->setCheckState(Qt::Checked);
        QCOMPARE(load.takeLast().at(0).toLongLong(), 2);
        f.desk.loaded[2] = run(2, 0.5);
        emit f.desk.runLoaded(2);
        QCOMPARE(f.panel.plot()->csv().count("\"measured\""), 14);
        f.panel.runList()->item(1)->setCheckState(Qt::Unchecked);
        QCOMPARE(f.panel.plot()->csv().count("\"measured\""), 7);
        QSignalSpy remove(&f.desk, &LabDesk::removeWanted);
        for (QPushButton* button : f.panel.findChildren<QPushButton*>())
            if (button->text() == "Delete") button->click();
        QCOMPARE(remove.at(0).at(0).toLongLong(), 1);
    }

    void resultsTakeNoRoomFromThePlot() {
        Fixture f;
        auto made = run(0, 1);
        made->explanation = "What it means.";
        for (int i = 0; i < 40; ++i) made->figures.push_back({QStringLiteral("figure %1").arg(i), 1024.0 * 1024 * (i + 1), "bytes"});
        made->findings = {"found this"};
        f.desk.current = made;
        f.panel.resize(1100, 260);
        emit f.desk.currentChanged();
        QCoreApplication::processEvents();
        QVERIFY2(f.panel.plot()->height() > 150, qPrintable(QString::number(f.panel.plot()->height())));
        QVERIFY(!f.words().contains("What it means."));
        QVERIFY(f.words().contains("found this"));
        f.panel.view()->findChildren<QAbstractButton*>().at(1)->click();
        QVERIFY(!f.panel.plot()->isVisible() && f.panel.results()->isVisible());
        for (const char* words : {"What it means.", "found this", "figure 39", "40.0"}) QVERIFY2(f.words().contains(words), words);
        f.panel.view()->findChildren<QAbstractButton*>().at(0)->click();
        QVERIFY(f.panel.plot()->isVisible() && !f.panel.results()->isVisible());
    }

    void earlierRunsAreToldApartByWhatDiffers() {
        Fixture f;
        QVERIFY(f.words().contains("None yet."));
        f.desk.experiments[0].options[0].name = "runs";
        f.desk.entries = {{1, "knee", "a.gguf", run(1, 1)->when, true, {{"runs", "5"}, {"steps", "2"}}},
                          {2, "knee", "a.gguf", run(2, 1)->when, false, {{"runs", "9"}, {"steps", "2"}}},
                          {3, "knee", "a.gguf", run(3, 1)->when, true, {}}};
        f.desk.loaded[1] = run(1, 1);
        auto cut = run(2, 1);
        cut->complete = false;
        f.desk.loaded[2] = cut;
        emit f.desk.entriesChanged();
        QVERIFY(!f.words().contains("None yet."));
        QVERIFY(f.panel.runList()->item(0)->text().endsWith("\nruns 5"));
        QVERIFY(f.panel.runList()->item(1)->text().contains("cancelled\nruns 9"));
        QVERIFY(f.panel.runList()->item(2)->text().endsWith("\na.gguf"));   // nothing is known of it
        f.panel.runList()->setCurrentRow(1);
        QVERIFY2(f.words().contains("Cancelled: this is what was measured"), qPrintable(f.words()));
        f.panel.runList()->item(0)->setCheckState(Qt::Checked);
        QVERIFY(f.panel.plot()->csv().contains("runs 5"));
        f.desk.state.experiment = "knee";
        f.desk.state.cancelled = true;
        emit f.desk.stateChanged();
        QVERIFY(f.words().contains("Cancelled before anything was measured."));
    }

    void whereItWaitsForTrafficThatCanBeStopped() {
        Fixture f;
        QSignalSpy stop(&f.desk, &LabDesk::stopTrafficWanted);
        const auto button = [&] {
            for (QPushButton* b : f.panel.findChildren<QPushButton*>())
                if (b->text() == "Stop the traffic") return b;
            return static_cast<QPushButton*>(nullptr);
        };
        QVERIFY(button() && !button()->isVisible());
        f.desk.state.phase = LabState::Phase::Waiting;
        f.desk.state.traffic = true;
        emit f.desk.stateChanged();
        QVERIFY(button()->isVisible());
        button()->click();
        QCOMPARE(stop.size(), 1);
    }

    void theTilesOfAttentionAreDrawnOneAfterAnother() {
        Fixture f;
        auto made = run(0, 1);
        made->plots.push_back({"tiles", "Tiles of attention", {"key", "tokens", false}, {"query", "tokens", false}});
        made->tiles = {100, 32, 64, 40000, 400, 8192};
        f.desk.plot = 2;
        f.desk.current = made;
        emit f.desk.currentChanged();
        AttentionTiles& tiles = *f.panel.tiles();
        QVERIFY(tiles.isVisible() && f.panel.plot()->isVisible());
        // Queries 0, 32, 64, 96 in tiles of 32, over keys up to their last: 1 + 1 + 2 + 2.
        QCOMPARE(tiles.tiles(), 6);
        tiles.setMoving(false);
        QVERIFY(!tiles.moves());
        tiles.showTile(0);
        QVERIFY2(tiles.accessibleDescription().contains("never written") && tiles.accessibleDescription().contains("Tile 1 of 6"),
                 qPrintable(tiles.accessibleDescription()));
        const QImage before = tiles.grab().toImage();
        QTest::mouseClick(&tiles, Qt::LeftButton);
        QCOMPARE(tiles.tile(), 1);
        QVERIFY(before != tiles.grab().toImage());
        QTest::keyClick(&tiles, Qt::Key_Left);
        QTest::keyClick(&tiles, Qt::Key_Left);
        QCOMPARE(tiles.tile(), 5);
        f.desk.plot = 0;
        emit f.desk.currentChanged();
        QVERIFY(!tiles.isVisible());
    }

    void thePictureIsWhole() {
        Fixture f;
        f.desk.current = run(0, 1);
        emit f.desk.currentChanged();
        LinePlot& plot = *f.panel.plot();
        for (const test::Word& word : test::wordsOf(plot))
            QVERIFY2(word.box.left() >= 0 && word.box.right() <= plot.width() + 1, qPrintable(word.text));
        QTemporaryDir folder;
        QVERIFY(savePng(plot, folder.filePath("l.png")) && saveSvg(plot, folder.filePath("l.svg")));
        QVERIFY(QSvgRenderer(folder.filePath("l.svg")).isValid());
        // A limit far above what was measured does not press it flat.
        QVERIFY(plot.place(64, 94).y() < plot.plotBox().center().y() + plot.plotBox().height() * 0.3);
        plot.setFocus();
        QTest::keyClick(&plot, Qt::Key_Right);
        QTest::keyClick(&plot, Qt::Key_Right);
        QVERIFY2(plot.accessibleDescription().contains("at 2"), qPrintable(plot.accessibleDescription()));
    }

    void emptyPlotsAndOddValuesDraw() {
        LinePlot plot;
        plot.resize(300, 160);
        QVERIFY(!plot.grab().isNull());
        LabPlot odd{"odd", "Odd", {"x", "s", true}, {"y", "bytes", true}};
        plot.setPlot(odd, {{{"odd", "zero", {0, 0}, {0, 0}, {}, {}, false}, 0, 0, {}}, {{"odd", "one", {5}, {7}, {}, {}, false}, 1, 1, {}}});
        QVERIFY(!plot.grab().isNull());
        plot.setPlot({"odd", "Odd", {"x", "", false}, {"y", "%", false}}, {{{"odd", "flat", {1, 1}, {3, 3}, {}, {}, true}, 0, 0, {}}});
        QVERIFY(!plot.grab().isNull());
    }
};

QTEST_MAIN(LabPanelTest)
#include "lab_panel_test.moc"
