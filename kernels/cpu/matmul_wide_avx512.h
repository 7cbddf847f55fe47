// Products of many tokens: the weights of two groups are taken apart once, for all tokens, into bytes and floats that
// stay in the first cache; a tile of tokens then only multiplies. Each output gets the operations that
// matmul_avx512.cpp does, in the same order.
#pragma once

#include <array>
#include <utility>

#include "kernels/cpu/activations.h"
#include "kernels/cpu/weights_avx512.h"
#include "kernels/packed.h"

namespace gh::kernels::avx512 {

// A 32-block of 16 rows. What a format lacks is not touched and takes no cache.
struct alignas(64) OpenBlock {
    float scale[kGroupRows];
    float min[kGroupRows];
    float halfScales[2][kGroupRows];
    float halfMins[2][kGroupRows];
    QuadRow quads[8];
};
// As many as leave room for a tile of activations (10 KB) in a first cache of 32 KB.
constexpr int kOpenBlocks = 16;

template <class F, int P, int... Q>
GH_AVX512 GH_INLINE void openBlock(const typename F::Span& s, int b, OpenBlock& to, std::integer_sequence<int, Q...>) {
    _mm512_store_ps(to.scale, F::scale(s, b));
    if constexpr (F::kMin || F::kHalfMins) _mm512_store_ps(to.min, F::min(s, b));
    for (int half = 0; half < 2; ++half) {
        if constexpr (F::kHalfScales)
            _mm512_store_ps(to.halfScales[half], _mm512_cvtepi32_ps(F::halfScale(s, b, half)));
        if constexpr (F::kHalfMins) _mm512_store_ps(to.halfMins[half], _mm512_cvtepi32_ps(F::halfMin(s, b, half)));
    }
    (_mm512_store_si512(&to.quads[Q], F::template quad<P, Q>(s, b)), ...);
}

// Blocks [begin, begin + count) of a group; begin is a multiple of kOpenBlocks.
template <class F>
GH_AVX512 void openBlocks(const std::byte* group, int begin, int count, OpenBlock* to) {
    constexpr auto kQuads = std::make_integer_sequence<int, 8>();
    const auto* span = reinterpret_cast<const typename F::Span*>(group) + begin / F::kSpanBlocks;
    for (int i = 0; i < count; i += 2) {
        const auto& s = span[i / F::kSpanBlocks];
        const int b = i % F::kSpanBlocks;
        openBlock<F, 0>(s, b, to[i], kQuads);
        if (i + 1 < count) openBlock<F, 1>(s, b + 1, to[i + 1], kQuads);
    }
}

// Start of the integer sum: -kOffset * (sum of the activations).
template <class F>
GH_AVX512 GH_INLINE __m512i startSum(const ActivationBlock& a) {
    const __m512i minus16 = _mm512_set1_epi32(a.minus16Sum);
    if constexpr (F::kOffset == 4) return _mm512_srai_epi32(minus16, 2);
    if constexpr (F::kOffset == 8) return _mm512_srai_epi32(minus16, 1);
    if constexpr (F::kOffset == 16) return minus16;
    if constexpr (F::kOffset == 128) return _mm512_slli_epi32(minus16, 3);
    return _mm512_setzero_si512();
}

// The same for half a block.
template <class F, int kHalf>
GH_AVX512 GH_INLINE __m512i startHalf(const ActivationBlock& a) {
    static_assert(F::kOffset == 32 || F::kOffset == 4 || F::kOffset == 0);
    const __m512i minus32 = _mm512_set1_epi32(a.minus32Half[kHalf]);
    if constexpr (F::kOffset == 32) return minus32;
    if constexpr (F::kOffset == 4) return _mm512_srai_epi32(minus32, 3);
    return _mm512_setzero_si512();
}

// Minus the sum of halfMin * activations over the block: below 2^24, so exact.
GH_AVX512 GH_INLINE __m512 minusMins(const ActivationBlock& a, __m512 first, __m512 second) {
    const __m512 sums[2] = {_mm512_set1_ps(static_cast<float>(a.minus32Half[0] / 32)),
                            _mm512_set1_ps(static_cast<float>(a.minus32Half[1] / 32))};
    return _mm512_fmadd_ps(sums[1], second, _mm512_mul_ps(sums[0], first));
}

template <int T, int kFrom, int kTo>
GH_AVX512 GH_INLINE void addOpenQuads(const OpenBlock* const (&w)[2], const ActivationBlock* a, __m512i (&sum)[2][T]) {
#pragma GCC unroll 8
    for (int q = kFrom; q < kTo; ++q) {
        __m512i quad[2];
#pragma GCC unroll 2
        for (int g = 0; g < 2; ++g) quad[g] = _mm512_load_si512(&w[g]->quads[q]);
#pragma GCC unroll 16
        for (int t = 0; t < T; ++t) {
            int word;
            __builtin_memcpy(&word, a[t].q + 4 * q, sizeof word);
            const __m512i four = _mm512_set1_epi32(word);
#pragma GCC unroll 2
            for (int g = 0; g < 2; ++g) sum[g][t] = _mm512_dpbusd_epi32(sum[g][t], quad[g], four);
        }
    }
}

// T tokens against two groups, whose opened blocks lie kOpenBlocks apart and whose outputs stand side by side. They
// share each broadcast of activations: loads are as scarce as multipliers here.
// outputs: of the last group. resume: out holds the sums of the blocks before.
template <class F, int T>
GH_AVX512 void multiplyOpen(const OpenBlock* open, int blocks, const ActivationBlock* a, std::ptrdiff_t step, float* out,
                            std::ptrdiff_t outStride, int outputs, bool resume) {
    const auto last = static_cast<__mmask16>((1u << outputs) - 1);
    __m512 acc[2][T];
#pragma GCC unroll 2
    for (int g = 0; g < 2; ++g) {
        const __mmask16 mask = g == 0 ? static_cast<__mmask16>(0xFFFF) : last;
#pragma GCC unroll 16
        for (int t = 0; t < T; ++t)
            acc[g][t] = resume ? _mm512_maskz_loadu_ps(mask, out + t * outStride + g * kGroupRows) : _mm512_setzero_ps();
    }
#pragma GCC unroll 1
    for (int b = 0; b < blocks; ++b, ++open, a += step) {
        const OpenBlock* w[2];
#pragma GCC unroll 2
        for (int g = 0; g < 2; ++g) w[g] = open + g * kOpenBlocks;
        __m512i sum[2][T];
        if constexpr (F::kHalfScales) {
            // As in addBlock: float arithmetic on these sums is exact.
            __m512 total[2][T];
#pragma GCC unroll 16
            for (int t = 0; t < T; ++t) {
                const __m512i start = startHalf<F, 0>(a[t]);
#pragma GCC unroll 2
                for (int g = 0; g < 2; ++g) sum[g][t] = start;
            }
            addOpenQuads<T, 0, 4>(w, a, sum);
#pragma GCC unroll 16
            for (int t = 0; t < T; ++t) {
                const __m512i start = startHalf<F, 1>(a[t]);
#pragma GCC unroll 2
                for (int g = 0; g < 2; ++g) {
                    total[g][t] = _mm512_mul_ps(_mm512_cvtepi32_ps(sum[g][t]), _mm512_load_ps(w[g]->halfScales[0]));
                    sum[g][t] = start;
                }
            }
            addOpenQuads<T, 4, 8>(w, a, sum);
#pragma GCC unroll 16
            for (int t = 0; t < T; ++t) {
                const __m512 scale = _mm512_set1_ps(a[t].scale);
#pragma GCC unroll 2
                for (int g = 0; g < 2; ++g) {
                    total[g][t] = _mm512_fmadd_ps(_mm512_cvtepi32_ps(sum[g][t]), _mm512_load_ps(w[g]->halfScales[1]), total[g][t]);
                    acc[g][t] = _mm512_fmadd_ps(total[g][t], _mm512_mul_ps(_mm512_load_ps(w[g]->scale), scale), acc[g][t]);
                    if constexpr (F::kHalfMins) {
                        const __m512 min = _mm512_xor_ps(_mm512_load_ps(w[g]->min), _mm512_set1_ps(-0.0f));
                        const __m512 sums =
                            minusMins(a[t], _mm512_load_ps(w[g]->halfMins[0]), _mm512_load_ps(w[g]->halfMins[1]));
                        acc[g][t] = _mm512_fmadd_ps(sums, _mm512_mul_ps(min, scale), acc[g][t]);
                    }
                }
            }
        } else {
#pragma GCC unroll 16
            for (int t = 0; t < T; ++t) {
                const __m512i start = startSum<F>(a[t]);
#pragma GCC unroll 2
                for (int g = 0; g < 2; ++g) sum[g][t] = start;
            }
            addOpenQuads<T, 0, 8>(w, a, sum);
#pragma GCC unroll 16
            for (int t = 0; t < T; ++t) {
                const __m512 scale = _mm512_set1_ps(a[t].scale);
#pragma GCC unroll 2
                for (int g = 0; g < 2; ++g)
                    acc[g][t] = _mm512_fmadd_ps(_mm512_cvtepi32_ps(sum[g][t]), _mm512_mul_ps(_mm512_load_ps(w[g]->scale), scale), acc[g][t]);
                if constexpr (F::kMin) {
                    const __m512 scaledSum = _mm512_set1_ps(a[t].scaledSum);
#pragma GCC unroll 2
                    for (int g = 0; g < 2; ++g) acc[g][t] = _mm512_fmadd_ps(_mm512_load_ps(w[g]->min), scaledSum, acc[g][t]);
                }
            }
        }
    }
#pragma GCC unroll 2
    for (int g = 0; g < 2; ++g) {
        const __mmask16 mask = g == 0 ? static_cast<__mmask16>(0xFFFF) : last;
#pragma GCC unroll 16
        for (int t = 0; t < T; ++t) _mm512_mask_storeu_ps(out + t * outStride + g * kGroupRows, mask, acc[g][t]);
    }
}

}  // namespace gh::kernels::avx512
