// A model as safetensors is the same model as GGUF: keys, tensors, tokens and every bit of the logits. What is wrong in
// a folder is refused by name.
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>

#include "engine/model/model_config.h"
#include "engine/text/tokenizer.h"
#include "tests/engine/model/case_files.h"
#include "tests/engine/model/logits_compare.h"
#include "tests/support/hf_writer.h"
#include "tests/support/tiny_model.h"

namespace gh {
namespace {

using kernels::StorageType;
using nlohmann::json;
namespace fs = std::filesystem;

std::vector<std::string> families() {
    std::vector<std::string> names;
    for (const auto& architecture : architectureList()) names.push_back(architecture.name);
    return names;
}

std::string writeGguf(const test::TinyOptions& options, const std::string& name) {
    test::Bytes bytes = test::tinyModel(options);
    if (options.family.starts_with("gemma")) test::roundNorms(bytes);
    return test::writeTemporary(name + ".gguf", bytes);
}

void expectSameLogits(const std::string& gguf, const std::string& folder, int context = 0) {
    std::vector<TokenId> ids;
    for (int i = 0; i < 24; ++i) ids.push_back(3 + i * 37 % 250);
    for (const ActivationMode mode : {ActivationMode::Int8, ActivationMode::F32}) {
        LoadOptions options;
        options.activations = mode;
        options.contextTokens = context;
        const auto wanted = test::allLogits(gguf, ids, options), found = test::allLogits(folder, ids, options);
        ASSERT_FALSE(wanted.empty());
        ASSERT_EQ(wanted.size(), found.size());
        for (std::size_t i = 0; i < wanted.size(); ++i)
            ASSERT_EQ(std::memcmp(wanted[i].data(), found[i].data(), wanted[i].size() * sizeof(float)), 0) << i;
    }
}

const char* const kTexts[] = {"the then a theab", " no  the\nanother", "", " ", "é日本 🙂 the", "<s> no </s>",
                              "<|im_start|>a<|im_end|>", "12345 ab"};

void expectSameTokens(const ModelFile& gguf, const ModelFile& folder) {
    const auto wanted = Tokenizer::create(gguf), found = Tokenizer::create(folder);
    ASSERT_TRUE(wanted.ok()) << wanted.error().message();
    ASSERT_TRUE(found.ok()) << found.error().message();
    EXPECT_EQ((*wanted)->size(), (*found)->size());
    EXPECT_EQ((*wanted)->bos(), (*found)->bos());
    EXPECT_EQ((*wanted)->eos(), (*found)->eos());
    EXPECT_EQ((*wanted)->addsBos(), (*found)->addsBos());
    EXPECT_EQ((*wanted)->addsEos(), (*found)->addsEos());
    EXPECT_EQ((*wanted)->addsSpacePrefix(), (*found)->addsSpacePrefix());
    for (TokenId id = 0; id < (*wanted)->size(); ++id) {
        EXPECT_EQ((*wanted)->kind(id), (*found)->kind(id)) << id;
        EXPECT_EQ((*wanted)->piece(id), (*found)->piece(id)) << id;
        EXPECT_EQ((*wanted)->isEndOfGeneration(id), (*found)->isEndOfGeneration(id)) << id;
    }
    for (const char* text : kTexts)
        for (const bool special : {false, true})
            EXPECT_EQ((*wanted)->encode(text, special), (*found)->encode(text, special)) << text;
}

TEST(HfFolder, EveryFamilyHasTheLogitsOfItsGguf) {
    for (const std::string& family : families())
        for (const StorageType type : {StorageType::F32, StorageType::F16, StorageType::BF16}) {
            SCOPED_TRACE(family + " " + std::to_string(static_cast<int>(type)));
            auto options = test::tinyOptions(family, type);
            options.tied = type != StorageType::F16;
            options.tokenizer = type == StorageType::BF16 ? test::TinyTokenizer::ByteLevel : test::TinyTokenizer::SentencePiece;
            options.chatTemplate = "{{ messages[0].content }}";
            const std::string gguf = writeGguf(options, "same");
            const auto file = openModelFile(gguf);
            ASSERT_TRUE(file.ok()) << file.error().message();
            const std::string folder = test::hfFolder(**file, "same", type == StorageType::F16 ? 3 : 1);
            const auto opened = openModelFile(folder);
            ASSERT_TRUE(opened.ok()) << opened.error().message();
            EXPECT_EQ((*opened)->parts().size(), type == StorageType::F16 ? 3u : 1u);
            EXPECT_EQ(*(*opened)->text("tokenizer.chat_template"), options.chatTemplate);
            expectSameTokens(**file, **opened);
            expectSameLogits(gguf, folder);
            // By a file in the folder as well.
            EXPECT_TRUE(openModel(folder + "/config.json").ok());
        }
}

TEST(HfFolder, ScaledPositionsAreThoseOfTheGguf) {
    const std::pair<const char*, test::TinyRope> kCases[] = {
        {"llama", test::TinyRope::Linear},  {"llama", test::TinyRope::Yarn},    {"llama", test::TinyRope::Llama3Keys},
        {"qwen2", test::TinyRope::Yarn},    {"qwen3", test::TinyRope::Yarn},    {"gemma3", test::TinyRope::Linear},
        {"phi3", test::TinyRope::LongRope},
    };
    for (const auto& [family, rope] : kCases) {
        SCOPED_TRACE(std::string(family) + " " + std::to_string(static_cast<int>(rope)));
        auto options = test::tinyOptions(family);
        options.rope = rope;
        options.tied = false;
        const std::string gguf = writeGguf(options, "rope");
        const std::string folder = test::hfFolder(**openModelFile(gguf), "rope");
        // Below and above the original context: LongRoPE has other factors for each.
        for (const int context : {32, 512}) expectSameLogits(gguf, folder, context);
    }
}

TEST(HfFolder, BiasesArePermutedWithTheirRows) {
    auto options = test::tinyOptions("llama", StorageType::BF16);
    options.biases = true;
    options.tokenizer = test::TinyTokenizer::ByteLevel;
    const std::string gguf = writeGguf(options, "biases");
    expectSameLogits(gguf, test::hfFolder(**openModelFile(gguf), "biases"));
}

// Windows that transformers has and GGUF files of these families mostly lost.
TEST(HfFolder, WindowsAreThoseOfTheConfiguration) {
    const auto windows = [](const std::string& family, const json& fields) {
        const std::string gguf = writeGguf(test::tinyOptions(family), "windows");
        const auto file = *openModelFile(gguf);
        const std::string folder = test::hfFolder(*file, "windows");
        json config = test::hfConfig(*file);
        config["sliding_window"] = 8;
        config.update(fields);
        test::writeFile((fs::path(folder) / "config.json").string(), config.dump());
        std::vector<int> found;
        const auto model = openModel(folder);
        EXPECT_TRUE(model.ok()) << model.error().message();
        if (model.ok())
            for (const auto& layer : model->config.layer) found.push_back(layer.window);
        return found;
    };
    const auto layers = windows("llama", json::object()).size();
    ASSERT_GE(layers, 2u);
    const std::vector<int> none(layers, 0), all(layers, 8);
    std::vector<int> last = none;
    last.back() = 8;
    json types = json::array();
    for (std::size_t i = 0; i < layers; ++i) types.push_back(i + 1 == layers ? "sliding_attention" : "full_attention");
    EXPECT_EQ(windows("llama", {{"model_type", "mistral"}}), all);
    EXPECT_EQ(windows("llama", {{"model_type", "mistral"}, {"sliding_window", nullptr}}), none);
    EXPECT_EQ(windows("llama", json::object()), none);
    EXPECT_EQ(windows("qwen2", json::object()), none);
    EXPECT_EQ(windows("qwen2", {{"use_sliding_window", false}, {"layer_types", types}}), none);
    EXPECT_EQ(windows("qwen2", {{"use_sliding_window", true}}), none);   // from layer 28 on
    EXPECT_EQ(windows("qwen2", {{"use_sliding_window", true}, {"max_window_layers", layers - 1}}), last);
    EXPECT_EQ(windows("qwen3", {{"layer_types", types}}), last);
}

class HfFolderErrors : public testing::Test {
protected:
    HfFolderErrors() {
        const std::string gguf = writeGguf(test::tinyOptions("llama"), "errors");
        m_file = *openModelFile(gguf);
        m_folder = test::hfFolder(*m_file, "errors", 2);
    }
    std::string path(const std::string& name) const { return (fs::path(m_folder) / name).string(); }
    json config() const { return test::hfConfig(*m_file); }
    void write(const std::string& name, const json& value) const { test::writeFile(path(name), value.dump()); }
    void expectRefused(const std::string& word, const std::string& file = {}, ErrorCode code = ErrorCode::BadFile) const {
        const auto model = openModel(m_folder);
        ASSERT_FALSE(model.ok()) << word;
        EXPECT_EQ(model.error().code, code) << model.error().message();
        EXPECT_NE(model.error().message().find(word), std::string::npos) << model.error().message();
        EXPECT_NE(model.error().message().find(file), std::string::npos) << model.error().message();
    }
    std::shared_ptr<const ModelFile> m_file;
    std::string m_folder;
};

TEST_F(HfFolderErrors, NameTheFileAndTheField) {
    ASSERT_TRUE(openModel(m_folder).ok()) << openModel(m_folder).error().message();
    const auto with = [&](const char* field, const json& value) {
        json changed = config();
        changed[field] = value;
        write("config.json", changed);
    };
    with("model_type", "mamba");
    expectRefused("mamba", "config.json", ErrorCode::Unsupported);
    with("hidden_act", "relu");
    expectRefused("relu", "config.json", ErrorCode::Unsupported);
    with("hidden_size", "wide");
    expectRefused("hidden_size", "config.json");
    with("num_hidden_layers", 1'000'000'000);
    expectRefused("num_hidden_layers of config.json");
    with("num_hidden_layers", 0);
    expectRefused("num_hidden_layers of config.json");
    with("hidden_size", 0);
    expectRefused("hidden_size of config.json");
    with("num_attention_heads", -9);
    expectRefused("at least 0", "config.json");
    with("rope_scaling", {{"type", "dynamic"}, {"factor", 2.0}});
    expectRefused("rope_scaling.type of config.json", {}, ErrorCode::Unsupported);
    with("quantization_config", {{"bits", 4}});
    expectRefused("quantization_config", {}, ErrorCode::Unsupported);
    with("tie_word_embeddings", false);
    expectRefused("lm_head.weight");
    write("config.json", config());
    ASSERT_TRUE(openModel(m_folder).ok());

    json index = {{"weight_map", {{"model.norm.weight", "../elsewhere.safetensors"}}}};
    write("model.safetensors.index.json", index);
    expectRefused("../elsewhere.safetensors", "index.json");
    index["weight_map"]["model.norm.weight"] = "model-00009-of-00002.safetensors";
    write("model.safetensors.index.json", index);
    expectRefused("index names it", "model-00009-of-00002", ErrorCode::MissingFile);
    fs::remove(path("model.safetensors.index.json"));
    expectRefused("several safetensors files", {}, ErrorCode::MissingFile);
    fs::remove(path("config.json"));
    expectRefused("config.json", {}, ErrorCode::MissingFile);
}

// Tensors without a row or a column, the embedding foremost: everything is sized by it.
TEST_F(HfFolderErrors, OfEmptyTensorsSayTheShape) {
    std::vector<test::SafetensorsEntry> tensors = test::hfTensors(*m_file);
    fs::remove(path("model.safetensors.index.json"));
    for (const char* part : {"model-00001-of-00002.safetensors", "model-00002-of-00002.safetensors"}) fs::remove(path(part));
    for (auto& tensor : tensors) {
        if (tensor.shape.size() != 2) continue;
        for (const std::size_t empty : {0u, 1u}) {
            const test::SafetensorsEntry kept = tensor;
            tensor.shape[empty] = 0;
            tensor.data.clear();
            const test::Bytes bytes = test::safetensorsFile(tensors);
            test::writeFile(path("model.safetensors"), {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
            const auto model = openModel(m_folder);
            tensor = kept;
            ASSERT_FALSE(model.ok()) << tensor.name;
            const std::string said = model.error().message();
            EXPECT_TRUE(said.find("has the shape [") != std::string::npos || said.find("has only 0 rows") != std::string::npos)
                << said;
        }
    }
}

// What transformers only warns of.
TEST_F(HfFolderErrors, StrayTensorsAndContradictionsAreWarnings) {
    std::vector<test::SafetensorsEntry> tensors = test::hfTensors(*m_file);
    fs::remove(path("model.safetensors.index.json"));
    for (const char* part : {"model-00001-of-00002.safetensors", "model-00002-of-00002.safetensors"}) fs::remove(path(part));
    const auto writeTensors = [&] {
        const test::Bytes bytes = test::safetensorsFile(tensors);
        test::writeFile(path("model.safetensors"), {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    };
    tensors.push_back({"model.embed_positions.position_ids", "I64", {2}, test::Bytes(16)});
    tensors.push_back({"vision.w", "U8", {3}, test::Bytes(3)});
    writeTensors();
    json changed = config();
    changed["eos_token_id"] = {2, 99'999'999};
    changed["attention_bias"] = true;
    write("config.json", changed);
    const auto model = openModel(m_folder);
    ASSERT_TRUE(model.ok()) << model.error().message();
    std::string warnings;
    for (const std::string& warning : model->warnings) warnings += warning + "\n";
    for (const char* word : {"vision.w", "99999999", "attention_bias"})
        EXPECT_NE(warnings.find(word), std::string::npos) << word << " in " << warnings;
    EXPECT_EQ(warnings.find("position_ids"), std::string::npos) << warnings;
    // A tensor that is needed keeps its error, in the container's words.
    std::erase_if(tensors, [](const auto& tensor) { return tensor.name == "model.layers.1.mlp.up_proj.weight"; });
    writeTensors();
    expectRefused("model.layers.1.mlp.up_proj.weight is missing");
    std::erase_if(tensors, [](const auto& tensor) { return tensor.name == "model.embed_tokens.weight"; });
    writeTensors();
    expectRefused("model.embed_tokens.weight is missing");
}

TEST(OpenModelFile, AFolderStandsForTheOneModelInIt) {
    const std::string gguf = writeGguf(test::tinyOptions("llama"), "one");
    const fs::path folder = fs::path(gguf).parent_path() / "holds";
    fs::create_directory(folder);
    const auto none = openModel(folder.string());
    ASSERT_FALSE(none.ok());
    EXPECT_NE(none.error().message().find("neither config.json nor a GGUF file"), std::string::npos);
    fs::copy_file(gguf, folder / "first.gguf");
    EXPECT_TRUE(openModel(folder.string()).ok());
    fs::copy_file(gguf, folder / "second.gguf");
    const auto two = openModel(folder.string());
    ASSERT_FALSE(two.ok());
    EXPECT_NE(two.error().message().find("first.gguf, second.gguf"), std::string::npos) << two.error().message();
}

TEST_F(HfFolderErrors, OfTokenizersNameTheStep) {
    const json good = test::hfTokenizer(*m_file);
    const auto with = [&](const json& pointer, const json& value) {
        json changed = good;
        changed[json::json_pointer(pointer.get<std::string>())] = value;
        write("tokenizer.json", changed);
    };
    with("/model/type", "Unigram");
    expectRefused("Unigram", "tokenizer.json", ErrorCode::Unsupported);
    with("/normalizer", {{"type", "Lowercase"}});
    expectRefused("Lowercase", "tokenizer.json", ErrorCode::Unsupported);
    with("/model/vocab/far", 4'000'000'000u);
    expectRefused("far", "tokenizer.json");
    with("/model/vocab/far", 1'000'000);
    expectRefused("rows", "tokenizer.json");
    with("/model/vocab/far", "away");
    expectRefused("vocabulary", "tokenizer.json");
    with("/model/merges", {{"a", "b", "c"}});
    expectRefused("merges", "tokenizer.json");
    std::string deep(100'000, '[');
    test::writeFile(path("tokenizer.json"), "{\"normalizer\":" + deep);
    expectRefused("deep", "tokenizer.json");
    test::writeFile(path("tokenizer.json"), good.dump().substr(0, 300));
    expectRefused("JSON", "tokenizer.json");
    fs::remove(path("tokenizer.json"));
    expectRefused("tokenizer.json", {}, ErrorCode::MissingFile);
}

// Any cut or changed byte of any file is an answer, never a crash.
TEST_F(HfFolderErrors, DamagedFilesAreAnswered) {
    std::uint64_t state = 1;
    const auto random = [&] { return (state = state * 6364136223846793005u + 1442695040888963407u) >> 33; };
    for (const char* name : {"config.json", "tokenizer.json", "tokenizer_config.json", "model.safetensors.index.json",
                             "model-00001-of-00002.safetensors"}) {
        const test::Bytes bytes = test::readBytes(path(name));
        std::string whole(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        const std::size_t head = std::min<std::size_t>(whole.size(), 4000);  // headers and structure, not weights
        for (int i = 0; i < 60; ++i) {
            std::string damaged = whole;
            if (i % 3 == 0)
                damaged.resize(random() % head);
            else
                damaged[random() % head] = static_cast<char>(random());
            test::writeFile(path(name), damaged);
            if (const auto model = openModel(m_folder)) (void)Tokenizer::create(*model->file);
        }
        test::writeFile(path(name), whole);
    }
    EXPECT_TRUE(openModel(m_folder).ok());
}

}  // namespace
}  // namespace gh
