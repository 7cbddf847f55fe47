#include "engine/model/gguf.h"
#include "engine/model/model_config.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "tests/support/encode.h"
#include "tests/support/real_models.h"
#include "tests/support/tiny_model.h"

namespace gh {
namespace {

using test::GgufWriter;

Result<CheckedModel> check(const test::Bytes& bytes) {
    auto file = parseGguf(bytes, "model.gguf");
    if (!file) return file.error();
    // The bytes may go: nobody reads the tensors' values here.
    return checkModel(std::move(*file));
}

// A one-layer model of width 8 with two heads whose keys and tensors a test may change.
struct Parts {
    std::string family = "llama";
    std::vector<std::pair<std::string, std::function<void(GgufWriter&, const std::string&)>>> keys;
    std::vector<std::pair<std::string, std::vector<std::uint64_t>>> tensors;
    std::uint32_t type = 0;

    explicit Parts(int layers = 1) {
        set("block_count", static_cast<std::uint32_t>(layers));
        for (const auto& [name, value] : {std::pair<const char*, std::uint32_t>{"context_length", 32},
                                          {"embedding_length", 8},
                                          {"feed_forward_length", 12},
                                          {"attention.head_count", 2},
                                          {"attention.head_count_kv", 1}})
            set(name, value);
        set("attention.layer_norm_rms_epsilon", 1e-5f);
        tensors = {{"token_embd.weight", {8, 20}}, {"output_norm.weight", {8}}};
        for (int i = 0; i < layers; ++i) {
            const std::string p = "blk." + std::to_string(i) + ".";
            for (const auto& [name, dims] :
                 std::vector<std::pair<std::string, std::vector<std::uint64_t>>>{{"attn_norm", {8}},
                                                                                 {"attn_q", {8, 8}},
                                                                                 {"attn_k", {8, 4}},
                                                                                 {"attn_v", {8, 4}},
                                                                                 {"attn_output", {8, 8}},
                                                                                 {"ffn_norm", {8}},
                                                                                 {"ffn_gate", {8, 12}},
                                                                                 {"ffn_up", {8, 12}},
                                                                                 {"ffn_down", {12, 8}}})
                tensors.emplace_back(p + name + ".weight", dims);
        }
    }

    template <class T>
    Parts& set(const std::string& name, T value) {
        std::erase_if(keys, [&](const auto& key) { return key.first == name; });
        keys.emplace_back(name,
                          [value](GgufWriter& writer, const std::string& key) { writer.add(key, value); });
        return *this;
    }

    Result<CheckedModel> check() const {
        GgufWriter writer;
        writer.add("general.architecture", family);
        for (const auto& [name, add] : keys)
            add(writer, name.starts_with("split.") ? name : family + "." + name);
        for (const auto& [name, dims] : tensors) {
            std::uint64_t values = 1;
            for (const auto extent : dims) values *= extent;
            writer.addTensor(name, dims, type, test::Bytes(values * 4));
        }
        return gh::check(writer.build());
    }
};

void expectRefused(const Result<CheckedModel>& model, ErrorCode code, const std::string& word) {
    ASSERT_FALSE(model.ok()) << word;
    EXPECT_EQ(model.error().code, code) << model.error().message();
    EXPECT_NE(model.error().message().find(word), std::string::npos) << model.error().message();
}

TEST(ModelConfig, EveryFamilyInEveryFormat) {
    for (const auto& architecture : architectureList())
        for (const auto& format : kernels::formatList())
            for (const bool tied : {true, false}) {
                auto options = test::tinyOptions(architecture.name, format.type);
                options.tied = tied;
                const auto model = check(test::tinyModel(options));
                ASSERT_TRUE(model.ok())
                    << architecture.name << " " << format.name << ": " << model.error().message();
                EXPECT_EQ(model->config.tiedOutput, tied);
                EXPECT_EQ(model->config.family, architecture.name);
                std::size_t used = 0, stored = 0;
                for (const auto* tensor : model->tensors) used += tensor->bytes.size();
                for (const auto& tensor : model->file->tensors()) stored += tensor.bytes.size();
                EXPECT_EQ(used, stored);
            }
}

TEST(ModelConfig, Llama) {
    auto options = test::tinyOptions("llama");
    options.rope = test::TinyRope::Linear;
    const auto model = check(test::tinyModel(options));
    ASSERT_TRUE(model.ok()) << model.error().message();
    const auto& config = model->config;
    EXPECT_EQ(config.ropePairs, kernels::RopePairs::Adjacent);
    EXPECT_EQ(config.activation, Activation::Silu);
    EXPECT_EQ(config.attentionScale, 0.25f);  // heads of 16
    EXPECT_EQ(config.embeddingScale, 1.0f);
    EXPECT_FALSE(config.qkNorms || config.postNorms);
    for (const auto& layer : config.layer) {
        EXPECT_EQ(layer.window, 0);
        EXPECT_EQ(layer.rope.scale, 4.0);
        EXPECT_EQ(layer.rope.dims, 16);
        EXPECT_EQ(layer.ropeTable, 0);
    }
    EXPECT_EQ(layerGroups(config).size(), 1u);
}

TEST(ModelConfig, Gemma3WindowsFiveOfSixLayers) {
    auto options = test::tinyOptions("gemma3");
    options.layers = 8;
    options.rope = test::TinyRope::Linear;
    options.ropeFactor = 8.0;
    const auto model = check(test::tinyModel(options));
    ASSERT_TRUE(model.ok()) << model.error().message();
    const auto& config = model->config;
    EXPECT_EQ(config.ropePairs, kernels::RopePairs::Halves);
    EXPECT_EQ(config.activation, Activation::GeluTanh);
    EXPECT_EQ(config.embeddingScale, 8.0f);
    EXPECT_EQ(config.attentionScale, 1.0f / std::sqrt(32.0f));
    EXPECT_TRUE(config.qkNorms && config.postNorms);
    for (std::size_t i = 0; i < 8; ++i) {
        const bool full = i == 5;
        EXPECT_EQ(config.layer[i].window, full ? 0 : 8);
        EXPECT_EQ(config.layer[i].rope.base, full ? 1e6 : 1e4);
        EXPECT_EQ(config.layer[i].rope.scale, full ? 8.0 : 1.0);
        EXPECT_EQ(config.layer[i].ropeTable, full ? 1 : 0);
    }
    const auto groups = layerGroups(config);
    ASSERT_EQ(groups.size(), 2u);
    EXPECT_EQ(groups[0].window, 0);
    EXPECT_EQ(groups[0].layerIndex, std::vector<int>{5});
    EXPECT_EQ(groups[1].window, 8);
    EXPECT_EQ(groups[1].layerIndex, (std::vector<int>{0, 1, 2, 3, 4, 6, 7}));
    EXPECT_EQ(groups[1].layers, 7);
    EXPECT_EQ(groups[1].keySize, 32);

    options.window = 0;
    const auto unwindowed = check(test::tinyModel(options));
    ASSERT_TRUE(unwindowed.ok());
    for (const auto& layer : unwindowed->config.layer) {
        EXPECT_EQ(layer.window, 0);
        EXPECT_EQ(layer.rope.base, 1e6);
    }
}

TEST(ModelConfig, WhatTheOtherFamiliesHave) {
    const auto config = [](const char* family) {
        const auto model = check(test::tinyModel(test::tinyOptions(family)));
        EXPECT_TRUE(model.ok()) << model.error().message();
        return model.ok() ? model->config : ModelConfig{};
    };
    for (const char* family : {"qwen2", "qwen3", "phi3"}) {
        const auto c = config(family);
        EXPECT_EQ(c.ropePairs, kernels::RopePairs::Halves) << family;
        EXPECT_EQ(c.activation, Activation::Silu) << family;
        EXPECT_EQ(c.qkNorms, std::string(family) == "qwen3");
        EXPECT_EQ(c.fusedQkv, std::string(family) == "phi3");
        EXPECT_FALSE(c.postNorms);
        EXPECT_EQ(c.embeddingScale, 1.0f);
    }
    EXPECT_EQ(config("phi3").layer[1].window, 8);
    const auto gemma = config("gemma2");
    EXPECT_TRUE(gemma.postNorms && !gemma.qkNorms);
    EXPECT_EQ(gemma.attentionCap, 2.0f);
    EXPECT_EQ(gemma.logitCap, 5.0f);
    EXPECT_EQ(gemma.embeddingScale, 8.0f);
    EXPECT_EQ(gemma.layer[0].window, 8);
    EXPECT_EQ(gemma.layer[1].window, 0);
    EXPECT_EQ(layerGroups(gemma).size(), 2u);
    // Keys that files of the family may leave out; the 27B model is told by its layers.
    auto options = test::tinyOptions("gemma2");
    options.window = 0;
    options.layers = 46;
    options.context = 8192;
    const auto large = check(test::tinyModel(options));
    ASSERT_TRUE(large.ok()) << large.error().message();
    EXPECT_EQ(large->config.layer[0].window, 4096);
    EXPECT_EQ(large->config.attentionScale, 0.25f);  // width 64, 4 heads of 24
}

TEST(ModelConfig, PerLayerArraysAndOlderKeys) {
    Parts parts(2);
    EXPECT_TRUE(parts.check().ok()) << parts.check().error().message();
    parts.set("attention.head_count_kv", std::vector<std::int32_t>{1, 2});
    parts.tensors[13].second = parts.tensors[14].second = {8, 8};  // k and v of layer 1
    const auto model = parts.check();
    ASSERT_TRUE(model.ok()) << model.error().message();
    EXPECT_EQ(model->config.layer[1].kvHeads, 2);
    EXPECT_EQ(layerGroups(model->config).size(), 2u);
    expectRefused(Parts(2).set("attention.head_count_kv", std::vector<std::int32_t>{1}).check(),
                  ErrorCode::BadFile, "attention.head_count_kv");
    expectRefused(Parts(2).set("attention.head_count_kv", std::vector<std::int32_t>{1, 0}).check(),
                  ErrorCode::BadFile, "layer 1");
    EXPECT_EQ(Parts().set("rope.scale_linear", 2.0f).check()->config.layer[0].rope.scale, 2.0);
    EXPECT_EQ(Parts().set("rope.scaling.factor", 0.0f).check()->config.layer[0].rope.scale, 1.0);
    EXPECT_EQ(Parts()
                  .set("rope.scaling.factor", 3.0f)
                  .set("rope.scaling.type", "none")
                  .check()
                  ->config.layer[0]
                  .rope.scale,
              1.0);
    EXPECT_EQ(Parts().set("rope.dimension_count", 2u).check()->config.layer[0].rope.dims, 2);
}

TEST(ModelConfig, WindowsByKeyArrayAndPattern) {
    const auto windows = [](const Parts& parts) {
        const auto model = parts.check();
        EXPECT_TRUE(model.ok()) << model.error().message();
        std::vector<int> found;
        if (model.ok())
            for (const auto& layer : model->config.layer) found.push_back(layer.window);
        return found;
    };
    EXPECT_EQ(windows(Parts(3)), (std::vector<int>{0, 0, 0}));
    EXPECT_EQ(windows(Parts(3).set("attention.sliding_window", 0u)), (std::vector<int>{0, 0, 0}));
    EXPECT_EQ(windows(Parts(3).set("attention.sliding_window", 9u)), (std::vector<int>{9, 9, 9}));
    EXPECT_EQ(windows(Parts(3).set("attention.sliding_window", 32u)), (std::vector<int>{0, 0, 0}));  // the context
    EXPECT_EQ(windows(Parts(3).set("attention.sliding_window", std::vector<std::int32_t>{9, 0, 4})),
              (std::vector<int>{9, 0, 4}));
    Parts pattern(3);
    pattern.set("attention.sliding_window", 9u).set("attention.sliding_window_pattern", 2u);
    EXPECT_EQ(windows(pattern), (std::vector<int>{9, 0, 9}));
    pattern.set("attention.sliding_window_pattern", std::vector<std::int32_t>{0, 1, 1});
    EXPECT_EQ(windows(pattern), (std::vector<int>{0, 9, 9}));
    pattern.set("attention.sliding_window_pattern", std::vector<std::int32_t>{0, 1});
    expectRefused(pattern.check(), ErrorCode::BadFile, "attention.sliding_window_pattern");
    expectRefused(Parts(3).set("attention.sliding_window", std::vector<std::int32_t>{9}).check(), ErrorCode::BadFile,
                  "attention.sliding_window");
}

TEST(ModelConfig, RopeScaling) {
    const auto rope = [](test::TinyRope kind) {
        auto options = test::tinyOptions("llama");
        options.rope = kind;
        options.originalContext = 100;
        const auto model = check(test::tinyModel(options));
        EXPECT_TRUE(model.ok()) << model.error().message();
        return model.ok() ? model->config : ModelConfig{};
    };
    const auto yarn = rope(test::TinyRope::Yarn).layer[0].rope;
    EXPECT_EQ(yarn.divisors.size(), 8u);
    EXPECT_EQ(yarn.divisors.front(), 1.0);
    EXPECT_EQ(yarn.divisors.back(), 4.0);
    EXPECT_EQ(yarn.scale, 1.0);
    EXPECT_NEAR(yarn.magnitude, 1.1386294, 1e-6);
    const auto tensor = rope(test::TinyRope::Llama3Tensor).layer[0].rope;
    EXPECT_EQ(tensor.divisors[0], 1.0);
    EXPECT_NEAR(tensor.divisors[7], 3.8, 1e-6);
    EXPECT_EQ(rope(test::TinyRope::Llama3Keys).layer[0].rope.divisors.back(), 4.0);
    // Short divisors up to the original context, long ones for a limit above it; layers share one table.
    for (const auto& [limit, last] : {std::pair{100, 1.35}, {101, 11.5}}) {
        auto config = rope(test::TinyRope::LongRope);
        settleRope(config, limit);
        EXPECT_NEAR(config.layer[1].rope.divisors[7], last, 1e-6) << limit;
        EXPECT_NEAR(config.layer[1].rope.magnitude, 1.19, 1e-6);
        EXPECT_EQ(config.layer[1].ropeTable, 0);
    }
}

// Divisors as a damaged file may have them: named, and never used.
TEST(ModelConfig, RefusesDamagedDivisors) {
    const auto withTensor = [](const char* name, std::vector<std::uint64_t> dims) {
        Parts parts;
        parts.tensors.push_back({name, std::move(dims)});
        return parts.check();
    };
    expectRefused(withTensor("rope_freqs.weight", {2}), ErrorCode::BadFile, "rope_freqs.weight");  // zeros
    expectRefused(withTensor("rope_freqs.weight", {3}), ErrorCode::BadFile, "rope_freqs.weight");
    expectRefused(withTensor("rope_factors_long.weight", {2}), ErrorCode::BadFile, "rope_factors_long.weight");
}

// Parts of fused tensors are views of the file, in the order of the family's own matrices.
TEST(ModelConfig, FusedTensorsAreTheirParts) {
    auto options = test::tinyOptions("llama");
    options.fused = options.biases = true;
    const auto bytes = test::tinyModel(options);
    const auto model = check(bytes);
    ASSERT_TRUE(model.ok()) << model.error().message();
    const auto find = [&](const std::string& name) -> const ModelTensor& {
        for (const auto* tensor : model->tensors)
            if (tensor->name == name) return *tensor;
        throw std::runtime_error(name);
    };
    const ModelTensor& q = find("blk.1.attn_q.weight");
    EXPECT_EQ(q.dims, (std::vector<std::uint64_t>{64, 64}));
    EXPECT_EQ(q.partOf, "blk.1.attn_qkv.weight");
    const ModelTensor& k = find("blk.1.attn_k.weight");
    EXPECT_EQ(k.dims, (std::vector<std::uint64_t>{64, 32}));
    EXPECT_EQ(k.bytes.data(), q.bytes.data() + q.bytes.size());
    EXPECT_EQ(find("blk.1.attn_v.bias").dims, (std::vector<std::uint64_t>{32}));
    const ModelTensor& up = find("blk.0.ffn_up.weight");
    EXPECT_EQ(up.dims, (std::vector<std::uint64_t>{64, 96}));
    EXPECT_EQ(up.bytes.data(), find("blk.0.ffn_gate.weight").bytes.data() + up.bytes.size());
    Parts unfused;
    unfused.tensors.push_back({"blk.0.attn_q.bias", {8}});
    unfused.tensors.push_back({"blk.0.ffn_down.bias", {9}});
    expectRefused(unfused.check(), ErrorCode::BadFile, "blk.0.ffn_down.bias");
}

TEST(ModelConfig, RefusesWhatItCannotRunByName) {
    const auto unsupported = ErrorCode::Unsupported;
    expectRefused(Parts().set("rope.scaling.type", "dynamic").check(), unsupported, "dynamic");
    expectRefused(Parts().set("rope.scaling.type", "longrope").check(), unsupported, "rope_factors_long.weight");
    expectRefused(Parts().set("rope.scaling.type", "yarn").set("rope.scaling.yarn_ext_factor", 0.5f).check(),
                  unsupported, "yarn_ext_factor");
    expectRefused(Parts().set("rope.dimension_sections", std::vector<std::int32_t>{1, 1}).check(), unsupported,
                  "rope.dimension_sections");
    for (const char* key : {"expert_count", "logit_scale", "residual_scale", "embedding_scale",
                            "attention.max_alibi_bias", "attention.clamp_kqv"}) {
        expectRefused(Parts().set(key, 8u).check(), unsupported, key);
        EXPECT_TRUE(Parts().set(key, 0u).check().ok()) << key;
    }
    EXPECT_TRUE(Parts().set("logit_scale", 1.0f).check().ok());
    expectRefused(Parts().set("attention.causal", false).check(), unsupported, "attention.causal");
    expectRefused(Parts().set("use_parallel_residual", true).check(), unsupported, "use_parallel_residual");
    expectRefused(Parts(2).set("attention.key_length", 4u).set("attention.head_count", std::vector<std::int32_t>{2, 4}).check(),
                  unsupported, "attention.head_count");
    expectRefused(Parts().set("attention.key_length", 4u).set("attention.value_length", 8u).check(),
                  unsupported, "attention.value_length");
    expectRefused(Parts(2).set("feed_forward_length", std::vector<std::int32_t>{12, 16}).check(), unsupported,
                  "feed_forward_length");
    expectRefused(Parts().set("split.count", 2u).check(), unsupported, "split.count");
    Parts family;
    family.family = "mamba9";
    expectRefused(family.check(), unsupported, "mamba9");
    for (const char* extra : {"output.bias", "blk.0.attn_sinks.weight", "blk.0.ffn_gate_exps.weight"}) {
        Parts parts;
        parts.tensors.push_back({extra, {8}});
        expectRefused(parts.check(), unsupported, extra);
    }
    Parts integers;
    integers.type = 26;  // a GGUF type that holds no weights: int32
    expectRefused(integers.check(), unsupported, "token_embd.weight");
}

TEST(ModelConfig, RefusesWhatMakesNoSense) {
    const auto bad = ErrorCode::BadFile;
    expectRefused(Parts().set("attention.head_count_kv", 3u).check(), bad, "attention.head_count_kv");
    expectRefused(Parts().set("attention.key_length", 5u).check(), bad, "attention.key_length");
    expectRefused(Parts().set("attention.key_length", 4000000000u).check(), bad, "attention.key_length");
    expectRefused(Parts().set("embedding_length", 4000000000u).check(), bad, "embedding_length");
    expectRefused(Parts().set("context_length", 0u).check(), bad, "context_length");
    expectRefused(Parts().set("feed_forward_length", -5).check(), bad, "feed_forward_length");
    expectRefused(Parts().set("attention.layer_norm_rms_epsilon", 0.0f).check(), bad, "epsilon");
    expectRefused(Parts().set("rope.freq_base", 0.0f).check(), bad, "rope.freq_base");
    expectRefused(Parts().set("rope.freq_base", INFINITY).check(), bad, "rope.freq_base");
    expectRefused(Parts().set("rope.scaling.factor", NAN).check(), bad, "rope.scaling.factor");
    expectRefused(Parts().set("rope.scaling.factor", 1e-30f).check(), bad, "rope.scaling.factor");
    expectRefused(Parts().set("rope.dimension_count", 0u).check(), bad, "rope.dimension_count");
    Parts shape;
    shape.tensors[0].second = {20, 8};
    expectRefused(shape.check(), bad, "token_embd.weight");
    shape.tensors.erase(shape.tensors.begin());
    expectRefused(shape.check(), bad, "token_embd.weight");
    Parts output;
    output.tensors.push_back({"output.weight", {8, 19}});
    expectRefused(output.check(), bad, "output.weight");
    Parts trailing;
    trailing.tensors[1].second = {8, 1, 1};  // says the same
    EXPECT_TRUE(trailing.check().ok());
}

TEST(ModelConfig, FindsTheFirstValueThatIsNotFinite) {
    for (const auto& format : kernels::formatList()) {
        std::vector<float> values(512, 0.25f);
        const auto clean = test::encode(format.type, values);
        ModelTensor tensor{"w", {256, 2}, static_cast<std::uint32_t>(format.type), 0, clean};
        EXPECT_TRUE(checkFinite(tensor).ok()) << format.name;
        // The last block's first scale, or the last value: all bits set are a NaN in every float type.
        auto damaged = clean;
        const auto block = static_cast<std::size_t>(format.blockBytes);
        const std::size_t at = damaged.size() - (format.type == kernels::StorageType::Q6_K ? 2 : block);
        const std::size_t width = format.type == kernels::StorageType::F32 ? 4 : 2;
        for (std::size_t i = 0; i < width; ++i) damaged[at + i] = std::byte{0xff};
        tensor.bytes = damaged;
        const auto found = checkFinite(tensor);
        ASSERT_FALSE(found.ok()) << format.name;
        EXPECT_NE(found.error().message().find("tensor w"), std::string::npos);
        EXPECT_NE(found.error().message().find(std::to_string(512 - format.blockValues)), std::string::npos)
            << found.error().message();
    }
}

TEST(ModelConfig, SmolLm2) {
    const auto path = test::realModel(test::kSmolLm2);
    if (path.empty()) GTEST_SKIP() << test::kSmolLm2 << " is absent";
    const auto model = openModel(path);
    ASSERT_TRUE(model.ok()) << model.error().message();
    const auto& config = model->config;
    EXPECT_EQ(config.family, "llama");
    EXPECT_EQ(config.layers, 30);
    EXPECT_EQ(config.width, 576);
    EXPECT_EQ(config.ffn, 1536);
    EXPECT_EQ(config.vocab, 49152);
    EXPECT_EQ(config.context, 8192);
    EXPECT_EQ(config.layer[0].heads, 9);
    EXPECT_EQ(config.layer[0].kvHeads, 3);
    EXPECT_EQ(config.layer[0].headSize, 64);
    EXPECT_EQ(config.layer[0].rope.base, 100000.0);
    EXPECT_TRUE(config.tiedOutput);
    for (const ModelTensor* tensor : model->tensors) EXPECT_TRUE(checkFinite(*tensor).ok()) << tensor->name;
}

TEST(ModelConfig, Gemma3Real) {
    const auto path = test::realModel(test::kGemma3);
    if (path.empty()) GTEST_SKIP() << test::kGemma3 << " is absent";
    const auto model = openModel(path);
    ASSERT_TRUE(model.ok()) << model.error().message();
    const auto& config = model->config;
    EXPECT_EQ(config.layers, 18);
    EXPECT_EQ(config.vocab, 262144);
    EXPECT_EQ(config.layer[0].headSize, 256);
    EXPECT_EQ(config.attentionScale, 1.0f / 16.0f);
    EXPECT_EQ(config.embeddingScale, std::sqrt(640.0f));
    const auto groups = layerGroups(config);
    ASSERT_EQ(groups.size(), 2u);
    EXPECT_EQ(groups[0].layerIndex, (std::vector<int>{5, 11, 17}));
    EXPECT_EQ(groups[1].window, 512);
}

}  // namespace
}  // namespace gh
