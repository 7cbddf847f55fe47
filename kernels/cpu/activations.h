// Int8 activations as the integer matrix products read them: 32 values of one token with what their dot
// products need beside them. Blocks are ordered [token tile][32-block][token of the tile], so that a tile of
// tokens walks its row forwards in one stream; the last tile is as wide as there are tokens left.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "kernels/formats/packing.h"
#include "kernels/packed.h"

namespace gh::kernels {

struct ActivationBlock {
    std::int8_t q[kBlockInputs];
    float scale;      // value = q * scale
    float scaledSum;  // scale * float(sum of q), for formats with minima
    // Start values of integer sums, which take the offset of unsigned weights out again. For an offset of 16:
    std::int32_t minus16Sum;  // -16 * sum of q
    // For one of 32 where a scale covers 16 inputs: of the first and of the last 16 q.
    std::int32_t minus32Half[2];
    // The same for sums of 16 bits, whose two lanes hold the places 0 and 1, and 2 and 3, of each quad.
    std::int16_t minus16Pairs[2];
    std::int16_t minus32HalfPairs[2][2];
};
static_assert(sizeof(ActivationBlock) == 64);

// One token's blocks: block b at first[b * step].
struct ActivationRow {
    ActivationBlock* first;
    std::ptrdiff_t step;
};

inline ActivationRow activationRow(ActivationBlock* base, int rows, int blocks, int row) {
    const int tile = row / kTokenTile;
    const int width = std::min(kTokenTile, rows - tile * kTokenTile);
    const auto before = static_cast<std::ptrdiff_t>(tile) * kTokenTile * blocks;
    return {base + before + row % kTokenTile, width};
}

// How every instruction set rounds (DESIGN.md): scale = max|x| / 127; q = x / scale rounded half to even,
// never beyond ±127. A block whose scale is zero (all zero, or too small to divide by) is zero; one that
// holds a NaN or an infinity gets this scale and zeros, so that the damage shows in every output that reads
// it.
constexpr std::uint32_t kBadScaleBits = 0x7FC00000u;

}  // namespace gh::kernels
