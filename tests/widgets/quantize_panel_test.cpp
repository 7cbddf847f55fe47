// The panel Quantize with a scripted desk: map and table, a matrix, rules with their undo, variants, budget, evaluation,
// plane, export.
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHeaderView>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>

#include "tests/widgets/support/cpu_clock.h"
#include "tests/widgets/support/scripted_quantize.h"
#include "tests/widgets/support/scripted_source.h"
#include "widgets/controls/segmented.h"
#include "widgets/panels/quantize.h"
#include "widgets/panels/quantize/error_view.h"
#include "widgets/panels/quantize/evaluate_page.h"
#include "widgets/panels/quantize/export_dialog.h"
#include "widgets/panels/quantize/plane_page.h"
#include "widgets/panels/quantize/rules_page.h"
#include "widgets/panels/quantize/tensor_page.h"
#include "widgets/plots/heat_map.h"
#include "widgets/plots/quality_plot.h"
#include "widgets/plots/weight_histogram.h"
#include "widgets/theme.h"

using namespace gh;
using namespace gh::widgets;

namespace {

struct Fixture {
    test::ScriptedSource source;
    SelectionModel selection;
    QuantizeDesk desk;
    QuantizePanel panel{&selection};
    explicit Fixture(QSize size = {1200, 700}, bool filled = true) {
        if (filled) test::fillDesk(desk);
        panel.setDesk(&desk);
        panel.resize(size);
        panel.show();
        panel.setSnapshot(source.latest());
    }
    QString words() const {
        QStringList all;
        for (const QLabel* label : panel.findChildren<QLabel*>())
            if (label->isVisible()) all << label->text();
        return all.join('\n');
    }
    void choose(const char* name) {
        HeatMap* map = panel.errors()->map();
        for (const TensorFacts& tensor : desk.map->tensors)
            if (tensor.name == QLatin1String(name)) {
                const int row = static_cast<int>(map->table().rows.indexOf(tensor.part));
                QTest::mouseClick(map, Qt::LeftButton, Qt::NoModifier, map->cellBox({row, tensor.layer}).center().toPoint());
            }
    }
};

void clickCombo(QComboBox* box, const QVariant& data) {
    const int index = box->findData(data);
    QVERIFY(index >= 0);
    box->setCurrentIndex(index);
    emit box->activated(index);
}

}  // namespace

class QuantizePanelTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Theme::instance().setMode(ThemeMode::Light); }

    void emptyLoadingAndFull() {
        Fixture f({1200, 700}, false);
        QVERIFY(f.words().contains("No model is open"));
        QSignalSpy map(&f.desk, &QuantizeDesk::mapWanted);
        test::fillDesk(f.desk);
        f.desk.map.reset();
        emit f.desk.modelChanged();
        QVERIFY(!f.words().contains("No model is open"));
        QCOMPARE(map.size(), 1);                         // it is looked at, so it is measured
        f.desk.look = {QuantizeWork::Kind::Look, 0.4, {}, {}, {}};
        emit f.desk.lookChanged();
        emit f.desk.modelChanged();
        QCOMPARE(map.size(), 1);                         // and only once
        f.desk.look = {};
        f.desk.look.trouble = "The file is gone";
        emit f.desk.lookChanged();
        emit f.desk.modelChanged();
        QCOMPARE(map.size(), 1);                         // what failed is not tried again by itself
        f.desk.look = {};
        f.desk.map = test::scriptedMap();
        emit f.desk.mapChanged();
        QCOMPARE(f.panel.errors()->map()->table().rows.size(), 7);
        QCOMPARE(f.panel.errors()->map()->table().columns, 30);
        // Not while nobody looks.
        f.panel.hide();
        f.desk.map.reset();
        emit f.desk.modelChanged();
        QCOMPARE(map.size(), 1);
    }

    void theMapSaysWhatEachMatrixLoses() {
        Fixture f;
        QSignalSpy detail(&f.desk, &QuantizeDesk::detailWanted), wanted(&f.desk, &QuantizeDesk::mapWanted);
        f.choose("blk.27.ffn_gate.weight");
        QCOMPARE(f.desk.chosenTensor, QString("blk.27.ffn_gate.weight"));
        QCOMPARE(detail.size(), 1);
        const QString hover = f.panel.errors()->map()->accessibleDescription();
        QVERIFY2(hover.contains("blk.27.ffn_gate") && hover.contains("1,536 × 576") && hover.contains("94 weights beyond"), qPrintable(hover));
        QVERIFY(f.words().contains("Reading the weights"));
        f.desk.detail = test::scriptedDetail(f.desk.map->tensors[static_cast<std::size_t>(f.desk.map->worst)]);
        emit f.desk.detailChanged();
        QVERIFY(f.panel.tensorPage()->histogram()->isVisible());
        QCOMPARE(f.panel.tensorPage()->rows()->topLevelItemCount(), 20);
        // Another measure colours anew; another scheme is asked for.
        clickCombo(f.panel.errors()->measureBox(), static_cast<int>(ErrorMeasure::MaxOverStd));
        QVERIFY(f.panel.errors()->map()->table().high > 50);
        clickCombo(f.panel.errors()->schemeBox(), "nf4");
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(f.desk.chosenScheme, QString("nf4"));
    }

    void theTableSortsAndChooses() {
        Fixture f;
        f.desk.table = true;
        emit f.desk.mapChanged();
        QTreeView* table = f.panel.errors()->table();
        QVERIFY(table->isVisible() && !f.panel.errors()->map()->isVisible());
        QCOMPARE(table->model()->rowCount(), 210);
        QCOMPARE(table->model()->index(0, 0).data().toString(), QString("blk.27.ffn_gate"));   // the worst first
        table->sortByColumn(0, Qt::AscendingOrder);
        QCOMPARE(table->model()->index(0, 0).data().toString(), QString("blk.0.attn_q"));      // the file's order
        table->setCurrentIndex(table->model()->index(3, 0));
        QCOMPARE(f.desk.chosenTensor, QString("blk.0.attn_output.weight"));
    }

    void rulesAreMadeUndoneAndMadeAgain() {
        Fixture f;
        f.panel.showPage(QuantizePanel::kTensor);
        f.choose("blk.27.ffn_gate.weight");
        f.panel.tensorPage()->schemeBox()->setCurrentIndex(f.panel.tensorPage()->schemeBox()->findData("int8-row"));
        for (int which : {0, 1, 2}) f.panel.tensorPage()->button(which)->click();
        const auto& rules = f.desk.rules().rules;
        QCOMPARE(rules.size(), 3u);
        QCOMPARE(rules[0].pattern, QString("blk\\.27\\.ffn_gate\\.weight"));
        QCOMPARE(rules[1].pattern, QString("blk\\.\\d+\\.ffn_gate\\.weight"));
        QCOMPARE(rules[2].pattern, QString("blk\\.27\\..*"));
        f.panel.showPage(QuantizePanel::kRules);
        RulesPage* page = f.panel.rulesPage();
        QCOMPARE(page->list()->topLevelItem(0)->text(0), QString("blk.27.ffn_gate"));
        QCOMPARE(page->list()->topLevelItem(1)->text(0), QString("ffn_gate of every layer"));
        QCOMPARE(page->list()->topLevelItem(2)->text(0), QString("layer 27"));
        page->undoButton()->click();
        QCOMPARE(f.desk.rules().rules.size(), 2u);
        page->undoButton()->click();
        page->undoButton()->click();
        QVERIFY(f.desk.rules().rules.empty() && !page->undoButton()->isEnabled());
        page->redoButton()->click();
        QCOMPARE(f.desk.rules().rules.size(), 1u);
        // A new change takes the place of those that were undone.
        page->patternField()->setText(" blk\\.(0|1)\\..* ");
        QTest::keyClick(page->patternField(), Qt::Key_Return);
        QCOMPARE(f.desk.rules().rules.back().pattern, QString("blk\\.(0|1)\\..*"));
        QVERIFY(!page->redoButton()->isEnabled());
        QVERIFY(page->patternField()->text().isEmpty());
        // The same pattern again replaces its rule, and becomes the last.
        f.desk.addRule("blk\\.27\\.ffn_gate\\.weight", "q8_0");
        QCOMPARE(f.desk.rules().rules.size(), 2u);
        QCOMPARE(f.desk.rules().rules.back().scheme, QString("q8_0"));
        // The base stands first, however late it comes.
        f.desk.setBase("nf4");
        QCOMPARE(f.desk.rules().rules.front().pattern, patternOfAll());
        page->list()->setCurrentItem(page->list()->topLevelItem(0));
        f.panel.activateWindow();
        page->list()->setFocus();
        QVERIFY(QTest::qWaitForWindowActive(&f.panel));
        QTest::keyClick(page->list(), Qt::Key_Delete);
        QCOMPARE(f.desk.rules().rules.size(), 2u);
    }

    void aRuleThatCannotBeReadSaysSo() {
        Fixture f;
        f.panel.showPage(QuantizePanel::kRules);
        f.desk.addRule("blk\\.(", "nf4");
        test::assign(f.desk, {0});
        f.desk.assignment.troubles = {"missing closing parenthesis at 6"};
        emit f.desk.assignmentChanged();
        QVERIFY(f.words().contains("missing closing parenthesis"));
        QVERIFY(!f.panel.rulesPage()->openButton()->isEnabled() && !f.panel.rulesPage()->saveFileButton()->isEnabled());
        f.desk.undo();
        test::assign(f.desk, {});
        emit f.desk.assignmentChanged();
        QVERIFY(!f.words().contains("missing closing parenthesis"));
    }

    void dotsMarkRulesOfTheirOwn() {
        Fixture f;
        f.desk.setBase("nf4");
        f.desk.addRule(patternOfTensor("blk.3.ffn_up.weight"), "q8_0");
        test::assign(f.desk, {209, 1});
        for (auto& tensor : f.desk.assignment.tensors) tensor.rule = tensor.name == "blk.3.ffn_up.weight" ? 1 : 0;
        emit f.desk.assignmentChanged();
        const auto& marked = f.panel.errors()->map()->table().marked;
        QCOMPARE(std::count(marked.begin(), marked.end(), true), 1);
        QCOMPARE(f.panel.rulesPage()->list()->topLevelItem(0)->text(2), QString("209"));
    }

    void variantsAreKeptRenamedAndDeleted() {
        Fixture f;
        f.panel.showPage(QuantizePanel::kRules);
        f.desk.setBase("nf4");
        QSignalSpy save(&f.desk, &QuantizeDesk::saveWanted), rename(&f.desk, &QuantizeDesk::renameWanted), remove(&f.desk, &QuantizeDesk::removeWanted);
        const auto press = [&](const char* tip, const char* name) {
            for (QToolButton* button : f.panel.rulesPage()->findChildren<QToolButton*>())
                if (button->toolTip().startsWith(tip)) button->click();
            if (!name) return;
            auto* dialog = f.panel.findChild<QInputDialog*>();
            QVERIFY(dialog);
            dialog->setTextValue(name);
            dialog->accept();
            QTest::qWait(10);
        };
        press("Keep", " my mix ");
        QCOMPARE(save.takeFirst().at(0).toString(), QString("my mix"));
        f.desk.variants = {{4, "my mix", f.desk.rules()}};
        f.desk.chosenVariant = "my mix";
        emit f.desk.variantsChanged();
        QCOMPARE(f.panel.rulesPage()->variantBox()->currentText(), QString("my mix"));
        f.desk.setBase("q4_0");
        QVERIFY(f.panel.rulesPage()->variantBox()->currentText().contains("changed"));
        clickCombo(f.panel.rulesPage()->variantBox(), 4);     // as it was kept; can be undone too
        QCOMPARE(f.desk.rules().rules.front().scheme, QString("nf4"));
        press("Rename", "other");
        QCOMPARE(rename.takeFirst(), (QVariantList{qint64(4), "other"}));
        press("Delete", nullptr);
        QCOMPARE(remove.takeFirst().at(0).toLongLong(), 4);
    }

    void aBudgetIsAskedForWatchedAndCancelled() {
        Fixture f;
        f.panel.showPage(QuantizePanel::kRules);
        QSignalSpy budget(&f.desk, &QuantizeDesk::budgetWanted), cancel(&f.desk, &QuantizeDesk::cancelWanted);
        f.panel.rulesPage()->budgetButton()->click();
        QCOMPARE(budget.takeFirst(), (QVariantList{4.25, true}));
        f.desk.work = {QuantizeWork::Kind::Budget, 0.25, "blk.3.ffn_up, nf4", {}, {}};
        emit f.desk.workChanged();
        QVERIFY(!f.panel.rulesPage()->budgetButton()->isEnabled() && !f.panel.evaluatePage()->evaluateButton()->isEnabled());
        for (QPushButton* button : f.panel.rulesPage()->findChildren<QPushButton*>())
            if (button->text() == "Cancel" && button->isVisible()) button->click();
        QCOMPARE(cancel.size(), 1);
        f.desk.work = {};
        f.desk.work.last = QuantizeWork::Kind::Budget;
        f.desk.work.trouble = "Even the smallest schemes take more";
        emit f.desk.workChanged();
        QVERIFY(f.words().contains("Even the smallest"));
        f.panel.showPage(QuantizePanel::kEvaluate);
        QVERIFY(!f.words().contains("Even the smallest"));    // it is no trouble of an evaluation
    }

    void anEvaluationFillsTheTable() {
        Fixture f;
        f.panel.showPage(QuantizePanel::kEvaluate);
        EvaluatePage* page = f.panel.evaluatePage();
        QVERIFY(f.words().contains("Nothing was evaluated yet"));
        QVERIFY(!page->evaluateButton()->isEnabled());        // nothing is ticked
        for (const int row : {3, 1}) page->subjects()->item(row)->setCheckState(Qt::Checked);
        qRegisterMetaType<EvaluateWish>();
        QSignalSpy wanted(&f.desk, &QuantizeDesk::evaluateWanted);
        page->evaluateButton()->click();
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted.at(0).at(0).value<EvaluateWish>().subjects, (QStringList{"int4-row", "nf4"}));
        f.desk.evaluations = {test::scriptedEvaluation()};
        emit f.desk.evaluationsChanged();
        QCOMPARE(page->table()->topLevelItemCount(), 6);
        QCOMPARE(page->table()->topLevelItem(0)->text(0), QString("Q4_1 as stored"));
        QCOMPARE(page->table()->topLevelItem(2)->text(0), QString("INT4 · a scale a row"));
        QVERIFY(page->table()->topLevelItem(2)->toolTip(4).contains("99.9 %"));
        QVERIFY(page->notes()->text().contains("itself quantized"));
        QVERIFY(!page->notes()->text().contains("Noise floor"));
        emit page->columnChoice()->chosen(1);
        QVERIFY2(page->notes()->text().contains("0.0004"), qPrintable(page->notes()->text()));
        page->copyMarkdownButton()->click();
        QCOMPARE(QGuiApplication::clipboard()->text(), f.desk.evaluations.front()->markdown);
    }

    void thePlaneDrawsTheNewestFigureOfEach() {
        Fixture f;
        f.panel.showPage(QuantizePanel::kPlane);
        QVERIFY(f.words().contains("Every variant that was evaluated"));
        auto older = std::make_shared<EvaluationFacts>(*test::scriptedEvaluation(2));
        older->variants = {test::scriptedEvaluated("nf4", 4.25, 9, 900), test::scriptedEvaluated("q8_0", 8.5, 0.001, 24.1)};
        auto other = std::make_shared<EvaluationFacts>(*test::scriptedEvaluation(3));
        other->text = "another text";
        other->variants = {test::scriptedEvaluated("q4_0", 4.5, 1, 1)};
        f.desk.evaluations = {test::scriptedEvaluation(1), older, other};
        emit f.desk.evaluationsChanged();
        QualityPlot* plot = f.panel.planePage()->plot();
        QVERIFY(plot->isVisible());
        QCOMPARE(plot->points().size(), 7u);                  // the reference, five, and one of the older
        for (const auto& point : plot->points()) QVERIFY2(point.y < 2, qPrintable(point.name));
        emit f.panel.planePage()->quality()->chosen(1);
        QVERIFY(plot->points().front().y > 20);
    }

    void aFileSaysWhatBecomesOfWhat() {
        Fixture f;
        f.panel.showPage(QuantizePanel::kRules);
        f.desk.setBase("nf4");
        test::assign(f.desk, {210});
        for (auto& tensor : f.desk.assignment.tensors) tensor.scheme = "nf4";
        f.desk.assignment.ownTypes = {"nf4"};
        f.desk.assignment.fallbacks = {{"q4_k", "Q5_0", 30}};
        emit f.desk.assignmentChanged();
        QSignalSpy wanted(&f.desk, &QuantizeDesk::exportWanted);
        f.panel.rulesPage()->saveFileButton()->click();
        auto* dialog = f.panel.findChild<ExportDialog*>();
        QVERIFY(dialog);
        QVERIFY2(dialog->notes().contains("30 matri") && dialog->notes().contains("Q5_0") && dialog->notes().contains("no other program opens"), qPrintable(dialog->notes()));
        dialog->nearestBox()->setChecked(true);
        QVERIFY2(dialog->notes().contains("becomes Q4_0"), qPrintable(dialog->notes()));
        for (QPushButton* button : dialog->findChildren<QPushButton*>())
            if (button->text() == "Choose a file…") button->click();
        auto* files = dialog->findChild<QFileDialog*>();
        QVERIFY(files);
        emit files->fileSelected("/tmp/out.gguf");
        QCOMPARE(wanted.takeFirst(), (QVariantList{"/tmp/out.gguf", true}));
        files->close();
        auto written = std::make_shared<ExportFacts>();
        *written = {"/tmp/out.gguf", 70ull << 20, 4.4, {"blk.0.ffn_down.weight: Q5_0"}, {}};
        f.desk.exported = written;
        emit f.desk.exportedChanged();
        QVERIFY(f.words().contains("/tmp/out.gguf") && f.words().contains("blk.0.ffn_down.weight: Q5_0"));
    }

    void theRulesBecomeTheModel() {
        Fixture f;
        f.panel.showPage(QuantizePanel::kRules);
        QVERIFY(!f.panel.rulesPage()->openButton()->isEnabled());
        f.desk.setBase("nf4");
        QSignalSpy open(&f.desk, &QuantizeDesk::openWanted);
        f.panel.rulesPage()->openButton()->click();
        QCOMPARE(open.takeFirst().at(0).toBool(), false);
        f.desk.applied = "my mix";
        emit f.desk.modelChanged();
        QVERIFY(f.words().contains("open as my mix"));
    }

    void itStandsInEveryShape() {
        for (const QSize size : {QSize(420, 800), QSize(1280, 300), QSize(500, 300), QSize(2400, 1200)}) {
            Fixture f(size);
            f.desk.setBase("nf4");
            f.desk.evaluations = {test::scriptedEvaluation()};
            emit f.desk.evaluationsChanged();
            f.choose("blk.2.attn_q.weight");
            for (int page = 0; page < 4; ++page) {
                f.panel.showPage(page);
                QTest::qWait(5);
                QVERIFY(!f.panel.grab().isNull());
                QCOMPARE(f.panel.size(), size);
            }
        }
    }

    void anotherMapIsCheap() {
        Fixture f;
        double worst = 0;
        for (int i = 0; i < 40; ++i) {
            f.desk.map = test::scriptedMap(i % 2 ? "nf4" : "int4-row", 96);
            const double start = test::threadCpuMs();
            emit f.desk.mapChanged();
            f.panel.errors()->map()->grab();
            worst = std::max(worst, test::threadCpuMs() - start);
        }
        qInfo("another map of 672 matrices: %.2f ms CPU", worst);
        if (test::kTimed) QVERIFY2(worst < 50 * test::kTolerance, qPrintable(QString::number(worst)));
    }
};

QTEST_MAIN(QuantizePanelTest)
#include "quantize_panel_test.moc"
