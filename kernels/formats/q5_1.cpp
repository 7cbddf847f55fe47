// Q5_1: 32 values in 24 bytes. F16 scale d, F16 minimum m; 32 fifth bits (bit j for value j); nibbles as in Q4_1;
// value = q * d + m.
#include <new>

#include "kernels/formats/format_files.h"
#include "kernels/formats/nibbles.h"
#include "kernels/formats/round_blocks.h"

namespace gh::kernels {
namespace {

constexpr int kBytes = 24, kMin = 2, kHigh = 4, kQuants = 8;

void decode(const std::byte* src, std::size_t n, float* dst) {
    for (; n >= 32; n -= 32, src += kBytes, dst += 32) {
        const float d = halfAt(src);
        const float m = halfAt(src + kMin);
        const std::uint32_t high = load32(src + kHigh);
        for (int j = 0; j < 16; ++j) {
            const int byte = std::to_integer<int>(src[kQuants + j]);
            const int first = (byte & 15) | static_cast<int>((high >> j) & 1) << 4;
            const int second = (byte >> 4) | static_cast<int>((high >> (j + 16)) & 1) << 4;
            dst[j] = static_cast<float>(first) * d + m;
            dst[j + 16] = static_cast<float>(second) * d + m;
        }
    }
}

void encode(const float* src, std::size_t n, std::byte* dst) {
    for (; n >= 32; n -= 32, src += 32, dst += kBytes) {
        std::uint8_t q[32];
        const ScaleAndMin fit = roundFromMin<31>(src, q);
        store16(dst, floatToHalf(fit.scale));
        store16(dst + kMin, floatToHalf(fit.min));
        store32(dst + kHigh, fifthBits(q));
        storeNibbles32(q, dst + kQuants);
    }
}

void pack(const std::byte* const* rows, int blocks, std::byte* to) {
    auto& span = *new (to) SpanQ5_1{};
    for (int r = 0; r < kGroupRows; ++r) {
        const std::byte* first = rows[r];
        if (!first) continue;
        const std::byte* second = blocks > 1 ? first + kBytes : nullptr;
        for (int b = 0; b < blocks; ++b) {
            const std::byte* block = first + b * kBytes;
            span.scale[b][r] = load16(block);
            span.min[b][r] = load16(block + kMin);
            storeQuad(span.high[b][r], spreadHighBits(load32(block + kHigh)));
        }
        packNibbles32(first + kQuants, second ? second + kQuants : nullptr, r, span.quads);
    }
}

void unpack(const std::byte* from, int row, int blocks, float* out) {
    const auto& span = *reinterpret_cast<const SpanQ5_1*>(from);
    for (int b = 0; b < blocks; ++b) {
        const float d = halfToFloat(span.scale[b][row]);
        const float m = halfToFloat(span.min[b][row]);
        for (int i = 0; i < 32; ++i) {
            const int high = (span.high[b][row][i % 4] >> (i / 4)) & 1;
            out[32 * b + i] = static_cast<float>(nibbleAt(span.quads, row, b, i) | high << 4) * d + m;
        }
    }
}

constexpr Packing kPacking{64, sizeof(SpanQ5_1), pack, unpack};

}  // namespace

Format q5_1Format() {
    return {StorageType::Q5_1, "Q5_1", 32, kBytes, true, decode, encode, firstBadScale<32, kBytes, 0, kMin>,
            &kPacking};
}

}  // namespace gh::kernels
