#include "app/shots/traffic_shots.h"

#include <algorithm>

#include "app/lab/lab_runner.h"
#include "app/traffic/traffic_runner.h"
#include "app/window/main_window.h"
#include "app/window/panel_dock.h"
#include "widgets/panels/lab.h"
#include "widgets/panels/requests.h"
#include "widgets/plots/attention_tiles.h"
#include "widgets/plots/lane_chart.h"

namespace gh::app {

namespace {

constexpr int kTrafficMs = 30'000, kLabMs = 120'000;
constexpr int kReplyTokens = 200;   // long enough to be beside the traffic, and done soon after

bool traffic(MainWindow& window, Photographer& photographer) {
    telemetry::TrafficSettings settings;
    settings.users = 10;
    settings.seed = 5;
    window.traffic()->desk()->setTraffic(settings);
    window.bridge()->post(SetPolicy{{BatchPolicy::Continuous, 6, 128}});
    window.switchWorkspace(QStringLiteral("teach"));
    PanelDock* dock = window.panel(QStringLiteral("requests"));
    dock->show();
    dock->raise();
    SamplingSettings sampling = window.settings()->sampling();
    sampling.maxTokens = kReplyTokens;
    window.settings()->setSampling(sampling);
    // Two chats beside the traffic.
    for (const char* question : {"Why is glass transparent?", "Name three things that are made of glass."}) {
        window.chat()->newConversation();
        window.chat()->send(question);
    }
    window.traffic()->start();
    const std::uint64_t begun = window.bridge()->latest()->step;
    if (!waitFor(kTrafficMs, [&] { return window.bridge()->latest()->step > begun + 140; })) return fail("the traffic does not move");
    auto* panel = static_cast<widgets::RequestsPanel*>(dock->panel());
    if (!panel) return fail("no panel of requests");
    window.bridge()->post(SetPaused{true});
    settle(200);
    for (const Look& look : kLooks) {
        photographer.look(window, look);
        panel = static_cast<widgets::RequestsPanel*>(dock->panel());   // another language makes another
        settle(120);
        panel->chart()->fit();
        photographer.take(&window, "traffic");
        const auto& rows = panel->chart()->rows();
        const widgets::Lane* lane = rows.empty() ? nullptr : panel->chart()->laneAt(panel->chart()->plotBox().top() + 60);
        if (lane) emit panel->chart()->laneChosen(lane->request);
        settle(60);
        photographer.take(dock, "panel-requests-lane");
        panel->showTraffic(true);
        settle(60);
        photographer.take(dock, "panel-requests-traffic");
        panel->showTraffic(false);
        window.selection()->clear();
        PanelDock* blocks = window.panel(QStringLiteral("kv-blocks"));
        photographer.take(blocks, "panel-kv-blocks-shared");
    }
    window.traffic()->stop();
    window.bridge()->post(SetPaused{false});
    window.bridge()->post(SetPolicy{});
    return waitFor(kReplyMs, [&] { return window.bridge()->latest()->running + window.bridge()->latest()->waiting == 0; }) ||
           fail("the traffic does not end");
}

bool lab(MainWindow& window, Photographer& photographer) {
    widgets::LabDesk* desk = window.lab()->desk();
    desk->chosen = QStringLiteral("knee");
    PanelDock* dock = window.panel(QStringLiteral("lab"));
    dock->show();
    dock->raise();
    emit desk->startWanted(desk->chosen, {{"batches", "1,2,4,8,16"}, {"steps", "4"}, {"runs", "2"}});
    if (!waitFor(kLabMs, [&] { return desk->state.phase == widgets::LabState::Phase::Idle; }) || !desk->current) return fail("the lab does not end");
    for (const Look& look : kLooks) {
        photographer.look(window, look);
        settle(120);
        photographer.take(dock, "panel-lab-knee");
        desk->view = 1;
        emit desk->currentChanged();
        settle(60);
        photographer.take(dock, "panel-lab-results");
        desk->view = 0;
        emit desk->currentChanged();
    }
    desk->chosen = QStringLiteral("cached-vs-naive");
    emit desk->startWanted(desk->chosen, {{"steps", "8"}, {"contexts", "64"}, {"head-contexts", "64,1024"}, {"runs", "1"}});
    if (!waitFor(kLabMs, [&] { return desk->state.phase == widgets::LabState::Phase::Idle; }) || !desk->current) return fail("the lab does not end");
    const auto& plots = desk->current->plots;
    desk->plot = int(std::find_if(plots.begin(), plots.end(), [](const widgets::LabPlot& plot) { return plot.id == "tiles"; }) - plots.begin());
    emit desk->experimentsChanged();
    for (const Look& look : kLooks) {
        photographer.look(window, look);
        settle(120);
        if (auto* panel = qobject_cast<widgets::LabPanel*>(dock->panel())) {
            panel->tiles()->setMoving(false);
            panel->tiles()->showTile(27);
        }
        photographer.take(dock, "panel-lab-tiles");
    }
    return true;
}

}  // namespace

bool trafficStates(MainWindow& window, Photographer& photographer) {
    return traffic(window, photographer) && lab(window, photographer);
}

}  // namespace gh::app
