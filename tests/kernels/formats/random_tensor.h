// Random tensors of any listed format, in file order, whose values are finite.
#pragma once

#include <cstddef>
#include <cstring>
#include <random>
#include <vector>

#include "kernels/formats/format.h"

namespace gh::kernels::test {

inline std::vector<std::byte> randomTensor(const Format& format, int rows, int cols, std::mt19937& rng) {
    const std::size_t blocks = static_cast<std::size_t>(rows) * (cols / format.blockValues);
    std::vector<std::byte> data(blocks * format.blockBytes);
    for (std::size_t b = 0; b < blocks; ++b) {
        std::byte* block = data.data() + b * format.blockBytes;
        do {
            for (int i = 0; i < format.blockBytes; ++i) block[i] = static_cast<std::byte>(rng());
            // Floats of any exponent would overflow in sums; keep 32-bit ones and BF16 near 1.
            if (format.type == StorageType::F32 || format.type == StorageType::BF16) {
                const float value = std::uniform_real_distribution<float>(-2, 2)(rng);
                std::memcpy(block, reinterpret_cast<const std::byte*>(&value) + 4 - format.blockBytes,
                            format.blockBytes);
            }
        } while (format.firstNonFinite(block, format.blockValues));
    }
    return data;
}

// A width of which the last span is not full, where the format has such.
inline int oddWidth(const Format& format) {
    return format.blockValues == 256 ? 256 : format.blockValues == 64 ? 192 : 96;
}

// Widths to try: whole blocks, among them an odd number of 32-blocks, and for floats nothing round at all.
inline std::vector<int> widths(const Format& format) {
    if (format.blockValues == 1) return {1, 16, 48, 255, 257, 600};
    if (format.blockValues == 32) return {32, 64, 96, 288, 576, 640, 896};
    if (format.blockValues == 64) return {64, 128, 192, 576, 640, 896};
    return {format.blockValues, 2 * format.blockValues, 5 * format.blockValues};
}

}  // namespace gh::kernels::test
