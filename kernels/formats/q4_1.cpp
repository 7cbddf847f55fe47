// Q4_1: 32 values in 20 bytes. F16 scale d, F16 minimum m; nibbles q; value = q * d + m.
// Byte j of the 16 quant bytes holds value j (low nibble) and value j + 16 (high nibble).
#include <new>

#include "kernels/formats/format_files.h"
#include "kernels/formats/nibbles.h"
#include "kernels/formats/round_blocks.h"

namespace gh::kernels {
namespace {

constexpr int kBytes = 20, kMin = 2, kQuants = 4;

void decode(const std::byte* src, std::size_t n, float* dst) {
    for (; n >= 32; n -= 32, src += kBytes, dst += 32) {
        const float d = halfAt(src);
        const float m = halfAt(src + kMin);
        for (int j = 0; j < 16; ++j) {
            const int byte = std::to_integer<int>(src[kQuants + j]);
            dst[j] = static_cast<float>(byte & 15) * d + m;
            dst[j + 16] = static_cast<float>(byte >> 4) * d + m;
        }
    }
}

void encode(const float* src, std::size_t n, std::byte* dst) {
    for (; n >= 32; n -= 32, src += 32, dst += kBytes) {
        std::uint8_t q[32];
        const ScaleAndMin fit = roundFromMin<15>(src, q);
        store16(dst, floatToHalf(fit.scale));
        store16(dst + kMin, floatToHalf(fit.min));
        storeNibbles32(q, dst + kQuants);
    }
}

void pack(const std::byte* const* rows, int blocks, std::byte* to) {
    auto& span = *new (to) SpanQ4_1{};
    for (int r = 0; r < kGroupRows; ++r) {
        const std::byte* first = rows[r];
        if (!first) continue;
        const std::byte* second = blocks > 1 ? first + kBytes : nullptr;
        span.scale[0][r] = load16(first);
        span.min[0][r] = load16(first + kMin);
        if (second) {
            span.scale[1][r] = load16(second);
            span.min[1][r] = load16(second + kMin);
        }
        packNibbles32(first + kQuants, second ? second + kQuants : nullptr, r, span.quads);
    }
}

void unpack(const std::byte* from, int row, int blocks, float* out) {
    const auto& span = *reinterpret_cast<const SpanQ4_1*>(from);
    for (int b = 0; b < blocks; ++b) {
        const float d = halfToFloat(span.scale[b][row]);
        const float m = halfToFloat(span.min[b][row]);
        for (int i = 0; i < 32; ++i) {
            out[32 * b + i] = static_cast<float>(nibbleAt(span.quads, row, b, i)) * d + m;
        }
    }
}

constexpr Packing kPacking{64, sizeof(SpanQ4_1), pack, unpack};

}  // namespace

Format q4_1Format() {
    return {StorageType::Q4_1, "Q4_1", 32, kBytes, true, decode, encode, firstBadScale<32, kBytes, 0, kMin>,
            &kPacking};
}

}  // namespace gh::kernels
