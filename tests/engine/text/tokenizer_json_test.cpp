// tokenizer.json as the `tokenizers` package saves it: the same ids as the package gives (tests/oracle), through the
// whole reading of a folder. And the real models' tokenizers written as tokenizer.json: the same ids as from GGUF.
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>

#include "engine/model/hf_parts.h"
#include "engine/text/tokenizer.h"
#include "tests/engine/text/cases.h"
#include "tests/support/hf_writer.h"
#include "tests/support/real_models.h"

namespace gh::test {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

struct Opened {
    std::shared_ptr<ModelFile> file;
    std::shared_ptr<const Tokenizer> tokenizer;
};

Opened open(const std::string& folder, const char* family, std::uint64_t rows) {
    HfModel model;
    for (const HfFamily& known : hfFamilies())
        if (std::string_view(known.architecture) == family) model.family = &known;
    Opened opened{std::make_shared<ModelFile>(folder, "safetensors"), nullptr};
    const auto read = readHfTokenizer(folder, model, rows, *opened.file);
    EXPECT_TRUE(read.ok()) << read.error().message();
    if (!read) return opened;
    const auto tokenizer = Tokenizer::create(*opened.file);
    EXPECT_TRUE(tokenizer.ok()) << tokenizer.error().message();
    if (tokenizer) opened.tokenizer = *tokenizer;
    return opened;
}

std::string folderWith(const std::string& name) {
    const fs::path folder = fs::path(writeTemporary("here", {})).parent_path() / name;
    fs::remove_all(folder);
    fs::create_directories(folder);
    return folder.string();
}

TEST(TokenizerJson, GivesTheIdsOfThePackage) {
    const Json cases = readCases("tokenizer_json/cases.json");
    for (const auto& [name, list] : cases.items()) {
        const std::string folder = folderWith("json-" + name);
        fs::copy_file(std::string(GLASSHOUSE_TEST_DATA) + "/tokenizer_json/" + name + ".json", folder + "/tokenizer.json");
        const auto opened = open(folder, "llama", 1000);
        ASSERT_NE(opened.tokenizer, nullptr) << name;
        for (const Json& c : list) {
            SCOPED_TRACE(name + ": " + c.at("text").get<std::string>());
            const auto ids = opened.tokenizer->encode(c.at("text").get<std::string>(), true);
            EXPECT_EQ(ids, idsOf(c.at("ids")));
            EXPECT_EQ(opened.tokenizer->addsBos(), c.at("ids") != c.at("ids_add_special"));
            // Where a text brings its own BOS, the package adds a second one; there is exactly one here.
            if (ids.empty() || ids.front() != opened.tokenizer->bos())
                EXPECT_EQ(opened.tokenizer->withModelSpecials(ids), idsOf(c.at("ids_add_special")));
        }
    }
}

void expectTheIdsOfTheGguf(std::string_view model, const char* family, const std::string& casesFile) {
    const std::string path = realModel(model);
    if (path.empty()) GTEST_SKIP() << model << " is absent";
    const auto gguf = *openModelFile(path);
    const auto wanted = *Tokenizer::create(*gguf);
    const std::string folder = folderWith("real");
    writeFile(folder + "/tokenizer.json", hfTokenizer(*gguf).dump());
    writeFile(folder + "/tokenizer_config.json", hfTokenizerConfig(*gguf).dump());
    const auto begin = std::chrono::steady_clock::now();
    const auto opened = open(folder, family, static_cast<std::uint64_t>(wanted->size()));
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    std::printf("%s: %d tokens, %ju bytes in %.3f s\n", std::string(model).c_str(), wanted->size(),
                static_cast<std::uintmax_t>(fs::file_size(folder + "/tokenizer.json")), took.count());
    ASSERT_NE(opened.tokenizer, nullptr);
    EXPECT_EQ(opened.tokenizer->bos(), wanted->bos());
    EXPECT_EQ(opened.tokenizer->eos(), wanted->eos());
    EXPECT_EQ(opened.tokenizer->addsBos(), wanted->addsBos());
    EXPECT_EQ(opened.tokenizer->addsSpacePrefix(), wanted->addsSpacePrefix());
    int differing = 0;
    for (TokenId id = 0; id < wanted->size() && id < opened.tokenizer->size(); ++id)
        if (wanted->piece(id) != opened.tokenizer->piece(id) || wanted->isSpecial(id) != opened.tokenizer->isSpecial(id) ||
            wanted->isEndOfGeneration(id) != opened.tokenizer->isEndOfGeneration(id))
            ++differing;
    EXPECT_EQ(differing, 0);
    const Json cases = readCases(casesFile);
    for (const Json& c : cases.at("cases"))
        for (const bool special : {false, true}) {
            SCOPED_TRACE(c.at("id").get<std::string>());
            const std::string text = inputBytes(c.at("input"));
            EXPECT_EQ(opened.tokenizer->encode(text, special), wanted->encode(text, special));
        }
}

TEST(TokenizerJson, SmolLM2AsInGguf) { expectTheIdsOfTheGguf(kSmolLm2, "llama", "tokenizer/smollm2.json"); }
TEST(TokenizerJson, Gemma3AsInGguf) { expectTheIdsOfTheGguf(kGemma3, "gemma3", "tokenizer/gemma3.json"); }

}  // namespace
}  // namespace gh::test
