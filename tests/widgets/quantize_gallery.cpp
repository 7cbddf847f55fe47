// Renders the panels Quantize and Compare from invented values into a folder, to be looked at while they are being drawn.
#include <QApplication>
#include <QDir>

#include "tests/widgets/support/scripted_quantize.h"
#include "tests/widgets/support/scripted_source.h"
#include "widgets/panels/compare.h"
#include "widgets/panels/quantize.h"
#include "widgets/theme.h"

using namespace gh;
using namespace gh::widgets;

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    const QDir folder(argc > 1 ? argv[1] : ".");
    test::ScriptedSource source;
    for (const ThemeMode mode : {ThemeMode::Light, ThemeMode::Dark}) {
        Theme::instance().setMode(mode);
        const QString look = mode == ThemeMode::Light ? "light" : "dark";
        const auto take = [&](QWidget& panel, const QString& name) {
            for (int i = 0; i < 6; ++i) QApplication::processEvents();
            panel.grab().save(folder.filePath(QStringLiteral("%1-%2.png").arg(name, look)));
        };
        for (const QSize size : {QSize(460, 900), QSize(1280, 420)}) {
            const QString shape = size.width() > 600 ? "wide" : "narrow";
            SelectionModel selection;
            QuantizeDesk desk;
            test::fillDesk(desk);
            desk.setBase("nf4");
            desk.addRule(patternOfPart(desk.map->tensors[6]), "q4_k");
            desk.addRule(patternOfTensor("blk.27.ffn_gate.weight"), "int8-row");
            desk.addRule("blk\\.(0|1)\\.attn_.*", "q8_0");
            test::assign(desk, {200, 30, 1, 8});
            for (auto& tensor : desk.assignment.tensors)
                if (tensor.name == "blk.27.ffn_gate.weight") tensor.rule = 2;
            desk.variants = {{1, "my mix", desk.rules()}};
            desk.evaluations = {test::scriptedEvaluation()};
            QuantizePanel panel(&selection);
            panel.setDesk(&desk);
            panel.resize(size);
            panel.show();
            panel.setSnapshot(source.latest());
            desk.chosenTensor = "blk.27.ffn_gate.weight";
            desk.detail = test::scriptedDetail(desk.map->tensors[static_cast<std::size_t>(desk.map->worst)]);
            emit desk.detailChanged();
            for (int page = 0; page < 4; ++page) {
                panel.showPage(page);
                take(panel, QStringLiteral("quantize-%1-%2").arg(shape).arg(page));
            }
            ComparePanel compare(&selection);
            CompareDesk compareDesk;
            compareDesk.possible = true;
            compareDesk.chatHasMessage = true;
            compareDesk.choices = test::scriptedChoices();
            compareDesk.cacheTypes = {"f32", "f16", "q8_0", "q4_0"};
            compareDesk.wish.prompt = "Why is the sky blue?";
            compareDesk.wish.variants = {{kAsStored, {}, {}}, {"int4-row", {}, {}}};
            compare.setDesk(&compareDesk);
            compare.resize(size);
            compare.show();
            compare.setSnapshot(source.latest());
            take(compare, QStringLiteral("compare-%1-empty").arg(shape));
            test::ScriptedComparison lock(3), free(2, telemetry::ComparisonMode::Free);
            lock.add(60);
            free.add(60);
            compare.setSnapshot(test::withComparison(*source.latest(), lock.now()));
            take(compare, QStringLiteral("compare-%1-lockstep").arg(shape));
            compare.text()->setChosen(DivergenceText::Spot{1, 10});
            emit compare.text()->chosenByUser(1, 10);
            take(compare, QStringLiteral("compare-%1-chosen").arg(shape));
            free.facts->id = 8;
            compare.setSnapshot(test::withComparison(*source.latest(), free.now()));
            take(compare, QStringLiteral("compare-%1-free").arg(shape));
        }
    }
    return 0;
}
