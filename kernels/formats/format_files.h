// What each file of this folder gives to format_list.cpp. Functions, so that the list never depends on the
// order in which the linker initializes files.
#pragma once

#include "kernels/formats/format.h"
#include "kernels/formats/packing.h"

namespace gh::kernels {

Format f32Format();
Format f16Format();
Format bf16Format();
Format q4_0Format();
Format q4_1Format();
Format q5_0Format();
Format q5_1Format();
Format q8_0Format();
Format q2_kFormat();
Format q3_kFormat();
Format q4_kFormat();
Format q5_kFormat();
Format q6_kFormat();
Format iq4_nlFormat();
Format iq4_xsFormat();
Format int8mFormat();
Format int4Format();
Format int4mFormat();
Format int3Format();
Format int3mFormat();
Format nf4Format();

// Scale check of blocks whose F16 scales sit at the given byte offsets: value index of the first bad block.
template <int kBlockValues, int kBlockBytes, int... kScaleOffsets>
std::optional<std::size_t> firstBadScale(const std::byte* src, std::size_t n) {
    for (std::size_t b = 0; b < n / kBlockValues; ++b) {
        const std::byte* block = src + b * kBlockBytes;
        const bool good = ([&] {
            const unsigned high = std::to_integer<unsigned>(block[kScaleOffsets + 1]);
            return (high & 0x7Cu) != 0x7Cu;  // exponent bits of a little-endian F16
        }() && ...);
        if (!good) return b * kBlockValues;
    }
    return std::nullopt;
}

}  // namespace gh::kernels
