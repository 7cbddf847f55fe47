// Rules: JSON there and back, what is wrong with them by name, the last that matches holds; and budgets against all choices.
#include "engine/quantize/rules.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

#include "engine/quantize/budget.h"

namespace gh::quantize {
namespace {

TEST(Rules, TheLastThatMatchesHolds) {
    WeightRules rules = uniformRules("int4-group64");
    rules.rules.push_back({R"(.*\.ffn_down\.weight)", "q6_k"});
    rules.rules.push_back({R"(blk\.0\.ffn_down\.weight)", "stored"});
    const auto set = RuleSet::compile(rules);
    ASSERT_TRUE(set) << set.error().message();
    EXPECT_STREQ(set->schemeFor("blk.12.attn_q.weight")->name, "int4-group64");
    EXPECT_STREQ(set->schemeFor("blk.12.ffn_down.weight")->name, "q6_k");
    EXPECT_EQ(set->schemeFor("blk.0.ffn_down.weight"), nullptr);
    EXPECT_EQ(set->schemeFor("token_embd.weight"), nullptr);
    EXPECT_EQ(set->schemeFor("xblk.1.attn_q.weight"), nullptr);   // over the whole name
}

TEST(Rules, ThereAndBack) {
    WeightRules rules{{{"a\"\\d", "nf4"}, {"b", "stored"}}, ScaleChoice::LeastSquares};
    const auto back = rulesFromJson(rulesToJson(rules));
    ASSERT_TRUE(back) << back.error().message();
    EXPECT_EQ(*back, rules);
}

TEST(Rules, WhatIsWrongIsSaid) {
    const auto expectSaid = [](const char* text, const char* said) {
        const auto rules = rulesFromJson(text);
        ASSERT_FALSE(rules) << text;
        EXPECT_EQ(rules.error().code, ErrorCode::BadFile);
        EXPECT_NE(rules.error().message().find(said), std::string::npos) << rules.error().message();
    };
    expectSaid("[]", "no object");
    expectSaid("{", "the rules");
    expectSaid(R"({"rule": []})", "\"rule\"");
    expectSaid(R"({"scales": "max"})", "least-squares");
    expectSaid(R"({"rules": [{"pattern": "a", "scheme": "int5"}]})", "int4-group128");
    expectSaid(R"({"rules": [{"pattern": "a", "scheme": "nf4"}, {"pattern": "a(", "scheme": "nf4"}]})", "rule 2");
    expectSaid(R"({"rules": [{"pattern": "a"}]})", "rule 1");
    expectSaid(R"({"rules": [{"pattern": 3, "scheme": "nf4"}]})", "must be a text");
    expectSaid(R"({"rules": [{"pattern": "a", "scheme": "nf4", "x": 1}]})", "\"x\"");
}

TEST(Rules, AnEndlessPatternMatchesNothing) {
    const auto set = RuleSet::compile({{{"(a+)+b", "nf4"}}, ScaleChoice::AbsMax});
    ASSERT_TRUE(set);
    EXPECT_EQ(set->schemeFor(std::string(60, 'a')), nullptr);
}

// The least sum by trying everything; infinity where nothing fits.
double bestOfAll(const std::vector<std::vector<Sensitivity>>& tensors, std::size_t at, std::uint64_t left) {
    if (at == tensors.size()) return 0;
    double best = std::numeric_limits<double>::infinity();
    for (const auto& entry : tensors[at])
        if (entry.bytes <= left) best = std::min(best, entry.divergence + bestOfAll(tensors, at + 1, left - entry.bytes));
    return best;
}

TEST(Budget, BestOfAllOnSmallTables) {
    std::mt19937 random(3);
    for (int round = 0; round < 200; ++round) {
        std::vector<std::vector<Sensitivity>> tensors(1 + random() % 6);
        std::vector<Sensitivity> table;
        std::uint64_t least = 0, most = 0;
        for (std::size_t t = 0; t < tensors.size(); ++t) {
            std::uint64_t low = UINT64_MAX, high = 0;
            for (unsigned c = 0; c < 1 + random() % 4; ++c) {
                const std::uint64_t bytes = 10 + random() % 1000;
                tensors[t].push_back({"blk." + std::to_string(t), "s" + std::to_string(c), bytes, 100, (random() % 1000) / 1000.0 - 0.05});
                low = std::min(low, bytes);
                high = std::max(high, bytes);
            }
            least += low;
            most += high;
            table.insert(table.end(), tensors[t].begin(), tensors[t].end());
        }
        const std::uint64_t budget = least + random() % (most - least + 1);
        const auto found = assignWithin(table, budget);
        ASSERT_TRUE(found) << found.error().message();
        EXPECT_LE(found->bytes, budget);
        EXPECT_NEAR(found->predicted, bestOfAll(tensors, 0, budget), 1e-9);
        EXPECT_EQ(found->rules.rules.size(), tensors.size());
        EXPECT_DOUBLE_EQ(found->bits, 8.0 * static_cast<double>(found->bytes) / (100.0 * static_cast<double>(tensors.size())));
        EXPECT_FALSE(assignWithin(table, least - 1));
    }
}

TEST(Budget, ManyTensorsStayWithinAndFillIt) {
    std::mt19937 random(4);
    std::vector<Sensitivity> table;
    std::uint64_t smallest = 0, largest = 0;
    for (int t = 0; t < 210; ++t) {
        const std::uint64_t weights = (t % 7 < 4 ? 300'000 : 900'000);
        double divergence = 0.001 * static_cast<double>(1 + random() % 100);
        for (const double bits : {3.125, 3.5, 4.125, 4.5, 5.5, 6.5625, 8.5}) {
            table.push_back({"blk." + std::to_string(t), std::to_string(bits), static_cast<std::uint64_t>(static_cast<double>(weights) * bits / 8), weights, divergence});
            divergence *= 0.4;
        }
        smallest += table[table.size() - 7].bytes;
        largest += table.back().bytes;
    }
    double before = std::numeric_limits<double>::infinity();
    for (std::uint64_t budget = smallest; budget <= largest; budget += (largest - smallest) / 10) {
        const auto found = assignWithin(table, budget);
        ASSERT_TRUE(found);
        EXPECT_LE(found->bytes, budget);
        EXPECT_LE(found->predicted, before);   // more room is never worse
        before = found->predicted;
        EXPECT_GE(static_cast<double>(found->bytes), 0.999 * static_cast<double>(budget));
    }
}

}  // namespace
}  // namespace gh::quantize
