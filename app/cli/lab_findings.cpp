// What the experiments found, in words: one line of the list each.
#include <cmath>
#include <cstdlib>
#include <initializer_list>

#include "app/cli/lab_report.h"

namespace gh::app {
namespace {

// A sentence with the figures in braces put in; empty where one of them is missing.
class Sentence {
public:
    explicit Sentence(const lab::Run& run) : m_run(run) {}
    Sentence& say(const std::string& text) {
        m_text += text;
        return *this;
    }
    Sentence& figure(const std::string& name) {
        for (const lab::Figure& figure : m_run.figures)
            if (figure.name == name) return say(figure.unit == "x" ? labValue(figure.value, "") : labValue(figure.value, figure.unit));
        m_complete = false;
        return *this;
    }
    Sentence& note(const std::string& name) {
        const auto found = m_run.notes.find(name);
        if (found != m_run.notes.end()) return say(found->second);
        m_complete = false;
        return *this;
    }
    std::string text() const { return m_complete ? m_text : std::string(); }

private:
    const lab::Run& m_run;
    std::string m_text;
    bool m_complete = true;
};

std::string ofBothWays(const lab::Run& run) {
    return Sentence(run).say("the step at a context of ").figure("context").say(" took ").figure("step_ms_cached").say(" with a cache and ")
        .figure("step_ms_naive").say(" without: ").figure("step_macs_cached").say(" against ").figure("step_macs_naive")
        .say(". Logits of both ways: ").note("logits").say(".").text();
}

std::string ofPhases(const lab::Run& run) {
    return Sentence(run).say("reading is limited by ").note("prefill_binds").say(" (").figure("prefill_tokens_per_s").say("), writing by ")
        .note("decode_binds").say(" (").figure("decode_tokens_per_s").say(").").text();
}

std::string ofCacheSize(const lab::Run& run) {
    return Sentence(run).say("a token takes ").figure("bytes_per_token").say(". Predicted and allocated bytes: ").note("predicted_and_allocated")
        .say("; the shapes among each other: ").note("shapes").say(".").text();
}

std::string ofKnee(const lab::Run& run) {
    const std::string knee = Sentence(run).say("the knee is at ").figure("knee_batch").say(": ").figure("knee_tokens_per_s").say(", ")
        .figure("knee_gain").say(" times as much as one request alone, while a step takes ").figure("knee_latency_ratio").say(" times as long.").text();
    const std::string beyond = Sentence(run).say(" It may lie beyond: the best throughput was that of the largest batch tried (").note("knee")
        .say(").").text();
    return knee.empty() ? knee : knee + beyond;
}

std::string ofPolicies(const lab::Run& run) {
    return Sentence(run).say("all at once, continuous batching wrote ").figure("burst_throughput_gain").say(" times as much a second as static, at a "
        "mean latency ").figure("burst_latency_gain").say(" times as low; with Poisson arrivals ").figure("poisson_latency_gain")
        .say(" times as low. The simulation is within ").figure("simulation_error").say(" of what really ran.").text();
}

std::string ofPaging(const lab::Run& run) {
    return Sentence(run).say("the same traffic held ").figure("blocks_peak").say(" at most in blocks and ").figure("shared_peak")
        .say(" in shared ones; reservations of the whole context would take ").figure("reserved").say(". In their room fit ").figure("fits_reserved")
        .say(" with reservations, ").figure("fits_blocks").say(" with blocks, ").figure("fits_shared").say(" with shared blocks.").text();
}

std::vector<FigureTable> policyTables(const lab::Run&) {
    struct Row { const char *name, *unit, *metric; };
    static constexpr Row kRows[] = {{"throughput", "tokens/s", "tokens_per_s"}, {"mean latency", "s", "mean_latency_s"}, {"p50 latency", "s", "p50_latency_s"},
                                    {"p95 latency", "s", "p95_latency_s"},      {"p99 latency", "s", "p99_latency_s"},   {"slot use", "%", "slot_use"},
                                    {"steps", "", "steps"},                     {"padding", "rows", "padding_rows"},     {"padding, of all rows", "%", "padding_share"},
                                    {"error of the throughput", "%", "tokens_per_s_error"}, {"error of the mean latency", "%", "mean_latency_s_error"}};
    std::vector<FigureTable> tables;
    for (const auto& [arrivals, title] : {std::pair("burst", "All at once"), std::pair("poisson", "Poisson arrivals")}) {
        FigureTable& table = tables.emplace_back();
        table.title = title;
        table.columns = {"static", "continuous", "static, simulated", "continuous, simulated"};
        for (const Row& row : kRows) {
            FigureTable::Line& line = table.lines.emplace_back(FigureTable::Line{row.name, row.unit, {}});
            for (const char* part : {"_static_", "_continuous_", "_simulated_static_", "_simulated_continuous_"})
                line.figures.push_back(std::string(arrivals) + part + row.metric);
        }
    }
    return tables;
}

std::vector<FigureTable> pagingTables(const lab::Run&) {
    return {{"Bytes that the traffic holds",
             {"reservations", "blocks", "shared blocks"},
             {{"at most", "bytes", {"reserved", "blocks_peak", "shared_peak"}},
              {"of them written", "bytes", {"", "blocks_peak_used", "shared_peak_used"}},
              {"of them wasted", "bytes", {"", "blocks_peak_wasted", "shared_peak_wasted"}},
              {"in the mean", "bytes", {"reserved", "blocks_mean", "shared_mean"}},
              {"wasted in the mean", "bytes", {"reserved_wasted", "blocks_mean_wasted", "shared_mean_wasted"}},
              {"tokens found in the cache", "", {"", "blocks_hit_tokens", "shared_hit_tokens"}},
              {"requests that fit", "", {"fits_reserved", "fits_blocks", "fits_shared"}}}}};
}

struct Entry {
    std::string_view experiment;
    std::string (*finding)(const lab::Run& run);
    std::vector<FigureTable> (*tables)(const lab::Run& run);   // null: none
};
constexpr Entry kEntries[] = {
    {"cached-vs-naive", ofBothWays, nullptr}, {"phases", ofPhases, nullptr},           {"cache-size", ofCacheSize, nullptr},
    {"knee", ofKnee, nullptr},                {"policies", ofPolicies, policyTables}, {"paging", ofPaging, pagingTables},
};

}  // namespace

std::string labFinding(const lab::Run& run) {
    for (const Entry& entry : kEntries)
        if (entry.experiment == run.experiment) return entry.finding(run);
    return {};
}

std::vector<FigureTable> labTables(const lab::Run& run) {
    for (const Entry& entry : kEntries)
        if (entry.experiment == run.experiment && entry.tables) return entry.tables(run);
    return {};
}

}  // namespace gh::app
