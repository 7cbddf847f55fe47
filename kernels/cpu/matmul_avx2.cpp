// Int8 products without VNNI: vpmaddubsw multiplies unsigned weights by signed activations and adds pairs in
// 16 bits; as many of those as cannot overflow are added before they widen to 32 bits. Exact, so the bits are
// those of the other instruction sets. Sixteen registers hold 8 rows × 4 tokens; a group is done in two
// halves.
#include <array>
#include <cstring>
#include <utility>

#include "kernels/cpu/matmul_f32.h"
#include "kernels/cpu/matmul_kernels.h"
#include "kernels/cpu/matmul_list.h"
#include "kernels/cpu/quantize_kernels.h"
#include "kernels/cpu/weights_avx2.h"

namespace gh::kernels {
namespace avx2 {
namespace {

constexpr int kMaxTokens = 4;

GH_AVX2 GH_INLINE __m256i broadcastQuad(const std::int8_t* q) {
    int word;
    std::memcpy(&word, q, sizeof word);
    return _mm256_set1_epi32(word);
}

// The value as it is now, in a register. Without this GCC turns each chain of additions into a tree, whose
// many open ends do not fit in 16 registers.
GH_AVX2 GH_INLINE void pinned(__m256i& v) {
    asm("" : "+x"(v));
}

GH_AVX2 GH_INLINE __m256i widen(__m256i pairs) {
    return _mm256_madd_epi16(pairs, _mm256_set1_epi16(1));
}

// sum += dot products over the quads kFirst .. kFirst + kSums - 1, added up in 16 bits.
template <class F, int P, int T, int kFirst, int... Q>
GH_AVX2 GH_INLINE void addRun(const typename F::Span& s, int b, int h, const ActivationBlock* a,
                              __m256i (&sum)[T], std::integer_sequence<int, Q...>) {
    __m256i pairs[T];
    const auto one = [&]<int kQuad>() GH_AVX2 __attribute__((always_inline)) {
        __m256i w = F::template quad<P, kFirst + kQuad>(s, b, h);
        __m256i magnitude = w;
        if constexpr (F::kSums == 1) {
            w = _mm256_xor_si256(w, _mm256_set1_epi8(-128));
            magnitude = _mm256_abs_epi8(w);
        }
#pragma GCC unroll 8
        for (int t = 0; t < T; ++t) {
            __m256i x = broadcastQuad(a[t].q + 4 * (kFirst + kQuad));
            if constexpr (F::kSums == 1) x = _mm256_sign_epi8(x, w);
            const __m256i product = _mm256_maddubs_epi16(magnitude, x);
            pairs[t] = kQuad == 0 ? product : _mm256_add_epi16(pairs[t], product);
            pinned(pairs[t]);
        }
    };
    (one.template operator()<Q>(), ...);
#pragma GCC unroll 8
    for (int t = 0; t < T; ++t) {
        sum[t] = _mm256_add_epi32(sum[t], widen(pairs[t]));
        pinned(sum[t]);
    }
}

template <class F, int P, int T, int kFirst, int kEnd>
GH_AVX2 GH_INLINE void addQuads(const typename F::Span& s, int b, int h, const ActivationBlock* a,
                                __m256i (&sum)[T]) {
    if constexpr (kFirst < kEnd) {
        addRun<F, P, T, kFirst>(s, b, h, a, sum, std::make_integer_sequence<int, F::kSums>());
        addQuads<F, P, T, kFirst + F::kSums, kEnd>(s, b, h, a, sum);
    }
}

// Start of the integer sum: -kOffset * (sum of the activations), nothing where the weights carry their signs.
template <class F>
GH_AVX2 GH_INLINE __m256i startSum(const ActivationBlock& a) {
    if constexpr (F::kOffset == 8) return _mm256_set1_epi32(a.minus16Sum / 2);
    if constexpr (F::kOffset == 16) return _mm256_set1_epi32(a.minus16Sum);
    return _mm256_setzero_si256();
}

template <class F, int P, int T>
GH_AVX2 GH_INLINE void addBlock(const typename F::Span& s, int b, int h, const ActivationBlock* a,
                                __m256 (&acc)[T]) {
    __m256i sum[T];
    const __m256 scale = F::scale(s, b, h);
    if constexpr (F::kHalfScales) {
        // Exact in float, as in the AVX-512 kernel.
        static_assert(F::kOffset == 32);
        __m256 total[T];
#pragma GCC unroll 8
        for (int t = 0; t < T; ++t) sum[t] = _mm256_set1_epi32(a[t].minus32Half[0]);
        addQuads<F, P, T, 0, 4>(s, b, h, a, sum);
        const __m256 sc0 = F::halfScale(s, b, 0, h);
#pragma GCC unroll 8
        for (int t = 0; t < T; ++t) {
            total[t] = _mm256_mul_ps(_mm256_cvtepi32_ps(sum[t]), sc0);
            sum[t] = _mm256_set1_epi32(a[t].minus32Half[1]);
        }
        addQuads<F, P, T, 4, 8>(s, b, h, a, sum);
        const __m256 sc1 = F::halfScale(s, b, 1, h);
#pragma GCC unroll 8
        for (int t = 0; t < T; ++t) {
            total[t] = _mm256_fmadd_ps(_mm256_cvtepi32_ps(sum[t]), sc1, total[t]);
            acc[t] = _mm256_fmadd_ps(total[t], _mm256_mul_ps(scale, _mm256_set1_ps(a[t].scale)), acc[t]);
        }
    } else {
#pragma GCC unroll 8
        for (int t = 0; t < T; ++t) sum[t] = startSum<F>(a[t]);
        addQuads<F, P, T, 0, 8>(s, b, h, a, sum);
#pragma GCC unroll 8
        for (int t = 0; t < T; ++t) {
            acc[t] = _mm256_fmadd_ps(_mm256_cvtepi32_ps(sum[t]),
                                     _mm256_mul_ps(scale, _mm256_set1_ps(a[t].scale)), acc[t]);
        }
        if constexpr (F::kMin) {
            const __m256 min = F::min(s, b, h);
#pragma GCC unroll 8
            for (int t = 0; t < T; ++t) acc[t] = _mm256_fmadd_ps(min, _mm256_set1_ps(a[t].scaledSum), acc[t]);
        }
    }
}

// See matmul_avx512.cpp: one row is bound by memory and needs the hint. Half as far ahead as there: on Zen 3 that reads
// 11 % more a second than 4 KiB, and more than 1 KiB or no hint.
template <class F>
GH_AVX2 GH_INLINE void prefetchAhead(const typename F::Span* span, int b) {
    constexpr int kAhead = 2048;
    constexpr int kBlockBytes = sizeof(*span) / F::kSpanBlocks;
    const char* p = reinterpret_cast<const char*>(span) + b * kBlockBytes + kAhead;
#pragma GCC unroll 32
    for (int i = 0; i < 2 * kBlockBytes; i += 64) _mm_prefetch(p + i, _MM_HINT_T0);
}

// kHalves halves of the group side by side, the first being h.
template <class F, int T, int kHalves>
GH_AVX2 GH_INLINE void multiplyHalves(const std::byte* group, int blocks, int h, const ActivationBlock* a,
                                      std::ptrdiff_t step, float* out, std::ptrdiff_t outStride,
                                      int outputs) {
    const auto* span = reinterpret_cast<const typename F::Span*>(group);
    __m256 acc[kHalves][T];
#pragma GCC unroll 2
    for (int i = 0; i < kHalves; ++i) {
#pragma GCC unroll 8
        for (int t = 0; t < T; ++t) acc[i][t] = _mm256_setzero_ps();
    }
    for (; blocks >= F::kSpanBlocks; blocks -= F::kSpanBlocks, ++span) {
#pragma GCC unroll 1
        for (int b = 0; b < F::kSpanBlocks; b += 2) {
            prefetchAhead<F>(span, b);
#pragma GCC unroll 2
            for (int i = 0; i < kHalves; ++i) addBlock<F, 0, T>(*span, b, h + i, a, acc[i]);
#pragma GCC unroll 2
            for (int i = 0; i < kHalves; ++i) addBlock<F, 1, T>(*span, b + 1, h + i, a + step, acc[i]);
            a += 2 * step;
        }
    }
    if constexpr (F::kSpanBlocks == 2) {
        if (blocks) {
#pragma GCC unroll 2
            for (int i = 0; i < kHalves; ++i) addBlock<F, 0, T>(*span, 0, h + i, a, acc[i]);
        }
    }
#pragma GCC unroll 2
    for (int i = 0; i < kHalves; ++i) {
        const int first = kHalfRows * (h + i);
#pragma GCC unroll 8
        for (int t = 0; t < T; ++t) {
            if (outputs >= first + kHalfRows) {
                _mm256_storeu_ps(out + t * outStride + first, acc[i][t]);
            } else if (outputs > first) {
                float rows[kHalfRows];
                _mm256_storeu_ps(rows, acc[i][t]);
                std::copy_n(rows, outputs - first, out + t * outStride + first);
            }
        }
    }
}

template <class F, int T>
GH_AVX2 void multiplyTile(const std::byte* group, int blocks, const ActivationBlock* a, std::ptrdiff_t step,
                          float* out, std::ptrdiff_t outStride, int outputs) {
    if constexpr (T == 1) {
        multiplyHalves<F, T, 2>(group, blocks, 0, a, step, out, outStride, outputs);
    } else {
#pragma GCC unroll 1
        for (int h = 0; h < 2; ++h)
            multiplyHalves<F, T, 1>(group, blocks, h, a, step, out, outStride, outputs);
    }
}

template <class F, int... N>
constexpr std::array<TileProduct, sizeof...(N)> tileList(std::integer_sequence<int, N...>) {
    return {multiplyTile<F, N + 1>...};
}

template <class F>
constexpr auto kTiles = tileList<F>(std::make_integer_sequence<int, kMaxTokens>());

template <class F>
constexpr FormatProducts products(StorageType type) {
    return {type, kTiles<F>.data(), kMaxTokens};
}

constexpr FormatProducts kProducts[] = {
    products<Q4_0>(StorageType::Q4_0), products<Q4_1>(StorageType::Q4_1), products<Q5_0>(StorageType::Q5_0),
    products<Q8_0>(StorageType::Q8_0), products<Q4_K>(StorageType::Q4_K), products<Q6_K>(StorageType::Q6_K),
};

void matmulInt8(const PackedMatrix& w, int groupBegin, int groupEnd, const std::byte* acts, int rows,
                int rowBegin, int rowEnd, float* out, std::ptrdiff_t outStride) {
    walkTiles(kProducts, w, groupBegin, groupEnd, acts, rows, rowBegin, rowEnd, out, outStride);
}

}  // namespace
}  // namespace avx2

const MatmulKernels& avx2Matmul() {
    static constexpr MatmulKernels kKernels{quantizeRowsAvx2, avx2::matmulInt8, matmulF32Avx2};
    return kKernels;
}

}  // namespace gh::kernels
