#include "engine/sample/noise.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <vector>

#include "engine/sample/sampler.h"

namespace gh {
namespace {

TEST(Noise, NeverZeroOrOneAndUsesItsBits) {
    std::uint64_t ones = 0, zeros = 0;
    for (TokenId token = 0; token < 100000; ++token) {
        const double u = uniformNoise(1, 2, 3, 0, token);
        ASSERT_GT(u, 0.0);
        ASSERT_LT(u, 1.0);
        const auto bits = static_cast<std::uint64_t>(u * 0x1p53);
        ASSERT_EQ(static_cast<double>(bits) * 0x1p-53, u);
        ones |= bits;
        zeros |= ~bits;
    }
    const std::uint64_t all = (std::uint64_t{1} << 53) - 1;
    EXPECT_EQ(ones & all, all);
    EXPECT_EQ(zeros & all, all);
}

TEST(Noise, IsAFunctionOfEachInput) {
    const double base = uniformNoise(10, 20, 30, 40, 50);
    EXPECT_EQ(base, uniformNoise(10, 20, 30, 40, 50));
    EXPECT_NE(base, uniformNoise(11, 20, 30, 40, 50));
    EXPECT_NE(base, uniformNoise(10, 21, 30, 40, 50));
    EXPECT_NE(base, uniformNoise(10, 20, 31, 40, 50));
    EXPECT_NE(base, uniformNoise(10, 20, 30, 41, 50));
    EXPECT_NE(base, uniformNoise(10, 20, 30, 40, 51));
    // Inputs do not commute, and small ones do not collide.
    std::set<double> seen;
    for (std::uint64_t seed = 0; seed < 8; ++seed)
        for (std::uint32_t sample = 0; sample < 8; ++sample)
            for (std::uint64_t position = 0; position < 8; ++position)
                for (std::uint32_t purpose = 0; purpose < 4; ++purpose)
                    for (TokenId token = 0; token < 8; ++token)
                        EXPECT_TRUE(seen.insert(uniformNoise(seed, sample, position, purpose, token)).second);
}

// The numbers are part of what a seed means: they may not change from one version to the next.
TEST(Noise, KeepsItsValues) {
    EXPECT_EQ(static_cast<std::uint64_t>(uniformNoise(0, 0, 0, 0, 0) * 0x1p53), 3484326415927016u);
    EXPECT_EQ(static_cast<std::uint64_t>(uniformNoise(42, 1, 100, 0, 49151) * 0x1p53), 768086982415496u);
}

// Uniform along each input: 64 bins, chi-square below the 1e-6 quantile of 63 degrees of freedom (about 131).
TEST(Noise, UniformAlongEachInput) {
    const auto chiSquare = [](auto draw) {
        constexpr int kBins = 64, kDraws = 64000;
        std::vector<int> count(kBins);
        for (int i = 0; i < kDraws; ++i) ++count[static_cast<std::size_t>(draw(i) * kBins)];
        double sum = 0;
        for (int c : count) sum += (c - 1000.0) * (c - 1000.0) / 1000.0;
        return sum;
    };
    const auto u64 = [](int i) { return static_cast<std::uint64_t>(i); };
    const auto u32 = [](int i) { return static_cast<std::uint32_t>(i); };
    EXPECT_LT(chiSquare([&](int i) { return uniformNoise(u64(i), 0, 0, 0, 0); }), 131);
    EXPECT_LT(chiSquare([&](int i) { return uniformNoise(0, u32(i), 0, 0, 0); }), 131);
    EXPECT_LT(chiSquare([&](int i) { return uniformNoise(0, 0, u64(i), 0, 0); }), 131);
    EXPECT_LT(chiSquare([&](int i) { return uniformNoise(0, 0, 0, u32(i), 0); }), 131);
    EXPECT_LT(chiSquare([&](int i) { return uniformNoise(0, 0, 0, 0, i); }), 131);
    // Neighbours in two inputs at once.
    EXPECT_LT(chiSquare([&](int i) { return uniformNoise(0, 0, u64(i), 0, i); }), 131);
}

}  // namespace
}  // namespace gh
