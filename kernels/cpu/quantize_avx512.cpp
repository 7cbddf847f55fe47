#include <bit>

#include "kernels/cpu/activations.h"
#include "kernels/cpu/quantize_kernels.h"
#include "kernels/cpu/quantize_sums.h"

namespace gh::kernels {
namespace {

// x / scale, correctly rounded, without the divider (16 cycles a vector; this is 5 instructions). With the
// correctly rounded reciprocal of scale, two residual steps give the rounded quotient (Markstein) as long as
// nothing underflows and the divisor's fraction is not all ones; the caller checks both.
GH_AVX512 GH_INLINE __m512 divideByReciprocal(__m512 x, __m512 scale, __m512 reciprocal) {
    const __m512 q0 = _mm512_mul_ps(x, reciprocal);
    const __m512 q1 = _mm512_fmadd_ps(_mm512_fnmadd_ps(q0, scale, x), reciprocal, q0);
    return _mm512_fmadd_ps(_mm512_fnmadd_ps(q1, scale, x), reciprocal, q1);
}

GH_AVX512 GH_INLINE bool reciprocalIsExactEnough(float scale) {
    constexpr std::uint32_t kFraction = 0x007FFFFFu;
    const bool allOnes = (std::bit_cast<std::uint32_t>(scale) & kFraction) == kFraction;
    return scale > 0x1p-60f && scale < 0x1p60f && !allOnes;
}

GH_AVX512 GH_INLINE void quantizeBlock(const float* x, ActivationBlock& to) {
    const __m512 a = _mm512_loadu_ps(x);
    const __m512 b = _mm512_loadu_ps(x + 16);
    const __m512i magnitude = _mm512_set1_epi32(0x7FFFFFFF);
    const __m512i m16 = _mm512_max_epu32(_mm512_and_si512(_mm512_castps_si512(a), magnitude),
                                         _mm512_and_si512(_mm512_castps_si512(b), magnitude));
    const __m256i m8 = _mm256_max_epu32(_mm512_castsi512_si256(m16), _mm512_extracti64x4_epi64(m16, 1));
    __m128i m4 = _mm_max_epu32(_mm256_castsi256_si128(m8), _mm256_extracti128_si256(m8, 1));
    m4 = _mm_max_epu32(m4, _mm_shuffle_epi32(m4, 0x4E));
    m4 = _mm_max_epu32(m4, _mm_shuffle_epi32(m4, 0xB1));
    const auto largest = static_cast<std::uint32_t>(_mm_cvtsi128_si32(m4));
    const float scale = std::bit_cast<float>(largest) / 127.0f;
    if (largest >= 0x7F800000u || scale == 0.0f) [[unlikely]] {
        to = {};
        if (scale != 0.0f) to.scale = to.scaledSum = std::bit_cast<float>(kBadScaleBits);
        return;
    }
    const __m512 divisor = _mm512_set1_ps(scale);
    __m512 qa, qb;
    if (reciprocalIsExactEnough(scale)) [[likely]] {
        const __m512 reciprocal = _mm512_set1_ps(1.0f / scale);
        qa = divideByReciprocal(a, divisor, reciprocal);
        qb = divideByReciprocal(b, divisor, reciprocal);
    } else {
        qa = _mm512_div_ps(a, divisor);
        qb = _mm512_div_ps(b, divisor);
    }
    constexpr int kNearest = _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC;
    const __m512i limit = _mm512_set1_epi32(127);
    const __m512i ia = _mm512_min_epi32(_mm512_cvt_roundps_epi32(qa, kNearest), limit);
    const __m512i ib = _mm512_min_epi32(_mm512_cvt_roundps_epi32(qb, kNearest), limit);
    const __m512i lower = _mm512_set1_epi32(-127);
    const __m128i ba = _mm512_cvtepi32_epi8(_mm512_max_epi32(ia, lower));
    const __m128i bb = _mm512_cvtepi32_epi8(_mm512_max_epi32(ib, lower));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to.q), ba);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to.q + 16), bb);
    to.scale = scale;
    setSums(_mm256_set_m128i(bb, ba), scale, to);
}

}  // namespace

GH_AVX512 void quantizeRowsAvx512(const float* x, std::ptrdiff_t stride, int rowBegin, int rowEnd, int rows,
                                  int cols, std::byte* dst) {
    const int blocks = cols / kBlockInputs;
    for (int row = rowBegin; row < rowEnd; ++row) {
        const ActivationRow to = activationRow(reinterpret_cast<ActivationBlock*>(dst), rows, blocks, row);
        for (int b = 0; b < blocks; ++b)
            quantizeBlock(x + row * stride + b * kBlockInputs, to.first[b * to.step]);
    }
}

}  // namespace gh::kernels
