// Int8 activations: the definition, and that every instruction set writes the same bytes.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "kernels/cpu/activations.h"
#include "kernels/packed.h"
#include "tests/kernels/matmul/matmul_list_for_tests.h"

namespace gh::kernels {
namespace {

using Block = std::array<float, kBlockInputs>;

std::vector<std::byte> quantize(const MatmulKernels& k, const std::vector<float>& x, int rows, int cols) {
    std::vector<std::byte> out(quantizedBytes(rows, cols), std::byte{0x5A});
    k.quantizeRows(x.data(), cols, 0, rows, rows, cols, out.data());
    return out;
}

ActivationBlock quantizeOne(const MatmulKernels& k, const Block& x) {
    ActivationBlock out;
    k.quantizeRows(x.data(), kBlockInputs, 0, 1, 1, kBlockInputs, reinterpret_cast<std::byte*>(&out));
    return out;
}

// The definition once more, in double where double is exact.
void expectDefinition(const Block& x, const ActivationBlock& got, const char* isa) {
    float largest = 0;
    for (const float v : x) largest = std::max(largest, std::fabs(v));
    const float scale = largest / 127.0f;
    ASSERT_EQ(got.scale, scale) << isa;
    int sum = 0, half[2] = {}, pairs[2][2] = {};
    for (int i = 0; i < kBlockInputs; ++i) {
        const float quotient = scale == 0 ? 0 : x[i] / scale;
        const int want =
            std::clamp(static_cast<int>(std::nearbyint(static_cast<double>(quotient))), -127, 127);
        ASSERT_EQ(got.q[i], want) << isa << " value " << x[i] << " scale " << scale;
        sum += want;
        half[i / 16] += want;
        pairs[i / 16][i % 4 / 2] += want;
    }
    ASSERT_EQ(got.scaledSum, scale * static_cast<float>(sum));
    ASSERT_EQ(got.minus16Sum, -16 * sum);
    ASSERT_EQ(got.minus32Half[0], -32 * half[0]);
    ASSERT_EQ(got.minus32Half[1], -32 * half[1]);
    for (int pair = 0; pair < 2; ++pair) {
        ASSERT_EQ(got.minus16Pairs[pair], -16 * (pairs[0][pair] + pairs[1][pair])) << isa;
        for (int h = 0; h < 2; ++h) ASSERT_EQ(got.minus32HalfPairs[h][pair], -32 * pairs[h][pair]) << isa;
    }
}

TEST(Quantize, Definition) {
    std::mt19937 rng(3);
    std::normal_distribution<float> normal;
    for (int round = 0; round < 20000; ++round) {
        Block x;
        const float size = std::ldexp(1.0f, static_cast<int>(rng() % 240) - 120);
        for (float& v : x) v = normal(rng) * size;
        for (const auto& isa : test::runnableMatmuls())
            expectDefinition(x, quantizeOne(*isa.kernels, x), isa.name);
    }
}

// Quotients that fall on or beside a half: where a division that is one step off would show.
TEST(Quantize, Halves) {
    std::mt19937 rng(4);
    for (int round = 0; round < 20000; ++round) {
        Block x{};
        const float largest = std::ldexp(1.0f + static_cast<float>(rng() % 0x800000) / 0x800000,
                                         static_cast<int>(rng() % 20) - 10);
        x[0] = largest;
        const float scale = largest / 127.0f;
        for (int i = 1; i < kBlockInputs; ++i) {
            const float half = static_cast<float>(static_cast<int>(rng() % 254) - 127) + 0.5f;
            x[i] = half * scale;
            if (std::fabs(x[i]) >= largest) x[i] = 0;
            if (rng() % 3 == 0) x[i] = std::nextafter(x[i], 0.0f);
            if (rng() % 3 == 0) x[i] = std::nextafter(x[i], largest);
        }
        for (const auto& isa : test::runnableMatmuls())
            expectDefinition(x, quantizeOne(*isa.kernels, x), isa.name);
    }
}

TEST(Quantize, OddValues) {
    constexpr float kInf = std::numeric_limits<float>::infinity(),
                    kNan = std::numeric_limits<float>::quiet_NaN();
    constexpr float kTiny = std::numeric_limits<float>::denorm_min(),
                    kMax = std::numeric_limits<float>::max();
    std::vector<Block> blocks;
    for (const float v : {0.0f, -0.0f, kTiny, 60 * kTiny, 64 * kTiny, 100 * kTiny, 190 * kTiny, 1e-42f,
                          1e-38f, kMax, -kMax, 1e38f, 127.0f}) {
        Block x{};
        x[7] = v;
        blocks.push_back(x);
        x.fill(v);
        blocks.push_back(x);
        for (int i = 0; i < kBlockInputs; i += 2) x[i] = -v / 3;
        blocks.push_back(x);
    }
    // A scale whose fraction is all ones, which the fast division must not touch.
    Block ones{};
    ones[0] = std::bit_cast<float>(0x3F7FFFFFu) * 127.0f;
    for (int i = 1; i < kBlockInputs; ++i) ones[i] = ones[0] * static_cast<float>(i) / 33.0f;
    blocks.push_back(ones);
    for (const Block& x : blocks) {
        for (const auto& isa : test::runnableMatmuls())
            expectDefinition(x, quantizeOne(*isa.kernels, x), isa.name);
    }
    for (const float v : {kInf, -kInf, kNan, -kNan}) {
        for (const int place : {0, 15, 16, 31}) {
            Block x;
            x.fill(2.0f);
            x[place] = v;
            for (const auto& isa : test::runnableMatmuls()) {
                const ActivationBlock got = quantizeOne(*isa.kernels, x);
                EXPECT_TRUE(std::isnan(got.scale)) << isa.name;
                for (const auto q : got.q) EXPECT_EQ(q, 0);
                const ActivationBlock want = quantizeOne(scalarMatmul(), x);
                EXPECT_EQ(std::memcmp(&got, &want, sizeof want), 0) << isa.name;
            }
        }
    }
}

TEST(Quantize, SameBytesForAnyRowRange) {
    std::mt19937 rng(6);
    std::normal_distribution<float> normal;
    for (const int rows : {1, 2, 11, 12, 13, 24, 30, 67}) {
        for (const int cols : {32, 96, 576}) {
            std::vector<float> x(static_cast<std::size_t>(rows) * cols);
            for (float& v : x) v = normal(rng);
            const auto want = quantize(scalarMatmul(), x, rows, cols);
            for (const auto& isa : test::runnableMatmuls()) {
                EXPECT_EQ(quantize(*isa.kernels, x, rows, cols), want) << isa.name;
                std::vector<std::byte> pieces(want.size(), std::byte{0x5A});
                for (int row = rows - 1; row >= 0; --row) {
                    isa.kernels->quantizeRows(x.data(), cols, row, row + 1, rows, cols, pieces.data());
                }
                EXPECT_EQ(pieces, want) << isa.name;
            }
        }
    }
}

}  // namespace
}  // namespace gh::kernels
