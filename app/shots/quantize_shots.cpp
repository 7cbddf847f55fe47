#include "app/shots/quantize_shots.h"

#include "app/compare/compare_runner.h"
#include "app/quantize/quantize_runner.h"
#include "app/window/main_window.h"
#include "app/window/panel_dock.h"
#include "widgets/panels/compare.h"
#include "widgets/panels/compare/token_side.h"
#include "widgets/panels/quantize.h"

namespace gh::app {

namespace {

using telemetry::ComparisonState;

constexpr int kMapMs = 60'000, kEvaluateMs = 300'000, kCompareMs = 120'000;
constexpr int kTextTokens = 768, kTokens = 48;   // enough for a picture

PanelDock* raised(MainWindow& window, const char* id) {
    PanelDock* dock = window.panel(QLatin1String(id));
    dock->show();
    dock->raise();
    settle(40);
    return dock;
}

bool quantize(MainWindow& window, Photographer& photographer) {
    widgets::QuantizeDesk* desk = window.quantize()->desk();
    raised(window, "quantize");
    desk->chosenScheme = QStringLiteral("int4-row");
    emit desk->mapWanted();
    if (!waitFor(kMapMs, [&] { return desk->map && desk->map->scheme == QLatin1String("int4-row") && !desk->look.busy(); })) return fail("no error map");
    desk->chosenTensor = desk->map->tensors[std::size_t(desk->map->worst)].name;
    emit desk->detailWanted();
    if (!waitFor(kMapMs, [&] { return desk->detail && desk->detail->tensor.name == desk->chosenTensor; })) return fail("no histogram of weights");
    desk->setBase(QStringLiteral("nf4"));
    desk->addRule(widgets::patternOfTensor(desk->chosenTensor), QStringLiteral("int8-row"));
    desk->addRule(QStringLiteral("blk\\.(0|1)\\.ffn_.*"), QStringLiteral("q8_0"));
    emit desk->saveWanted(QStringLiteral("NF4, the worst in INT8"));
    widgets::EvaluateWish wish;
    wish.subjects = QStringList{"int8-row", "int4-row", "int4-group64", "nf4", "q4_k", widgets::kDraft};
    wish.mostTokens = kTextTokens;
    wish.quiz = wish.agreement = wish.asRun = false;
    emit desk->evaluateWanted(wish);
    const auto done = [&] { return !desk->work.busy() && !desk->evaluations.empty() && desk->evaluations.front()->id != 0; };
    if (!waitFor(kEvaluateMs, done)) return fail("the evaluation does not end");
    static constexpr const char* kNames[] = {"matrix", "rules", "evaluate", "plane"};
    for (const Look& look : kLooks) {
        photographer.look(window, look);
        PanelDock* dock = raised(window, "quantize");
        auto* panel = static_cast<widgets::QuantizePanel*>(dock->panel());   // another language makes another
        for (int page = 0; page < 4; ++page) {
            panel->showPage(page);
            settle(80);
            photographer.take(dock, QStringLiteral("panel-quantize-%1").arg(QLatin1String(kNames[page])));
        }
        panel->showPage(widgets::QuantizePanel::kPlane);
        photographer.take(&window, "tune");
        desk->table = true;
        emit desk->mapChanged();
        settle(60);
        photographer.take(dock, "panel-quantize-table");
        desk->table = false;
        emit desk->mapChanged();
    }
    // The open model's own file is never overwritten.
    emit desk->exportWanted(QString::fromStdString(window.model()->facts()->path), false);
    if (!waitFor(kMapMs, [&] { return !desk->work.busy(); })) return fail("the refusal does not come");
    for (const Look& look : kLooks) {
        photographer.look(window, look);
        PanelDock* dock = raised(window, "quantize");
        static_cast<widgets::QuantizePanel*>(dock->panel())->showPage(widgets::QuantizePanel::kRules);
        settle(60);
        photographer.take(dock, "panel-quantize-error");
    }
    desk->work.trouble.clear();
    emit desk->workChanged();
    return true;
}

bool compare(MainWindow& window, Photographer& photographer) {
    widgets::CompareDesk* desk = window.compare()->desk();
    const auto facts = [&] { return window.bridge()->latest()->comparison; };
    const auto pictures = [&](const QString& name, bool chosen) {
        for (const Look& look : kLooks) {
            photographer.look(window, look);
            PanelDock* dock = raised(window, "compare");
            auto* panel = static_cast<widgets::ComparePanel*>(dock->panel());
            panel->text()->setChosen({});
            if (chosen && facts()) {
                // The token that is furthest off.
                int worst = 0;
                for (int i = 0; i < int(facts()->positions.size()); ++i)
                    if (facts()->positions[std::size_t(i)].cells[1].klForward > facts()->positions[std::size_t(worst)].cells[1].klForward) worst = i;
                panel->text()->setChosen(widgets::DivergenceText::Spot{1, worst});
                emit panel->text()->chosenByUser(1, worst);
            }
            settle(100);
            photographer.take(dock, name);
        }
    };
    pictures("panel-compare-empty", false);
    desk->wish.variants = {{widgets::kAsStored, {}, {}}, {QStringLiteral("int4-row"), {}, {}}, {QStringLiteral("nf4"), {}, {}}};
    desk->wish.prompt = QStringLiteral("Why is the sky blue?");
    desk->wish.maxTokens = kTokens;
    for (const auto& [mode, name] : {std::pair(telemetry::ComparisonMode::Lockstep, "panel-compare-lockstep"), std::pair(telemetry::ComparisonMode::Free, "panel-compare-free")}) {
        desk->wish.mode = mode;
        emit desk->startWanted();
        if (!waitFor(kCompareMs, [&] { return desk->running == 0; }) || !facts() || facts()->state != ComparisonState::Done) return fail("the comparison does not end");
        pictures(QLatin1String(name), mode == telemetry::ComparisonMode::Lockstep);
    }
    desk->wish.prompt = QStringLiteral("sky ").repeated(12'000);   // more than the context holds
    emit desk->startWanted();
    if (!waitFor(kCompareMs, [&] { return desk->running == 0; }) || facts()->state != ComparisonState::Failed) return fail("the comparison does not fail");
    desk->wish.prompt = QStringLiteral("Why is the sky blue?");
    emit desk->changed();
    pictures("panel-compare-error", false);
    return true;
}

}  // namespace

bool quantizeStates(MainWindow& window, Photographer& photographer) {
    window.switchWorkspace(QStringLiteral("tune"));
    const bool good = quantize(window, photographer) && compare(window, photographer);
    window.switchWorkspace(QStringLiteral("chat"));
    return good;
}

}  // namespace gh::app
