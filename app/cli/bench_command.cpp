// bench: prefill, decode and batched decode without sampling, best of the runs, beside what the machine can do at most;
// --overhead: what telemetry costs.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/cli/command_list.h"
#include "app/cli/exit_codes.h"
#include "app/cli/interrupt.h"
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/telemetry_cost.h"
#include "engine/forward/bench.h"
#include "engine/forward/direct.h"

namespace gh::app {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
    std::string path;
    BenchOptions bench;
    RunOptions run;
    bool overhead = false, json = false;
};

// To so many digits after the point, as the figures are printed and no finer than they repeat.
double rounded(double value, int digits) {
    const double factor = std::pow(10, digits);
    return std::round(value * factor) / factor;
}

Json roundedList(const std::vector<double>& values, int digits) {
    Json list = Json::array();
    for (const double value : values) list.push_back(rounded(value, digits));
    return list;
}

std::string line(const char* format, double a, double b) {
    char text[160];
    std::snprintf(text, sizeof text, format, a, b);
    return text;
}

int runOverhead(const Options& options) {
    // Many short runs: what else the machine does then falls on both sides of a pair alike.
    const auto cost = measureTelemetryCost(options.path, options.run.load, options.run.threads,
                                           8 * options.bench.runs, std::max(1, options.bench.decode / 4));
    if (!cost) return fail(cost.error());
    const auto [low, high] = std::minmax_element(cost->wallShares.begin(), cost->wallShares.end());
    if (options.json) {
        writeJson({{"model", std::filesystem::path(options.path).filename().string()},
                   {"pairs", cost->wallShares.size()},
                   {"step_ms", rounded(cost->stepMs, 3)},
                   {"telemetry_wall_share", rounded(median(cost->wallShares), 5)},
                   {"telemetry_cpu_share", rounded(median(cost->cpuShares), 5)},
                   {"wall_shares", roundedList(cost->wallShares, 5)},
                   {"cpu_shares", roundedList(cost->cpuShares, 5)}});
        return kExitDone;
    }
    writeOut(line("recording and publishing: %.2f %% of the generation's time, %.2f %% of its processor time",
                  100 * median(cost->wallShares), 100 * median(cost->cpuShares)));
    writeOut(line(" (median; pairs from %.2f to %.2f %%)\n", 100 * *low, 100 * *high));
    return kExitDone;
}

// What a rate is of what the machine can do: bytes against the stream read, operations against the int8 peak.
Json workJson(const StepWork& work, double stepsPerSecond, const MachineLimits& limits) {
    const double bytes = work.weightBytes + work.cacheBytes;
    return {{"weight_bytes", std::llround(work.weightBytes)},
            {"cache_bytes", std::llround(work.cacheBytes)},
            {"operations", std::llround(work.operations)},
            {"read_share", rounded(bytes * stepsPerSecond / limits.readBytesPerSecond, 4)},
            {"int8_share", rounded(work.operations * stepsPerSecond / limits.int8OpsPerSecond, 4)}};
}

// Steps a second of the whole prefill, whose work is of all its steps together.
double prefillRate(const BenchReport& report, const BenchOptions& options) {
    return report.prefillTokensPerSecond / options.prefill;
}

void printJson(const Options& options, const telemetry::ModelFacts& facts, const BenchReport& report) {
    const MachineLimits& limits = report.limits;
    Json batched = Json::object(), layers = Json::array();
    for (const BenchBatch& batch : report.batched)
        batched[std::to_string(batch.batch)] = {{"tokens_per_s", rounded(batch.tokensPerSecond, 1)},
                                                {"step_ms", rounded(batch.stepMs, 2)},
                                                {"work", workJson(batch.work, 1e3 / batch.stepMs, limits)}};
    for (const LayerSplit& layer : report.layers)
        layers.push_back({{"attention_ms", rounded(layer.attentionMs, 4)}, {"ffn_ms", rounded(layer.ffnMs, 4)}});
    writeJson({{"model", facts.fileName},
               {"threads", facts.threads},
               {"isa", facts.isa},
               {"activations", facts.activations},
               {"kv_type", facts.kvType},
               {"runs", options.bench.runs},
               {"prefill_tokens", options.bench.prefill},
               {"decode_tokens", options.bench.decode},
               {"context_tokens", options.bench.context},
               {"limits",
                {{"read_bytes_per_s", std::llround(limits.readBytesPerSecond)},
                 {"read_bytes", limits.readBytes},
                 {"int8_ops_per_s", std::llround(limits.int8OpsPerSecond)},
                 {"f32_ops_per_s", std::llround(limits.f32OpsPerSecond)}}},
               {"prefill_tokens_per_s", rounded(report.prefillTokensPerSecond, 1)},
               {"decode_tokens_per_s", rounded(report.decodeTokensPerSecond, 1)},
               {"prefill_runs", roundedList(report.prefillRuns, 1)},
               {"decode_runs", roundedList(report.decodeRuns, 1)},
               {"prefill_work", workJson(report.prefill, prefillRate(report, options.bench), limits)},
               {"decode_work", workJson(report.decode, report.decodeTokensPerSecond, limits)},
               {"decode_split",
                {{"embed_ms", rounded(report.embedMs, 4)}, {"layers", std::move(layers)}, {"head_ms", rounded(report.headMs, 4)}}},
               {"batched", std::move(batched)}});
}

void printLines(const Options& options, const telemetry::ModelFacts& facts, const BenchReport& report) {
    const MachineLimits& limits = report.limits;
    const auto shares = [&](const StepWork& work, double rate) {
        return line("  %3.0f %% of the read limit, %3.0f %% of the int8 peak\n",
                    100 * (work.weightBytes + work.cacheBytes) * rate / limits.readBytesPerSecond,
                    100 * work.operations * rate / limits.int8OpsPerSecond);
    };
    writeOut(facts.fileName + ", " + std::to_string(facts.threads) + " threads, " + facts.isa + ", best of " +
             std::to_string(options.bench.runs) + " runs\n");
    writeOut(line("limits measured just before: read %.1f GB/s over %.0f MB", limits.readBytesPerSecond / 1e9,
                  static_cast<double>(limits.readBytes) / 1e6) +
             line(", int8 %.0f GOP/s, f32 %.0f GFLOP/s\n", limits.int8OpsPerSecond / 1e9, limits.f32OpsPerSecond / 1e9));
    writeOut(line("prefill %5.0f  %9.1f tokens/s", options.bench.prefill, report.prefillTokensPerSecond) +
             shares(report.prefill, prefillRate(report, options.bench)));
    writeOut(line("decode  %5.0f  %9.1f tokens/s", options.bench.decode, report.decodeTokensPerSecond) +
             shares(report.decode, report.decodeTokensPerSecond));
    for (const BenchBatch& batch : report.batched)
        writeOut(line("batch   %5.0f  %9.1f tokens/s", batch.batch, batch.tokensPerSecond) +
                 shares(batch.work, 1e3 / batch.stepMs));
    double attention = 0, ffn = 0;
    for (const LayerSplit& layer : report.layers) {
        attention += layer.attentionMs;
        ffn += layer.ffnMs;
    }
    writeOut(line("a decode step: attention %.2f ms, FFN %.2f ms", attention, ffn) +
             line(", embedding %.2f ms, head %.2f ms\n", report.embedMs, report.headMs));
}

int run(const Options& options) {
    if (options.overhead) return runOverhead(options);
    auto model = DirectRun::open(options.path, options.run.load, options.run.threads);
    if (!model) return fail(model.error());
    const auto report = runBench((*model)->runtime(), options.bench, interrupted);
    if (!report) return fail(report.error());
    if (options.json) printJson(options, (*model)->facts(), *report);
    else printLines(options, (*model)->facts(), *report);
    return kExitDone;
}

}  // namespace

std::function<int()> setUpBench(CLI::App& parser) {
    auto options = std::make_shared<Options>();
    addModel(parser, options->path);
    addInteger(parser, "--prefill", options->bench.prefill, 1, 1 << 20, "tokens to prefill (default 512)");
    addInteger(parser, "--decode", options->bench.decode, 1, 1 << 20,
               "tokens to decode, from an empty cache (default 128)");
    addInteger(parser, "--context", options->bench.context, 0, 1 << 20,
               "tokens in the cache before decoding begins (default 0)");
    parser
        .add_option_function<std::string>(
            "--batches",
            [options](const std::string& text) {
                const auto sizes = parseIds(text);
                options->bench.batches.clear();
                for (const TokenId size : sizes.value_or(std::vector<TokenId>{0})) {
                    if (size < 1 || size > 1024)
                        throw CLI::ValidationError(
                            "--batches",
                            "'" + text + "' is not a list of sizes from 1 to 1024, such as 2,4,8");
                    options->bench.batches.push_back(size);
                }
            },
            "sequences decoded together (default 2,4,8,16,32); \"\": none")
        ->type_name("B,B,…");
    addInteger(parser, "--runs", options->bench.runs, 1, 1000, "runs of which the best counts (default 4)");
    parser.add_flag("--overhead", options->overhead, "measure what telemetry costs instead");
    addRunOptions(parser, options->run);
    addWeightOptions(parser, options->run.load.weights);
    parser.add_flag("--json", options->json, "one JSON object");
    return [options] { return run(*options); };
}

}  // namespace gh::app
