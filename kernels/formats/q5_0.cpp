// Q5_0: 32 values in 22 bytes. F16 scale d; 32 fifth bits (bit j for value j); nibbles as in Q4_0;
// value = (q - 16) * d.
#include <new>

#include "kernels/formats/format_files.h"
#include "kernels/formats/nibbles.h"
#include "kernels/formats/round_blocks.h"

namespace gh::kernels {
namespace {

constexpr int kBytes = 22, kHigh = 2, kQuants = 6, kOffset = 16;

void decode(const std::byte* src, std::size_t n, float* dst) {
    for (; n >= 32; n -= 32, src += kBytes, dst += 32) {
        const float d = halfAt(src);
        const std::uint32_t high = load32(src + kHigh);
        for (int j = 0; j < 16; ++j) {
            const int byte = std::to_integer<int>(src[kQuants + j]);
            const int first = (byte & 15) | static_cast<int>((high >> j) & 1) << 4;
            const int second = (byte >> 4) | static_cast<int>((high >> (j + 16)) & 1) << 4;
            dst[j] = static_cast<float>(first - kOffset) * d;
            dst[j + 16] = static_cast<float>(second - kOffset) * d;
        }
    }
}

void encode(const float* src, std::size_t n, std::byte* dst) {
    for (; n >= 32; n -= 32, src += 32, dst += kBytes) {
        std::uint8_t q[32];
        store16(dst, floatToHalf(roundSymmetric<kOffset>(src, q)));
        store32(dst + kHigh, fifthBits(q));
        storeNibbles32(q, dst + kQuants);
    }
}

void pack(const std::byte* const* rows, int blocks, std::byte* to) {
    auto& span = *new (to) SpanQ5_0{};
    for (int r = 0; r < kGroupRows; ++r) {
        const std::byte* first = rows[r];
        if (!first) continue;
        const std::byte* second = blocks > 1 ? first + kBytes : nullptr;
        span.scale[0][r] = load16(first);
        storeQuad(span.high[0][r], spreadHighBits(load32(first + kHigh)));
        if (second) {
            span.scale[1][r] = load16(second);
            storeQuad(span.high[1][r], spreadHighBits(load32(second + kHigh)));
        }
        packNibbles32(first + kQuants, second ? second + kQuants : nullptr, r, span.quads);
    }
}

void unpack(const std::byte* from, int row, int blocks, float* out) {
    const auto& span = *reinterpret_cast<const SpanQ5_0*>(from);
    for (int b = 0; b < blocks; ++b) {
        const float d = halfToFloat(span.scale[b][row]);
        for (int i = 0; i < 32; ++i) {
            const int high = (span.high[b][row][i % 4] >> (i / 4)) & 1;
            const int q = nibbleAt(span.quads, row, b, i) | high << 4;
            out[32 * b + i] = static_cast<float>(q - kOffset) * d;
        }
    }
}

constexpr Packing kPacking{64, sizeof(SpanQ5_0), pack, unpack};

}  // namespace

Format q5_0Format() {
    return {StorageType::Q5_0, "Q5_0", 32, kBytes, true, decode, encode, firstBadScale<32, kBytes, 0>, &kPacking};
}

}  // namespace gh::kernels
