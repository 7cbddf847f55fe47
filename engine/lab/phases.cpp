// lab phases: prefill over prompt lengths and decode over context lengths, beside what memory and arithmetic allow.
#include <algorithm>

#include "engine/lab/experiments.h"
#include "engine/lab/measured_model.h"
#include "engine/lab/work_formula.h"

namespace gh::lab {
namespace {

constexpr std::uint64_t kSeed = 7;

struct Measured {
    std::vector<double> msPerToken;   // one entry a run
    BatchWork work;                   // of one step (decode) or of the whole prompt (prefill)
    std::uint64_t attentionOperations = 0;
    double tokens = 0;                // that the work is for
};

// Points of one phase: time a token, its floors, its place under the roof.
void write(Notebook& notebook, const std::string& phase, int x, const Measured& m, bool int8, const MachineLimits& limits) {
    const std::string plot = phase + "_time";
    const StepFloor floor = floorOf(m.work, m.attentionOperations, int8, limits);
    notebook.spread(plot, "measured", x, m.msPerToken);
    notebook.limit(plot, "memory_floor", x, floor.memorySeconds * 1e3 / m.tokens);
    notebook.limit(plot, "compute_floor", x, floor.computeSeconds * 1e3 / m.tokens);
    const double seconds = medianOf(m.msPerToken) / 1e3 * m.tokens;
    const auto operations = static_cast<double>(m.work.operations);
    notebook.point("roofline", phase, operations / static_cast<double>(m.work.weightBytes + m.work.cacheBytes), operations / seconds);
    notebook.point("share", phase, x, 100 * floor.seconds() / seconds);
}

void drawRoof(Notebook& notebook, bool int8, const MachineLimits& limits) {
    const double flat = int8 ? limits.int8OpsPerSecond : limits.f32OpsPerSecond;
    const double ridge = flat / limits.readBytesPerSecond;
    for (const double intensity : {ridge / 64, ridge / 8, ridge})
        notebook.limit("roofline", "memory_roof", intensity, intensity * limits.readBytesPerSecond);
    for (const double intensity : {ridge, ridge * 8}) notebook.limit("roofline", "compute_roof", intensity, flat);
    notebook.figure("ridge", ridge, "op/byte");
    notebook.figure("read_limit", limits.readBytesPerSecond, "bytes/s");
    notebook.figure("int8_limit", limits.int8OpsPerSecond, "op/s");
    notebook.figure("f32_limit", limits.f32OpsPerSecond, "op/s");
}

std::string binding(const Measured& m, bool int8, const MachineLimits& limits) {
    return floorOf(m.work, m.attentionOperations, int8, limits).memoryBound() ? "memory" : "compute";
}

}  // namespace

std::span<const OptionSpec> phasesOptions() {
    static constexpr OptionSpec kOptions[] = {
        {"prompts", OptionKind::Counts, "1,4,16,64,128,256,512,1024", 1, 1 << 20, "prompt lengths to read"},
        {"contexts", OptionKind::Counts, "16,128,512,1024,2048,4096", 1, 1 << 20, "tokens in the cache while one more is written"},
        {"steps", OptionKind::Count, "8", 1, 10000, "decode steps at each context"},
        {"runs", OptionKind::Count, "3", 1, 1000, "repeated runs, for the spread"},
    };
    return kOptions;
}

Ended phases(const Subject& subject, const Options& options, Notebook& notebook) {
    const auto prompts = options.counts("prompts"), contexts = options.counts("contexts");
    const int steps = options.count("steps"), runs = options.count("runs");
    auto opened = MeasuredModel::open(subject, notebook);
    if (!opened) return opened.error();
    MeasuredModel& model = **opened;
    const int longestPrompt = *std::max_element(prompts.begin(), prompts.end());
    const int longest = std::max(longestPrompt, *std::max_element(contexts.begin(), contexts.end()) + steps);
    if (auto fits = model.checkContext("prompts", longestPrompt); !fits) return fits.error();
    if (auto fits = model.checkContext("contexts", longest); !fits) return fits.error();
    const ModelConfig& config = model.runtime().config();
    const bool int8 = subject.load.activations == ActivationMode::Int8;
    notebook.begin(model.facts(), {{"prefill_time", "Reading: ms a token", {"prompt", "tokens", true}, {"time a token", "ms", true}},
                                   {"decode_time", "Writing: ms a token", {"context", "tokens", true}, {"time a token", "ms", true}},
                                   {"roofline", "Roofline", {"intensity", "op/byte", true}, {"rate", "op/s", true}},
                                   {"share", "Share of the binding limit", {"length", "tokens", true}, {"share", "%", false}}});
    notebook.progress(0, "measuring the machine's limits");
    const auto limits = model.limits();
    if (!limits) return limits.error();
    drawRoof(notebook, int8, *limits);

    const auto ids = randomTokens(longest, config.vocab, kSeed);
    SequenceCache cache(model.runtime().pools());
    model.read(cache, ids, 0, std::min(longest, 64));   // warm
    const double parts = static_cast<double>(prompts.size() + contexts.size());
    double done = 0;
    Measured last;
    for (const int prompt : prompts) {
        notebook.progress(done++ / parts, "prefill");
        Measured m;
        m.tokens = prompt;
        m.attentionOperations = 2 * macsOfRows(config, 0, static_cast<std::uint64_t>(prompt), 1).attention;
        for (int run = 0; run < runs; ++run) {
            if (notebook.cancelled()) return Notebook::cancelledError();
            cache.clear();
            const auto start = Clock::now();
            m.work = model.read(cache, ids, 0, prompt);
            m.msPerToken.push_back(secondsSince(start) * 1e3 / prompt);
        }
        write(notebook, "prefill", prompt, m, int8, *limits);
        if (prompt == longestPrompt) last = m;
    }
    notebook.note("prefill_binds", binding(last, int8, *limits));
    notebook.figure("prefill_tokens_per_s", 1e3 / medianOf(last.msPerToken), "tokens/s");

    for (const int context : contexts) {
        notebook.progress(done++ / parts, "decode");
        Measured m;
        m.tokens = 1;
        m.attentionOperations = 2 * macsOfRows(config, static_cast<std::uint64_t>(context), 1, 1).attention;
        std::vector<SequenceCache> one;
        one.emplace_back(model.runtime().pools());
        cache.clear();
        model.read(one.front(), ids, 0, context);
        for (int run = 0; run < runs; ++run) {
            const auto start = Clock::now();
            for (int i = 0; i < steps; ++i) {
                if (notebook.cancelled()) return Notebook::cancelledError();
                const BatchWork work = model.decode(one, ids, context + i);
                if (i == 0) m.work = work;
            }
            m.msPerToken.push_back(secondsSince(start) * 1e3 / steps);
            // Back to the context, to write the same tokens again. What a window dropped meanwhile stays gone.
            const auto kept = static_cast<std::uint64_t>(context);
            if (one.front().usablePrefix(kept) == kept) {
                one.front().shrinkTo(kept);
            } else {
                one.front().clear();
                model.read(one.front(), ids, 0, context);
            }
        }
        write(notebook, "decode", context, m, int8, *limits);
        if (context == contexts.front()) notebook.figure("decode_tokens_per_s", 1e3 / medianOf(m.msPerToken), "tokens/s");
        last = m;
    }
    notebook.note("decode_binds", binding(last, int8, *limits));
    return {};
}

}  // namespace gh::lab
