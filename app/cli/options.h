// Options that several commands share, and numbers parsed strictly: "12x", "1e3" for a count or a value out
// of range end the call with exit code 2 instead of meaning something else.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/ids.h"
#include "engine/engine.h"
#include "engine/quantize/rules.h"

namespace gh::app {

std::optional<std::int64_t> parseInteger(std::string_view text);  // decimal, the whole of it
std::optional<double> parseNumber(std::string_view text);  // decimal or exponent form; inf too, never nan
// Ids separated by white space or commas.
std::optional<std::vector<TokenId>> parseIds(std::string_view text);

CLI::Option* addInteger(CLI::App& parser, const std::string& name, int& target, int low, int high,
                        const std::string& help);
CLI::Option* addNumber(CLI::App& parser, const std::string& name, float& target, double low, double high,
                       const std::string& help);
CLI::Option* addModel(CLI::App& parser, std::string& path);
// The model as an argument that may be left out; modelOrDefault says which one is meant then: the one that `./dev models`
// fetches, in $GLASSHOUSE_MODELS or ~/.cache/glasshouse. Error InvalidArgument: it is not there.
CLI::Option* addModelOrDefault(CLI::App& parser, std::string& path);
Result<std::string> modelOrDefault(const std::string& path);
CLI::Option* addIds(CLI::App& parser, std::optional<std::vector<TokenId>>& ids, const std::string& name,
                    const std::string& help);

// --kv-type for both, --k-type and --v-type for one of them.
void addCacheTypes(CLI::App& parser, kernels::KvTypes& types);

// --scheme NAME, --rules FILE, --scales: what matrices are quantized by. Null unless one of the first two is given.
void addWeightOptions(CLI::App& parser, std::shared_ptr<const quantize::WeightRules>& weights);

// Names of schemes, separated by commas.
CLI::Option* addSchemeList(CLI::App& parser, const std::string& name, std::vector<std::string>& schemes, const std::string& help);

// --threads, --context-limit, those of the cache types, --activations.
struct RunOptions {
    int threads = 0;
    LoadOptions load;
};
void addRunOptions(CLI::App& parser, RunOptions& options);

// The sampler chain. The seed is drawn at random unless given; the one used is always reported.
struct SamplingOptions {
    SamplerSettings settings;
    bool seedGiven = false;
};
void addSamplingOptions(CLI::App& parser, SamplingOptions& options);

// --template NAME|FILE, and what it stands for: the source of a named template or a file's content.
void addTemplateOption(CLI::App& parser, std::string& nameOrFile);
Result<std::string> templateSource(const std::string& nameOrFile);
std::string templateNames();  // "chatml, gemma, …"

Result<std::string> readFile(const std::string& path);
Result<std::string> readStandardInput();  // byte for byte

}  // namespace gh::app
