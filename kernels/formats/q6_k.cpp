// Q6_K: 256 values in 210 bytes. 128 bytes of low nibbles, 64 bytes of upper bit pairs, 16 signed scales s
// (one for 16 values), F16 d. value = (d * s) * (q - 32). Each half of 128 values has four blocks of 32: low
// nibbles of bytes 0..31, of bytes 32..63, then the high nibbles of both; bit pair k of upper byte i belongs
// to block k, value i.
#include <new>

#include "kernels/formats/fit_scales.h"
#include "kernels/formats/format_files.h"
#include "kernels/formats/nibbles.h"
#include "kernels/formats/round_blocks.h"

namespace gh::kernels {
namespace {

constexpr int kBytes = 210, kHigh = 128, kHalfScales = 192, kScale = 208, kOffset = 32;

void decode(const std::byte* src, std::size_t n, float* dst) {
    for (; n >= 256; n -= 256, src += kBytes, dst += 256) {
        const float d = halfAt(src + kScale);
        for (int block = 0; block < 8; ++block) {
            const int half = block / 4, part = block % 4;
            const std::byte* low = src + 64 * half + 32 * (part % 2);
            const std::byte* high = src + kHigh + 32 * half;
            for (int i = 0; i < 32; ++i) {
                const int q = ((std::to_integer<int>(low[i]) >> (4 * (part / 2))) & 15) |
                              ((std::to_integer<int>(high[i]) >> (2 * part)) & 3) << 4;
                const auto scale = static_cast<std::int8_t>(src[kHalfScales + 2 * block + i / 16]);
                dst[32 * block + i] = (d * static_cast<float>(scale)) * static_cast<float>(q - kOffset);
            }
        }
    }
}

void encode(const float* src, std::size_t n, std::byte* dst) {
    using Levels = EvenLevels<-kOffset, kOffset - 1>;
    for (; n >= 256; n -= 256, src += 256, dst += kBytes) {
        const auto fit = fitScales<16, 16, -128, 127>(src, Levels());
        int q[8][32];
        for (int i = 0; i < 256; ++i) {
            const float scale = halfToFloat(fit.d) * static_cast<float>(fit.scale[i / 16]);
            q[i / 32][i % 32] = static_cast<int>(Levels()(src[i] * inverseScale(scale))) + kOffset;
        }
        for (int half = 0; half < 2; ++half) {
            const auto* block = q + 4 * half;
            for (int i = 0; i < 32; ++i) {
                dst[64 * half + i] = static_cast<std::byte>((block[0][i] & 15) | (block[2][i] & 15) << 4);
                dst[64 * half + 32 + i] = static_cast<std::byte>((block[1][i] & 15) | (block[3][i] & 15) << 4);
                dst[kHigh + 32 * half + i] = static_cast<std::byte>(
                    block[0][i] >> 4 | block[1][i] >> 4 << 2 | block[2][i] >> 4 << 4 | block[3][i] >> 4 << 6);
            }
        }
        for (int h = 0; h < 16; ++h) dst[kHalfScales + h] = static_cast<std::byte>(fit.scale[h]);
        store16(dst + kScale, fit.d);
    }
}

void pack(const std::byte* const* rows, int, std::byte* to) {
    auto& span = *new (to) SpanQ6_K{};
    for (int r = 0; r < kGroupRows; ++r) {
        const std::byte* block = rows[r];
        if (!block) continue;
        span.scale[r] = load16(block + kScale);
        for (int h = 0; h < 16; ++h) span.halfScale[h][r] = static_cast<std::int8_t>(block[kHalfScales + h]);
        packBitPairs(block + kHigh, r, span.high);
        for (int half = 0; half < 2; ++half) {
            const std::byte* low = block + 64 * half;
            for (int q = 0; q < 8; ++q) {
                const std::uint32_t a = load32(low + 4 * q);
                const std::uint32_t b = load32(low + 32 + 4 * q);
                storeQuad(span.quads[2 * half][q][r], (a & kLowNibbles) | (b & kLowNibbles) << 4);
                storeQuad(span.quads[2 * half + 1][q][r], ((a >> 4) & kLowNibbles) | (b & ~kLowNibbles));
            }
        }
    }
}

void unpack(const std::byte* from, int row, int blocks, float* out) {
    const auto& span = *reinterpret_cast<const SpanQ6_K*>(from);
    const float d = halfToFloat(span.scale[row]);
    for (int b = 0; b < blocks; ++b) {
        for (int i = 0; i < 32; ++i) {
            const int high = bitPairAt(span.high[b / 2], row, b % 2, i);
            const int q = nibbleAt(span.quads[b / 2], row, b % 2, i) | high << 4;
            const float scale = d * static_cast<float>(span.halfScale[2 * b + i / 16][row]);
            out[32 * b + i] = scale * static_cast<float>(q - kOffset);
        }
    }
}

constexpr Packing kPacking{256, sizeof(SpanQ6_K), pack, unpack};

}  // namespace

Format q6_kFormat() {
    return {StorageType::Q6_K, "Q6_K", 256, kBytes, true, decode, encode, firstBadScale<256, kBytes, kScale>,
            &kPacking};
}

}  // namespace gh::kernels
