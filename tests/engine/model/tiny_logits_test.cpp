// The tiny models of tests/data/gguf against the logits of numeric/tiny_logits.json, in one go, in chunks and
// naively, and the greedy continuation as far as it is decided by more than rounding.
#include <gtest/gtest.h>

#include "tests/engine/model/case_files.h"
#include "tests/engine/model/logits_compare.h"

namespace gh {
namespace {

using nlohmann::json;

const json& cases() {
    static const json all = test::readJson("numeric/tiny_logits.json")["cases"];
    return all;
}

class TinyLogits : public testing::TestWithParam<std::size_t> {
    void SetUp() override {
        if (!test::machineHasChosenIsa()) GTEST_SKIP() << "this machine lacks the instruction set";
    }
};

void expectNear(const json& wanted, const std::vector<float>& found, double tolerance,
                const std::string& where) {
    ASSERT_LE(wanted.size(), found.size());
    for (std::size_t i = 0; i < wanted.size(); ++i)
        ASSERT_NEAR(found[i], wanted[i].get<double>(), tolerance) << where << ", token " << i;
}

TokenId best(std::span<const float> row) {
    return static_cast<TokenId>(std::max_element(row.begin(), row.end()) - row.begin());
}

// Where the reference's winner leads by more than both sides may be off.
void expectArgmax(const json& expected, const std::vector<std::vector<float>>& rows, double tolerance) {
    for (std::size_t p = 0; p < rows.size(); ++p) {
        auto row = rows[p];
        const TokenId winner = best(row);
        const float lead = row[static_cast<std::size_t>(winner)];
        row[static_cast<std::size_t>(winner)] = -INFINITY;
        if (lead - row[static_cast<std::size_t>(best(row))] > 4 * tolerance) {
            EXPECT_EQ(winner, expected["argmax_per_position"][p].get<TokenId>()) << "position " << p;
        }
    }
}

TEST_P(TinyLogits, AreTheReferences) {
    const json& item = cases()[GetParam()];
    const json& expected = item["expected"];
    const std::string path = test::dataPath(item["input"]["gguf"]);
    const auto ids = item["input"]["tokens"].get<std::vector<TokenId>>();
    const double tolerance = expected["abs_tolerance"].get<double>();
    for (const auto kv : {kernels::KvType::F32, kernels::KvType::F16}) {
        LoadOptions options;
        options.kvTypes = kv;
        options.activations = ActivationMode::F32;
        const double allowed = kv == kernels::KvType::F16 ? 2e-2 : tolerance;
        std::vector<std::vector<float>> first;
        for (const int chunk : {0, 1, 3}) {
            const auto rows = test::allLogits(path, ids, options, chunk);
            ASSERT_FALSE(rows.empty());
            const json& perPosition = expected["logits_first16_per_position"];
            for (std::size_t p = 0; p < perPosition.size(); ++p)
                expectNear(perPosition[p], rows[p], allowed, "position " + std::to_string(p));
            expectNear(expected["logits_last_position"], rows.back(), allowed, "last position");
            if (first.empty())
                first = rows;
            else
                EXPECT_EQ(rows, first) << "chunks of " << chunk;
        }
        EXPECT_EQ(test::allLogits(path, ids, options, 0, true), first) << "naive";
        if (kv == kernels::KvType::F32) expectArgmax(expected, first, tolerance);
    }
}

TEST_P(TinyLogits, GreedyContinuation) {
    const json& item = cases()[GetParam()];
    const json& expected = item["expected"];
    LoadOptions options;
    options.kvTypes = kernels::KvType::F32;
    options.activations = ActivationMode::F32;
    auto run = DirectRun::open(test::dataPath(item["input"]["gguf"]), options, 1);
    ASSERT_TRUE(run.ok()) << run.error().message();
    auto ids = item["input"]["tokens"].get<std::vector<TokenId>>();
    const double tolerance = expected["abs_tolerance"];
    for (std::size_t i = 0; i < expected["greedy_12"].size(); ++i) {
        if (expected["greedy_top2_margin"][i].get<double>() < 4 * tolerance) break;
        const auto logits = (*run)->naiveLastLogits(ids);
        ASSERT_TRUE(logits.ok()) << logits.error().message();
        ids.push_back(best(*logits));
        ASSERT_EQ(ids.back(), expected["greedy_12"][i].get<TokenId>()) << "step " << i;
    }
}

INSTANTIATE_TEST_SUITE_P(All, TinyLogits, testing::Range<std::size_t>(0, cases().size()),
                         [](const auto& info) {
                             const std::string gguf = cases()[info.param]["input"]["gguf"];
                             return gguf.substr(5, gguf.find('.') - 5);
                         });

}  // namespace
}  // namespace gh
