// tokenizer.json, and a text that its tokenizer takes apart.
#include "engine/model/hf_parts.h"
#include "tests/fuzz/fuzz_target.h"

namespace gh::fuzz {

void runTokenizerJson(std::string_view input) {
    writeScratch("tokenizer.json", input);
    HfModel model;
    model.family = &hfFamilies().front();
    const auto file = std::make_shared<ModelFile>(scratchFolder(), "safetensors");
    if (readHfTokenizer(scratchFolder(), model, 1000, *file)) useModel(file);
}

std::vector<std::string> tokenizerJsonSeeds() {
    auto seeds = filesOf(testData() / "tokenizer_json", ".json");
    std::erase_if(seeds, [](const std::string& seed) { return seed.size() > 20'000; });  // the cases' own file
    return seeds;
}

}  // namespace gh::fuzz
