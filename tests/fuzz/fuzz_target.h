// What fuzzing runs: a target takes any bytes, gives them to one door of the engine that untrusted files or texts come
// through, and aborts where a promise is broken. The same functions run under libFuzzer (./dev fuzz) and, over the
// seeds only, in the sanitized tests.
#pragma once

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/model/model_config.h"

namespace gh::fuzz {

// One file = one target: its functions here and its line in target_list.cpp.
struct Target {
    const char* name;
    const char* what;
    void (*run)(std::string_view input);
    std::vector<std::string> (*seeds)();
    std::size_t mostInput;       // bytes; about what the seeds have
    int mostAllocation;          // MiB at once; for files the bound that a rejected one must keep
    const char* words = nullptr;  // a dictionary beside this file, to build inputs from
};
std::span<const Target> targetList();
const Target* findTarget(std::string_view name);
// The target's own seeds and the findings of the past, which are kept in tests/fuzz/findings/TARGET.
std::vector<std::string> allSeeds(const Target& target);

void runGguf(std::string_view input);
std::vector<std::string> ggufSeeds();
void runGgufSplit(std::string_view input);
std::vector<std::string> ggufSplitSeeds();
void runSafetensors(std::string_view input);
std::vector<std::string> safetensorsSeeds();
void runModelFolder(std::string_view input);
std::vector<std::string> modelFolderSeeds();
void runTokenizerJson(std::string_view input);
std::vector<std::string> tokenizerJsonSeeds();
void runJinja(std::string_view input);
std::vector<std::string> jinjaSeeds();
void runUtf8Stream(std::string_view input);
std::vector<std::string> utf8StreamSeeds();
void runStopMatcher(std::string_view input);
std::vector<std::string> stopMatcherSeeds();
void runWeightRules(std::string_view input);
std::vector<std::string> weightRulesSeeds();

// A broken promise is a finding like a crash.
inline void require(bool holds, const char* promise) {
    if (holds) return;
    std::fprintf(stderr, "broken promise: %s\n", promise);
    std::abort();
}

// inputs.cpp
std::string readFile(const std::filesystem::path& path);
std::vector<std::string> filesOf(const std::filesystem::path& folder, std::string_view extension);
std::filesystem::path testData();
std::string fromHex(std::string_view hex);
// Some targets need several files: an input holds them one after another with this line between.
inline constexpr std::string_view kNextFile = "\n=====next file=====\n";
std::vector<std::string_view> splitFiles(std::string_view input, std::size_t most);
std::string joinFiles(const std::vector<std::string>& files);
// A folder of this process alone. An empty content: there is no such file.
std::string scratchFolder();
void writeScratch(const std::string& name, std::string_view content);
// What loading does with a file that a reader accepted, but for packing: the checks, the scan of values, tokenizer,
// chat template and a few tokens there and back.
void useModel(const std::shared_ptr<const ModelFile>& file);
// The smallest model of a family, as a GGUF file.
std::string smallModel(const std::string& family);

}  // namespace gh::fuzz
