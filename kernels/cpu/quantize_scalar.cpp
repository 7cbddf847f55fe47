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
    int sums[2] = {};
    for (int i = 0; i < kBlockInputs; ++i) {
        const float rounded = (x[i] / scale + kRound) - kRound;
        const int q = std::clamp(static_cast<int>(rounded), -127, 127);
        to.q[i] = static_cast<std::int8_t>(q);
        sums[i / 16] += q;
    }
    const int sum = sums[0] + sums[1];
    to.scale = scale;
    to.scaledSum = scale * static_cast<float>(sum);
    to.minus16Sum = -16 * sum;
    to.minus32Half[0] = -32 * sums[0];
    to.minus32Half[1] = -32 * sums[1];
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
