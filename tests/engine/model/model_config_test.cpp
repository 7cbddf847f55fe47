#include "engine/model/model_config.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/model/storage_sizes.h"
#include "tests/engine/model/model_parts.h"
#include "tests/support/encode.h"
#include "tests/support/real_models.h"
#include "tests/support/tiny_model.h"

namespace gh {
namespace {

using test::check;
using test::expectRefused;
using test::Parts;

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
        // Wherever the last block has a scale, or is a value: all bits set are a NaN in every float type.
        const std::size_t width = format.type == kernels::StorageType::F32 ? 4 : 2;
        int scales = 0;
        for (std::size_t at = clean.size() - format.blockBytes; at + width <= clean.size(); ++at) {
            auto damaged = clean;
            for (std::size_t i = 0; i < width; ++i) damaged[at + i] = std::byte{0xff};
            tensor.bytes = damaged;
            const auto found = checkFinite(tensor);
            if (found.ok()) continue;
            ++scales;
            EXPECT_NE(found.error().message().find("tensor w"), std::string::npos);
            EXPECT_NE(found.error().message().find(std::to_string(512 - format.blockValues)), std::string::npos)
                << found.error().message();
        }
        EXPECT_GT(scales, 0) << format.name;
    }
}

TEST(ModelConfig, NamesTypesThatItDoesNotRead) {
    int types = 0;
    for (std::uint32_t id = 0; id < 64; ++id) {
        if (!findStorageSize(id) || kernels::findFormat(id)) continue;
        ++types;
        const auto found = checkFinite(ModelTensor{"w", {256, 2}, id, 0, {}});
        ASSERT_FALSE(found.ok());
        EXPECT_EQ(found.error().code, ErrorCode::Unsupported);
        const std::string text = found.error().message();
        EXPECT_NE(text.find(kernels::storageTypeName(id)), std::string::npos) << text;
        EXPECT_EQ(text.find("type " + std::to_string(id)), std::string::npos) << text;
        EXPECT_NE(text.find("Q8_0"), std::string::npos) << text;  // what does open
    }
    EXPECT_GE(types, 17);
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
