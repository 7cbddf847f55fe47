// Int8 products without VNNI, by matmul_block_avx2.h: a group against up to six tokens. matmul_wide_avx2.h
// has the way for many.
#include <algorithm>
#include <array>
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
    for (; blocks >= F::kSpanBlocks; blocks -= F::kSpanBlocks, ++span) {
#pragma GCC unroll 1
        for (int b = 0; b < F::kSpanBlocks; b += 2) {
            prefetchAhead<F>(span, b);
            addBlock<F>(PackedBlock<F, 0>{*span, b}, a, &sums);
            addBlock<F>(PackedBlock<F, 1>{*span, b + 1}, a + step, &sums);
            a += 2 * step;
        }
    }
    if constexpr (F::kSpanBlocks == 2) {
        if (blocks) addBlock<F>(PackedBlock<F, 0>{*span, 0}, a, &sums);
    }
    copyRows<T>(sums.rows[0], kGroupRows, out, outStride, outputs);
}

template <class F, int... N>
constexpr std::array<TileProduct, sizeof...(N)> tileList(std::integer_sequence<int, N...>) {
    return {multiplyTile<F, N + 1>...};
}

template <class F>
constexpr auto kTiles = tileList<F>(std::make_integer_sequence<int, kMaxTokens>());

template <class F>
constexpr FormatProducts products(StorageType type) {
    return {type, kTiles<F>.data(), F::kSigned ? kMaxTokensSigned : kMaxTokens};
}

constexpr FormatProducts kProducts[] = {
    products<Q4_0>(StorageType::Q4_0), products<Q4_1>(StorageType::Q4_1), products<Q5_0>(StorageType::Q5_0),
    products<Q8_0>(StorageType::Q8_0), products<Q4_K>(StorageType::Q4_K), products<Q6_K>(StorageType::Q6_K),
};

// The same for many tokens, by weights that are taken apart once.
struct WideProducts {
    StorageType type;
    int leastTokens;  // fewer do not pay for taking the weights apart
    void (*multiply)(const PackedMatrix& w, int groupBegin, int groupEnd, const std::byte* acts, int rows,
                     int rowBegin, int rowEnd, float* out, std::ptrdiff_t outStride);
};

// Measured on a Zen 3: it pays early where a tile of packed weights spends much on taking them apart.
constexpr WideProducts kWide[] = {
    {StorageType::Q4_0, 24, multiplyWide<Q4_0>}, {StorageType::Q4_1, 24, multiplyWide<Q4_1>},
    {StorageType::Q5_0, 8, multiplyWide<Q5_0>},  {StorageType::Q4_K, 12, multiplyWide<Q4_K>},
    {StorageType::Q6_K, 8, multiplyWide<Q6_K>},
};

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
