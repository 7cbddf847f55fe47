#include <bit>

#include "kernels/cpu/activations.h"
#include "kernels/cpu/quantize_kernels.h"
#include "kernels/cpu/quantize_sums.h"

namespace gh::kernels {
namespace {

GH_AVX2 GH_INLINE std::uint32_t largestMagnitude(const __m256 (&x)[4]) {
    const __m256i magnitude = _mm256_set1_epi32(0x7FFFFFFF);
    __m256i m8 = _mm256_setzero_si256();
    for (const __m256& v : x) m8 = _mm256_max_epu32(m8, _mm256_and_si256(_mm256_castps_si256(v), magnitude));
    __m128i m4 = _mm_max_epu32(_mm256_castsi256_si128(m8), _mm256_extracti128_si256(m8, 1));
    m4 = _mm_max_epu32(m4, _mm_shuffle_epi32(m4, 0x4E));
    m4 = _mm_max_epu32(m4, _mm_shuffle_epi32(m4, 0xB1));
    return static_cast<std::uint32_t>(_mm_cvtsi128_si32(m4));
}

GH_AVX2 GH_INLINE void quantizeBlock(const float* from, ActivationBlock& to) {
    __m256 x[4];
    for (int k = 0; k < 4; ++k) x[k] = _mm256_loadu_ps(from + 8 * k);
    const std::uint32_t largest = largestMagnitude(x);
    const float scale = std::bit_cast<float>(largest) / 127.0f;
    if (largest >= 0x7F800000u || scale == 0.0f) [[unlikely]] {
        to = {};
        if (scale != 0.0f) to.scale = to.scaledSum = std::bit_cast<float>(kBadScaleBits);
        return;
    }
    const __m256 divisor = _mm256_set1_ps(scale);
    __m256i q[4];
    for (int k = 0; k < 4; ++k) {
        const __m256 rounded =
            _mm256_round_ps(_mm256_div_ps(x[k], divisor), _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
        q[k] = _mm256_min_epi32(_mm256_cvttps_epi32(rounded), _mm256_set1_epi32(127));
        q[k] = _mm256_max_epi32(q[k], _mm256_set1_epi32(-127));
    }
    // Packing works inside 128-bit halves; the permutation puts the words back in order.
    const __m256i bytes = _mm256_packs_epi16(_mm256_packs_epi32(q[0], q[1]), _mm256_packs_epi32(q[2], q[3]));
    const __m256i inOrder = _mm256_permutevar8x32_epi32(bytes, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to.q), inOrder);
    to.scale = scale;
    setSums(inOrder, scale, to);
}

}  // namespace

GH_AVX2 void quantizeRowsAvx2(const float* x, std::ptrdiff_t stride, int rowBegin, int rowEnd, int rows,
                              int cols, std::byte* dst) {
    const int blocks = cols / kBlockInputs;
    for (int row = rowBegin; row < rowEnd; ++row) {
        const ActivationRow to = activationRow(reinterpret_cast<ActivationBlock*>(dst), rows, blocks, row);
        for (int b = 0; b < blocks; ++b)
            quantizeBlock(x + row * stride + b * kBlockInputs, to.first[b * to.step]);
    }
}

}  // namespace gh::kernels
