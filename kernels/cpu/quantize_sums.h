// The sums beside the int8 values of a block, for the vector instruction sets.
#pragma once

#include "kernels/cpu/activations.h"
#include "kernels/cpu/target.h"

namespace gh::kernels {

// Everything in `to` but q and scale. q: its 32 values.
GH_AVX2 GH_INLINE void setSums(__m256i q, float scale, ActivationBlock& to) {
    // Per half of the block, in each 32-bit lane: the sums of the places 0 and 1, and of 2 and 3, of its
    // quads.
    __m256i pairs = _mm256_maddubs_epi16(_mm256_set1_epi8(1), q);
    pairs = _mm256_add_epi16(pairs, _mm256_shuffle_epi32(pairs, 0x4E));
    pairs = _mm256_add_epi16(pairs, _mm256_shuffle_epi32(pairs, 0xB1));
    const __m256i halves = _mm256_madd_epi16(pairs, _mm256_set1_epi16(1));
    const int first = _mm256_extract_epi32(halves, 0), second = _mm256_extract_epi32(halves, 4);
    to.scaledSum = scale * static_cast<float>(first + second);
    to.minus16Sum = -16 * (first + second);
    to.minus32Half[0] = -32 * first;
    to.minus32Half[1] = -32 * second;
    const __m256i whole = _mm256_add_epi16(pairs, _mm256_permute2x128_si256(pairs, pairs, 1));
    const __m256i minus16 = _mm256_mullo_epi16(whole, _mm256_set1_epi16(-16));
    const __m256i minus32 = _mm256_mullo_epi16(pairs, _mm256_set1_epi16(-32));
    _mm_storeu_si32(to.minus16Pairs, _mm256_castsi256_si128(minus16));
    _mm_storeu_si32(to.minus32HalfPairs[0], _mm256_castsi256_si128(minus32));
    _mm_storeu_si32(to.minus32HalfPairs[1], _mm256_extracti128_si256(minus32, 1));
}

}  // namespace gh::kernels
