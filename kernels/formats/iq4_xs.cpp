// IQ4_XS: 256 values in 136 bytes. F16 d; for each of 8 blocks of 32 a 6-bit scale s, whose upper two bits stand in a
// 16-bit word (bits 2b, 2b + 1) and whose lower four in the nibbles of 4 bytes; each block's 16 quant bytes as in IQ4_NL.
// value = (d * (s - 32)) * level; the product in brackets is exact in float.
#include <new>

#include "kernels/formats/format_files.h"
#include "kernels/formats/iq4_levels.h"
#include "kernels/formats/nibbles.h"

namespace gh::kernels {
namespace {

constexpr int kBytes = 136, kHighScales = 2, kLowScales = 4, kQuants = 8, kScaleOffset = 32;

int blockScale(const std::byte* block, int b) {
    const int low = (std::to_integer<int>(block[kLowScales + b / 2]) >> (4 * (b % 2))) & 15;
    const int high = (load16(block + kHighScales) >> (2 * b)) & 3;
    return (low | high << 4) - kScaleOffset;
}

void decode(const std::byte* src, std::size_t n, float* dst) {
    for (; n >= 256; n -= 256, src += kBytes, dst += 256) {
        const float d = halfAt(src);
        for (int b = 0; b < 8; ++b) {
            const float scale = d * static_cast<float>(blockScale(src, b));
            for (int j = 0; j < 16; ++j) {
                const int byte = std::to_integer<int>(src[kQuants + 16 * b + j]);
                dst[32 * b + j] = scale * static_cast<float>(kIq4Levels[byte & 15]);
                dst[32 * b + j + 16] = scale * static_cast<float>(kIq4Levels[byte >> 4]);
            }
        }
    }
}

void encode(const float* src, std::size_t n, std::byte* dst) {
    for (; n >= 256; n -= 256, src += 256, dst += kBytes) {
        const auto fit = fitScales<8, 32, -kScaleOffset, kScaleOffset - 1>(src, Iq4Levels());
        int high = 0, low[4] = {};
        for (int b = 0; b < 8; ++b) {
            const int scale = fit.scale[b] + kScaleOffset;
            high |= (scale >> 4) << (2 * b);
            low[b / 2] |= (scale & 15) << (4 * (b % 2));
            storeIq4(src + 32 * b, halfToFloat(fit.d) * static_cast<float>(fit.scale[b]), dst + kQuants + 16 * b);
        }
        store16(dst, fit.d);
        store16(dst + kHighScales, static_cast<std::uint16_t>(high));
        for (int i = 0; i < 4; ++i) dst[kLowScales + i] = static_cast<std::byte>(low[i]);
    }
}

void pack(const std::byte* const* rows, int, std::byte* to) {
    auto& span = *new (to) SpanIQ4_XS{};
    for (int r = 0; r < kGroupRows; ++r) {
        const std::byte* block = rows[r];
        if (!block) continue;
        span.scale[r] = load16(block);
        for (int b = 0; b < 8; ++b) span.blockScale[b][r] = static_cast<std::int8_t>(blockScale(block, b));
        for (int pair = 0; pair < 4; ++pair)
            packNibbles32(block + kQuants + 32 * pair, block + kQuants + 32 * pair + 16, r, span.quads[pair]);
    }
}

void unpack(const std::byte* from, int row, int blocks, float* out) {
    const auto& span = *reinterpret_cast<const SpanIQ4_XS*>(from);
    const float d = halfToFloat(span.scale[row]);
    for (int b = 0; b < blocks; ++b) {
        const float scale = d * static_cast<float>(span.blockScale[b][row]);
        for (int i = 0; i < 32; ++i)
            out[32 * b + i] = scale * static_cast<float>(kIq4Levels[nibbleAt(span.quads[b / 2], row, b % 2, i)]);
    }
}

constexpr Packing kPacking{256, sizeof(SpanIQ4_XS), pack, unpack};

}  // namespace

Format iq4_xsFormat() {
    return {StorageType::IQ4_XS, "IQ4_XS", 256, kBytes, true, decode, encode, firstBadScale<256, kBytes, 0>,
            &kPacking};
}

}  // namespace gh::kernels
