#include "engine/sample/softmax.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace gh {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();

TEST(Softmax, ExpIsCloseEverywhere) {
    std::vector<float> x, e;
    for (float v = 0; v > -86.9f; v -= 0.00071f) x.push_back(v);
    e.resize(x.size());
    expRelative(x, 0, 1, e);
    double worst = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double right = std::exp(static_cast<double>(x[i]));
        worst = std::max(worst, std::fabs(static_cast<double>(e[i]) - right) / right);
    }
    EXPECT_LT(worst, 3e-7);
    const std::vector<float> odd{2, 1, -kInf, -1000, std::nanf("")};
    e.resize(odd.size());
    expRelative(odd, 2, 1, e);
    EXPECT_EQ(e[0], 1.0f);
    EXPECT_NEAR(e[1], std::exp(-1), 1e-7);
    EXPECT_EQ(e[2], 0.0f);
    EXPECT_EQ(e[3], 0.0f);
    EXPECT_TRUE(std::isnan(e[4]));
}

TEST(Softmax, SumAgainstDouble) {
    std::mt19937 random(1);
    std::normal_distribution<float> normal(0, 4);
    for (std::size_t n : {1u, 2u, 15u, 16u, 17u, 100u, 49152u}) {
        std::vector<float> x(n);
        for (float& v : x) v = normal(random);
        const float max = *std::max_element(x.begin(), x.end());
        double right = 0;
        for (float v : x) right += std::exp(static_cast<double>(v) - static_cast<double>(max));
        EXPECT_NEAR(sumExp(x, max) / right, 1.0, 3e-7) << n;
    }
}

TEST(Softmax, TheWeightedSumGivesTheEntropyAndLeavesTheSumAsItIs) {
    std::mt19937 random(2);
    for (const float spread : {0.0f, 0.5f, 4.0f, 60.0f}) {
        std::normal_distribution<float> normal(0, spread + 1e-9f);
        for (std::size_t n : {1u, 2u, 15u, 16u, 17u, 1000u, 1025u, 49152u}) {
            std::vector<float> x(n);
            for (float& v : x) v = normal(random);
            if (n > 16) x[3] = x[n - 1] = -kInf;   // forbidden: no share, and no number that is none
            const float max = *std::max_element(x.begin(), x.end());
            const ExpSums sums = sumExpWeighted(x, max);
            EXPECT_EQ(sums.sum, sumExp(x, max)) << "to the bit";
            double sum = 0, entropy = 0;
            for (float v : x) sum += std::exp(static_cast<double>(v) - static_cast<double>(max));
            for (float v : x) {
                const double p = std::exp(static_cast<double>(v) - static_cast<double>(max)) / sum;
                if (p > 0) entropy -= p * std::log(p);
            }
            EXPECT_NEAR(std::log(sums.sum) - sums.weighted / sums.sum, entropy, 1e-5 * (1 + entropy)) << n << ' ' << spread;
        }
    }
}

TEST(ScanRow, FindsTheLowestOfEqualMaximaAndTheFirstBadValue) {
    for (std::size_t n : {1u, 7u, 16u, 33u, 50u}) {
        std::vector<float> x(n, -1.0f);
        for (std::size_t i = 0; i < n; ++i) {
            x.assign(n, -1.0f);
            x[i] = 3.0f;
            x[n - 1] = std::max(x[n - 1], 3.0f);
            const RowScan scan = scanRow(x);
            EXPECT_EQ(scan.argmax, static_cast<int>(i));
            EXPECT_EQ(scan.max, 3.0f);
            EXPECT_EQ(scan.allowed, static_cast<int>(n));
            EXPECT_EQ(scan.firstBad, -1);
            for (float bad : {kInf, std::nanf(""), -std::nanf("")}) {
                x[i] = bad;
                EXPECT_EQ(scanRow(x).firstBad, static_cast<int>(i));
            }
            x[i] = -kInf;
            EXPECT_EQ(scanRow(x).firstBad, -1);
            EXPECT_EQ(scanRow(x).allowed, static_cast<int>(n) - 1);
        }
    }
    EXPECT_EQ(scanRow({}).argmax, -1);
    const std::vector<float> zeros{-0.0f, 0.0f};
    EXPECT_EQ(scanRow(zeros).argmax, 0);
}

}  // namespace
}  // namespace gh
