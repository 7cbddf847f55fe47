// lab paging: what the same traffic holds in blocks, in blocks that requests share, and what it would hold if every slot
// reserved the longest context. Bytes are read from the pools' state at the end of every step.
#include <algorithm>
#include <cmath>

#include "engine/forward/model_outline.h"
#include "engine/lab/experiments.h"
#include "engine/lab/lab_traffic.h"
#include "engine/lab/measured_model.h"
#include "engine/lab/request_list.h"
#include "engine/lab/step_costs.h"
#include "engine/telemetry/history.h"

namespace gh::lab {
namespace {

constexpr std::uint64_t kPromptSeed = 31;

struct Holding {
    std::uint64_t allocated = 0, used = 0;   // blocks that are held; the part of them that tokens fill
    std::uint64_t wasted() const { return allocated - used; }
};

Holding holdingOf(const telemetry::BlockMap& map) {
    Holding holding;
    for (const telemetry::BlockPool& pool : map.pools) {
        holding.allocated += pool.allocatedBytes;
        const std::uint64_t perToken = pool.blockBytes / static_cast<std::uint64_t>(pool.blockTokens);
        for (const telemetry::BlockCell& cell : pool.cells)
            if (cell.state == telemetry::BlockState::Used || cell.state == telemetry::BlockState::Cached) holding.used += perToken * cell.filled;
    }
    return holding;
}

// Over the steps of a run: the state with most allocated bytes, and means.
struct Held {
    Holding peak;
    double meanAllocated = 0, meanUsed = 0;
    std::uint64_t hitTokens = 0;
};

Result<Held> heldBy(const TrafficOutcome& outcome, const std::string& series, Notebook& notebook) {
    Held held;
    const auto& history = outcome.end->history;
    double states = 0;
    for (std::uint64_t step = outcome.firstStep; step <= outcome.lastStep; ++step) {
        if (notebook.cancelled()) return Notebook::cancelledError();
        const auto map = history ? history->at(step) : nullptr;
        if (!map) continue;   // the log's budget ended
        const Holding holding = holdingOf(*map);
        if (holding.allocated > held.peak.allocated) held.peak = holding;
        held.meanAllocated += static_cast<double>(holding.allocated);
        held.meanUsed += static_cast<double>(holding.used);
        ++states;
        const auto x = static_cast<double>(step - outcome.firstStep + 1);
        notebook.point("bytes", series + "_allocated", x, static_cast<double>(holding.allocated));
        notebook.point("bytes", series + "_used", x, static_cast<double>(holding.used));
        if (const auto* record = recordOf(outcome.end->steps, step)) held.hitTokens += record->hitTokens;
    }
    if (states == 0) return Error{ErrorCode::Internal, "paging", "no state of the pools was kept"};
    held.meanAllocated /= states;
    held.meanUsed /= states;
    return held;
}

}  // namespace

std::span<const OptionSpec> pagingOptions() {
    static constexpr OptionSpec kOptions[] = {
        {"slots", OptionKind::Count, "8", 1, 64, "requests that run at once"},
        {"prompt", OptionKind::Count, "16", 1, 4096, "tokens of each prompt of its own"},
        {"shared", OptionKind::Count, "96", 0, 4096, "tokens that all prompts begin with"},
    };
    return kOptions;
}

Ended paging(const Subject& subject, const Options& options, Notebook& notebook) {
    const int slots = options.count("slots"), own = options.count("prompt"), shared = options.count("shared");
    auto opened = LabTraffic::open(subject, notebook);
    if (!opened) return opened.error();
    LabTraffic& lab = **opened;
    const int longest = *std::max_element(outputLengths().begin(), outputLengths().end());
    if (auto fits = lab.checkContext("shared", shared + own + longest); !fits) return fits.error();
    auto outline = outlineModel(subject.path, subject.load, lab.tokenBudget(), [](const CheckedModel*) { return true; });
    if (!outline) return outline.error();
    std::uint64_t reservation = 0;
    for (const auto& group : outline->groups)
        reservation += plan::predictedBytes(group, outline->plan.k, outline->plan.v, static_cast<std::uint64_t>(lab.facts().contextLimit),
                                            outline->plan.blockTokens);
    const auto reserved = static_cast<double>(reservation) * slots;
    notebook.begin(lab.facts(), {{"bytes", "Cache over the steps", {"step", "steps", false}, {"cache", "bytes", false}}});
    notebook.figure("reserved", reserved, "bytes");
    notebook.figure("reserved_per_slot", static_cast<double>(reservation), "bytes");
    notebook.figure("fits_reserved", slots, "requests");

    PolicySettings policy;
    policy.mostRunning = slots;
    const auto prompts = randomPrompts(kListRequests, shared, own, lab.facts().vocab, kPromptSeed);
    std::uint64_t lastStep = 0;
    for (const bool sharing : {false, true}) {
        const std::string name = sharing ? "shared" : "blocks";
        std::vector<TimedRequest> requests;
        for (std::size_t i = 0; i < prompts.size(); ++i)
            requests.push_back(lab.request(prompts[i], outputLengths()[i], 0, sharing ? "paging" : "paging " + std::to_string(i)));
        TrafficOutcome outcome;
        const auto ended = [&](const ServedRequest&, std::size_t count, std::size_t all) {
            notebook.progress((sharing ? 0.5 : 0.0) + 0.45 * static_cast<double>(count) / static_cast<double>(all), name);
        };
        if (auto problem = lab.traffic().run(policy, std::move(requests), ended, outcome)) return problem;
        for (const ServedRequest& served : outcome.requests)
            if (served.finished.error) return served.finished.error;
        const auto held = heldBy(outcome, name, notebook);
        if (!held) return held.error();
        lastStep = std::max(lastStep, outcome.lastStep - outcome.firstStep + 1);
        notebook.figure(name + "_peak", static_cast<double>(held->peak.allocated), "bytes");
        notebook.figure(name + "_peak_used", static_cast<double>(held->peak.used), "bytes");
        notebook.figure(name + "_peak_wasted", static_cast<double>(held->peak.wasted()), "bytes");
        notebook.figure(name + "_mean", held->meanAllocated, "bytes");
        notebook.figure(name + "_mean_wasted", held->meanAllocated - held->meanUsed, "bytes");
        notebook.figure(name + "_hit_tokens", static_cast<double>(held->hitTokens), "tokens");
        // As many as now run in the slots, times how often what they hold at the worst moment goes into the reservation.
        notebook.figure("fits_" + name, std::floor(reserved * slots / static_cast<double>(held->peak.allocated)), "requests");
        if (!sharing) notebook.figure("reserved_wasted", reserved - held->meanUsed, "bytes");
    }
    notebook.limit("bytes", "reserved", 1, reserved);
    notebook.limit("bytes", "reserved", static_cast<double>(lastStep), reserved);
    return {};
}

}  // namespace gh::lab
