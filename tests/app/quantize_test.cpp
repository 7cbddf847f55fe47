// Quantize and Compare in the window, with the real engine on a tiny model: maps, rules, variants, evaluations kept in
// SQLite, files, a variant as the open model, comparisons.
#include <QFile>
#include <QSignalSpy>
#include <QSqlDatabase>
#include <QSqlQuery>

#include "app/application.h"
#include "app/compare/compare_runner.h"
#include "app/quantize/quantize_runner.h"
#include "app/quantize/quantize_words.h"
#include "app/settings/language.h"
#include "engine/quantize/scheme.h"
#include "tests/app/support/window_driver.h"
#include "tests/support/tiny_model.h"
#include "widgets/panels/compare.h"
#include "widgets/panels/quantize.h"

using namespace gh;
using namespace gh::app;
using namespace gh::app::test;
using widgets::QuantizeDesk;
using widgets::QuantizeWork;

namespace {

constexpr int kWaitMs = 60'000;

QString tiny() {
    gh::test::TinyOptions options = gh::test::tinyOptions("llama");
    options.chatTemplate = "{% for m in messages %}<{{ m.role }}>{{ m.content }};{% endfor %}<assistant>";
    return QString::fromStdString(gh::test::tinyModelFile(options));
}

QuantizeDesk* deskOf(WindowDriver& d) { return d.window->quantize()->desk(); }

bool idle(WindowDriver& d) {
    return QTest::qWaitFor([&] { return !deskOf(d)->work.busy(); }, kWaitMs);
}

widgets::EvaluateWish quick(const QStringList& subjects) {
    widgets::EvaluateWish wish;
    wish.subjects = subjects;
    wish.mostTokens = 200;
    wish.quiz = wish.agreement = wish.asRun = false;
    return wish;
}

}  // namespace

class QuantizeTest : public QObject {
    Q_OBJECT
private slots:
    void cleanup() { useLanguage("en"); }

    void everyTitleHasItsWords() {
        useLanguage("bg");
        for (const quantize::Scheme& scheme : quantize::schemeList()) {
            const QString title = schemeTitle(scheme.title);
            if (!title.contains(" · ")) continue;   // the name of a type
            const QString words = title.section(" · ", 1);
            QVERIFY2(std::any_of(words.begin(), words.end(), [](QChar c) { return c.script() == QChar::Script_Cyrillic; }), qPrintable(title));
            QVERIFY2(std::none_of(words.begin(), words.end(), [](QChar c) { return c.script() == QChar::Script_Latin; }), qPrintable(title));
        }
        useLanguage("en");
        QCOMPARE(schemeTitle("INT4 · groups of 64"), QString("INT4 · groups of 64"));
    }

    void mapsAreMeasuredWhenLookedAt() {
        WindowDriver d(realEngine(), tiny());
        QVERIFY(d.openReady());
        QuantizeDesk* desk = deskOf(d);
        QVERIFY(desk->possible && !desk->schemes.empty());
        QTest::qWait(50);
        QVERIFY(!desk->map);                                   // nobody looks
        d.window->switchWorkspace("tune");
        QVERIFY(QTest::qWaitFor([&] { return desk->map != nullptr; }, kWaitMs));
        QCOMPARE(desk->map->tensors.size(), 14u);              // two layers of seven
        QVERIFY(desk->map->mean > 0 && desk->map->worst >= 0);
        const double coarse = desk->map->mean;
        desk->chosenScheme = "int8-row";
        emit desk->mapWanted();
        QVERIFY(QTest::qWaitFor([&] { return desk->map->scheme == "int8-row"; }, kWaitMs));
        QVERIFY(desk->map->mean < coarse / 4);
        desk->chosenTensor = desk->map->tensors[3].name;
        emit desk->detailWanted();
        QVERIFY(QTest::qWaitFor([&] { return desk->detail != nullptr; }, kWaitMs));
        QCOMPARE(desk->detail->tensor.name, desk->chosenTensor);
        quint64 counted = 0;
        for (const quint32 count : desk->detail->counts) counted += count;
        QCOMPARE(counted, quint64(desk->detail->tensor.rows) * quint64(desk->detail->tensor.cols));
        QVERIFY(!desk->detail->levels.empty() && !desk->detail->worstRows.empty());
    }

    void rulesDecideAndMix() {
        WindowDriver d(realEngine(), tiny());
        QVERIFY(d.openReady());
        QuantizeDesk* desk = deskOf(d);
        QVERIFY(QTest::qWaitFor([&] { return !desk->assignment.tensors.empty(); }, kWaitMs));
        const quint64 stored = desk->assignment.bytes;
        desk->setBase("int8-row");
        desk->addRule("blk\\.1\\.ffn_.*", "int4-row");
        desk->addRule("blk\\.0\\.attn_q\\.weight", widgets::kAsStored);
        desk->addRule("blk\\.(", "nf4");
        QVERIFY(QTest::qWaitFor([&] { return desk->assignment.decides.size() == 4; }, kWaitMs));
        QCOMPARE(desk->assignment.decides, (std::vector<int>{10, 3, 1, 0}));
        QVERIFY(!desk->assignment.troubles[3].isEmpty() && desk->assignment.troubles[0].isEmpty());
        QVERIFY(desk->assignment.bytes < stored / 2);
        QCOMPARE(desk->assignment.ownTypes, (QStringList{"int4-row", "int8-row"}));
        desk->undo();
        desk->chosenScheme = widgets::kDraft;
        emit desk->mapWanted();
        QVERIFY(QTest::qWaitFor([&] { return desk->map && desk->map->scheme == widgets::kDraft && desk->assignment.decides.size() == 3; }, kWaitMs));
        for (const widgets::TensorFacts& tensor : desk->map->tensors) {
            const bool coarse = tensor.name.startsWith("blk.1.ffn"), untouched = tensor.name == "blk.0.attn_q.weight";
            QVERIFY2(untouched ? tensor.error == 0 : coarse ? tensor.error > 0.03 : tensor.error > 0 && tensor.error < 0.03, qPrintable(tensor.name));
        }
        // Types that ask for whole blocks fall back: rows of 64 are none of Q4_K.
        desk->edit({});
        desk->setBase("q4_k");
        QVERIFY(QTest::qWaitFor([&] { return !desk->assignment.fallbacks.empty(); }, kWaitMs));
        QCOMPARE(desk->assignment.fallbacks.front().scheme, QString("q4_k"));
    }

    void variantsAndEvaluationsAreKept() {
        QTemporaryDir folder;
        const QString path = tiny();
        {
            WindowDriver d(realEngine(), path, folder.path());
            QVERIFY(d.openReady());
            QuantizeDesk* desk = deskOf(d);
            desk->setBase("nf4");
            emit desk->saveWanted("my mix");
            QVERIFY(QTest::qWaitFor([&] { return desk->variants.size() == 1; }, kWaitMs));
            emit desk->renameWanted(desk->variants[0].id, "mixed");
            QVERIFY(QTest::qWaitFor([&] { return desk->variants[0].name == "mixed"; }, kWaitMs));
            QVERIFY(desk->variants[0].rules == desk->rules());
            emit desk->evaluateWanted(quick({"int8-row", "int4-tensor", QString("variant:%1").arg(desk->variants[0].id)}));
            QVERIFY(desk->work.busy());
            QVERIFY(idle(d));
            QVERIFY2(desk->work.trouble.isEmpty(), qPrintable(desk->work.trouble));
            QVERIFY(QTest::qWaitFor([&] { return desk->evaluations.size() == 1 && desk->evaluations[0]->id != 0; }, kWaitMs));
            const widgets::EvaluationFacts& made = *desk->evaluations[0];
            QVERIFY(made.complete);
            QCOMPARE(made.variants.size(), 3u);
            QCOMPARE(made.variants[2].name, QString("mixed"));
            QVERIFY(made.variants[0].exact.kl.value < made.variants[1].exact.kl.value);
            QVERIFY(made.base.exact.perplexity.known() && made.variants[0].bytes > 0);
            QVERIFY(made.markdown.contains("int8-row") && made.csv.contains("int8-row"));
        }
        // Rubbish in the file is told and costs nothing else.
        {
            QSqlDatabase db = QSqlDatabase::addDatabase("QSQLITE", "rubbish");
            db.setDatabaseName(folder.filePath("variants.db"));
            QVERIFY(db.open());
            QSqlQuery query(db);
            QVERIFY(query.exec("INSERT INTO variants (name, rules) VALUES ('broken', '{\"rules\": 7}')"));
            QVERIFY(query.exec("INSERT INTO evaluations (model, started, json) SELECT model, 1e300, '[[[' FROM evaluations"));
            query = QSqlQuery();
            db.close();
        }
        QSqlDatabase::removeDatabase("rubbish");
        WindowDriver d(realEngine(), path, folder.path());
        QVERIFY(d.openReady());
        QuantizeDesk* desk = deskOf(d);
        QVERIFY(QTest::qWaitFor([&] { return desk->evaluations.size() == 1 && desk->variants.size() == 1; }, kWaitMs));
        QCOMPARE(desk->variants[0].name, QString("mixed"));
        QVERIFY(!desk->work.trouble.isEmpty());
        emit desk->removeEvaluationWanted(desk->evaluations[0]->id);
        emit desk->removeWanted(desk->variants[0].id);
        QVERIFY(QTest::qWaitFor([&] { return desk->evaluations.empty() && desk->variants.empty(); }, kWaitMs));
    }

    void anEvaluationIsCancelledAndATextMayBeMissing() {
        WindowDriver d(realEngine(), tiny());
        QVERIFY(d.openReady());
        QuantizeDesk* desk = deskOf(d);
        widgets::EvaluateWish wish = quick({"int8-row"});
        wish.textFile = "/nowhere/text.txt";
        emit desk->evaluateWanted(wish);
        QVERIFY(idle(d));
        QVERIFY2(desk->work.trouble.contains("/nowhere/text.txt"), qPrintable(desk->work.trouble));
        wish = quick({"int8-row", "int4-row", "nf4", "q4_0", "q8_0"});
        wish.mostTokens = 0;
        wish.quiz = wish.agreement = wish.asRun = true;
        emit desk->evaluateWanted(wish);
        QVERIFY(QTest::qWaitFor([&] { return desk->work.share > 0; }, kWaitMs));
        emit desk->cancelWanted();
        QVERIFY(idle(d));
        QVERIFY(desk->work.trouble.isEmpty());
    }

    void theWindowClosesWhileItMeasures() {
        WindowDriver d(realEngine(), tiny());
        QVERIFY(d.openReady());
        widgets::EvaluateWish wish = quick({"int8-row", "int4-row"});
        wish.mostTokens = 0;
        wish.quiz = wish.agreement = wish.asRun = true;
        emit deskOf(d)->evaluateWanted(wish);
        QVERIFY(QTest::qWaitFor([&] { return deskOf(d)->work.share > 0; }, kWaitMs));
        QElapsedTimer clock;
        clock.start();
        QVERIFY(d.window->shutDown());
        QVERIFY(clock.elapsed() < MainWindow::kQuitMs);
    }

    void aFileIsWrittenAndOpened() {
        QTemporaryDir folder;
        const QString path = tiny();
        WindowDriver d(realEngine(), path);
        QVERIFY(d.openReady());
        QuantizeDesk* desk = deskOf(d);
        desk->setBase("q8_0");
        emit desk->exportWanted(path, false);                  // the input itself
        QVERIFY(idle(d));
        QVERIFY2(!desk->work.trouble.isEmpty() && !desk->exported, qPrintable(desk->work.trouble));
        const QString to = folder.filePath("out.gguf");
        emit desk->exportWanted(to, false);
        QVERIFY(idle(d));
        QVERIFY2(desk->work.trouble.isEmpty(), qPrintable(desk->work.trouble));
        QVERIFY(desk->exported && desk->exported->ownTypes.isEmpty());
        QCOMPARE(quint64(QFile(to).size()), desk->exported->bytes);
        d.window->model()->open(to);
        QVERIFY(QTest::qWaitFor([&] { return d.window->model()->ready() && d.window->model()->facts()->path == to.toStdString(); }, kWaitMs));
        QVERIFY(desk->map == nullptr && desk->evaluations.empty());
    }

    void aVariantBecomesTheModel() {
        WindowDriver d(realEngine(), tiny());
        QVERIFY(d.openReady());
        QuantizeDesk* desk = deskOf(d);
        const std::uint64_t before = d.window->model()->facts()->weightBytes, id = d.window->model()->facts()->id;
        desk->setBase("int8-row");
        emit desk->openWanted(false);
        QVERIFY(QTest::qWaitFor([&] { return d.window->model()->ready() && d.window->model()->facts()->id != id; }, kWaitMs));
        QVERIFY(d.window->model()->facts()->weightBytes < before);
        QCOMPARE(desk->applied, QString("own rules"));
        QCOMPARE(d.window->model()->weightsName(), QString("own rules"));
        QVERIFY(!desk->rules().rules.empty());                 // the same file: nothing of it is forgotten
        // Other settings load it anew, with the same weights.
        d.window->model()->reload();
        QVERIFY(QTest::qWaitFor([&] { return d.window->model()->ready(); }, kWaitMs));
        QCOMPARE(desk->applied, QString("own rules"));
        emit desk->openWanted(true);
        QVERIFY(QTest::qWaitFor([&] { return d.window->model()->ready() && d.window->model()->weightsName().isEmpty(); }, kWaitMs));
        QCOMPARE(d.window->model()->facts()->weightBytes, before);
    }

    void variantsAreComparedInTheEngine() {
        WindowDriver d(realEngine(), tiny());
        QVERIFY(d.openReady());
        widgets::CompareDesk* desk = d.window->compare()->desk();
        QVERIFY(desk->possible && desk->choices.size() > 10);
        desk->wish.variants = {{widgets::kAsStored, {}, {}}, {widgets::kAsStored, {}, {}}, {"int4-row", "f32", {}}};
        desk->wish.prompt = "a b c";
        desk->wish.maxTokens = 12;
        emit desk->startWanted();
        QVERIFY(desk->running != 0);
        const auto facts = [&] { return d.window->bridge()->latest()->comparison; };
        QVERIFY(QTest::qWaitFor([&] { return desk->running == 0; }, kWaitMs));
        QVERIFY(facts());
        QVERIFY2(facts()->state == telemetry::ComparisonState::Done, facts()->trouble.c_str());
        QVERIFY(facts()->positions.size() > 0);
        double apart = 0;
        for (std::size_t i = 0; i < facts()->positions.size(); ++i) {
            const auto& cells = facts()->positions[i].cells;
            QCOMPARE(cells.size(), 3u);
            QCOMPARE(cells[1].klForward, 0.0f);
            apart += double(cells[2].klForward);
        }
        QVERIFY(apart > 0);
        QVERIFY(facts()->variants[2].name.find("K F32") != std::string::npos);
        // Stopped within a step; a chat's last message as the prompt.
        desk->wish.variants.pop_back();
        desk->wish.maxTokens = 400;
        desk->wish.mode = telemetry::ComparisonMode::Free;
        emit desk->startWanted();
        QVERIFY(QTest::qWaitFor([&] { return facts()->state == telemetry::ComparisonState::Running || desk->running == 0; }, kWaitMs));
        emit desk->stopWanted();
        QVERIFY(QTest::qWaitFor([&] { return desk->running == 0; }, kWaitMs));
        d.type("A question");
        QVERIFY(d.waitIdle());
        QVERIFY(desk->chatHasMessage);
        desk->wish.lastMessage = true;
        desk->wish.maxTokens = 4;
        emit desk->startWanted();
        QVERIFY(QTest::qWaitFor([&] { return desk->running == 0; }, kWaitMs));
        QVERIFY2(facts()->prompt.find("A question") != std::string::npos, facts()->prompt.c_str());
    }

    void rulesWithinABudget() {
        WindowDriver d(realEngine(), tiny());
        QVERIFY(d.openReady());
        QuantizeDesk* desk = deskOf(d);
        emit desk->budgetWanted(5, true);
        QVERIFY(idle(d));
        QVERIFY2(desk->work.trouble.isEmpty(), qPrintable(desk->work.trouble));
        QVERIFY(desk->rules().rules.size() > 1);
        QVERIFY(QTest::qWaitFor([&] { return desk->assignment.decides.size() == desk->rules().rules.size(); }, kWaitMs));
        QVERIFY2(desk->assignment.bits <= 5.0001, qPrintable(QString::number(desk->assignment.bits)));
        emit desk->budgetWanted(0.0001, true);
        QVERIFY(idle(d));
        QVERIFY(!desk->work.trouble.isEmpty());
        QVERIFY(desk->canUndo());
    }
};

QTEST_MAIN(QuantizeTest)
#include "quantize_test.moc"
