// Products of many tokens: the weights of a group are taken apart once, for all tokens, into bytes and floats
// that stay in the first cache; a tile of tokens then only multiplies. Each output gets the operations that matmul_avx2.cpp does, in the same order.
#pragma once

#include <algorithm>
#include <array>
#include <utility>

#include "kernels/cpu/matmul_block_avx2.h"
#include "kernels/cpu/matmul_list.h"
#include "kernels/packed.h"

namespace gh::kernels::avx2 {

// A 32-block of 16 rows. What a format lacks is not touched and takes no cache.
struct alignas(64) OpenBlock {
    float scales[kGroupRows];
    float mins[kGroupRows];
    std::int16_t halfScales[2][kGroupRows][2];
    std::int16_t minPairs[kGroupRows][2];
    QuadRow quads[8];
    GH_AVX2 GH_INLINE __m256 scale(int h) const { return _mm256_load_ps(scales + kHalfRows * h); }
    GH_AVX2 GH_INLINE __m256 min(int h) const { return _mm256_load_ps(mins + kHalfRows * h); }
    GH_AVX2 GH_INLINE __m256i halfScale(int half, int h) const {
        return _mm256_load_si256(reinterpret_cast<const __m256i*>(halfScales[half] + kHalfRows * h));
    }
    GH_AVX2 GH_INLINE __m256i halfMins(int h) const {
        return _mm256_load_si256(reinterpret_cast<const __m256i*>(minPairs + kHalfRows * h));
    }
    template <int Q>
    GH_AVX2 GH_INLINE __m256i quad(int h) const {
        return quadRows(quads[Q], h);
    }
    template <int Q>
    GH_AVX2 GH_INLINE __m256i magnitude(int h) const {
        return _mm256_abs_epi8(quad<Q>(h));
    }
};
// 20 KB of what most formats touch: as much as leaves the first cache room for the activations that pass.
// Fewer cost more for the outputs, which lie in memory between one stretch of blocks and the next.
constexpr int kOpenBlocks = 32;
template <class Rows>
GH_AVX2 GH_INLINE void storeHalf(Rows* rows, int h, __m256i v) {
    _mm256_store_si256(reinterpret_cast<__m256i*>(rows + kHalfRows * h), v);
}

template <class F, int P, int... Q>
GH_AVX2 GH_INLINE void openBlock(const PackedBlock<F, P>& from, OpenBlock& to,
                                 std::integer_sequence<int, Q...>) {
    for (int h = 0; h < 2; ++h) {
        _mm256_store_ps(to.scales + kHalfRows * h, from.scale(h));
        if constexpr (F::kMin || F::kHalfMins) _mm256_store_ps(to.mins + kHalfRows * h, from.min(h));
        if constexpr (F::kHalfScales) {
            for (int half = 0; half < 2; ++half) storeHalf(to.halfScales[half], h, from.halfScale(half, h));
        }
        if constexpr (F::kHalfMins) storeHalf(to.minPairs, h, from.halfMins(h));
        (storeHalf(to.quads[Q], h, from.template quad<Q>(h)), ...);
    }
}

// Blocks [begin, begin + count) of a group; begin is a multiple of kOpenBlocks.
template <class F>
GH_AVX2 void openBlocks(const std::byte* group, int begin, int count, OpenBlock* to) {
    constexpr auto kQuads = std::make_integer_sequence<int, 8>();
    const auto* span = reinterpret_cast<const typename F::Span*>(group) + begin / F::kSpanBlocks;
#pragma GCC unroll 1
    for (int i = 0; i < count; i += 2) {
        const auto& s = span[i / F::kSpanBlocks];
        const int b = i % F::kSpanBlocks;
        openBlock(PackedBlock<F, 0>{s, b}, to[i], kQuads);
        if (i + 1 < count) openBlock(PackedBlock<F, 1>{s, b + 1}, to[i + 1], kQuads);
    }
}

// T tokens against one group. outputs: rows of it that exist. resume: out holds the sums of the blocks
// before.
template <class F, int T>
GH_AVX2 void multiplyOpen(const OpenBlock* w, int blocks, const ActivationBlock* a, std::ptrdiff_t step,
                          float* out, std::ptrdiff_t outStride, int outputs, bool resume) {
    Outputs<T> sums;
    // Outputs of many tokens are in no near cache when they are written.
    for (int t = 0; t < T; ++t) _mm_prefetch(reinterpret_cast<const char*>(out + t * outStride), _MM_HINT_T0);
    if (resume) copyRows<T>(out, outStride, sums.rows[0], kGroupRows, outputs);
#pragma GCC unroll 1
    for (int b = 0; b < blocks; ++b, ++w, a += step) addBlock<F>(*w, a, &sums);
    copyRows<T>(sums.rows[0], kGroupRows, out, outStride, outputs);
}

using OpenProduct = void (*)(const OpenBlock* w, int blocks, const ActivationBlock* a, std::ptrdiff_t step,
                             float* out, std::ptrdiff_t outStride, int outputs, bool resume);

template <class F, int... N>
constexpr std::array<OpenProduct, sizeof...(N)> openList(std::integer_sequence<int, N...>) {
    return {multiplyOpen<F, N + 1>...};
}

template <class F>
constexpr auto kOpenTiles = openList<F>(std::make_integer_sequence<int, kMostTokens<F>>());

// Some rows of tokens against one group.
template <class F>
void multiplyWideGroup(const PackedMatrix& w, int group, ActivationBlock* base, int rows, int rowBegin,
                       int rowEnd, float* out, std::ptrdiff_t outStride) {
    OpenBlock open[kOpenBlocks];
    const int blocks = w.cols / kBlockInputs;
    const int outputs = std::min(kGroupRows, w.rows - group * kGroupRows);
    for (int begin = 0; begin < blocks; begin += kOpenBlocks) {
        const int count = std::min(kOpenBlocks, blocks - begin);
        openBlocks<F>(w.data + static_cast<std::size_t>(group) * w.groupBytes, begin, count, open);
        for (int row = rowBegin; row < rowEnd;) {
            const int tokens = tileTokens(row, rowEnd, kMostTokens<F>);
            const ActivationRow first = activationRow(base, rows, blocks, row);
            kOpenTiles<F>[static_cast<std::size_t>(tokens - 1)](
                open, count, first.first + begin * first.step, first.step,
                out + row * outStride + group * kGroupRows, outStride, outputs, begin > 0);
            row += tokens;
        }
    }
}

template <class F>
void multiplyWide(const PackedMatrix& w, int groupBegin, int groupEnd, const std::byte* acts, int rows,
                  int rowBegin, int rowEnd, float* out, std::ptrdiff_t outStride) {
    // Read only, though one helper serves the writer too.
    auto* base = reinterpret_cast<ActivationBlock*>(const_cast<std::byte*>(acts));
    for (int group = groupBegin; group < groupEnd; ++group)
        multiplyWideGroup<F>(w, group, base, rows, rowBegin, rowEnd, out, outStride);
}

}  // namespace gh::kernels::avx2
