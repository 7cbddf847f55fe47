// lab cached-vs-naive: the same tokens with a cache and with a fresh pass for each. Multiply-accumulates are counted from
// the batches that ran and compared with the formula; logits are compared bit by bit.
#include <algorithm>
#include <cstring>

#include "engine/forward/cpu_backend.h"
#include "engine/forward/model_outline.h"
#include "engine/lab/attention_head.h"
#include "engine/lab/experiments.h"
#include "engine/lab/measured_model.h"
#include "engine/lab/work_formula.h"

namespace gh::lab {
namespace {

constexpr std::uint64_t kSeed = 5;
constexpr int kHeadSize = 64;
constexpr int kDrawnTiles = 1024;   // context whose tiles are drawn

std::vector<Plot> plots() {
    const Axis context{"context", "tokens", true};
    return {{"step_time", "A step of the whole model", context, {"step", "ms", true}},
            {"step_macs", "Multiply-accumulates of a step", context, {"multiply-accumulates", "MAC", true}},
            {"total_time", "All steps up to a context", context, {"time", "s", true}},
            {"total_macs", "Multiply-accumulates of all steps", context, {"multiply-accumulates", "MAC", true}},
            {"head_time", "One attention head of 64 alone: a step", context, {"step", "ms", true}},
            {"head_macs", "One attention head of 64 alone: multiply-accumulates", context, {"multiply-accumulates", "MAC", true}},
            {"score_bytes", "Scores of one head", context, {"scores", "bytes", true}},
            {"memory", "Most memory of a step: keys and values, activations", context, {"memory", "bytes", true}},
            {"tiles", "Tiles of attention, in the order in which they live", {"key", "tokens", false}, {"query", "tokens", false}}};
}

bool sameBits(std::span<const float> a, std::span<const float> b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

// Both ways over one sequence of tokens, and what was compared on the way.
class BothWays {
public:
    BothWays(MeasuredModel& model, ModelPools& scratchPools, std::vector<TokenId> ids, plan::LoadPlan plan)
        : m_model(model), m_scratch(scratchPools), m_ids(std::move(ids)), m_plan(std::move(plan)) {
        m_sequence.emplace_back(model.runtime().pools());
    }

    struct Step {
        std::vector<double> cachedMs, naiveMs;   // an entry a run
        std::uint64_t cachedMacs = 0, naiveMacs = 0;
    };

    // The step that draws the token behind a context of n, several times over. Contexts ascend. Both ways in turn: what else
    // the machine does then falls on both.
    Step step(int n, int runs, const Notebook& notebook) {
        Step result;
        for (int run = 0; run < runs && (run == 0 || !notebook.cancelled()); ++run) once(n, result);
        return result;
    }

    // Counted in the pools, and the activations that so many rows take.
    std::uint64_t cachedMemory() const { return m_cachedBytes + activations(1); }
    std::uint64_t naiveMemory(int n) const { return m_naiveBytes + activations(std::min(n, kMeasuredRows)); }
    std::uint64_t kept() const { return m_cachedBytes; }
    int compared() const { return m_compared; }
    int equal() const { return m_equal; }

private:
    void once(int n, Step& result) {
        SequenceCache& cache = m_sequence.front();
        const auto before = static_cast<std::uint64_t>(n - 1);
        if (m_have > n - 1) {
            // Once more: back to what was there before. What a window dropped meanwhile is read again.
            const bool there = cache.usablePrefix(before) == before;
            if (there) cache.shrinkTo(before);
            else cache.clear();
            m_have = there ? n - 1 : 0;
        }
        if (m_have < n - 1) m_model.read(cache, m_ids, m_have, n - 1 - m_have);
        const auto start = Clock::now();
        result.cachedMacs = m_model.decode(m_sequence, m_ids, n - 1).operations / 2;
        result.cachedMs.push_back(secondsSince(start) * 1e3);
        m_have = n;
        const std::vector<float> logits(m_model.logits().begin(), m_model.logits().end());
        m_cachedBytes = cache.heldBytes();
        m_scratch.clear();
        const auto naiveStart = Clock::now();
        result.naiveMacs = m_model.read(m_scratch, m_ids, 0, n).operations / 2;
        result.naiveMs.push_back(secondsSince(naiveStart) * 1e3);
        ++m_compared;
        if (sameBits(logits, m_model.logits())) ++m_equal;
        m_naiveBytes = m_scratch.heldBytes();
    }

    std::uint64_t activations(int rows) const {
        plan::LoadPlan plan = m_plan;
        plan.stepTokens = rows;
        plan.contextTokens = 0;
        for (const auto& line : plan::predictLedger(plan))
            if (line.term == "activations") return line.predictedBytes;
        return 0;
    }

    MeasuredModel& m_model;
    std::vector<SequenceCache> m_sequence;
    SequenceCache m_scratch;
    std::vector<TokenId> m_ids;
    plan::LoadPlan m_plan;
    int m_have = 0, m_compared = 0, m_equal = 0;
    std::uint64_t m_cachedBytes = 0, m_naiveBytes = 0;
};

// The order in which one thread walks the tiles of a prefill: a tile of queries over all cuts it sees, then the next.
void drawTiles(Notebook& notebook, int context) {
    const int queries = CpuBackend::kQueriesOfATask;
    for (int first = 0; first < context; first += queries)
        for (int cut = 0; cut <= std::min(first + queries, context) - 1; cut += kernels::kCutTokens)
            notebook.limit("tiles", "order", cut, first);
    notebook.figure("tile_queries", queries, "tokens");
    notebook.figure("tile_keys", kernels::kCutTokens, "tokens");
    notebook.figure("drawn_context", context, "tokens");
}

}  // namespace

std::span<const OptionSpec> cachedVsNaiveOptions() {
    static constexpr OptionSpec kOptions[] = {
        {"steps", OptionKind::Count, "64", 1, 4096, "first steps that really run both ways, one after another"},
        {"contexts", OptionKind::Counts, "128,256,512,1024", 1, 1 << 16, "longer contexts, each way"},
        {"head-contexts", OptionKind::Counts, "64,256,1024,4096", 1, 1 << 15, "contexts of one head alone"},
        {"runs", OptionKind::Count, "3", 1, 1000, "repeated runs, for the spread"},
    };
    return kOptions;
}

Ended cachedVsNaive(const Subject& subject, const Options& options, Notebook& notebook) {
    const int steps = options.count("steps"), runs = options.count("runs");
    auto contexts = options.counts("contexts"), headContexts = options.counts("head-contexts");
    std::erase_if(contexts, [&](int n) { return n <= steps; });
    for (auto* list : {&contexts, &headContexts}) {
        std::sort(list->begin(), list->end());
        list->erase(std::unique(list->begin(), list->end()), list->end());
    }
    auto opened = MeasuredModel::open(subject, notebook);
    if (!opened) return opened.error();
    MeasuredModel& model = **opened;
    const int longest = contexts.empty() ? steps : contexts.back();
    if (auto fits = model.checkContext(longest > steps ? "contexts" : "steps", longest); !fits) return fits.error();
    auto outline = outlineModel(subject.path, subject.load, kMeasuredRows, [](const CheckedModel*) { return true; });
    if (!outline) return outline.error();
    auto scratch = model.runtime().privatePools(longest + kMeasuredRows + subject.load.blockTokens);
    if (!scratch) return scratch.error();
    notebook.begin(model.facts(), plots());

    const ModelConfig& config = model.runtime().config();
    BothWays ways(model, *scratch, randomTokens(longest, config.vocab, kSeed), outline->plan);
    bool asFormula = true;
    double cachedSeconds = 0, naiveSeconds = 0, lastCached = 0, lastNaive = 0;
    int before = 0;
    std::uint64_t cachedMacs = 0, naiveMacs = 0;
    // Work before the point that is being measured, of all of it: naive steps grow with the context.
    const auto whole = static_cast<double>(steps) * steps + 2.0 * (runs + 1) * static_cast<double>(contexts.size()) * longest;
    double spent = 0;
    const auto measure = [&](int n, bool drawn) {
        // Short contexts cost little; those that no plot shows need no spread.
        const auto step = ways.step(n, drawn ? runs : 1, notebook);
        const double cachedMs = medianOf(step.cachedMs), naiveMs = medianOf(step.naiveMs);
        const auto context = static_cast<std::uint64_t>(n);
        asFormula &= step.cachedMacs == cachedStep(config, context).total() && step.naiveMacs == naiveStep(config, context).total();
        if (n <= steps) {
            cachedMacs += step.cachedMacs;
            naiveMacs += step.naiveMacs;
            cachedSeconds += cachedMs / 1e3;
            naiveSeconds += naiveMs / 1e3;
            if (drawn) {
                notebook.point("total_time", "cached", n, cachedSeconds);
                notebook.point("total_time", "naive", n, naiveSeconds);
                notebook.point("total_macs", "cached", n, static_cast<double>(cachedMacs));
                notebook.point("total_macs", "naive", n, static_cast<double>(naiveMacs));
                asFormula &= cachedMacs == cachedTotal(config, context).total() && naiveMacs == naiveTotal(config, context).total();
            }
        } else {
            // The steps between two that were measured are taken to lie on the line between them.
            cachedSeconds += (n - before) * (lastCached + cachedMs) / 2e3;
            naiveSeconds += (n - before) * (lastNaive + naiveMs) / 2e3;
            notebook.limit("total_time", "cached_estimate", n, cachedSeconds);
            notebook.limit("total_time", "naive_estimate", n, naiveSeconds);
            notebook.limit("total_macs", "cached_formula", n, static_cast<double>(cachedTotal(config, context).total()));
            notebook.limit("total_macs", "naive_formula", n, static_cast<double>(naiveTotal(config, context).total()));
        }
        before = n;
        lastCached = cachedMs;
        lastNaive = naiveMs;
        if (!drawn) return;
        notebook.spread("step_time", "cached", n, step.cachedMs);
        notebook.spread("step_time", "naive", n, step.naiveMs);
        notebook.point("step_macs", "cached", n, static_cast<double>(step.cachedMacs));
        notebook.point("step_macs", "naive", n, static_cast<double>(step.naiveMacs));
        notebook.point("memory", "cached", n, static_cast<double>(ways.cachedMemory()));
        notebook.point("memory", "naive", n, static_cast<double>(ways.naiveMemory(n)));
        notebook.point("memory", "kept_between_steps", n, static_cast<double>(ways.kept()));
    };
    ways.step(1, 1, notebook);   // warm
    for (int n = 1; n <= steps; ++n) {
        if (notebook.cancelled()) return Notebook::cancelledError();
        notebook.progress((spent += n * 2.0) / whole, "both ways");
        measure(n, n == 1 || n == steps || n % std::max(1, steps / 16) == 0);
    }
    for (const int n : contexts) {
        if (notebook.cancelled()) return Notebook::cancelledError();
        notebook.progress((spent += 2.0 * (runs + 1) * n) / whole, "longer contexts");
        measure(n, true);
    }

    auto head = AttentionHead::create(model.runtime().isa(), model.runtime().threads(), subject.load, kHeadSize, headContexts.back());
    if (!head) return head.error();
    bool headEqual = true;
    (*head)->naive(1);   // warm
    for (const int n : headContexts) {
        if (notebook.cancelled()) return Notebook::cancelledError();
        notebook.progress(0.95, "one attention head alone");
        const auto context = static_cast<std::uint64_t>(n);
        (*head)->cached(n);   // what the cache needs, and the pages behind it
        std::vector<double> cachedMs, naiveMs;
        for (int run = 0; run < runs && (run == 0 || !notebook.cancelled()); ++run) {
            const auto cached = (*head)->cached(n), naive = (*head)->naive(n);
            headEqual &= sameBits(cached.output, naive.output);
            cachedMs.push_back(cached.seconds * 1e3);
            naiveMs.push_back(naive.seconds * 1e3);
        }
        notebook.spread("head_time", "cached", n, std::move(cachedMs));
        notebook.spread("head_time", "naive", n, std::move(naiveMs));
        notebook.limit("head_macs", "cached", n, static_cast<double>(headCachedMacs(context, kHeadSize)));
        notebook.limit("head_macs", "naive", n, static_cast<double>(headNaiveMacs(context, kHeadSize)));
        const ScoreBytes scores = scoreBytes(context, CpuBackend::kQueriesOfATask);
        notebook.limit("score_bytes", "matrix", n, static_cast<double>(scores.matrix));
        notebook.limit("score_bytes", "row", n, static_cast<double>(scores.row));
        notebook.limit("score_bytes", "tiles", n, static_cast<double>(scores.tiles));
    }

    const auto last = static_cast<std::uint64_t>(longest);
    notebook.figure("context", longest, "tokens");
    notebook.figure("step_macs_cached", static_cast<double>(cachedStep(config, last).total()), "MAC");
    notebook.figure("step_macs_naive", static_cast<double>(naiveStep(config, last).total()), "MAC");
    notebook.figure("total_macs_cached", static_cast<double>(cachedTotal(config, last).total()), "MAC");
    notebook.figure("total_macs_naive", static_cast<double>(naiveTotal(config, last).total()), "MAC");
    notebook.figure("step_ms_cached", lastCached, "ms");
    notebook.figure("step_ms_naive", lastNaive, "ms");
    notebook.figure("memory_cached", static_cast<double>(ways.cachedMemory()), "bytes");
    notebook.figure("memory_naive", static_cast<double>(ways.naiveMemory(longest)), "bytes");
    notebook.figure("logits_compared", ways.compared(), "steps");
    notebook.figure("logits_equal", ways.equal(), "steps");
    drawTiles(notebook, std::min(kDrawnTiles, headContexts.back()));
    notebook.note("logits", ways.compared() == ways.equal() ? "equal to the bit" : "differ");
    notebook.note("head_outputs", headEqual ? "equal to the bit" : "differ");
    notebook.note("macs", asFormula ? "counted as the formula says" : "differ from the formula");
    return {};
}

}  // namespace gh::lab
