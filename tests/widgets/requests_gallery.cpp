// Renders the panels Requests and Lab from a script, light and dark, into a folder: widgets_requests_gallery FOLDER.
#include <cmath>

#include <QApplication>
#include <QDir>

#include "tests/widgets/support/scripted_source.h"
#include "widgets/panels/lab.h"
#include "widgets/panels/requests.h"
#include "widgets/plots/lane_chart.h"
#include "widgets/theme.h"

using namespace gh;
using namespace gh::widgets;

namespace {

void save(QWidget& widget, const QDir& folder, const QString& name) {
    widget.show();
    for (int i = 0; i < 4; ++i) QApplication::processEvents();
    widget.grab().save(folder.filePath(name + (Theme::instance().isDark() ? "-dark.png" : "-light.png")));
}

void lanes(const QDir& folder) {
    test::ScriptedSource::Shape shape;
    shape.mostRunning = 4;
    shape.budget = 160;
    test::ScriptedSource source(shape);
    SelectionModel selection;
    RequestsDesk desk;
    RequestsPanel panel(&selection);
    panel.setDesk(&desk);
    TrafficState state;
    state.possible = true;
    state.contextTokens = 8192;
    desk.setState(state);
    panel.resize(1040, 356);
    std::vector<std::uint64_t> keys;
    const auto add = [&](const char* label, std::uint32_t prompt, std::uint32_t hit) {
        keys.push_back(source.start(label, prompt));
        telemetry::PrefixHit found;
        found.hitTokens = hit;
        found.miss = hit ? telemetry::PrefixMiss::FirstDifferingToken : telemetry::PrefixMiss::NothingCached;
        found.position = hit;
        found.heldToken = static_cast<std::int32_t>(hit * 37 % 49152);
        found.askedToken = 815;
        source.setHit(keys.back(), found);
    };
    add("KV cache basics", 400, 0);
    source.step(8);
    add("Trip to the mountains", 300, 96);
    add("Synthetic 1", 224, 96);
    source.step(12);
    add("Synthetic 2", 500, 0);
    add("Synthetic 3", 90, 64);
    add("Synthetic 4", 120, 0);
    source.step(20);
    source.preempt(keys[3]);
    source.step(6);
    source.finish(keys[1]);
    source.step(9);
    source.resume(keys[3]);
    source.step(10);
    source.finish(keys[2]);
    source.pad(keys[2], true);
    source.step(8);
    source.pad(keys[2], false);
    source.step(30);
    add("Synthetic 5", 64, 0);
    add("Synthetic 6", 64, 0);
    source.step(12);
    selection.clock()->setSnapshot(source.latest());
    panel.setSnapshot(source.latest());
    panel.show();
    QApplication::processEvents();
    panel.chart()->fit();
    save(panel, folder, "requests");
    emit panel.chart()->laneChosen(keys[3]);
    save(panel, folder, "requests-lane");
    emit panel.chart()->partChosen(keys[1], 24);
    selection.clock()->scrubTo(60);
    save(panel, folder, "requests-scrubbed");
    selection.clock()->goLive();
    panel.showTraffic(true);
    save(panel, folder, "requests-traffic");
    panel.resize(560, 300);
    panel.showTraffic(false);
    save(panel, folder, "requests-narrow");
}

LabRunPtr knee(double factor, const QDateTime& when, qint64 id) {
    auto run = std::make_shared<LabRun>();
    run->id = id;
    run->experiment = "knee";
    run->model = "SmolLM2-135M-Instruct.Q4_1.gguf";
    run->settings = "Q4_1 · F16 · int8 · avx2 · 2 threads";
    run->when = when;
    run->plots = {{"throughput", "Throughput", {"batch", "requests", true}, {"throughput", "tokens/s", false}},
                  {"latency", "Time of a step", {"batch", "requests", true}, {"step", "ms", false}}};
    LabSeries measured{"throughput", "measured", {}, {}, {}, {}, false}, memory{"throughput", "memory limit", {}, {}, {}, {}, true},
        compute{"throughput", "compute limit", {}, {}, {}, {}, true};
    for (const double n : {1, 2, 4, 8, 16, 32, 64}) {
        const double rate = factor * 900 * n / (n + 6);
        measured.x.push_back(n), measured.y.push_back(rate), measured.low.push_back(rate * 0.96), measured.high.push_back(rate * 1.03);
        memory.x.push_back(n), memory.y.push_back(170 * n);
        compute.x.push_back(n), compute.y.push_back(1150);
    }
    run->series = {measured, memory, compute};
    run->figures = {{"knee", 16, "requests"}, {"at the knee", 654, "tokens/s"}, {"gain", 5.1, "x"}};
    run->explanation = "A step reads all weights once, for one request or for many. Up to the knee another request costs almost nothing; "
                       "beyond it the arithmetic is the limit.";
    return run;
}

void lab(const QDir& folder) {
    test::ScriptedSource source;
    SelectionModel selection;
    LabDesk desk;
    desk.experiments = {{"knee", "How many at once", "A step reads all weights once, for one request or for many.",
                         {{"batches", "sequences decoded together", "1,2,4,8,16,32,64", "1,2,4,8,16,32,64"}, {"runs", "repeated runs, for the spread", "5", "5"}},
                         187ull << 20, true}};
    desk.state.possible = true;
    const QDateTime now(QDate(2026, 11, 30), QTime(15, 4));
    LabPanel panel(&selection);
    panel.setDesk(&desk);
    panel.resize(1040, 356);
    panel.setSnapshot(source.latest());
    save(panel, folder, "lab-nothing");
    desk.entries = {{2, "knee", "SmolLM2-135M-Instruct.Q4_1.gguf", now, true}, {1, "knee", "SmolLM2-135M-Instruct.Q4_1.gguf", now.addDays(-1), false}};
    desk.loaded[2] = knee(1, now, 2);
    desk.loaded[1] = knee(0.8, now.addDays(-1), 1);
    desk.laidOver = {1};
    emit desk.entriesChanged();
    save(panel, folder, "lab");
    desk.state.phase = LabState::Phase::Running;
    desk.state.experiment = "knee";
    desk.state.share = 0.4;
    desk.state.doing = "decoding together";
    emit desk.stateChanged();
    save(panel, folder, "lab-running");
}

}  // namespace

int main(int argc, char** argv) {
    QApplication app(argc, argv);
    const QDir folder(argc > 1 ? argv[1] : ".");
    QDir().mkpath(folder.path());
    for (const ThemeMode mode : {ThemeMode::Light, ThemeMode::Dark}) {
        Theme::instance().setMode(mode);
        lanes(folder);
        lab(folder);
    }
    return 0;
}
