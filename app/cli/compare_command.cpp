// compare: two to four variants on one prompt at the same time.
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
#include "app/cli/variant_options.h"
#include "engine/evaluate/comparison.h"
#include "kernels/kv_types.h"

namespace gh::app {
namespace {

using telemetry::ComparisonFacts;
constexpr std::size_t kMostVariants = 4;

struct Options {
    std::string path, schemes, kvTypes, prompt, promptFile, system, chatTemplate, mode = "lockstep";
    std::vector<std::string> files;
    CLI::Option *promptOption = nullptr, *fileOption = nullptr, *systemOption = nullptr;
    bool chat = false, json = false;
    int maxTokens = 64;
    SamplingOptions sampling;
    RunOptions run;
};

Error wrong(std::string subject, std::string detail) {
    return {ErrorCode::InvalidArgument, std::move(subject), std::move(detail)};
}

// Every scheme with its cache types (one for all of them, or one each; of a single scheme one variant a type), then the
// further files. One variant alone is compared with the model as stored.
Result<std::vector<evaluate::Variant>> variantsOf(const Options& options) {
    std::vector<std::string> schemes = listOf(options.schemes);
    const std::vector<std::string> types = listOf(options.kvTypes);
    if (schemes.empty()) schemes.emplace_back(quantize::kAsStored);
    if (schemes.size() == 1) schemes.resize(std::max<std::size_t>(1, types.size()), schemes.front());
    if (types.size() > 1 && types.size() != schemes.size())
        return wrong("--kv-types", std::to_string(types.size()) + " types for " + std::to_string(schemes.size()) +
                                       " schemes; give one for all or one each");
    std::vector<evaluate::Variant> variants;
    for (std::size_t i = 0; i < schemes.size(); ++i) {
        LoadOptions load = options.run.load;
        if (!types.empty()) {
            auto chosen = cacheTypes(types[types.size() == 1 ? 0 : i]);
            if (!chosen) return chosen.error();
            load.kvTypes = *chosen;
        }
        auto variant = schemeVariant(options.path, load, schemes[i]);
        if (!variant) return variant.error();
        if (!types.empty()) variant->name += " · " + kernels::kvTypesName(load.kvTypes);
        variants.push_back(std::move(*variant));
    }
    for (const std::string& file : options.files)
        variants.push_back({std::filesystem::path(file).filename().string(), file, options.run.load});
    if (variants.size() == 1) variants.insert(variants.begin(), {quantize::kAsStored, options.path, options.run.load});
    if (variants.size() > kMostVariants)
        return wrong("--schemes", std::to_string(variants.size()) + " variants are too many; at most four are compared");
    return variants;
}

Result<std::shared_ptr<const evaluate::ComparisonSpec>> specOf(const Options& options) {
    if ((*options.promptOption ? 1 : 0) + (*options.fileOption ? 1 : 0) != 1)
        return wrong("compare", "give one of --prompt and --prompt-file");
    if (*options.systemOption && !options.chat) return wrong("--system", "needs --chat");
    if (!options.chatTemplate.empty() && !options.chat) return wrong("--template", "needs --chat");
    auto spec = std::make_shared<evaluate::ComparisonSpec>();
    auto variants = variantsOf(options);
    if (!variants) return variants.error();
    spec->variants = std::move(*variants);
    std::string text = options.prompt;
    if (*options.fileOption) {
        auto read = options.promptFile == "-" ? readStandardInput() : readFile(options.promptFile);
        if (!read) return read.error();
        text = std::move(*read);
    }
    if (options.chat) {
        std::vector<ChatMessage> messages;
        if (*options.systemOption) messages.push_back({"system", options.system, {}});
        messages.push_back({"user", std::move(text), {}});
        spec->prompt = std::move(messages);
        if (!options.chatTemplate.empty()) {
            auto source = templateSource(options.chatTemplate);
            if (!source) return source.error();
            spec->variants.front().load.chatTemplate = std::move(*source);
        }
    } else {
        spec->prompt = std::move(text);
    }
    spec->mode = options.mode == "free" ? telemetry::ComparisonMode::Free : telemetry::ComparisonMode::Lockstep;
    spec->sampler = options.sampling.settings;
    spec->maxTokens = options.maxTokens;
    spec->threads = options.run.threads;
    return std::shared_ptr<const evaluate::ComparisonSpec>(std::move(spec));
}

std::string oneLine(const std::string& piece) { return printable(piece); }

// Lockstep: the reference's text, and behind each token that a variant would have chosen otherwise its choice. Free: each
// variant's own text, with a mark where it leaves the reference's.
void printTexts(const ComparisonFacts& facts) {
    const bool free = facts.mode == telemetry::ComparisonMode::Free;
    for (std::size_t v = 0; v < facts.variants.size(); ++v) {
        writeOut(facts.variants[v].name + "\n  ");
        for (std::size_t i = 0; i < facts.positions.size(); ++i) {
            const auto& cells = facts.positions[i].cells;
            if (free) {
                if (facts.variants[v].splitAt == static_cast<int>(i)) writeOut(" ⟪splits⟫");
                if (cells[v].id >= 0) writeOut(printable(cells[v].text, LineEnds::Keep));
            } else {
                writeOut(printable(cells[0].text, LineEnds::Keep));
                if (cells[v].id != cells[0].id) writeOut("⟪" + oneLine(cells[v].text) + "⟫");
            }
        }
        writeOut("\n\n");
    }
}

void printTable(const ComparisonFacts& facts) {
    std::size_t width = 8;
    for (const auto& variant : facts.variants) width = std::max(width, variant.name.size());
    char line[400];
    std::snprintf(line, sizeof line, "%-*s %6s %14s %8s %8s %9s %10s %10s %14s %8s\n", static_cast<int>(width), "variant", "bits",
                  "weights, bytes", "tok/s", "step ms", "agreed", "KL mean", "KL max", "cache, bytes", "split");
    writeOut(line);
    for (std::size_t v = 0; v < facts.variants.size(); ++v) {
        const auto& variant = facts.variants[v];
        const std::string agreed = v == 0 ? "" : std::to_string(variant.agreed) + "/" + std::to_string(variant.compared);
        const std::string split = variant.splitAt < 0 ? "" : std::to_string(variant.splitAt);
        std::snprintf(line, sizeof line, "%-*s %6.3f %14s %8.1f %8.2f %9s %10.3g %10.3g %14s %8s\n", static_cast<int>(width),
                      variant.name.c_str(), variant.bits, thousands(variant.weightBytes).c_str(), variant.tokensPerSecond,
                      variant.stepMs, agreed.c_str(), variant.klMean, variant.klMax, thousands(variant.cacheAllocated).c_str(),
                      split.c_str());
        writeOut(line);
    }
}

int run(const Options& options) {
    auto spec = specOf(options);
    if (!spec) return fail(spec.error());
    std::unique_ptr<evaluate::Comparison> comparison;
    {
        Progress progress("loading");
        auto loaded = evaluate::Comparison::load(*spec, [&](double share, std::string_view) {
            progress.show(static_cast<std::size_t>(share * 1000), 1000);
            return !interrupted();
        });
        if (!loaded) return fail(loaded.error());
        comparison = std::move(*loaded);
    }
    {
        Progress progress("compare");
        for (std::size_t steps = 0; !comparison->done() && !interrupted(); ++steps) {
            comparison->step();
            progress.show(std::min(steps, static_cast<std::size_t>(options.maxTokens)), static_cast<std::size_t>(options.maxTokens));
        }
    }
    const auto facts = comparison->facts();
    if (options.json) {
        ComparisonFacts out = *facts;
        if (!comparison->done()) out.state = telemetry::ComparisonState::Cancelled;
        auto object = nlohmann::ordered_json::parse(evaluate::toJson(out));
        object["seed"] = options.sampling.settings.seed;
        writeJson(object);
    } else {
        printTexts(*facts);
        printTable(*facts);
        if (options.sampling.settings.temperature > 0)
            writeOut("seed " + std::to_string(options.sampling.settings.seed) + "\n");
    }
    setJsonErrors(false);   // the object above has it
    if (facts->state == telemetry::ComparisonState::Failed) return fail({ErrorCode::Internal, "compare", facts->trouble});
    return comparison->done() ? kExitDone : kExitInterrupted;
}

}  // namespace

std::function<int()> setUpCompare(CLI::App& parser) {
    auto options = std::make_shared<Options>();
    addModel(parser, options->path);
    parser.add_option("--schemes", options->schemes,
                      "variants of the model, the first is the reference: " + schemeWords() + " (one alone: against stored)")
        ->type_name("S,S,…");
    parser.add_option("--kv-types", options->kvTypes,
                      "what the KV caches hold: one for all variants or one each, keys and values apart with a slash (f16,q8_0/q4_0)")
        ->type_name("T,T,…");
    parser.add_option("--with", options->files, "a further variant: another file with the same vocabulary; may be given again")
        ->allow_extra_args(false)
        ->type_name("FILE");
    options->promptOption = parser.add_option("--prompt", options->prompt, "the text to continue; the model's BOS rule applies");
    options->fileOption = parser.add_option("--prompt-file", options->promptFile, "read the prompt from a file; - for standard input");
    parser.add_flag("--chat", options->chat, "the prompt is a user's message, put into the chat template");
    options->systemOption = parser.add_option("--system", options->system, "system message, with --chat");
    addTemplateOption(parser, options->chatTemplate);
    parser.add_option("--mode", options->mode, "lockstep (default): all see the reference's tokens; free: each its own text")
        ->check(CLI::IsMember({"lockstep", "free"}))
        ->type_name("MODE");
    addInteger(parser, "--max-tokens", options->maxTokens, 1, 1 << 20, "tokens to generate at most (default 64)");
    addSamplingOptions(parser, options->sampling);
    addRunOptions(parser, options->run);
    parser.add_flag("--json", options->json, "one JSON object");
    return [options] { return run(*options); };
}

}  // namespace gh::app
