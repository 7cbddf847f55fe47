// The panel Compare with a scripted desk and scripted comparisons.
#include <functional>

#include <QComboBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include "tests/widgets/support/cpu_clock.h"
#include "tests/widgets/support/scripted_quantize.h"
#include "tests/widgets/support/scripted_source.h"
#include "widgets/controls/segmented.h"
#include "widgets/panels/compare.h"
#include "widgets/panels/compare/compare_form.h"
#include "widgets/panels/compare/compare_words.h"
#include "widgets/panels/compare/token_side.h"
#include "widgets/panels/compare/variant_table.h"
#include "widgets/plots/layer_curve.h"
#include "widgets/theme.h"

using namespace gh;
using namespace gh::widgets;
using telemetry::ComparisonMode;
using telemetry::ComparisonState;

namespace {

struct Fixture {
    test::ScriptedSource source;
    SelectionModel selection;
    CompareDesk desk;
    ComparePanel panel{&selection};
    explicit Fixture(QSize size = {1280, 420}) {
        desk.possible = true;
        desk.choices = test::scriptedChoices();
        desk.cacheTypes = {"f32", "f16", "q8_0", "q4_0"};
        panel.setDesk(&desk);
        panel.resize(size);
        panel.show();
        panel.setSnapshot(source.latest());
    }
    void show(const test::ScriptedComparison& comparison) {
        panel.setSnapshot(test::withComparison(*source.latest(), comparison.now()));
        QTest::qWait(5);
    }
    QString words() const {
        QStringList all;
        for (const QLabel* label : panel.findChildren<QLabel*>())
            if (label->isVisible()) all << label->text();
        return all.join('\n');
    }
};

void clickCombo(QComboBox* box, const QVariant& data) {
    const int index = box->findData(data);
    QVERIFY(index >= 0);
    box->setCurrentIndex(index);
    emit box->activated(index);
}

}  // namespace

class ComparePanelTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { Theme::instance().setMode(ThemeMode::Light); }

    void asksForTwoToFourVariants() {
        Fixture f;
        CompareForm* form = f.panel.form();
        QVERIFY(f.words().contains("Nothing is compared yet"));
        QCOMPARE(f.desk.wish.variants.size(), 2u);
        QVERIFY(!form->startButton()->isEnabled());           // no prompt
        form->promptEdit()->setPlainText("Why?");
        clickCombo(form->weightsBox(1), "nf4");
        clickCombo(form->keysBox(1), "q4_0");
        form->addButton()->click();
        form->addButton()->click();
        QCOMPARE(f.desk.wish.variants.size(), 4u);
        QVERIFY(!form->addButton()->isEnabled());
        clickCombo(form->weightsBox(3), "q8_0");
        for (QToolButton* button : form->findChildren<QToolButton*>())
            if (button->toolTip() == "Remove variant C") button->click();
        QCOMPARE(f.desk.wish.variants, (std::vector<CompareVariant>{{"stored", "", ""}, {"nf4", "q4_0", ""}, {"q8_0", "q4_0", ""}}));
        emit form->modeChoice()->chosen(1);
        form->modeChoice()->setCurrent(1);
        emit form->modeChoice()->chosen(1);
        QCOMPARE(f.desk.wish.mode, ComparisonMode::Free);
        QSignalSpy start(&f.desk, &CompareDesk::startWanted), stop(&f.desk, &CompareDesk::stopWanted);
        form->startButton()->click();
        QCOMPARE(start.size(), 1);
        f.desk.running = 7;
        emit f.desk.changed();
        QCOMPARE(form->startButton()->text(), QString("Stop"));
        form->startButton()->click();
        QCOMPARE(stop.size(), 1);
        f.desk.running = 0;
        f.desk.trouble = "No place for a second model";
        emit f.desk.changed();
        QVERIFY(f.words().contains("No place for"));
    }

    void theStatesAreSaid() {
        Fixture f;
        test::ScriptedComparison c;
        c.facts->state = ComparisonState::Loading;
        c.facts->doing = "loading nf4";
        c.facts->share = 0.5;
        f.show(c);
        QVERIFY2(f.panel.stateWords().contains("Loading nf4"), qPrintable(f.panel.stateWords()));
        c.facts->state = ComparisonState::Running;
        c.add(12);
        f.show(c);
        QVERIFY2(f.panel.stateWords().contains("12 of 96") && f.panel.stateWords().contains("reference’s text"), qPrintable(f.panel.stateWords()));
        c.facts->state = ComparisonState::Cancelled;
        ++c.facts->version;
        f.show(c);
        QVERIFY(f.panel.stateWords().startsWith("Stopped"));
        c.facts->state = ComparisonState::Failed;
        c.facts->trouble = "nf4: does not fit in memory";
        ++c.facts->version;
        f.show(c);
        QVERIFY(f.words().contains("does not fit in memory"));
        QVERIFY(f.panel.text()->isVisible());                 // what was found stays
    }

    void tokensStandUnderEachOther() {
        Fixture f;
        test::ScriptedComparison c(3);
        c.add(40);
        f.show(c);
        DivergenceText* text = f.panel.text();
        for (const int index : {0, 10, 39}) {
            const QRectF a = text->cellRect({0, index}), b = text->cellRect({1, index}), cc = text->cellRect({2, index});
            QCOMPARE(a.left(), b.left());
            QCOMPARE(b.left(), cc.left());
            QVERIFY(a.bottom() <= b.top() && b.bottom() <= cc.top());
        }
        // Those of a line do not touch, and none leaves the view.
        for (int i = 0; i < 39; ++i) {
            const QRectF here = text->cellRect({0, i}), next = text->cellRect({0, i + 1});
            QVERIFY(here.right() <= text->viewport()->width());
            QVERIFY(next.top() > here.top() || next.left() >= here.right());
        }
        const QRectF cell = text->cellRect({1, 39});
        QCOMPARE(*text->spotAt(cell.center().toPoint()), (DivergenceText::Spot{1, 39}));
    }

    void aTokenShowsCandidatesAndLayers() {
        Fixture f;
        test::ScriptedComparison c(2);
        c.add(20);
        f.show(c);
        QCOMPARE(f.panel.side()->title(), QString("All tokens so far"));
        QVERIFY(!f.panel.side()->curve()->series().empty());
        DivergenceText* text = f.panel.text();
        text->setFocus();
        text->ensureVisible(3);
        QTest::mouseClick(text->viewport(), Qt::LeftButton, Qt::NoModifier, text->cellRect({1, 3}).center().toPoint());
        QCOMPARE(*text->chosen(), (DivergenceText::Spot{1, 3}));
        QVERIFY2(f.panel.side()->title().contains("Token 4") && f.panel.side()->title().contains("blue"), qPrintable(f.panel.side()->title()));
        const QString hover = text->hoverText({1, 3});
        QVERIFY2(hover.contains("another choice") && hover.contains("blue") && hover.contains("rank 2") && hover.contains("departs from layer"), qPrintable(hover));
        QCOMPARE(f.panel.side()->curve()->series().front().departsAt, 22);
        QTest::keyClick(text, Qt::Key_Right);
        QCOMPARE(*text->chosen(), (DivergenceText::Spot{1, 4}));
        QTest::keyClick(text, Qt::Key_Up);
        QCOMPARE(*text->chosen(), (DivergenceText::Spot{0, 4}));
        QTest::keyClick(text, Qt::Key_End);
        QCOMPARE(text->chosen()->index, 19);
        QVERIFY(text->accessibleDescription().contains("reference"));
        // More comes: the choice stays.
        c.add(5);
        f.show(c);
        QCOMPARE(text->chosen()->index, 19);
        // Another comparison has other tokens.
        test::ScriptedComparison other(2);
        other.facts->id = 9;
        other.add(30);
        f.show(other);
        QVERIFY(!text->chosen());
    }

    void behindTheSplitNothingIsCompared() {
        Fixture f;
        test::ScriptedComparison c(2, ComparisonMode::Free);
        c.add(20);
        f.show(c);
        QVERIFY(c.facts->variants[1].splitAt >= 0);
        QVERIFY(f.panel.text()->hoverText({1, c.facts->variants[1].splitAt + 2}).contains("behind the split"));
        QVERIFY(f.panel.variants()->hoverText(1).contains("leaves the reference"));
        QVERIFY(f.panel.stateWords().contains("each its own"));
    }

    void divergenceHasItsScale() {
        QCOMPARE(divergenceShare(0), 0.0);
        QCOMPARE(divergenceShare(kLeastNats), 0.0);
        QCOMPARE(divergenceShare(kMostNats), 1.0);
        QCOMPARE(divergenceShare(50), 1.0);
        QCOMPARE(divergenceShare(NAN), 0.0);
        QVERIFY(divergenceShare(0.1) > divergenceShare(0.01));
        QCOMPARE(natsText(0), QString("0"));
    }

    // A model that is compared with itself has nothing coloured.
    void theSameIsNotColoured() {
        Fixture f;
        test::ScriptedComparison c(2);
        c.add(30);
        test::ScriptedComparison same(2);
        for (std::size_t i = 0; i < c.log.size(); ++i) {
            telemetry::ComparisonPosition position = c.log[i];
            position.cells[1] = position.cells[0];
            same.log.append(std::move(position));
        }
        same.facts->positions = same.log.view();
        f.show(same);
        const QImage picture = f.panel.text()->viewport()->grab().toImage();
        int coloured = 0;
        for (int y = 0; y < picture.height(); ++y)
            for (int x = 0; x < picture.width(); ++x) coloured += picture.pixelColor(x, y).hsvSaturation() > 120;
        QCOMPARE(coloured, 0);
    }

    void theTableLeavesOutWhatHasNoRoom() {
        Fixture f;
        test::ScriptedComparison c(4);
        c.add(8);
        f.show(c);
        VariantTable table;
        table.setFacts(c.now());
        table.resize(900, 120);
        const int all = table.columns();
        QCOMPARE(all, 8);
        table.resize(320, 120);
        QVERIFY(table.columns() < all && table.columns() > 0);
        QVERIFY2(table.hoverText(1).contains("allocated 1,048,576") && table.hoverText(1).contains("8.0"), qPrintable(table.hoverText(1)));
        QVERIFY(table.hoverText(9).isEmpty());
        QVERIFY(!table.grab().isNull());
    }

    void longTextsStayFluid() {
        Fixture f;
        test::ScriptedComparison c(4);
        c.add(4096);
        const auto costOf = [](const char* what, double limit, const std::function<void()>& act) {
            const double start = test::threadCpuMs();
            act();
            const double ms = test::threadCpuMs() - start;
            qInfo("%s: %.2f ms CPU", what, ms);
            if (test::kTimed) QVERIFY2(ms < limit * test::kTolerance, what);
        };
        const auto deliver = [&] { f.panel.setSnapshot(test::withComparison(*f.source.latest(), c.now())); };
        costOf("4,096 positions of four variants at once", 50, deliver);   // as when the panel comes on show
        f.panel.text()->viewport()->grab();
        QVERIFY2(f.panel.text()->painted() < 2000, qPrintable(QString::number(f.panel.text()->painted())));
        c.add(1);
        costOf("one position more", 8, deliver);
        costOf("its picture", 16, [&] { f.panel.text()->viewport()->grab(); });
        costOf("another width", 50, [&] { f.panel.resize(1180, 420); });
    }

    void itStandsInEveryShape() {
        for (const QSize size : {QSize(360, 700), QSize(1280, 300), QSize(600, 300), QSize(2400, 900)}) {
            Fixture f(size);
            test::ScriptedComparison c(4);
            c.add(30);
            f.show(c);
            f.panel.text()->setChosen(DivergenceText::Spot{2, 4});
            emit f.panel.text()->chosenByUser(2, 4);
            QTest::qWait(5);
            QVERIFY(!f.panel.grab().isNull());
            QCOMPARE(f.panel.size(), size);
        }
    }
};

QTEST_MAIN(ComparePanelTest)
#include "compare_panel_test.moc"
