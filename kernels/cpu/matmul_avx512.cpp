// Int8 products with VNNI: vpdpbusd adds four byte products into each of 16 row lanes, unsigned weights times
// signed activations. A tile is one group of 16 rows × up to 12 tokens, or, of many tokens, two groups × 6:
// 12 integer and 12 float accumulators, enough independent chains to cover the latency of two such instructions
// a cycle.
#include <array>
#include <limits>
#include <utility>

#include "kernels/cpu/matmul_f32.h"
#include "kernels/cpu/matmul_kernels.h"
#include "kernels/cpu/matmul_list.h"
#include "kernels/cpu/matmul_wide_avx512.h"
#include "kernels/cpu/quantize_kernels.h"
#include "kernels/cpu/weights_avx512.h"

namespace gh::kernels {
namespace avx512 {
namespace {

GH_AVX512 GH_INLINE __m512i broadcastQuad(const std::int8_t* q) {
    int word;
    __builtin_memcpy(&word, q, sizeof word);
    return _mm512_set1_epi32(word);
}

template <class F, int P, int T, int... Q>
GH_AVX512 GH_INLINE void addQuads(const typename F::Span& s, int b, const ActivationBlock* a,
                                  __m512i (&sum)[T], std::integer_sequence<int, Q...>) {
    const auto one = [&]<int kQuad>() GH_AVX512 __attribute__((always_inline)) {
        const __m512i w = F::template quad<P, kQuad>(s, b);
#pragma GCC unroll 16
        for (int t = 0; t < T; ++t)
            sum[t] = _mm512_dpbusd_epi32(sum[t], w, broadcastQuad(a[t].q + 4 * kQuad));
    };
    (one.template operator()<Q>(), ...);
}

// Levels in two planes of seven bits: the dot is 128 * high + low, and low begins with the offset taken out.
template <class F, int P, int T, int... Q>
GH_AVX512 GH_INLINE void dotPlanes(const typename F::Span& s, int b, const ActivationBlock* a, __m512i (&sum)[T],
                                   std::integer_sequence<int, Q...>) {
    static_assert(kNf4Offset == 16 << 9);
    __m512i high[T];
#pragma GCC unroll 16
    for (int t = 0; t < T; ++t) {
        sum[t] = _mm512_slli_epi32(_mm512_set1_epi32(a[t].minus16Sum), 9);
        high[t] = _mm512_setzero_si512();
    }
    const auto one = [&]<int kQuad>() GH_AVX512 __attribute__((always_inline)) {
        const __m512i places = F::template quad<P, kQuad>(s, b);
        const __m512i highs = F::plane(kNf4Planes.high, places), lows = F::plane(kNf4Planes.low, places);
#pragma GCC unroll 16
        for (int t = 0; t < T; ++t) {
            const __m512i x = broadcastQuad(a[t].q + 4 * kQuad);
            high[t] = _mm512_dpbusd_epi32(high[t], highs, x);
            sum[t] = _mm512_dpbusd_epi32(sum[t], lows, x);
        }
    };
    (one.template operator()<Q>(), ...);
#pragma GCC unroll 16
    for (int t = 0; t < T; ++t) sum[t] = _mm512_add_epi32(sum[t], _mm512_slli_epi32(high[t], 7));
}

// Dots of 16 inputs, offset taken out.
template <class F, int P, int T, int kHalf>
GH_AVX512 GH_INLINE void addHalf(const typename F::Span& s, int b, const ActivationBlock* a,
                                 __m512i (&sum)[T]) {
#pragma GCC unroll 16
    for (int t = 0; t < T; ++t) sum[t] = startHalf<F, kHalf>(a[t]);
    addQuads<F, P, T>(s, b, a, sum,
                      std::integer_sequence<int, 4 * kHalf, 4 * kHalf + 1, 4 * kHalf + 2, 4 * kHalf + 3>());
}

template <class F, int P, int T>
GH_AVX512 GH_INLINE void addBlock(const typename F::Span& s, int b, const ActivationBlock* a,
                                  __m512 (&acc)[T]) {
    __m512i sum[T];
    const __m512 scale = F::scale(s, b);
    if constexpr (F::kHalfScales) {
        // The integer sum sc0 * dot0 + sc1 * dot1 stays below 2^24 (each dot 65,024, each scale 128), so
        // float arithmetic on it is exact, and cheaper than 32-bit integer products.
        __m512 total[T];
        addHalf<F, P, T, 0>(s, b, a, sum);
        const __m512 sc0 = _mm512_cvtepi32_ps(F::halfScale(s, b, 0));
#pragma GCC unroll 16
        for (int t = 0; t < T; ++t) total[t] = _mm512_mul_ps(_mm512_cvtepi32_ps(sum[t]), sc0);
        addHalf<F, P, T, 1>(s, b, a, sum);
        const __m512 sc1 = _mm512_cvtepi32_ps(F::halfScale(s, b, 1));
#pragma GCC unroll 16
        for (int t = 0; t < T; ++t) {
            total[t] = _mm512_fmadd_ps(_mm512_cvtepi32_ps(sum[t]), sc1, total[t]);
            acc[t] = _mm512_fmadd_ps(total[t], _mm512_mul_ps(scale, _mm512_set1_ps(a[t].scale)), acc[t]);
        }
        if constexpr (F::kHalfMins) {
            const __m512 min = _mm512_xor_ps(F::min(s, b), _mm512_set1_ps(-0.0f));
            const __m512 halfMins[2] = {_mm512_cvtepi32_ps(F::halfMin(s, b, 0)), _mm512_cvtepi32_ps(F::halfMin(s, b, 1))};
#pragma GCC unroll 16
            for (int t = 0; t < T; ++t)
                acc[t] = _mm512_fmadd_ps(minusMins(a[t], halfMins[0], halfMins[1]),
                                         _mm512_mul_ps(min, _mm512_set1_ps(a[t].scale)), acc[t]);
        }
        return;
    } else if constexpr (F::kPlanes) {
        dotPlanes<F, P, T>(s, b, a, sum, std::make_integer_sequence<int, 8>());
    } else if constexpr (T <= 2) {
        // Too few tokens to hide the latency of one chain of eight: two chains.
        __m512i odd[T];
#pragma GCC unroll 16
        for (int t = 0; t < T; ++t) {
            sum[t] = startSum<F>(a[t]);
            odd[t] = _mm512_setzero_si512();
        }
        addQuads<F, P, T>(s, b, a, sum, std::integer_sequence<int, 0, 2, 4, 6>());
        addQuads<F, P, T>(s, b, a, odd, std::integer_sequence<int, 1, 3, 5, 7>());
#pragma GCC unroll 16
        for (int t = 0; t < T; ++t) sum[t] = _mm512_add_epi32(sum[t], odd[t]);
    } else {
#pragma GCC unroll 16
        for (int t = 0; t < T; ++t) sum[t] = startSum<F>(a[t]);
        addQuads<F, P, T>(s, b, a, sum, std::make_integer_sequence<int, 8>());
    }
#pragma GCC unroll 16
    for (int t = 0; t < T; ++t) {
        acc[t] = _mm512_fmadd_ps(_mm512_cvtepi32_ps(sum[t]), _mm512_mul_ps(scale, _mm512_set1_ps(a[t].scale)),
                                 acc[t]);
    }
    if constexpr (F::kMin) {
        const __m512 min = F::min(s, b);
#pragma GCC unroll 16
        for (int t = 0; t < T; ++t) acc[t] = _mm512_fmadd_ps(min, _mm512_set1_ps(a[t].scaledSum), acc[t]);
    }
}

// Asks for the bytes of two blocks some way ahead. One row of activations is bound by memory, and the
// hardware prefetchers follow a stream read in this order only half-heartedly: measured on a Xeon, 11 -> 15
// GB/s of the 16.8 that a plain read gets. Beyond the matrix the hint is harmless.
template <class F>
GH_AVX512 GH_INLINE void prefetchAhead(const typename F::Span* span, int b) {
    constexpr int kAhead = 4096;
    constexpr int kBlockBytes = sizeof(*span) / F::kSpanBlocks;
    const char* p = reinterpret_cast<const char*>(span) + b * kBlockBytes + kAhead;
#pragma GCC unroll 32
    for (int i = 0; i < 2 * kBlockBytes; i += 64) _mm_prefetch(p + i, _MM_HINT_T1);
}

template <class F, int T>
GH_AVX512 void multiplyTile(const std::byte* group, int blocks, const ActivationBlock* a, std::ptrdiff_t step,
                            float* out, std::ptrdiff_t outStride, int outputs) {
    const auto* span = reinterpret_cast<const typename F::Span*>(group);
    __m512 acc[T];
#pragma GCC unroll 16
    for (int t = 0; t < T; ++t) acc[t] = _mm512_setzero_ps();
    const auto pair = [&](int b) GH_AVX512 __attribute__((always_inline)) {
        prefetchAhead<F>(span, b);
        addBlock<F, 0, T>(*span, b, a, acc);
        addBlock<F, 1, T>(*span, b + 1, a + step, acc);
        a += 2 * step;
    };
    for (; blocks >= F::kSpanBlocks; blocks -= F::kSpanBlocks, ++span) {
#pragma GCC unroll 1
        for (int b = 0; b < F::kSpanBlocks; b += 2) pair(b);
    }
    if constexpr (F::kSpanBlocks == 2) {
        if (blocks) addBlock<F, 0, T>(*span, 0, a, acc);
    }
    if constexpr (F::kSpanBlocks == 4) {
        if (blocks) pair(0);   // a span that ends early
    }
    const auto mask = static_cast<__mmask16>((1u << outputs) - 1);
#pragma GCC unroll 16
    for (int t = 0; t < T; ++t) _mm512_mask_storeu_ps(out + t * outStride, mask, acc[t]);
}

template <class F, int... N>
constexpr std::array<TileProduct, sizeof...(N)> tileList(std::integer_sequence<int, N...>) {
    return {multiplyTile<F, N + 1>...};
}

// Q6_K and NF4 need a third set of accumulators.
template <class F>
constexpr int kMaxTokens = F::kHalfScales || F::kPlanes ? 8 : kTokenTile;

template <class F>
constexpr auto kTiles = tileList<F>(std::make_integer_sequence<int, kMaxTokens<F>>());

template <class F>
constexpr FormatProducts kProductsOf{F::kType, kTiles<F>.data(), kMaxTokens<F>};

template <class... F>
constexpr std::array<FormatProducts, sizeof...(F)> productList(FormatTypes<F...>) {
    return {kProductsOf<F>...};
}

constexpr auto kProducts = productList(Packed());

// The same for many tokens, by weights that are taken apart once.
using OpenProduct = void (*)(const OpenBlock* w, int blocks, const ActivationBlock* a, std::ptrdiff_t step, float* out,
                             std::ptrdiff_t outStride, int outputs, bool resume);

constexpr int kPairTokens = kTokenTile / 2;

struct WideProducts {
    StorageType type;
    void (*open)(const std::byte* group, int begin, int count, OpenBlock* to);
    std::array<OpenProduct, kPairTokens> pairs;  // two groups × n tokens at [n - 1]
    int leastTokens;                             // fewer do not pay for taking the weights apart
};

template <class F, int... N>
constexpr WideProducts wideProducts(std::integer_sequence<int, N...>) {
    // Two planes would be as many bytes again: the tiles read them at once.
    if constexpr (F::kPlanes) return {F::kType, nullptr, {}, std::numeric_limits<int>::max()};
    // Measured: scales for 16 inputs gain at once, as they keep a third set of accumulators; the others from 60 on.
    return {F::kType, openBlocks<F>, {multiplyOpen<F, N + 1>...}, (F::kHalfScales ? 2 : 5) * kTokenTile};
}

template <class... F>
constexpr std::array<WideProducts, sizeof...(F)> wideList(FormatTypes<F...>) {
    return {wideProducts<F>(std::make_integer_sequence<int, kPairTokens>())...};
}

constexpr auto kWide = wideList(Packed());

void walkOpen(const WideProducts& entry, const PackedMatrix& w, int groupBegin, int groupEnd, const std::byte* acts, int rows,
              int rowBegin, int rowEnd, float* out, std::ptrdiff_t outStride) {
    auto* base = reinterpret_cast<ActivationBlock*>(const_cast<std::byte*>(acts));
    const int blocks = w.cols / kBlockInputs;
    OpenBlock open[2 * kOpenBlocks];
    for (int group = groupBegin; group < groupEnd; group += 2) {
        if (groupEnd - group == 1)
            return walkTiles(kProducts, w, group, groupEnd, acts, rows, rowBegin, rowEnd, out, outStride);
        const int outputs = std::min(kGroupRows, w.rows - (group + 1) * kGroupRows);
        for (int begin = 0; begin < blocks; begin += kOpenBlocks) {
            const int count = std::min(kOpenBlocks, blocks - begin);
            for (int g = 0; g < 2; ++g)
                entry.open(w.data + static_cast<std::size_t>(group + g) * w.groupBytes, begin, count, open + g * kOpenBlocks);
            for (int row = rowBegin; row < rowEnd;) {
                const int tokens = tileTokens(row, rowEnd, kPairTokens);
                const ActivationRow first = activationRow(base, rows, blocks, row);
                entry.pairs[static_cast<std::size_t>(tokens - 1)](open, count, first.first + begin * first.step, first.step,
                                                                  out + row * outStride + group * kGroupRows, outStride,
                                                                  outputs, begin > 0);
                row += tokens;
            }
        }
    }
}

void matmulInt8(const PackedMatrix& w, int groupBegin, int groupEnd, const std::byte* acts, int rows,
                int rowBegin, int rowEnd, float* out, std::ptrdiff_t outStride) {
    const auto* entry = std::ranges::find(kWide, w.type, &WideProducts::type);
    if (entry != std::end(kWide) && rowEnd - rowBegin >= entry->leastTokens)
        return walkOpen(*entry, w, groupBegin, groupEnd, acts, rows, rowBegin, rowEnd, out, outStride);
    walkTiles(kProducts, w, groupBegin, groupEnd, acts, rows, rowBegin, rowEnd, out, outStride);
}

}  // namespace
}  // namespace avx512

const MatmulKernels& avx512Matmul() {
    static constexpr MatmulKernels kKernels{quantizeRowsAvx512, avx512::matmulInt8, matmulF32Avx512};
    return kKernels;
}

}  // namespace gh::kernels
