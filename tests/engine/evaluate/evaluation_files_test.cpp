// Evaluations as JSON, Markdown and CSV.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/evaluate/evaluation.h"

namespace gh::evaluate {
namespace {

Column column(double x) {
    Column c;
    c.perplexity = Perplexity{20 + x, 0.5, 2047, 512};
    Divergence d;
    d.tokens = 2047;
    d.kl = {0.1 * x, 0.01};
    d.median = 0.05;
    d.p90 = 0.2;
    d.p95 = 0.3;
    d.p99 = 0.5;
    d.p999 = 0.9;
    d.max = 1.5;
    d.rmsDp = {0.03, 0.001};
    d.sameTop = {0.9, 0.006};
    for (int i = 0; i < 7; ++i) d.dp[i] = -0.1 + 0.03 * i;
    c.divergence = d;
    c.agreement = wilson(142, 144);
    c.quiz = wilson(11, 16);
    c.answers = {{"The capital of France is", "Paris, \"of course\"", true}, {"The square root of 81 is", "8", false}};
    return c;
}

Evaluation example() {
    Evaluation e;
    e.model = "model.gguf";
    e.reference = "Q4_1 as stored";
    e.referenceQuantized = true;
    e.text = "held-out text of Glasshouse";
    e.base = {"stored", 5.0, 98'362'432, 0, 0, "", column(1), column(2), 120.5};
    e.base.exact.divergence.reset();
    e.variants.push_back({"int4-row", 4.03, 70'000'000, 0.154, 0.211, "blk.27.ffn_gate.weight", column(3), {}, 130});
    e.variants.push_back({"a|b,\"c\"", 4.25, 70'000'000, 0, 0, "", {}, {}, 0});
    e.complete = true;
    return e;
}

TEST(EvaluationFiles, JsonReadsBackAsItWasWritten) {
    const std::string written = toJson(example());
    const auto read = evaluationFromJson(written);
    ASSERT_TRUE(read) << read.error().message();
    EXPECT_EQ(toJson(*read), written);
    EXPECT_EQ(read->variants[0].exact.answers[0].answer, "Paris, \"of course\"");
    EXPECT_FALSE(read->variants[1].exact.perplexity);
}

TEST(EvaluationFiles, APerplexityBeyondAllNumbersIsKept) {
    Evaluation e = example();
    e.variants[0].exact.perplexity->value = std::numeric_limits<double>::infinity();
    const auto read = evaluationFromJson(toJson(e));
    ASSERT_TRUE(read);
    EXPECT_EQ(read->variants[0].exact.perplexity->value, std::numeric_limits<double>::infinity());
}

TEST(EvaluationFiles, WhatIsNoneIsRefusedByItsKey) {
    for (const char* text : {"", "no json", "[]", "{}", "{\"model\":1}"}) {
        const auto read = evaluationFromJson(text);
        ASSERT_FALSE(read) << text;
        EXPECT_EQ(read.error().code, ErrorCode::BadFile);
        EXPECT_NE(read.error().detail.find("model"), std::string::npos) << text;
    }
    // Every member, of another kind and missing: refused, never read half.
    const auto whole = nlohmann::ordered_json::parse(toJson(example()));
    std::vector<nlohmann::ordered_json::json_pointer> places;
    const auto flat = whole.flatten();
    for (const auto& [place, value] : flat.items()) places.emplace_back(place);
    for (const auto& place : places) {
        auto wrong = whole;
        wrong[place] = nlohmann::ordered_json::array({true});
        const auto read = evaluationFromJson(wrong.dump());
        EXPECT_FALSE(read) << place.to_string();
    }
}

TEST(EvaluationFiles, MarkdownIsATable) {
    const std::string table = toMarkdown(example());
    EXPECT_NE(table.find("| int4-row | 4.030 | 66.8 | 0.1540 | 0.2110 | 23.00 | 11/16 (44–86 %) | 142/144 | 0.3 ± 0.01 | – | 130.0 |"),
              std::string::npos)
        << table;
    EXPECT_NE(table.find("a\\|b"), std::string::npos) << table;
    EXPECT_NE(table.find("which is itself quantized"), std::string::npos);
    EXPECT_NE(table.find("noise floor"), std::string::npos);
    std::size_t lines = 0, at = 0;
    for (; table[at] == '|'; at = table.find('\n', at) + 1) {
        ++lines;
        const std::string line = table.substr(at, table.find('\n', at) - at);
        EXPECT_EQ(std::count(line.begin(), line.end(), '|') - (line.find("\\|") != line.npos), 12) << line;
    }
    EXPECT_EQ(lines, 5u);
}

TEST(EvaluationFiles, CsvHasEveryFigureInItsColumn) {
    const std::string csv = toCsv(example());
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < csv.size(); at = csv.find('\n', at) + 1) lines.push_back(csv.substr(at, csv.find('\n', at) - at));
    ASSERT_EQ(lines.size(), 4u);
    const auto commas = std::count(lines[0].begin(), lines[0].end(), ',');
    EXPECT_EQ(std::count(lines[1].begin(), lines[1].end(), ','), commas);
    EXPECT_EQ(std::count(lines[2].begin(), lines[2].end(), ','), commas);
    EXPECT_EQ(lines[3].rfind("\"a|b,\"\"c\"\"\"", 0), 0u) << lines[3];
    EXPECT_NE(lines[0].find("as_run_kl_p999"), std::string::npos);
}

}  // namespace
}  // namespace gh::evaluate
