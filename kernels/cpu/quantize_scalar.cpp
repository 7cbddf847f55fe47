// Int8 activations in plain C++: the definition of the other two.
#include <algorithm>
#include <bit>

#include "kernels/cpu/activations.h"
#include "kernels/cpu/quantize_kernels.h"

namespace gh::kernels {
namespace {

void quantizeBlock(const float* x, ActivationBlock& to) {
    // Magnitudes compare as integers, in which a NaN is larger than everything and order does not matter.
    std::uint32_t largest = 0;
    for (int i = 0; i < kBlockInputs; ++i) {
        largest = std::max(largest, std::bit_cast<std::uint32_t>(x[i]) & 0x7FFFFFFFu);
    }
    to = {};
    if (largest >= 0x7F800000u) {
        to.scale = to.scaledSum = std::bit_cast<float>(kBadScaleBits);
        return;
    }
    const float scale = std::bit_cast<float>(largest) / 127.0f;
    if (scale == 0.0f) return;
    // Adding and taking away 1.5 * 2^23 rounds half to even; a quotient is at most a few hundred.
    constexpr float kRound = 12582912.0f;
    int sums[2][2] = {};  // per half of the block, of the places 0 and 1, and 2 and 3, of its quads
    for (int i = 0; i < kBlockInputs; ++i) {
        const float rounded = (x[i] / scale + kRound) - kRound;
        const int q = std::clamp(static_cast<int>(rounded), -127, 127);
        to.q[i] = static_cast<std::int8_t>(q);
        sums[i / 16][i / 2 % 2] += q;
    }
    const int half[2] = {sums[0][0] + sums[0][1], sums[1][0] + sums[1][1]};
    const int sum = half[0] + half[1];
    to.scale = scale;
    to.scaledSum = scale * static_cast<float>(sum);
    to.minus16Sum = -16 * sum;
    for (int h = 0; h < 2; ++h) {
        to.minus32Half[h] = -32 * half[h];
        to.minus16Pairs[h] = static_cast<std::int16_t>(-16 * (sums[0][h] + sums[1][h]));
        for (int pair = 0; pair < 2; ++pair)
            to.minus32HalfPairs[h][pair] = static_cast<std::int16_t>(-32 * sums[h][pair]);
    }
}

}  // namespace

void quantizeRowsScalar(const float* x, std::ptrdiff_t stride, int rowBegin, int rowEnd, int rows, int cols,
                        std::byte* dst) {
    const int blocks = cols / kBlockInputs;
    for (int row = rowBegin; row < rowEnd; ++row) {
        const ActivationRow to = activationRow(reinterpret_cast<ActivationBlock*>(dst), rows, blocks, row);
        for (int b = 0; b < blocks; ++b)
            quantizeBlock(x + row * stride + b * kBlockInputs, to.first[b * to.step]);
    }
}

}  // namespace gh::kernels
