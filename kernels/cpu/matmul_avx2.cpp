// Int8 products without VNNI, by matmul_block_avx2.h: a group against up to six tokens. matmul_wide_avx2.h
// has the way for many.
#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "kernels/cpu/matmul_f32.h"
#include "kernels/cpu/matmul_kernels.h"
#include "kernels/cpu/matmul_list.h"
#include "kernels/cpu/matmul_wide_avx2.h"
#include "kernels/cpu/quantize_kernels.h"
#include "kernels/cpu/weights_avx2.h"

namespace gh::kernels {
namespace avx2 {
namespace {

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

template <class F, int T>
GH_AVX2 void multiplyTile(const std::byte* group, int blocks, const ActivationBlock* a, std::ptrdiff_t step,
                          float* out, std::ptrdiff_t outStride, int outputs) {
    const auto* span = reinterpret_cast<const typename F::Span*>(group);
    Outputs<T> sums;
    const auto pair = [&](int b) GH_AVX2 __attribute__((always_inline)) {
        prefetchAhead<F>(span, b);
        addBlock<F>(PackedBlock<F, 0>{*span, b}, a, &sums);
        addBlock<F>(PackedBlock<F, 1>{*span, b + 1}, a + step, &sums);
        a += 2 * step;
    };
    for (; blocks >= F::kSpanBlocks; blocks -= F::kSpanBlocks, ++span) {
#pragma GCC unroll 1
        for (int b = 0; b < F::kSpanBlocks; b += 2) pair(b);
    }
    if constexpr (F::kSpanBlocks == 2) {
        if (blocks) addBlock<F>(PackedBlock<F, 0>{*span, 0}, a, &sums);
    }
    if constexpr (F::kSpanBlocks == 4) {
        if (blocks) pair(0);   // a span that ends early
    }
    copyRows<T>(sums.rows[0], kGroupRows, out, outStride, outputs);
}

template <class F, int... N>
constexpr std::array<TileProduct, sizeof...(N)> tileList(std::integer_sequence<int, N...>) {
    return {multiplyTile<F, N + 1>...};
}

template <class F>
constexpr auto kTiles = tileList<F>(std::make_integer_sequence<int, kMostTokens<F>>());

template <class F>
constexpr FormatProducts kProductsOf{F::kType, kTiles<F>.data(), kMostTokens<F>};

template <class... F>
constexpr std::array<FormatProducts, sizeof...(F)> productList(FormatTypes<F...>) {
    return {kProductsOf<F>...};
}

constexpr auto kProducts = productList(Packed());

// The same for many tokens, by weights that are taken apart once.
struct WideProducts {
    StorageType type;
    int leastTokens;
    void (*multiply)(const PackedMatrix& w, int groupBegin, int groupEnd, const std::byte* acts, int rows,
                     int rowBegin, int rowEnd, float* out, std::ptrdiff_t outStride);
};

template <class F>
constexpr WideProducts wideProducts() {
    if constexpr (F::kWideTokens == 0) return {F::kType, std::numeric_limits<int>::max(), nullptr};
    else return {F::kType, F::kWideTokens, multiplyWide<F>};
}

template <class... F>
constexpr std::array<WideProducts, sizeof...(F)> wideList(FormatTypes<F...>) {
    return {wideProducts<F>()...};
}

constexpr auto kWide = wideList(Packed());

// Activations that pass all groups before the next ones do: they stay in the second cache.
constexpr int kPassBytes = 256 << 10;

void matmulInt8(const PackedMatrix& w, int groupBegin, int groupEnd, const std::byte* acts, int rows,
                int rowBegin, int rowEnd, float* out, std::ptrdiff_t outStride) {
    const auto* wide = std::ranges::find(kWide, w.type, &WideProducts::type);
    const bool open = wide != std::end(kWide) && rowEnd - rowBegin >= wide->leastTokens;
    const int tileBytes = kTokenTile * (w.cols / kBlockInputs) * static_cast<int>(sizeof(ActivationBlock));
    const int passRows = kTokenTile * std::max(1, kPassBytes / tileBytes);
    for (int row = rowBegin; row < rowEnd; row += passRows) {
        const int end = std::min(rowEnd, row + passRows);
        if (open)
            wide->multiply(w, groupBegin, groupEnd, acts, rows, row, end, out, outStride);
        else
            walkTiles(kProducts, w, groupBegin, groupEnd, acts, rows, row, end, out, outStride);
    }
}

}  // namespace
}  // namespace avx2

const MatmulKernels& avx2Matmul() {
    static constexpr MatmulKernels kKernels{quantizeRowsAvx2, avx2::matmulInt8, matmulF32Avx2};
    return kKernels;
}

}  // namespace gh::kernels
