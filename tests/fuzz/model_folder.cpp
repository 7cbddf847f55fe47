// A folder as transformers keeps it.
#include "engine/model/gguf.h"
#include "engine/model/safetensors.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/support/hf_writer.h"
#include "tests/support/tiny_model.h"

namespace gh::fuzz {
namespace {

// In the order of an input.
constexpr const char* kFiles[] = {"config.json", "generation_config.json", "tokenizer_config.json", "tokenizer.json",
                                  "model.safetensors.index.json", "model.safetensors"};

}  // namespace

void runModelFolder(std::string_view input) {
    const auto contents = splitFiles(input, std::size(kFiles));
    for (std::size_t i = 0; i < std::size(kFiles); ++i) writeScratch(kFiles[i], contents[i]);
    const auto file = openSafetensors(scratchFolder());
    if (file) useModel(*file);
}

std::vector<std::string> modelFolderSeeds() {
    std::vector<std::string> seeds;
    for (const std::string& family : test::tinyFamilies()) {
        const std::string gguf = smallModel(family);
        const auto file = parseGguf(std::as_bytes(std::span(gguf)), family);
        require(file.ok(), "the smallest models open");
        const std::filesystem::path folder = test::hfFolder(**file, "seed-" + family);
        std::vector<std::string> contents;
        for (const char* name : kFiles) contents.push_back(readFile(folder / name));
        seeds.push_back(joinFiles(contents));
    }
    return seeds;
}

}  // namespace gh::fuzz
