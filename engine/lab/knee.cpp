// lab knee: throughput and latency over the number of sequences decoded together.
#include <algorithm>
#include <limits>
#include <map>

#include "engine/lab/experiments.h"
#include "engine/lab/measured_model.h"
#include "engine/lab/work_formula.h"

namespace gh::lab {
namespace {
constexpr std::uint64_t kSeed = 11;
}

std::span<const OptionSpec> kneeOptions() {
    static constexpr OptionSpec kOptions[] = {
        {"batches", OptionKind::Counts, "1,2,4,8,12,16,24,32,48,64", 1, 256, "sequences decoded together"},
        {"context", OptionKind::Count, "64", 1, 1 << 20, "tokens in each sequence before"},
        {"steps", OptionKind::Count, "16", 1, 10000, "decode steps of a run"},
        {"runs", OptionKind::Count, "5", 1, 1000, "repeated runs, for the spread"},
    };
    return kOptions;
}

Ended knee(const Subject& subject, const Options& options, Notebook& notebook) {
    auto batches = options.counts("batches");
    std::sort(batches.begin(), batches.end());
    batches.erase(std::unique(batches.begin(), batches.end()), batches.end());
    const int context = options.count("context"), steps = options.count("steps"), runs = options.count("runs");
    auto opened = MeasuredModel::open(subject, notebook);
    if (!opened) return opened.error();
    MeasuredModel& model = **opened;
    if (auto fits = model.checkContext("context", context + steps); !fits) return fits.error();
    notebook.begin(model.facts(), {{"throughput", "Throughput", {"batch", "requests", true}, {"throughput", "tokens/s", false}},
                                   {"latency", "Time of a step", {"batch", "requests", true}, {"step", "ms", false}}});
    notebook.progress(0, "measuring the machine's limits");
    const auto limits = model.limits();
    if (!limits) return limits.error();

    const ModelConfig& config = model.runtime().config();
    const bool int8 = subject.load.activations == ActivationMode::Int8;
    const auto ids = randomTokens(context + steps, config.vocab, kSeed);
    auto pools = model.runtime().privatePools((context + steps + subject.load.blockTokens) * batches.back());
    if (!pools) return pools.error();
    std::vector<SequenceCache> all;
    all.reserve(static_cast<std::size_t>(batches.back()));
    for (int s = 0; s < batches.back(); ++s) {
        if (notebook.cancelled()) return Notebook::cancelledError();
        notebook.progress(static_cast<double>(s) / batches.back(), "filling the caches");
        model.read(all.emplace_back(*pools), ids, 0, context);
    }

    // Each round goes over all sizes: what else the machine does then falls on all of them alike.
    std::map<int, std::vector<double>> stepMs;
    std::map<int, BatchWork> work;
    double done = 0;
    for (int run = 0; run < runs; ++run) {
        for (const int size : batches) {
            notebook.progress(done++ / static_cast<double>(batches.size()) / runs, "decoding together");
            std::vector<SequenceCache> together;
            std::move(all.begin(), all.begin() + size, std::back_inserter(together));
            const auto start = Clock::now();
            bool stopped = false;
            for (int i = 0; i < steps && !stopped; ++i) {
                const BatchWork step = model.decode(together, ids, context + i);
                if (i == steps / 2) work[size] = step;
                stopped = notebook.cancelled();
            }
            const double seconds = secondsSince(start);
            if (stopped) return Notebook::cancelledError();
            stepMs[size].push_back(seconds * 1e3 / steps);
            for (auto& sequence : together) {
                const auto kept = static_cast<std::uint64_t>(context);
                if (sequence.usablePrefix(kept) == kept) {
                    sequence.shrinkTo(kept);
                } else {
                    sequence.clear();
                    model.read(sequence, ids, 0, context);
                }
            }
            std::move(together.begin(), together.end(), all.begin());
            std::vector<double> rates;
            for (const double ms : stepMs[size]) rates.push_back(size * 1e3 / ms);
            notebook.spread("throughput", "measured", size, rates);
            notebook.spread("latency", "measured", size, stepMs[size]);
            const auto attention = 2 * macsOfRows(config, static_cast<std::uint64_t>(context + steps / 2), 1, 1).attention *
                                   static_cast<std::uint64_t>(size);
            const StepFloor floor = floorOf(work[size], attention, int8, *limits);
            if (run > 0) continue;
            notebook.limit("throughput", "memory_limit", size, size / floor.memorySeconds);
            notebook.limit("throughput", "compute_limit", size, size / floor.computeSeconds);
            notebook.limit("latency", "memory_limit", size, floor.memorySeconds * 1e3);
            notebook.limit("latency", "compute_limit", size, floor.computeSeconds * 1e3);
        }
    }
    const Series& measured = *notebook.run().find("throughput", "measured");
    const double best = *std::max_element(measured.y.begin(), measured.y.end());
    // Still rising: with more at once the best may be better, and the knee with it.
    if (measured.y.back() == best) notebook.note("knee", "not reached by batch " + std::to_string(batches.back()));
    const auto first = static_cast<std::size_t>(
        std::find_if(measured.y.begin(), measured.y.end(), [&](double rate) { return rate >= 0.9 * best; }) - measured.y.begin());
    notebook.figure("knee_batch", measured.x[first], "requests");
    notebook.figure("knee_tokens_per_s", measured.y[first], "tokens/s");
    notebook.figure("best_tokens_per_s", best, "tokens/s");
    notebook.figure("one_tokens_per_s", measured.y.front(), "tokens/s");
    notebook.figure("knee_gain", measured.y[first] / measured.y.front(), "x");
    const Series& latency = *notebook.run().find("latency", "measured");
    notebook.figure("knee_latency_ratio", latency.y[first] / latency.y.front(), "x");
    return {};
}

}  // namespace gh::lab
