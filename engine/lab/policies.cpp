// lab policies: static against continuous batching on one list of requests, all at once and as a Poisson process, really
// run and simulated at the cost of a step that was measured beside it.
#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

#include "engine/lab/experiments.h"
#include "engine/lab/lab_traffic.h"
#include "engine/lab/measured_model.h"
#include "engine/lab/request_list.h"
#include "engine/lab/step_costs.h"

namespace gh::lab {
namespace {

constexpr std::uint64_t kPromptSeed = 21, kArrivalSeed = 22, kCalibrationSeed = 23;

struct PolicyEntry { const char* name; BatchPolicy kind; };
constexpr PolicyEntry kPolicyEntries[] = {{"static", BatchPolicy::Static}, {"continuous", BatchPolicy::Continuous}};
constexpr const char* kArrivals[] = {"burst", "poisson"};

struct Setting { int prompt, slots; double load; };

// What a figure of BatchStatistics is called, and its unit.
struct Metric { const char* name; const char* unit; double (*of)(const BatchStatistics& s); };
constexpr Metric kMetrics[] = {
    {"tokens_per_s", "tokens/s", [](const BatchStatistics& s) { return s.tokensPerSecond; }},
    {"mean_latency_s", "s", [](const BatchStatistics& s) { return s.meanLatency; }},
    {"p50_latency_s", "s", [](const BatchStatistics& s) { return s.p50; }},
    {"p95_latency_s", "s", [](const BatchStatistics& s) { return s.p95; }},
    {"p99_latency_s", "s", [](const BatchStatistics& s) { return s.p99; }},
    {"slot_use", "%", [](const BatchStatistics& s) { return 100 * s.slotUse; }},
    {"steps", "steps", [](const BatchStatistics& s) { return static_cast<double>(s.steps); }},
    {"padding_rows", "rows", [](const BatchStatistics& s) { return static_cast<double>(s.paddingRows); }},
    {"padding_share", "%", [](const BatchStatistics& s) { return 100 * s.paddingShare(); }},
};

// What the simulation is judged by.
constexpr std::string_view kCompared[] = {"tokens_per_s", "mean_latency_s"};

std::string key(const std::string& arrivals, const std::string& policy, const std::string& metric, bool simulated) {
    return arrivals + (simulated ? "_simulated_" : "_") + policy + "_" + metric;
}

class PoliciesRun {
public:
    PoliciesRun(LabTraffic& lab, Notebook& notebook, Setting setting) : m_lab(lab), m_notebook(notebook), m_setting(setting) {
        m_prompts = randomPrompts(kListRequests, 0, setting.prompt, lab.facts().vocab, kPromptSeed);
    }

    Ended run() {
        if (auto problem = calibrate("cost of a step: before")) return problem;
        std::vector<double> arrivals(kListRequests, 0.0);
        if (auto problem = both("burst", arrivals)) return problem;
        if (auto problem = calibrate("cost of a step: between")) return problem;
        m_notebook.figure("capacity", m_capacity, "requests/s");
        m_notebook.figure("arrival_rate", m_setting.load * m_capacity, "requests/s");
        if (auto problem = both("poisson", poissonArrivals(kListRequests, m_setting.load * m_capacity, kArrivalSeed))) return problem;
        if (auto problem = calibrate("cost of a step: after")) return problem;
        compareWithSimulation();
        return {};
    }

private:
    struct Real { std::string arrivals, policy; std::vector<double> at; PolicySettings settings; BatchStatistics statistics; };

    PolicySettings settings(BatchPolicy kind) const {
        PolicySettings policy;
        policy.kind = kind;
        policy.mostRunning = m_setting.slots;
        return policy;
    }
    // Blocks of an earlier run are not to be found again.
    std::string salt() { return "lab " + std::to_string(++m_runs); }

    Ended both(const std::string& arrivals, const std::vector<double>& at) {
        for (const PolicyEntry& policy : kPolicyEntries) {
            std::vector<TimedRequest> requests;
            const std::string salted = salt();
            for (std::size_t i = 0; i < kListRequests; ++i) requests.push_back(m_lab.request(m_prompts[i], outputLengths()[i], at[i], salted));
            const std::string series = arrivals + "_" + policy.name;
            TrafficOutcome outcome;
            std::vector<std::pair<double, double>> latencies;
            const auto ended = [&](const ServedRequest& served, std::size_t count, std::size_t all) {
                m_notebook.point("returned", series, served.returned, static_cast<double>(count));
                m_notebook.progress((m_parts + static_cast<double>(count) / static_cast<double>(all)) / kAllParts, series);
            };
            auto problem = m_lab.traffic().run(settings(policy.kind), std::move(requests), ended, outcome);
            if (problem) return problem;
            for (const ServedRequest& served : outcome.requests)
                if (served.finished.error) return served.finished.error;
            const BatchStatistics statistics = statisticsOf(outcome, m_setting.slots);
            write(arrivals, policy.name, statistics, false);
            drawLatencies(series, outcome);
            if (arrivals == "burst" && policy.kind == BatchPolicy::Continuous) m_capacity = capacityOf(outcome);
            m_real.push_back({arrivals, policy.name, at, settings(policy.kind), statistics});
            m_parts += 1;
        }
        return {};
    }

    void write(const std::string& arrivals, const std::string& policy, const BatchStatistics& statistics, bool simulated) {
        for (const Metric& metric : kMetrics)
            m_notebook.figure(key(arrivals, policy, metric.name, simulated), metric.of(statistics), metric.unit);
    }

    // Share of the requests that had returned within a latency.
    void drawLatencies(const std::string& series, const TrafficOutcome& outcome) {
        std::vector<double> latencies;
        for (const ServedRequest& served : outcome.requests) latencies.push_back(served.returned - served.arrival);
        std::sort(latencies.begin(), latencies.end());
        for (std::size_t i = 0; i < latencies.size(); ++i)
            m_notebook.point("latency", series, latencies[i], 100.0 * static_cast<double>(i + 1) / static_cast<double>(latencies.size()));
    }

    // Requests a second while every slot was taken: until the last request was admitted.
    static double capacityOf(const TrafficOutcome& outcome) {
        double lastBegun = 0, written = 0;
        for (const ServedRequest& served : outcome.requests) lastBegun = std::max(lastBegun, served.begun);
        for (const ServedRequest& served : outcome.requests)
            for (const TokenTime& token : served.tokens) written += token.at <= lastBegun ? 1 : 0;
        const double total = std::accumulate(outputLengths().begin(), outputLengths().end(), 0.0);
        return lastBegun > 0 ? written / lastBegun / (total / kListRequests) : 0;
    }

    // Other requests than those of the experiment: every number of slots alone, longer contexts, and lists of short ones in
    // which requests join others that write.
    Ended calibrate(const char* what) {
        m_notebook.progress(m_parts / kAllParts, what);
        const auto burst = [&](int count, int prompt, const std::vector<int>& lengths) -> Ended {
            const auto prompts = randomPrompts(count, 0, prompt, m_lab.facts().vocab, kCalibrationSeed + static_cast<std::uint64_t>(m_runs));
            std::vector<TimedRequest> requests;
            const std::string salted = salt();
            for (int i = 0; i < count; ++i)
                requests.push_back(m_lab.request(prompts[static_cast<std::size_t>(i)], lengths[static_cast<std::size_t>(i) % lengths.size()], 0, salted));
            TrafficOutcome outcome;
            auto problem = m_lab.traffic().run(settings(BatchPolicy::Continuous), std::move(requests), {}, outcome);
            if (!problem) m_costs.add(outcome.end->steps, outcome.firstStep, outcome.lastStep);
            return problem;
        };
        for (int count = 1; count <= m_setting.slots; ++count)
            if (auto problem = burst(count, m_setting.prompt, {10})) return problem;
        const int longer = std::min(m_lab.facts().contextLimit - 10, 12 * m_setting.prompt);
        if (auto problem = burst(m_setting.slots, std::max(m_setting.prompt, longer), {10})) return problem;
        if (auto problem = burst(4 * m_setting.slots, m_setting.prompt, {3, 9, 5, 12, 4, 7, 10, 6, 14})) return problem;
        m_parts += 1;
        return {};
    }

    void compareWithSimulation() {
        const StepCost cost = m_costs.function();
        double worst = 0;
        for (const Real& real : m_real) {
            std::vector<PlannedRequest> requests;
            for (std::size_t i = 0; i < kListRequests; ++i) requests.push_back({real.at[i], m_setting.prompt, outputLengths()[i]});
            const Simulated simulated = simulate(real.settings, m_lab.tokenBudget(), requests, cost);
            write(real.arrivals, real.policy, simulated.statistics, true);
            for (const Metric& metric : kMetrics) {
                if (std::find(std::begin(kCompared), std::end(kCompared), std::string_view(metric.name)) == std::end(kCompared)) continue;
                const double is = metric.of(simulated.statistics), was = metric.of(real.statistics);
                const double percent = was > 0 ? 100 * (is / was - 1) : 0;
                m_notebook.figure(key(real.arrivals, real.policy, std::string(metric.name) + "_error", true), percent, "%");
                worst = std::max(worst, std::fabs(percent));
            }
        }
        for (const char* arrivals : kArrivals) {
            const auto of = [&](const char* policy, const char* metric) {
                return m_notebook.run().figure(key(arrivals, policy, metric, false)).value_or(0);
            };
            m_notebook.figure(std::string(arrivals) + "_throughput_gain", of("continuous", "tokens_per_s") / of("static", "tokens_per_s"), "x");
            m_notebook.figure(std::string(arrivals) + "_latency_gain", of("static", "mean_latency_s") / of("continuous", "mean_latency_s"), "x");
        }
        for (int rows = 1; rows <= m_setting.slots; ++rows)
            m_notebook.point("step_cost", "measured", rows, 1e3 * cost({rows, static_cast<std::uint64_t>(rows * m_setting.prompt)}));
        m_notebook.figure("simulation_error", worst, "%");
    }

    static constexpr double kAllParts = 7;   // three calibrations, four runs
    LabTraffic& m_lab;
    Notebook& m_notebook;
    Setting m_setting;
    std::vector<std::vector<TokenId>> m_prompts;
    StepCosts m_costs;
    std::vector<Real> m_real;
    double m_capacity = 0, m_parts = 0;
    int m_runs = 0;
};

double rounded(double value, double unit) { return std::round(value / unit) * unit; }

}  // namespace

std::span<const OptionSpec> policiesOptions() {
    static constexpr OptionSpec kOptions[] = {
        {"slots", OptionKind::Count, "8", 1, 64, "requests that run at once"},
        {"prompt", OptionKind::Count, "16", 1, 4096, "tokens of each prompt"},
        {"load", OptionKind::Number, "0.7", 0.01, 0.99, "Poisson arrivals, as a share of what continuous batching can carry"},
    };
    return kOptions;
}

Ended policies(const Subject& subject, const Options& options, Notebook& notebook) {
    const Setting setting{options.count("prompt"), options.count("slots"), options.number("load")};
    auto lab = LabTraffic::open(subject, notebook);
    if (!lab) return lab.error();
    if (auto fits = (*lab)->checkContext("prompt", setting.prompt + *std::max_element(outputLengths().begin(), outputLengths().end())); !fits)
        return fits.error();
    notebook.begin((*lab)->facts(), {{"returned", "Requests that have returned", {"time", "s", false}, {"returned", "requests", false}},
                                     {"latency", "Share of the requests returned within a latency", {"latency", "s", true}, {"share", "%", false}},
                                     {"step_cost", "Measured cost of a step", {"rows", "rows", false}, {"step", "ms", false}}});
    return PoliciesRun(**lab, notebook, setting).run();
}

std::string policiesJson(const Run& run) {
    using Json = nlohmann::ordered_json;
    Json result = Json::object();
    const auto cell = [&](const std::string& arrivals, const char* policy, bool simulated) -> std::optional<Json> {
        const auto value = [&](const std::string& metric) { return run.figure(key(arrivals, policy, metric, simulated)); };
        if (!value("tokens_per_s")) return {};
        Json made{{"tokens_per_s", rounded(*value("tokens_per_s"), 0.01)},
                  {"mean_latency_s", rounded(*value("mean_latency_s"), 1e-5)},
                  {"p50_latency_s", rounded(*value("p50_latency_s"), 1e-5)},
                  {"p95_latency_s", rounded(*value("p95_latency_s"), 1e-5)},
                  {"p99_latency_s", rounded(*value("p99_latency_s"), 1e-5)},
                  {"padding_rows", std::llround(*value("padding_rows"))},
                  {"padding_share_percent", rounded(*value("padding_share"), 0.01)},
                  {"slot_use_percent", rounded(*value("slot_use"), 0.01)},
                  {"steps", std::llround(*value("steps"))}};
        for (const std::string_view figure : kCompared)
            if (const auto error = value(std::string(figure) + "_error")) made[std::string(figure) + "_error_percent"] = rounded(*error, 0.01);
        return made;
    };
    // A run that was stopped has what it came to.
    for (const char* arrivals : kArrivals) {
        Json part = Json::object(), simulations = Json::object();
        for (const PolicyEntry& policy : kPolicyEntries) {
            if (auto real = cell(arrivals, policy.name, false)) part[policy.name] = *real;
            if (auto simulated = cell(arrivals, policy.name, true)) simulations[policy.name] = *simulated;
        }
        if (!simulations.empty()) part["simulated"] = simulations;
        if (!part.empty()) result[arrivals] = part;
    }
    for (const auto& [name, key] : {std::pair("simulation_error", "simulation_error_percent"), std::pair("taken_by_others", "taken_by_others_percent")})
        if (const auto percent = run.figure(name)) result[key] = rounded(*percent, 0.01);
    return result.dump();
}

}  // namespace gh::lab
