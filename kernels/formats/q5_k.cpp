// Q5_K: 256 values in 176 bytes. F16 d and dmin, scales s and minima m as in Q4_K; 32 bytes of fifth bits (bit b of
// byte i for value i of block b); nibbles as in Q4_K. value = (d * s) * q - dmin * m; both products are exact in float.
#include <new>

#include "kernels/formats/fit_minima.h"
#include "kernels/formats/format_files.h"
#include "kernels/formats/nibbles.h"
#include "kernels/formats/scale_mins.h"

namespace gh::kernels {
namespace {

constexpr int kBytes = 176, kMin = 2, kBlockScales = 4, kHigh = 16, kQuants = 48;

void decode(const std::byte* src, std::size_t n, float* dst) {
    for (; n >= 256; n -= 256, src += kBytes, dst += 256) {
        const float d = halfAt(src);
        const float dmin = halfAt(src + kMin);
        for (int block = 0; block < 8; ++block) {
            const ScaleMin s = scaleMin(src + kBlockScales, block);
            const float scale = d * static_cast<float>(s.scale);
            const float min = dmin * static_cast<float>(s.min);
            const std::byte* quants = src + kQuants + 32 * (block / 2);
            for (int i = 0; i < 32; ++i) {
                const int low = (std::to_integer<int>(quants[i]) >> (4 * (block % 2))) & 15;
                const int high = (std::to_integer<int>(src[kHigh + i]) >> block) & 1;
                dst[32 * block + i] = scale * static_cast<float>(low | high << 4) - min;
            }
        }
    }
}

void encode(const float* src, std::size_t n, std::byte* dst) {
    for (; n >= 256; n -= 256, src += 256, dst += kBytes) {
        const auto fit = fitMinima<8, 32, 31, 63>(src);
        store16(dst, fit.d);
        store16(dst + kMin, fit.dmin);
        storeScaleMins(fit.scale, fit.min, dst + kBlockScales);
        std::uint8_t q[8][32];
        for (int b = 0; b < 8; ++b)
            quantsOf<32, 31>(src + 32 * b, halfToFloat(fit.d) * static_cast<float>(fit.scale[b]),
                             halfToFloat(fit.dmin) * static_cast<float>(fit.min[b]), q[b]);
        for (int i = 0; i < 32; ++i) {
            int high = 0;
            for (int b = 0; b < 8; ++b) high |= (q[b][i] >> 4) << b;
            dst[kHigh + i] = static_cast<std::byte>(high);
            for (int pair = 0; pair < 4; ++pair)
                dst[kQuants + 32 * pair + i] =
                    static_cast<std::byte>((q[2 * pair][i] & 15) | (q[2 * pair + 1][i] & 15) << 4);
        }
    }
}

void pack(const std::byte* const* rows, int, std::byte* to) {
    auto& span = *new (to) SpanQ5_K{};
    for (int r = 0; r < kGroupRows; ++r) {
        const std::byte* block = rows[r];
        if (!block) continue;
        span.scale[r] = load16(block);
        span.min[r] = load16(block + kMin);
        for (int b = 0; b < 8; ++b) {
            const ScaleMin s = scaleMin(block + kBlockScales, b);
            span.blockScale[b][r] = s.scale;
            span.blockMin[b][r] = s.min;
            storeQuad(span.high[b][r], gatherBits(block + kHigh, b));
        }
        for (int pair = 0; pair < 4; ++pair) {
            for (int q = 0; q < 8; ++q) {
                storeQuad(span.quads[pair][q][r], load32(block + kQuants + 32 * pair + 4 * q));
            }
        }
    }
}

void unpack(const std::byte* from, int row, int blocks, float* out) {
    const auto& span = *reinterpret_cast<const SpanQ5_K*>(from);
    const float d = halfToFloat(span.scale[row]);
    const float dmin = halfToFloat(span.min[row]);
    for (int b = 0; b < blocks; ++b) {
        const float scale = d * static_cast<float>(span.blockScale[b][row]);
        const float min = dmin * static_cast<float>(span.blockMin[b][row]);
        for (int i = 0; i < 32; ++i) {
            const int high = (span.high[b][row][i % 4] >> (i / 4)) & 1;
            const int q = nibbleAt(span.quads[b / 2], row, b % 2, i) | high << 4;
            out[32 * b + i] = scale * static_cast<float>(q) - min;
        }
    }
}

constexpr Packing kPacking{256, sizeof(SpanQ5_K), pack, unpack};

}  // namespace

Format q5_kFormat() {
    return {StorageType::Q5_K, "Q5_K", 256, kBytes, true, decode, encode, firstBadScale<256, kBytes, 0, kMin>,
            &kPacking};
}

}  // namespace gh::kernels
