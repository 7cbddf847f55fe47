// The 12 bytes of Q4_K and Q5_K that hold a 6-bit scale and a 6-bit minimum for each of 8 blocks.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gh::kernels {

struct ScaleMin {
    std::uint8_t scale, min;
};

// Blocks 0..3 keep their six bits in bytes 0..3 (scales) and 4..7 (minima). Blocks 4..7 have their low four
// bits in the nibbles of bytes 8..11 and their upper two bits in the top of bytes 0..3 and 4..7.
inline ScaleMin scaleMin(const std::byte* packed, int block) {
    const auto at = [&](int i) { return std::to_integer<unsigned>(packed[i]); };
    unsigned scale, min;
    if (block < 4) {
        scale = at(block) & 63;
        min = at(block + 4) & 63;
    } else {
        scale = (at(block + 4) & 15) | (at(block - 4) >> 6) << 4;
        min = (at(block + 4) >> 4) | (at(block) >> 6) << 4;
    }
    return {static_cast<std::uint8_t>(scale), static_cast<std::uint8_t>(min)};
}

inline void storeScaleMins(const int (&scale)[8], const int (&min)[8], std::byte* packed) {
    for (int b = 0; b < 4; ++b) {
        packed[b] = static_cast<std::byte>(scale[b] | (scale[b + 4] >> 4) << 6);
        packed[b + 4] = static_cast<std::byte>(min[b] | (min[b + 4] >> 4) << 6);
        packed[b + 8] = static_cast<std::byte>((scale[b + 4] & 15) | (min[b + 4] & 15) << 4);
    }
}

}  // namespace gh::kernels
