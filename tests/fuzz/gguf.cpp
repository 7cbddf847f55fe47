// GGUF files as they lie in memory.
#include "engine/model/gguf.h"

#include "tests/fuzz/fuzz_target.h"
#include "tests/support/tiny_model.h"

namespace gh::fuzz {

void runGguf(std::string_view input) {
    const auto file = parseGguf(std::as_bytes(std::span(input)), "fuzz.gguf");
    if (!file) return require(!file.error().message().empty(), "a rejection says why");
    useModel(*file);
}

std::vector<std::string> ggufSeeds() {
    auto seeds = filesOf(testData() / "gguf", ".gguf");
    for (std::string& file : filesOf(testData() / "tokenizer", ".gguf")) seeds.push_back(std::move(file));
    for (const std::string& family : test::tinyFamilies()) seeds.push_back(smallModel(family));
    return seeds;
}

}  // namespace gh::fuzz
