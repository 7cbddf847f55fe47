// Rotation: tests/data/numeric/rope.json through the table builder and the kernel, and equal bits.
#include <cmath>
#include <fstream>

#include <nlohmann/json.hpp>

#include "kernels/cpu/rope_table.h"
#include "tests/kernels/ops/isa_cases.h"

namespace gh::kernels::test {
namespace {

using nlohmann::json;

json ropeCases() {
    std::ifstream file(GLASSHOUSE_TEST_DATA "/numeric/rope.json");
    return json::parse(file).at("cases");
}

RopePairs pairsOf(const std::string& mode) {
    return mode == "norm" ? RopePairs::Adjacent : RopePairs::Halves;
}

class Rope : public PerIsa {};

TEST_P(Rope, CasesOfRotation) {
    int ran = 0;
    for (const json& c : ropeCases()) {
        const json& in = c.at("input");
        if (!in.contains("x")) continue;
        ++ran;
        auto x = in.at("x").get<std::vector<float>>();
        const int rotated = in.at("n_rot");
        const auto divisors = in.value("divisors", std::vector<double>());
        std::vector<float> cosSin(static_cast<std::size_t>(rotated));
        buildRopeRow({in.at("freq_base"), 1.0 / in.value("freq_scale", 1.0), rotated, divisors}, in.at("pos"),
                     cosSin.data());
        table().rope(x.data(), rotated, cosSin.data(), pairsOf(in.at("mode")));
        const auto y = c.at("expected").at("y").get<std::vector<double>>();
        const double tolerance = c.at("expected").value("abs_tolerance", 1e-5);
        ASSERT_EQ(x.size(), y.size());
        for (std::size_t i = 0; i < y.size(); ++i)
            EXPECT_NEAR(x[i], y[i], tolerance) << c.at("id") << ", element " << i;
    }
    EXPECT_EQ(ran, 13);
}

TEST_P(Rope, EqualBitsForEverySize) {
    for (const RopePairs pairs : {RopePairs::Adjacent, RopePairs::Halves}) {
        for (const int rotated : {2, 4, 6, 8, 16, 30, 32, 34, 64, 80, 96, 128, 256}) {
            std::vector<float> cosSin(static_cast<std::size_t>(rotated));
            buildRopeRow({10000.0, 1.0, rotated}, 4711, cosSin.data());
            auto want = randomRow(static_cast<std::size_t>(rotated) + 1, 11);
            auto got = want;
            const float beyond = want.back();
            scalar().rope(want.data(), rotated, cosSin.data(), pairs);
            table().rope(got.data(), rotated, cosSin.data(), pairs);
            ASSERT_TRUE(sameBits(want, got)) << rotated;
            ASSERT_EQ(got.back(), beyond) << rotated;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Isas, Rope, everyIsa(), isaName);

TEST(RopeTable, CasesOfDivisors) {
    int ran = 0;
    for (const json& c : ropeCases()) {
        const json& in = c.at("input");
        if (!in.contains("low_freq_factor")) continue;
        ++ran;
        const int rotated = in.at("n_rot");
        std::vector<float> divisors(static_cast<std::size_t>(rotated / 2));
        llama3Divisors(
            in.at("freq_base"), rotated,
            {in.at("factor"), in.at("low_freq_factor"), in.at("high_freq_factor"), in.at("original_context")},
            divisors.data());
        const auto want = c.at("expected").at("divisors").get<std::vector<double>>();
        ASSERT_EQ(want.size(), divisors.size());
        for (std::size_t i = 0; i < want.size(); ++i)
            EXPECT_NEAR(divisors[i], want[i], want[i] * 1e-5) << c.at("id") << i;
    }
    EXPECT_EQ(ran, 2);
}

// Qwen 2.5's YaRN (base 1e6, 128 dims, 32768 tokens, factor 4), computed by hand from the paper's formulas: the ramp
// runs from pair 23 to pair 40.
TEST(RopeTable, YarnLeavesFastPairsAndSlowsDownSlowOnes) {
    double divisors[64];
    yarnDivisors(1e6, 128, {4.0, 32768.0, 32.0, 1.0}, divisors);
    for (int i = 0; i <= 23; ++i) EXPECT_EQ(divisors[i], 1.0) << i;
    for (int i = 40; i < 64; ++i) EXPECT_EQ(divisors[i], 4.0) << i;
    for (int i = 24; i < 40; ++i) {
        const double slow = (i - 23) / 17.0;
        EXPECT_NEAR(1.0 / divisors[i], slow / 4 + (1 - slow), 1e-12) << i;
    }
    EXPECT_NEAR(yarnMagnitude(4.0, 1.0), 1.1386294361, 1e-9);
    EXPECT_NEAR(yarnMagnitude(40.0, 0.707), 1.2608037774, 1e-9);
    EXPECT_EQ(yarnMagnitude(0.5, 1.0), 1.0);
    EXPECT_NEAR(longRopeMagnitude(32.0, 4096.0), 1.1902380714, 1e-9);  // Phi-3-mini-128k
    EXPECT_EQ(longRopeMagnitude(1.0, 4096.0), 1.0);
}

TEST(RopeTable, MagnitudeScalesCosinesAndSines) {
    float plain[8], scaled[8];
    buildRopeRow({10000.0, 1.0, 8}, 77, plain);
    buildRopeRow({.base = 10000.0, .scale = 1.0, .rotated = 8, .magnitude = 1.25}, 77, scaled);
    for (int i = 0; i < 8; ++i) EXPECT_NEAR(scaled[i], 1.25 * plain[i], 1e-7);
}

TEST(RopeTable, CasesOfRowOrder) {
    int ran = 0;
    for (const json& c : ropeCases()) {
        const json& in = c.at("input");
        if (!in.contains("head_dim")) continue;
        ++ran;
        const auto want = c.at("expected").at("new_row_takes_old_row").get<std::vector<int>>();
        for (std::size_t row = 0; row < want.size(); ++row)
            EXPECT_EQ(ropeSourceRow(in.at("head_dim"), pairsOf(in.at("from")), pairsOf(in.at("to")),
                                    static_cast<int>(row)),
                      want[row]);
        for (int row = 0; row < 128; ++row) {  // and back again
            const int there = ropeSourceRow(64, RopePairs::Halves, RopePairs::Adjacent, row);
            EXPECT_EQ(ropeSourceRow(64, RopePairs::Adjacent, RopePairs::Halves, there), row);
        }
    }
    EXPECT_EQ(ran, 2);
}

}  // namespace
}  // namespace gh::kernels::test
