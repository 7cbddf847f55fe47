#include "tests/fuzz/fuzz_target.h"

namespace gh::fuzz {
namespace {

// ./dev fuzz lists them by the first two columns.
constexpr Target kTargets[] = {
    {"gguf", "a GGUF file: reader, model checks, tokenizer, template", runGguf, ggufSeeds, 1 << 16, 16},
    {"gguf_split", "a GGUF model in two parts", runGgufSplit, ggufSplitSeeds, 1 << 15, 16},
    {"safetensors", "a safetensors file", runSafetensors, safetensorsSeeds, 1 << 12, 16},
    {"model_folder", "config.json, tokenizer files and weights of transformers", runModelFolder, modelFolderSeeds, 1 << 16, 16},
    {"tokenizer_json", "tokenizer.json and a text", runTokenizerJson, tokenizerJsonSeeds, 1 << 14, 16},
    {"jinja", "a chat template over a fixed conversation", runJinja, jinjaSeeds, 1 << 12, 160, "jinja.dict"},
    {"utf8_stream", "bytes in pieces to text", runUtf8Stream, utf8StreamSeeds, 1 << 10, 16},
    {"stop_matcher", "stop strings and a text in pieces", runStopMatcher, stopMatcherSeeds, 1 << 10, 16},
    {"weight_rules", "which scheme each matrix gets, as JSON", runWeightRules, weightRulesSeeds, 1 << 11, 16},
};

}  // namespace

std::span<const Target> targetList() { return kTargets; }

const Target* findTarget(std::string_view name) {
    for (const Target& target : kTargets)
        if (name == target.name) return &target;
    return nullptr;
}

std::vector<std::string> allSeeds(const Target& target) {
    auto seeds = target.seeds();
    for (std::string& finding : filesOf(std::filesystem::path(GLASSHOUSE_FUZZ_FOLDER) / "findings" / target.name, ""))
        seeds.push_back(std::move(finding));
    return seeds;
}

}  // namespace gh::fuzz
