// Q2_K: 256 values in 84 bytes. 16 bytes with a 4-bit scale s (low nibble) and a 4-bit minimum m for 16 values each, 64
// bytes of bit pairs q, F16 d and dmin. value = (d * s) * q - dmin * m; both products are exact in float. The bit pairs
// lie as the upper ones of Q6_K.
#include <new>

#include "kernels/formats/fit_minima.h"
#include "kernels/formats/format_files.h"
#include "kernels/formats/nibbles.h"

namespace gh::kernels {
namespace {

constexpr int kBytes = 84, kPairs = 16, kScale = 80, kMin = 82;

void decode(const std::byte* src, std::size_t n, float* dst) {
    for (; n >= 256; n -= 256, src += kBytes, dst += 256) {
        const float d = halfAt(src + kScale);
        const float dmin = halfAt(src + kMin);
        for (int h = 0; h < 16; ++h) {
            const int scaleMin = std::to_integer<int>(src[h]);
            const float scale = d * static_cast<float>(scaleMin & 15);
            const float min = dmin * static_cast<float>(scaleMin >> 4);
            const std::byte* pairs = src + kPairs + 32 * (h / 8) + 16 * (h % 2);
            for (int i = 0; i < 16; ++i) {
                const int q = (std::to_integer<int>(pairs[i]) >> (2 * (h / 2 % 4))) & 3;
                dst[16 * h + i] = scale * static_cast<float>(q) - min;
            }
        }
    }
}

void encode(const float* src, std::size_t n, std::byte* dst) {
    for (; n >= 256; n -= 256, src += 256, dst += kBytes) {
        const auto fit = fitMinima<16, 16, 3, 15>(src);
        std::fill_n(dst, kBytes, std::byte{0});
        for (int h = 0; h < 16; ++h) {
            std::uint8_t q[16];
            quantsOf<16, 3>(src + 16 * h, halfToFloat(fit.d) * static_cast<float>(fit.scale[h]),
                            halfToFloat(fit.dmin) * static_cast<float>(fit.min[h]), q);
            dst[h] = static_cast<std::byte>(fit.scale[h] | fit.min[h] << 4);
            for (int i = 0; i < 16; ++i)
                dst[kPairs + 32 * (h / 8) + 16 * (h % 2) + i] |= static_cast<std::byte>(q[i] << (2 * (h / 2 % 4)));
        }
        store16(dst + kScale, fit.d);
        store16(dst + kMin, fit.dmin);
    }
}

void pack(const std::byte* const* rows, int, std::byte* to) {
    auto& span = *new (to) SpanQ2_K{};
    for (int r = 0; r < kGroupRows; ++r) {
        const std::byte* block = rows[r];
        if (!block) continue;
        span.scale[r] = load16(block + kScale);
        span.min[r] = load16(block + kMin);
        for (int h = 0; h < 16; ++h) span.halfScaleMin[h][r] = std::to_integer<std::uint8_t>(block[h]);
        packBitPairs(block + kPairs, r, span.pairs);
    }
}

void unpack(const std::byte* from, int row, int blocks, float* out) {
    const auto& span = *reinterpret_cast<const SpanQ2_K*>(from);
    const float d = halfToFloat(span.scale[row]);
    const float dmin = halfToFloat(span.min[row]);
    for (int b = 0; b < blocks; ++b) {
        for (int i = 0; i < 32; ++i) {
            const int scaleMin = span.halfScaleMin[2 * b + i / 16][row];
            const float scale = d * static_cast<float>(scaleMin & 15);
            const float min = dmin * static_cast<float>(scaleMin >> 4);
            out[32 * b + i] = scale * static_cast<float>(bitPairAt(span.pairs[b / 2], row, b % 2, i)) - min;
        }
    }
}

constexpr Packing kPacking{256, sizeof(SpanQ2_K), pack, unpack};

}  // namespace

Format q2_kFormat() {
    return {StorageType::Q2_K, "Q2_K", 256, kBytes, true, decode, encode,
            firstBadScale<256, kBytes, kScale, kMin>, &kPacking};
}

}  // namespace gh::kernels
