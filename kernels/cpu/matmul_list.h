// The list of integer products of an instruction set, one entry a packed format, and the walk over groups and
// token tiles that AVX2 and AVX-512 share. Groups are outermost: the weights of one group (5 to 35 KB) stay
// in the first cache while the tokens pass, so they are read from memory once however many tokens there are.
#pragma once

#include <algorithm>
#include <array>

#include "kernels/cpu/activations.h"
#include "kernels/packed.h"

namespace gh::kernels {

// `count` tokens of one activation tile against one group. step: blocks from one 32-block to the next.
// outputs: rows of this group that exist.
using TileProduct = void (*)(const std::byte* group, int blocks, const ActivationBlock* tokens,
                             std::ptrdiff_t step, float* out, std::ptrdiff_t outStride, int outputs);

struct FormatProducts {
    StorageType type;
    const TileProduct* tiles;  // tiles[n - 1] multiplies n tokens
    int maxTokens;
};

// Tokens of the tile that begins at row: in even parts, 12 tokens at most 8 wide go as 6 + 6, not 8 + 4.
inline int tileTokens(int row, int rowEnd, int maxTokens) {
    const int left = std::min(rowEnd, (row / kTokenTile + 1) * kTokenTile) - row;
    const int parts = (left + maxTokens - 1) / maxTokens;
    return (left + parts - 1) / parts;
}

template <std::size_t kFormats>
void walkTiles(const std::array<FormatProducts, kFormats>& list, const PackedMatrix& w, int groupBegin, int groupEnd,
               const std::byte* acts, int rows, int rowBegin, int rowEnd, float* out,
               std::ptrdiff_t outStride) {
    const auto* entry = std::ranges::find(list, w.type, &FormatProducts::type);
    if (entry == std::end(list)) return;
    // Read only, though one helper serves the writer too.
    auto* base = reinterpret_cast<ActivationBlock*>(const_cast<std::byte*>(acts));
    const int blocks = w.cols / kBlockInputs;
    for (int group = groupBegin; group < groupEnd; ++group) {
        const std::byte* weights = w.data + static_cast<std::size_t>(group) * w.groupBytes;
        const int outputs = std::min(kGroupRows, w.rows - group * kGroupRows);
        for (int row = rowBegin; row < rowEnd;) {
            const int count = tileTokens(row, rowEnd, entry->maxTokens);
            const ActivationRow first = activationRow(base, rows, blocks, row);
            entry->tiles[count - 1](weights, blocks, first.first, first.step,
                                    out + row * outStride + group * kGroupRows, outStride, outputs);
            row += count;
        }
    }
}

}  // namespace gh::kernels
