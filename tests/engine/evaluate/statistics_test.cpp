// Divergence of rows and what is made of many, against numbers that tests/oracle/make_evaluate.py computed in float64.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

#include "engine/evaluate/row_divergence.h"
#include "engine/evaluate/statistics.h"

namespace gh::evaluate {
namespace {

using Json = nlohmann::json;

const Json& oracle() {
    static const Json data = [] {
        std::ifstream file(std::string(GLASSHOUSE_TEST_DATA) + "/evaluate/divergence.json");
        return Json::parse(file);
    }();
    return data;
}

std::vector<float> rowOf(const char* which, std::size_t i) { return oracle()[which][i].get<std::vector<float>>(); }

void expectMean(const Mean& mean, const Json& expected) {
    EXPECT_NEAR(mean.value, expected["value"].get<double>(), 2e-6);
    EXPECT_NEAR(mean.error, expected["error"].get<double>(), 2e-6);
}

TEST(RowDivergence, AgreesWithTheOracleBothWays) {
    const Json& expected = oracle()["expected"];
    for (std::size_t i = 0; i < oracle()["right"].size(); ++i) {
        const auto a = rowOf("reference", i), b = rowOf("variant", i);
        const RowDivergence apart = rowDivergence(a, scanRow(a), b, scanRow(b));
        EXPECT_NEAR(apart.forward, expected["kl"][i].get<double>(), 1e-6) << i;
        EXPECT_NEAR(apart.backward, expected["kl_back"][i].get<double>(), 1e-6) << i;
        EXPECT_EQ(rankOf(b, oracle()["right"][i].get<TokenId>()), expected["rank"][i].get<int>()) << i;
    }
}

TEST(RowDivergence, OfARowToItselfIsExactlyNothing) {
    for (std::size_t n : {1u, 15u, 16u, 1000u, 1024u, 1025u, 5000u}) {
        std::vector<float> row(n);
        for (std::size_t i = 0; i < n; ++i) row[i] = std::sin(static_cast<float>(i)) * 20;
        const RowDivergence apart = rowDivergence(row, scanRow(row), row, scanRow(row));
        EXPECT_EQ(apart.forward, 0) << n;
        EXPECT_EQ(apart.backward, 0) << n;
    }
}

TEST(RowDivergence, OfRowsThatAreNoFiniteNumbersIsNone) {
    std::vector<float> good{1, 2, 3}, bad{1, std::numeric_limits<float>::quiet_NaN(), 3},
        forbidden{1, -std::numeric_limits<float>::infinity(), 3};
    EXPECT_TRUE(std::isnan(rowDivergence(good, scanRow(good), bad, scanRow(bad)).forward));
    EXPECT_TRUE(std::isnan(rowDivergence(forbidden, scanRow(forbidden), good, scanRow(good)).backward));
}

TEST(RowDivergence, EqualLogitsRankByTheirId) {
    const std::vector<float> row{2, 5, 5, 1};
    EXPECT_EQ(rankOf(row, 1), 1);
    EXPECT_EQ(rankOf(row, 2), 2);
    EXPECT_EQ(rankOf(row, 3), 4);
}

TEST(Statistics, AgreeWithTheOracle) {
    const Json& expected = oracle()["expected"];
    std::vector<Scored> scored;
    for (std::size_t i = 0; i < oracle()["right"].size(); ++i) {
        const auto a = rowOf("reference", i), b = rowOf("variant", i);
        const auto right = oracle()["right"][i].get<TokenId>();
        const RowScan scanA = scanRow(a), scanB = scanRow(b);
        const RowDivergence apart = rowDivergence(a, scanA, b, scanB);
        Scored s;
        s.logProbability = logProbability(b, scanB, apart.variantLogSum, right);
        s.probability = std::exp(s.logProbability);
        s.referenceProbability = std::exp(logProbability(a, scanA, apart.referenceLogSum, right));
        s.kl = apart.forward;
        s.sameTop = scanA.argmax == scanB.argmax;
        scored.push_back(s);
    }
    const Perplexity perplexity = perplexityOf(scored, 512);
    EXPECT_NEAR(perplexity.value / expected["perplexity"]["value"].get<double>(), 1, 1e-6);
    EXPECT_NEAR(perplexity.error / expected["perplexity"]["error"].get<double>(), 1, 1e-5);
    EXPECT_EQ(perplexity.tokens, scored.size());
    const Divergence divergence = divergenceOf(scored);
    expectMean(divergence.kl, expected["kl_mean"]);
    expectMean(divergence.rmsDp, expected["rms_dp"]);
    expectMean(divergence.sameTop, expected["same_top"]);
    const Json& percentiles = expected["kl_percentiles"];
    EXPECT_NEAR(divergence.median, percentiles["50"].get<double>(), 1e-6);
    EXPECT_NEAR(divergence.p90, percentiles["90"].get<double>(), 1e-6);
    EXPECT_NEAR(divergence.p95, percentiles["95"].get<double>(), 1e-6);
    EXPECT_NEAR(divergence.p99, percentiles["99"].get<double>(), 1e-6);
    EXPECT_NEAR(divergence.p999, percentiles["99.9"].get<double>(), 1e-6);
    EXPECT_NEAR(divergence.max, percentiles["100"].get<double>(), 1e-6);
    const char* const shares[] = {"1", "5", "25", "50", "75", "95", "99"};
    for (std::size_t i = 0; i < std::size(shares); ++i)
        EXPECT_NEAR(divergence.dp[i], expected["dp_percentiles"][shares[i]].get<double>(), 1e-6) << shares[i];
}

TEST(Statistics, WilsonAgreesWithTheOracle) {
    for (const Json& one : oracle()["wilson"]) {
        const Share share = wilson(one["right"].get<int>(), one["asked"].get<int>());
        EXPECT_NEAR(share.low, one["interval"][0].get<double>(), 1e-12) << one;
        EXPECT_NEAR(share.high, one["interval"][1].get<double>(), 1e-12) << one;
    }
    EXPECT_EQ(wilson(0, 16).low, 0);
    EXPECT_EQ(wilson(16, 16).high, 1);
    EXPECT_EQ(wilson(0, 0).high, 1);
}

TEST(Statistics, FewValuesHaveNoError) {
    EXPECT_EQ(meanOf({}).value, 0);
    EXPECT_EQ(meanOf(std::vector<double>{3}).value, 3);
    EXPECT_EQ(meanOf(std::vector<double>{3}).error, 0);
    EXPECT_EQ(percentile(std::vector<double>{3}, 0.999), 3);
    EXPECT_EQ(percentile(std::vector<double>{1, 3}, 0.25), 1.5);
    EXPECT_EQ(divergenceOf({}).tokens, 0u);
}

}  // namespace
}  // namespace gh::evaluate
