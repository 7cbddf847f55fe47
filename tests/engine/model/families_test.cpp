// What families differ in and what any of them may have: windows, RoPE scaling, fused tensors.
#include <gtest/gtest.h>

#include "tests/engine/model/model_parts.h"
#include "tests/support/tiny_model.h"

namespace gh {
namespace {

using test::check;
using test::expectRefused;
using test::Parts;

TEST(Families, WhatTheOtherFamiliesHave) {
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

TEST(Families, WindowsByKeyArrayAndPattern) {
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

TEST(Families, RopeScaling) {
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
TEST(Families, RefusesDamagedDivisors) {
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
TEST(Families, FusedTensorsAreTheirParts) {
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

}  // namespace
}  // namespace gh
