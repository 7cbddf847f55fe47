// serve-file: runs a file of requests through the engine as they arrive, and reports what became of each and of the pool.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/cli/command_list.h"
#include "app/cli/exit_codes.h"
#include "app/cli/interrupt.h"
#include "app/cli/lab_report.h"
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/request_file.h"
#include "app/cli/text_model.h"
#include "engine/lab/traffic_run.h"

namespace gh::app {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
    std::vector<std::string> files;
    std::string policy = "continuous";
    int slots = 32, tokenBudget = 0, maxTokens = 256;
    std::uint64_t cacheBytes = 0;
    bool json = false;
    SamplingOptions sampling;
    RunOptions run;
};

// One sample of one line, as it was submitted.
struct Sample {
    std::size_t line, sample;   // index in the file's requests; which of n
};

constexpr std::pair<telemetry::PrefixMiss, const char*> kMissNames[] = {
    {telemetry::PrefixMiss::None, "none"},
    {telemetry::PrefixMiss::FirstDifferingToken, "first_differing_token"},
    {telemetry::PrefixMiss::PartialBlock, "partial_block"},
    {telemetry::PrefixMiss::Evicted, "evicted"},
    {telemetry::PrefixMiss::WindowEvicted, "window_evicted"},
    {telemetry::PrefixMiss::OtherAdapter, "other_adapter"},
    {telemetry::PrefixMiss::OtherSalt, "other_salt"},
    {telemetry::PrefixMiss::NothingCached, "nothing_cached"},
};

Json missJson(const PrefixHit& hit) {
    Json miss;
    for (const auto& [kind, name] : kMissNames)
        if (kind == hit.miss) miss["reason"] = name;
    miss["position"] = hit.position;
    if (hit.miss == telemetry::PrefixMiss::FirstDifferingToken) {
        miss["held_token"] = hit.heldToken;
        miss["asked_token"] = hit.askedToken;
    }
    return miss;
}

bool isModel(const std::string& path) {
    std::error_code absent;
    if (std::filesystem::is_directory(path, absent)) return true;
    char magic[4] = {};
    std::ifstream(path, std::ios::binary).read(magic, sizeof magic);
    return std::string_view(magic, sizeof magic) == "GGUF" || path.ends_with(".gguf");
}

// REQUESTS and MODEL in either order: other commands take the model first.
struct Paths { std::string requests, model; };
Result<Paths> pathsOf(const std::vector<std::string>& files) {
    Paths paths;
    for (const std::string& file : files) (isModel(file) ? paths.model : paths.requests) = file;
    if (paths.requests.empty() || (files.size() == 2 && paths.model.empty()))
        return Error{ErrorCode::InvalidArgument, "serve-file",
                     paths.requests.empty() ? "name a file of requests, one JSON object a line" : "neither " + files[0] + " nor " + files[1] + " is a model"};
    auto model = modelOrDefault(paths.model);
    if (!model) return model.error();
    paths.model = *model;
    return paths;
}

Json reportOf(const Sample& sample, const FileRequest& line, const lab::ServedRequest& served) {
    const RequestFinished& finished = served.finished;
    const RequestStats& stats = finished.stats;
    const bool began = served.begun >= 0;
    Json times = Json::array();
    for (const lab::TokenTime& token : served.tokens) times.push_back(token.at);
    return {{"line", line.line},
            {"sample", sample.sample},
            {"priority", line.priority},
            {"seed", served.seed},
            {"prompt_tokens", stats.promptTokens},
            {"ids", finished.ids},
            {"text", served.text},
            {"stop_reason", stopReasonName(finished.reason)},
            {"error", finished.error ? errorJson(*finished.error) : Json()},
            {"arrival_s", served.arrival},
            {"queue_s", began ? Json(std::max(0.0, served.begun - served.arrival)) : Json()},
            {"ttft_s", served.tokens.empty() ? Json() : Json(served.tokens.front().at - served.arrival)},
            {"token_s", std::move(times)},
            {"returned_s", served.returned},
            {"hit_tokens", stats.hit.hitTokens},
            {"miss", missJson(stats.hit)},
            {"preemptions", stats.preemptions}};
}

Json poolJson(const telemetry::BlockPool& pool) {
    return {{"name", pool.name},
            {"layers", pool.layers},
            {"blocks", pool.cells.size()},
            {"block_tokens", pool.blockTokens},
            {"block_bytes", pool.blockBytes},
            {"bytes", pool.reservedBytes},
            {"allocated_bytes", pool.allocatedBytes},
            {"peak_blocks", pool.facts.peakBlocks},
            {"peak_bytes", pool.facts.peakBlocks * pool.blockBytes},
            {"reusable_blocks", pool.facts.reusableBlocks},
            {"peak_predicted_bytes", pool.facts.peakPredictedBytes},
            {"shared_bytes", pool.facts.sharedBytes},
            {"peak_shared_bytes", pool.facts.peakSharedBytes},
            {"copies", pool.facts.copies},
            {"evictions", pool.facts.evictions}};
}

// Samples of a line beside each other, lines in order of arrival.
Result<std::vector<lab::TimedRequest>> requestsOf(const std::vector<FileRequest>& lines, const Options& options,
                                                  const TextModel& model, const std::string& path, std::vector<Sample>& samples) {
    std::vector<std::size_t> order(lines.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return lines[a].arrival < lines[b].arrival; });
    std::vector<lab::TimedRequest> requests;
    for (const std::size_t index : order) {
        const FileRequest& line = lines[index];
        const std::string where = path + ":" + std::to_string(line.line);
        std::vector<TokenId> ids = line.ids;
        if (ids.empty()) ids = model.tokenizer->withModelSpecials(model.tokenizer->encode(line.prompt, false));
        if (ids.empty())
            return Error{ErrorCode::BadFile, where, "'prompt' is empty, and the model begins no text by itself; give some text"};
        if (auto known = checkIds(ids, model.model.config.vocab, where + ": 'prompt'"); !known)
            return Error{ErrorCode::BadFile, known.error().subject, known.error().detail};
        const std::size_t leader = requests.size() + 1;
        for (int sample = 0; sample < line.samples; ++sample) {
            lab::TimedRequest& timed = requests.emplace_back();
            timed.arrival = line.arrival;
            timed.submit.label = "line " + std::to_string(line.line);
            timed.submit.prompt = ids;
            timed.submit.sampler = options.sampling.settings;
            if (line.seed) timed.submit.sampler.seed = *line.seed;
            timed.submit.sampler.sample = static_cast<std::uint32_t>(sample);
            timed.submit.maxTokens = line.maxTokens.value_or(options.maxTokens);
            timed.submit.priority = line.priority;
            if (sample > 0) timed.submit.sampleOf = RequestId{leader};
            samples.push_back({index, static_cast<std::size_t>(sample)});
        }
    }
    return requests;
}

// Why a prompt was not found to its end: "first differing token at 12", or nothing where it was.
std::string missText(const Json& miss) {
    std::string reason = miss["reason"];
    if (reason == "none") return "–";
    std::replace(reason.begin(), reason.end(), '_', ' ');
    return reason + " at " + std::to_string(miss["position"].get<int>());
}

void printReport(const Json& report) {
    std::vector<std::vector<std::string>> lines{{"line", "sample", "prompt", "hit", "written", "preempted", "queue s", "first token s", "returned s", "end", "miss"}};
    const auto seconds = [](const Json& value) {
        char text[32];
        std::snprintf(text, sizeof text, "%.3f", value.is_null() ? 0.0 : value.get<double>());
        return value.is_null() ? std::string("–") : std::string(text);
    };
    const auto count = [](const Json& value) { return thousands(value.get<std::uint64_t>()); };
    std::vector<std::string> failures;
    for (const Json& r : report["requests"]) {
        lines.push_back({count(r["line"]), count(r["sample"]), count(r["prompt_tokens"]), count(r["hit_tokens"]), thousands(r["ids"].size()),
                         count(r["preemptions"]), seconds(r["queue_s"]), seconds(r["ttft_s"]), seconds(r["returned_s"]), r["stop_reason"], missText(r["miss"])});
        if (!r["error"].is_null()) failures.push_back("line " + lines.back()[0] + ": " + r["error"]["detail"].get<std::string>());
    }
    const Json& totals = report["totals"];
    lines.push_back({"all", thousands(report["requests"].size()), count(totals["prompt_tokens"]), count(totals["hit_tokens"]), count(totals["written_tokens"]),
                     count(totals["preemptions"])});
    writeOut(aligned(lines));
    for (const std::string& failure : failures) writeOut("  " + printable(failure) + "\n");
    writeOut("\n" + count(report["steps"]) + " steps in " + seconds(report["seconds"]) + " s: " + labValue(report["tokens_per_s"], "tokens/s") +
             "; first token after " + seconds(totals["mean_ttft_s"]) + " s, returned after " + seconds(totals["mean_latency_s"]) + " s in the mean\n");
    const auto bytes = [](const Json& value) { return labValue(value.get<double>(), "bytes"); };
    for (const Json& pool : report["pools"])
        writeOut("cache, " + pool["name"].get<std::string>() + ": at most " + count(pool["peak_blocks"]) + " of " + count(pool["blocks"]) + " blocks, " +
                 bytes(pool["peak_bytes"]) + " of " + bytes(pool["bytes"]) + " (predicted " + bytes(pool["peak_predicted_bytes"]) + "); sharing saved " +
                 bytes(pool["peak_shared_bytes"]) + " at most; " + count(pool["copies"]) + " blocks copied, " + count(pool["evictions"]) + " evicted\n");
}

// Sums and means over all requests.
Json totalsOf(const Json& requests) {
    std::uint64_t prompt = 0, hit = 0, written = 0, preemptions = 0;
    double ttft = 0, latency = 0;
    std::size_t began = 0, returned = 0;
    for (const Json& r : requests) {
        prompt += r["prompt_tokens"].get<std::uint64_t>();
        hit += r["hit_tokens"].get<std::uint64_t>();
        written += r["ids"].size();
        preemptions += r["preemptions"].get<std::uint64_t>();
        if (!r["ttft_s"].is_null()) {
            ttft += r["ttft_s"].get<double>();
            ++began;
        }
        if (!r["error"].is_null()) continue;
        latency += r["returned_s"].get<double>() - r["arrival_s"].get<double>();
        ++returned;
    }
    const auto mean = [](double sum, std::size_t of) { return of > 0 ? Json(sum / static_cast<double>(of)) : Json(); };
    return {{"requests", requests.size()}, {"prompt_tokens", prompt},           {"hit_tokens", hit},
            {"written_tokens", written},   {"preemptions", preemptions},        {"mean_ttft_s", mean(ttft, began)},
            {"mean_latency_s", mean(latency, returned)}};
}

int run(const Options& options) {
    if (auto checked = validate(options.sampling.settings); !checked) return fail(checked.error());
    const auto paths = pathsOf(options.files);
    if (!paths) return fail(paths.error());
    const auto lines = readRequestFile(paths->requests);
    if (!lines) return fail(lines.error());
    std::vector<Sample> samples;
    auto requests = [&]() -> Result<std::vector<lab::TimedRequest>> {
        const auto model = openTextModel(paths->model);
        if (!model) return model.error();
        return requestsOf(*lines, options, *model, paths->requests, samples);
    }();
    if (!requests) return fail(requests.error());

    EngineConfig config;
    config.threads = options.run.threads;
    LoadOptions load = options.run.load;
    load.cacheBytes = options.cacheBytes;
    PolicySettings policy;
    policy.kind = options.policy == "static" ? BatchPolicy::Static : BatchPolicy::Continuous;
    policy.mostRunning = options.slots;
    policy.tokenBudget = options.tokenBudget;
    lab::TrafficEngine traffic(config, interrupted);
    lab::TrafficOutcome outcome;
    std::optional<Error> problem;
    {
        Progress progress("serve-file");
        auto loaded = traffic.load(paths->model, load, {});
        if (!loaded) return fail(loaded.error());
        for (const std::string& warning : loaded->warnings) complain(warning);
        problem = traffic.run(policy, std::move(*requests),
                              [&](const lab::ServedRequest&, std::size_t ended, std::size_t all) { progress.show(ended, all); }, outcome);
    }
    // In the order of the file, not of arrival.
    std::vector<std::size_t> order(samples.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return std::pair(samples[a].line, samples[a].sample) < std::pair(samples[b].line, samples[b].sample);
    });
    Json list = Json::array(), pools = Json::array();
    double seconds = 0, written = 0;
    bool failed = false;
    for (const std::size_t i : order) {
        const lab::ServedRequest& served = outcome.requests[i];
        if (!served.finished.request) continue;   // Ctrl-C came before its arrival
        list.push_back(reportOf(samples[i], (*lines)[samples[i].line], served));
        seconds = std::max(seconds, served.returned);
        written += static_cast<double>(served.tokens.size());
        failed |= served.finished.error.has_value();
    }
    if (outcome.end->blocks)
        for (const telemetry::BlockPool& pool : outcome.end->blocks->pools) pools.push_back(poolJson(pool));
    const Json report = {{"model", outcome.end->model ? outcome.end->model->fileName : ""},
                         {"policy", options.policy},
                         {"slots", options.slots},
                         {"token_budget", outcome.end->policy.tokenBudget},
                         {"steps", outcome.lastStep + 1 - outcome.firstStep},
                         {"seconds", seconds},
                         {"tokens_per_s", seconds > 0 ? written / seconds : 0},
                         {"totals", totalsOf(list)},
                         {"requests", std::move(list)},
                         {"pools", std::move(pools)}};
    if (options.json) writeJson(report);
    else printReport(report);
    setJsonErrors(false);   // the object above says what failed
    if (problem) return fail(*problem);
    return failed ? kExitFailed : kExitDone;
}

}  // namespace

std::function<int()> setUpServeFile(CLI::App& parser) {
    auto options = std::make_shared<Options>();
    parser.add_option("REQUESTS MODEL", options->files,
                      "a file with one JSON object a line: {\"prompt\": text or ids, \"arrival_s\", \"max_tokens\", \"priority\", "
                      "\"n\", \"seed\"}, each but the prompt may be left out; and the model (default: the one that ./dev models fetches)")
        ->required()
        ->expected(1, 2)
        ->type_name("FILE");
    parser.add_option("--policy", options->policy, "continuous (default) or static")
        ->check(CLI::IsMember({"continuous", "static"}));
    addInteger(parser, "--slots", options->slots, 1, 4096, "requests that run at once (default 32)");
    addInteger(parser, "--token-budget", options->tokenBudget, 1, 1 << 20, "rows a step may have; default: the engine's");
    addInteger(parser, "--max-tokens", options->maxTokens, 1, std::numeric_limits<int>::max(), "for lines that do not say (default 256)");
    parser
        .add_option_function<std::string>(
            "--cache-bytes",
            [options](const std::string& text) {
                const auto bytes = parseInteger(text);
                if (!bytes || *bytes < 1) throw CLI::ValidationError("--cache-bytes", "'" + text + "' is not a whole number of at least 1");
                options->cacheBytes = static_cast<std::uint64_t>(*bytes);
            },
            "bytes that the cache may take")
        ->type_name("N");
    addSamplingOptions(parser, options->sampling);
    addRunOptions(parser, options->run);
    parser.add_flag("--json", options->json, "one JSON object at the end");
    return [options] { return run(*options); };
}

}  // namespace gh::app
