// Q4_K: 256 values in 144 bytes. F16 d and dmin; 12 bytes with a 6-bit scale s and a 6-bit minimum m for each
// of 8 blocks of 32; nibbles q, where each run of 32 bytes holds one block in its low and the next in its
// high nibbles. value = (d * s) * q - dmin * m; both products are exact in float.
#include <new>

#include "kernels/formats/fit_minima.h"
#include "kernels/formats/format_files.h"
#include "kernels/formats/nibbles.h"
#include "kernels/formats/scale_mins.h"

namespace gh::kernels {
namespace {

constexpr int kBytes = 144, kMin = 2, kBlockScales = 4, kQuants = 16;

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
                const int q = (std::to_integer<int>(quants[i]) >> (4 * (block % 2))) & 15;
                dst[32 * block + i] = scale * static_cast<float>(q) - min;
            }
        }
    }
}

void encode(const float* src, std::size_t n, std::byte* dst) {
    for (; n >= 256; n -= 256, src += 256, dst += kBytes) {
        const auto fit = fitMinima<8, 32, 15, 63>(src);
        store16(dst, fit.d);
        store16(dst + kMin, fit.dmin);
        storeScaleMins(fit.scale, fit.min, dst + kBlockScales);
        for (int pair = 0; pair < 4; ++pair) {
            std::uint8_t q[2][32];
            for (int half = 0; half < 2; ++half) {
                const int b = 2 * pair + half;
                quantsOf<32, 15>(src + 32 * b, halfToFloat(fit.d) * static_cast<float>(fit.scale[b]),
                                 halfToFloat(fit.dmin) * static_cast<float>(fit.min[b]), q[half]);
            }
            for (int i = 0; i < 32; ++i)
                dst[kQuants + 32 * pair + i] = static_cast<std::byte>(q[0][i] | q[1][i] << 4);
        }
    }
}

void pack(const std::byte* const* rows, int, std::byte* to) {
    auto& span = *new (to) SpanQ4_K{};
    for (int r = 0; r < kGroupRows; ++r) {
        const std::byte* block = rows[r];
        if (!block) continue;
        span.scale[r] = load16(block);
        span.min[r] = load16(block + kMin);
        for (int b = 0; b < 8; ++b) {
            const ScaleMin s = scaleMin(block + kBlockScales, b);
            span.blockScale[b][r] = s.scale;
            span.blockMin[b][r] = s.min;
        }
        for (int pair = 0; pair < 4; ++pair) {
            for (int q = 0; q < 8; ++q) {
                storeQuad(span.quads[pair][q][r], load32(block + kQuants + 32 * pair + 4 * q));
            }
        }
    }
}

void unpack(const std::byte* from, int row, int blocks, float* out) {
    const auto& span = *reinterpret_cast<const SpanQ4_K*>(from);
    const float d = halfToFloat(span.scale[row]);
    const float dmin = halfToFloat(span.min[row]);
    for (int b = 0; b < blocks; ++b) {
        const float scale = d * static_cast<float>(span.blockScale[b][row]);
        const float min = dmin * static_cast<float>(span.blockMin[b][row]);
        for (int i = 0; i < 32; ++i) {
            out[32 * b + i] = scale * static_cast<float>(nibbleAt(span.quads[b / 2], row, b % 2, i)) - min;
        }
    }
}

constexpr Packing kPacking{256, sizeof(SpanQ4_K), pack, unpack};

}  // namespace

Format q4_kFormat() {
    return {StorageType::Q4_K, "Q4_K", 256, kBytes, true, decode, encode, firstBadScale<256, kBytes, 0, kMin>,
            &kPacking};
}

}  // namespace gh::kernels
