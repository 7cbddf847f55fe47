// Sensitivities of tiny models: what is measured by replacing one matrix is what a model with that one rule diverges by.
#include <gtest/gtest.h>

#include <cmath>

#include "engine/evaluate/evaluation.h"
#include "engine/evaluate/row_divergence.h"
#include "engine/forward/direct.h"
#include "tests/support/tiny_model.h"

namespace gh::evaluate {
namespace {

constexpr const char* kText = "The mill stood in the valley, and each of the three millers kept a time of his own, as the river did.";

SensitivitySpec specOf(const std::string& path, std::vector<std::string> schemes) {
    SensitivitySpec spec;
    spec.reference = {"stored", path, {}};
    spec.schemes = std::move(schemes);
    spec.text = kText;
    spec.tokens = 40;
    spec.measured = 0;
    spec.threads = 2;
    return spec;
}

std::vector<std::vector<float>> logitsOf(const std::string& path, const LoadOptions& load) {
    std::vector<std::vector<float>> rows;
    auto run = DirectRun::open(path, load, 2);
    EXPECT_TRUE(run);
    if (!run) return rows;
    const Tokenizer& tokenizer = (*run)->tokenizer();
    std::vector<TokenId> ids = tokenizer.withModelSpecials(tokenizer.encode(kText, false));
    ids.resize(40);
    EXPECT_TRUE((*run)->logits(ids, false, 0, [&](std::size_t, std::span<const float> row) {
        rows.emplace_back(row.begin(), row.end());
        return true;
    }));
    return rows;
}

TEST(Sensitivities, AreTheDivergenceOfAModelWithThatOneRule) {
    for (const std::string family : {"llama", "gemma3", "qwen2"}) {
        SCOPED_TRACE(family);
        const std::string path = test::tinyModelFile(test::tinyOptions(family));
        const auto table = sensitivities(specOf(path, {"int4-row", "int8-row"}));
        ASSERT_TRUE(table) << table.error().message();
        LoadOptions exact;
        exact.activations = ActivationMode::F32;
        const auto reference = logitsOf(path, exact);
        int checked = 0;
        for (const quantize::Sensitivity& one : *table) {
            if (one.scheme != "int4-row" || checked > 4) continue;
            ++checked;
            LoadOptions load = exact;
            load.weights = std::make_shared<quantize::WeightRules>(quantize::WeightRules{{{one.tensor, one.scheme}}, {}});
            const auto rows = logitsOf(path, load);
            double sum = 0;
            int count = 0;
            for (std::size_t i = 3; i < rows.size(); i += 4, ++count)
                sum += rowDivergence(reference[i], scanRow(reference[i]), rows[i], scanRow(rows[i])).forward;
            EXPECT_EQ(one.divergence, sum / count) << one.tensor;
            EXPECT_GT(one.divergence, 0) << one.tensor;
        }
        EXPECT_GT(checked, 4);
    }
}

TEST(Sensitivities, WhatIsNotMeasuredFollowsTheErrorOfTheWeights) {
    const std::string path = test::tinyModelFile(test::tinyOptions("llama"));
    auto spec = specOf(path, {"int4-row", "int8-row"});
    spec.measured = 1;
    const auto table = sensitivities(spec);
    ASSERT_TRUE(table);
    double four = 0, eight = 0;
    for (const quantize::Sensitivity& one : *table) (one.scheme == std::string("int4-row") ? four : eight) += one.divergence;
    EXPECT_GT(four, 20 * eight);
    EXPECT_GT(eight, 0);
}

TEST(Sensitivities, RefuseWithWordsAndCanBeCancelled) {
    const std::string path = test::tinyModelFile(test::tinyOptions("llama"));
    EXPECT_NE(sensitivities(specOf(path, {"nonsense"})).error().detail.find("int8-row"), std::string::npos);
    EXPECT_EQ(sensitivities(specOf(path, {})).error().code, ErrorCode::InvalidArgument);
    EvaluationHooks hooks;
    int asked = 0;
    hooks.cancelled = [&] { return ++asked > 12; };
    EXPECT_EQ(sensitivities(specOf(path, {"int4-row"}), hooks).error().code, ErrorCode::Cancelled);
}

}  // namespace
}  // namespace gh::evaluate
