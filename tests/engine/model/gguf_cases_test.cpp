// Every file of tests/data/gguf: decided as expected.json says, alike through the mapping and through a
// buffer, fast and without large allocations, and with the guilty key or tensor in the message.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <chrono>

#include "engine/model/gguf.h"
#include "engine/model/model_config.h"
#include "engine/text/tokenizer.h"
#include "tests/engine/model/case_files.h"

namespace gh {
namespace {

using nlohmann::json;
using File = std::shared_ptr<const ModelFile>;

long peakKib() {
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

// All that loading decides up to the given level.
Result<File> decide(Result<File> file, const std::string& level) {
    if (!file) return file;
    if (level == "data")
        for (const auto& tensor : (*file)->tensors())
            if (auto finite = checkFinite(tensor); !finite) return finite.error();
    if (level == "model") {
        if (auto model = checkModel(*file); !model) return model.error();
        if (auto tokenizer = Tokenizer::create(**file); !tokenizer) return tokenizer.error();
    }
    return file;
}

std::string hex(std::string_view bytes) {
    std::string out;
    for (const char c : bytes) {
        static constexpr char kHex[] = "0123456789abcdef";
        out += {kHex[static_cast<unsigned char>(c) >> 4], kHex[c & 15]};
    }
    return out;
}

void checkContainerFacts(const ModelFile& file, const json& facts) {
    if (!facts.contains("version")) return;
    EXPECT_EQ(file.version(), facts["version"]);
    EXPECT_EQ(file.alignment(), facts["alignment"]);
    EXPECT_EQ(file.values().size(), facts["n_kv"]);
    EXPECT_EQ(file.tensors().size(), facts["n_tensors"]);
    for (const auto& [name, wanted] : facts["tensors"].items()) {
        const ModelTensor* tensor = file.tensor(name);
        ASSERT_NE(tensor, nullptr) << name;
        EXPECT_EQ(json(tensor->dims), wanted["ne"]) << name;
        EXPECT_EQ(tensor->type, wanted["type"]) << name;
        EXPECT_EQ(std::to_string(tensor->offset), wanted["offset"]) << name;
        EXPECT_EQ(tensor->bytes.size(), wanted["nbytes"]) << name;
    }
    if (facts.contains("name_hex")) {
        EXPECT_EQ(hex(*file.text("general.name")), facts["name_hex"]);
    }
    if (facts.contains("tags_hex")) {
        const auto found = file.strings("general.tags");
        ASSERT_TRUE(found.ok());
        json tags = json::array();
        for (const auto tag : *found) tags.push_back(hex(tag));
        EXPECT_EQ(tags, facts["tags_hex"]);
    }
}

void checkModelFacts(const File& file, const json& facts) {
    const auto model = checkModel(file);
    ASSERT_TRUE(model.ok()) << model.error().message();
    const ModelConfig& config = model->config;
    const json found = {
        {"n_vocab", config.vocab},
        {"n_layer", config.layers},
        {"n_embd", config.width},
        {"n_head", config.layer[0].heads},
        {"n_head_kv", config.layer[0].kvHeads},
        {"head_dim", config.layer[0].headSize},
        {"sliding_window", config.layer[0].window},
    };
    for (const auto& [name, value] : found.items())
        if (facts.contains(name)) {
            EXPECT_EQ(value, facts[name]) << name;
        }
    const auto tokenizer = Tokenizer::create(*file);
    ASSERT_TRUE(tokenizer.ok()) << tokenizer.error().message();
    if (facts.contains("n_vocab")) {
        EXPECT_EQ((*tokenizer)->size(), facts["n_vocab"]);
    }
    if (facts.contains("score")) {
        const auto scores = file->floats("tokenizer.ggml.scores");
        for (const auto& [id, score] : facts["score"].items())
            EXPECT_EQ((*scores)[std::stoul(id)], score.get<float>()) << id;
    }
    if (facts.contains("duplicates")) {
        EXPECT_FALSE((*tokenizer)->warnings().empty());
    }
    if (facts.contains("id_of_a")) {  // nothing merges "ba", so its last token is that of "a"
        EXPECT_EQ((*tokenizer)->encode("ba", false).back(), facts["id_of_a"].get<TokenId>());
    }
}

class GgufCases : public testing::TestWithParam<std::string> {};

TEST_P(GgufCases, AreDecidedAsExpected) {
    static const json expected = test::readJson("gguf/expected.json");
    const json& wanted = expected[GetParam()];
    const std::string path = test::dataPath("gguf/" + GetParam());
    const std::string level = wanted["level"];
    const test::Bytes bytes = test::readBytes(path);
    ASSERT_EQ(bytes.size(), wanted["bytes"]);

    const long peakBefore = peakKib();
    const auto begin = std::chrono::steady_clock::now();
    const auto mapped = decide(openGguf(path), level);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    EXPECT_LT(took.count(), 1.0);
    EXPECT_LT(peakKib() - peakBefore, 16 * 1024);

    const auto read = decide(parseGguf(bytes, path), level);
    ASSERT_EQ(mapped.ok(), read.ok());
    if (wanted["load"] == "ok") {
        ASSERT_TRUE(mapped.ok()) << mapped.error().message();
    }
    if (wanted["load"] == "reject") {
        ASSERT_FALSE(mapped.ok());
    }
    if (mapped.ok()) {
        checkContainerFacts(**mapped, wanted.value("facts", json::object()));
        if (level == "model") checkModelFacts(*mapped, wanted.value("facts", json::object()));
        return;
    }
    const Error& error = mapped.error();
    EXPECT_EQ(error.message(), read.error().message());
    EXPECT_TRUE(error.code == ErrorCode::BadFile || error.code == ErrorCode::Unsupported);
    for (const auto& mention : wanted.value("mention", json::array()))
        // The subject may be the path, which holds many a short word by chance.
        EXPECT_NE((error.subject == path ? error.detail : error.message()).find(mention.get<std::string>()),
                  std::string::npos)
            << error.message();
    // A good file loads afterwards.
    EXPECT_TRUE(openModel(test::dataPath("gguf/tiny_llama_ok.gguf")).ok());
}

std::vector<std::string> caseNames() {
    std::vector<std::string> names;
    const json expected = test::readJson("gguf/expected.json");
    for (const auto& item : expected.items()) names.push_back(item.key());
    return names;
}

INSTANTIATE_TEST_SUITE_P(All, GgufCases, testing::ValuesIn(caseNames()),
                         [](const auto& info) { return info.param.substr(0, info.param.find('.')); });

TEST(GgufFormats, OtherFilesAreNamed) {
    const std::pair<std::string, std::string> files[] = {
        {"PK\x03\x04 and more", "zip"},
        {std::string("\x10\0\0\0\0\0\0\0{\"a\":1}", 15), "safetensors"},
        {"version https://git-lfs.github.com/spec/v1", "Git LFS"},
        {"<!DOCTYPE html><html>", "web page"},
        {"\x1f\x8b\x08", "ends within"},
    };
    for (const auto& [content, word] : files) {
        const auto* raw = reinterpret_cast<const std::byte*>(content.data());
        const auto file = parseGguf({raw, content.size()}, "other");
        ASSERT_FALSE(file.ok());
        EXPECT_NE(file.error().message().find(word), std::string::npos) << file.error().message();
    }
    EXPECT_EQ(openModel(GLASSHOUSE_TEST_DATA).error().code, ErrorCode::MissingFile);
    EXPECT_EQ(openModel("/nowhere/x.gguf").error().code, ErrorCode::MissingFile);
}

}  // namespace
}  // namespace gh
