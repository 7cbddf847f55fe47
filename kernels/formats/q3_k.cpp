// Q3_K: 256 values in 110 bytes. 32 bytes of third bits (bit b of byte i for value i of block b), 64 bytes of lower bit
// pairs, 12 bytes of 6-bit scales s (one for 16 values), F16 d. value = (d * (s - 32)) * (q - 4). The bit pairs lie as the
// upper ones of Q6_K.
#include <new>

#include "kernels/formats/fit_scales.h"
#include "kernels/formats/format_files.h"
#include "kernels/formats/nibbles.h"
#include "kernels/formats/round_blocks.h"

namespace gh::kernels {
namespace {

constexpr int kBytes = 110, kPairs = 32, kHalfScales = 96, kScale = 108, kOffset = 4, kScaleOffset = 32;

// Scale h: low four bits in the nibbles of bytes 0..7 (h < 8: low, else high), upper two in bits 2 * (h / 4) of bytes
// 8..11.
int storedScale(const std::byte* block, int h) {
    const int low = (std::to_integer<int>(block[kHalfScales + h % 8]) >> (4 * (h / 8))) & 15;
    const int high = (std::to_integer<int>(block[kHalfScales + 8 + h % 4]) >> (2 * (h / 4))) & 3;
    return low | high << 4;
}

void decode(const std::byte* src, std::size_t n, float* dst) {
    for (; n >= 256; n -= 256, src += kBytes, dst += 256) {
        const float d = halfAt(src + kScale);
        for (int b = 0; b < 8; ++b) {
            const std::byte* pairs = src + kPairs + 32 * (b / 4);
            for (int i = 0; i < 32; ++i) {
                const int low = (std::to_integer<int>(pairs[i]) >> (2 * (b % 4))) & 3;
                const int high = (std::to_integer<int>(src[i]) >> b) & 1;
                const float scale = d * static_cast<float>(storedScale(src, 2 * b + i / 16) - kScaleOffset);
                dst[32 * b + i] = scale * static_cast<float>((low | high << 2) - kOffset);
            }
        }
    }
}

void encode(const float* src, std::size_t n, std::byte* dst) {
    using Levels = EvenLevels<-kOffset, kOffset - 1>;
    for (; n >= 256; n -= 256, src += 256, dst += kBytes) {
        const auto fit = fitScales<16, 16, -kScaleOffset, kScaleOffset - 1>(src, Levels());
        std::fill_n(dst, kBytes, std::byte{0});
        for (int i = 0; i < 256; ++i) {
            const float scale = halfToFloat(fit.d) * static_cast<float>(fit.scale[i / 16]);
            const int q = static_cast<int>(Levels()(src[i] * inverseScale(scale))) + kOffset;
            const int b = i / 32;
            dst[i % 32] |= static_cast<std::byte>((q >> 2) << b);
            dst[kPairs + 32 * (b / 4) + i % 32] |= static_cast<std::byte>((q & 3) << (2 * (b % 4)));
        }
        for (int h = 0; h < 16; ++h) {
            const int scale = fit.scale[h] + kScaleOffset;
            dst[kHalfScales + h % 8] |= static_cast<std::byte>((scale & 15) << (4 * (h / 8)));
            dst[kHalfScales + 8 + h % 4] |= static_cast<std::byte>((scale >> 4) << (2 * (h / 4)));
        }
        store16(dst + kScale, fit.d);
    }
}

void pack(const std::byte* const* rows, int, std::byte* to) {
    auto& span = *new (to) SpanQ3_K{};
    for (int r = 0; r < kGroupRows; ++r) {
        const std::byte* block = rows[r];
        if (!block) continue;
        span.scale[r] = load16(block + kScale);
        for (int h = 0; h < 16; ++h) {
            const int scale = storedScale(block, h);
            span.lowScale[h / 2][r] |= static_cast<std::uint8_t>((scale & 15) << (4 * (h % 2)));
            span.highScale[r] |= static_cast<std::uint32_t>(scale >> 4) << (2 * h);
        }
        for (int b = 0; b < 8; ++b) storeQuad(span.high[b][r], gatherBits(block, b));
        packBitPairs(block + kPairs, r, span.pairs);
    }
}

void unpack(const std::byte* from, int row, int blocks, float* out) {
    const auto& span = *reinterpret_cast<const SpanQ3_K*>(from);
    const float d = halfToFloat(span.scale[row]);
    for (int b = 0; b < blocks; ++b) {
        for (int i = 0; i < 32; ++i) {
            const int high = (span.high[b][row][i % 4] >> (i / 4)) & 1;
            const int q = (bitPairAt(span.pairs[b / 2], row, b % 2, i) | high << 2) - kOffset;
            const int low = (span.lowScale[b][row] >> (4 * (i / 16))) & 15;
            const int upper = static_cast<int>((span.highScale[row] >> (4 * b + 2 * (i / 16))) & 3);
            const float scale = d * static_cast<float>((low | upper << 4) - kScaleOffset);
            out[32 * b + i] = scale * static_cast<float>(q);
        }
    }
}

constexpr Packing kPacking{256, sizeof(SpanQ3_K), pack, unpack};

}  // namespace

Format q3_kFormat() {
    return {StorageType::Q3_K, "Q3_K", 256, kBytes, true, decode, encode, firstBadScale<256, kBytes, kScale>,
            &kPacking};
}

}  // namespace gh::kernels
