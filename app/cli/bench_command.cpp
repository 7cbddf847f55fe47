// bench: prefill, decode and batched decode without sampling, best of the runs; --overhead: what telemetry
// costs.
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

int run(const Options& options) {
    if (options.overhead) return runOverhead(options);
    auto model = DirectRun::open(options.path, options.run.load, options.run.threads);
    if (!model) return fail(model.error());
    const auto report = (*model)->bench(options.bench, interrupted);
    if (!report) return fail(report.error());
    const telemetry::ModelFacts& facts = (*model)->facts();
    if (options.json) {
        Json batched = Json::object();
        for (const BenchBatch& batch : report->batched)
            batched[std::to_string(batch.batch)] = {{"tokens_per_s", rounded(batch.tokensPerSecond, 1)},
                                                    {"step_ms", rounded(batch.stepMs, 2)}};
        writeJson({{"model", facts.fileName},
                   {"threads", facts.threads},
                   {"isa", facts.isa},
                   {"activations", facts.activations},
                   {"kv_type", facts.kvType},
                   {"runs", options.bench.runs},
                   {"prefill_tokens", options.bench.prefill},
                   {"decode_tokens", options.bench.decode},
                   {"prefill_tokens_per_s", rounded(report->prefillTokensPerSecond, 1)},
                   {"decode_tokens_per_s", rounded(report->decodeTokensPerSecond, 1)},
                   {"prefill_runs", roundedList(report->prefillRuns, 1)},
                   {"decode_runs", roundedList(report->decodeRuns, 1)},
                   {"batched", std::move(batched)}});
        return kExitDone;
    }
    writeOut(facts.fileName + ", " + std::to_string(facts.threads) + " threads, " + facts.isa + ", best of " +
             std::to_string(options.bench.runs) + " runs\n");
    writeOut(line("prefill %5.0f  %9.1f tokens/s\n", options.bench.prefill, report->prefillTokensPerSecond));
    writeOut(line("decode  %5.0f  %9.1f tokens/s\n", options.bench.decode, report->decodeTokensPerSecond));
    for (const BenchBatch& batch : report->batched)
        writeOut(line("batch   %5.0f  %9.1f tokens/s", batch.batch, batch.tokensPerSecond) +
                 line("  %8.2f ms a step\n", batch.stepMs, 0));
    return kExitDone;
}

}  // namespace

std::function<int()> setUpBench(CLI::App& parser) {
    auto options = std::make_shared<Options>();
    addModel(parser, options->path);
    addInteger(parser, "--prefill", options->bench.prefill, 1, 1 << 20, "tokens to prefill (default 512)");
    addInteger(parser, "--decode", options->bench.decode, 1, 1 << 20,
               "tokens to decode, from an empty cache (default 128)");
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
    parser.add_flag("--json", options->json, "one JSON object");
    return [options] { return run(*options); };
}

}  // namespace gh::app
