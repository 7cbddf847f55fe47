// Q8_0: 32 values in 34 bytes. F16 scale d; signed bytes q; value = q * d.
#include <new>

#include "kernels/formats/format_files.h"
#include "kernels/formats/nibbles.h"
#include "kernels/formats/round_blocks.h"

namespace gh::kernels {
namespace {

constexpr int kBytes = 34, kQuants = 2;
constexpr std::uint32_t kFlipSigns = 0x80808080u;  // signed byte to byte + 128

void decode(const std::byte* src, std::size_t n, float* dst) {
    for (; n >= 32; n -= 32, src += kBytes, dst += 32) {
        const float d = halfAt(src);
        for (int j = 0; j < 32; ++j) {
            dst[j] = static_cast<float>(static_cast<std::int8_t>(src[kQuants + j])) * d;
        }
    }
}

void encode(const float* src, std::size_t n, std::byte* dst) {
    for (; n >= 32; n -= 32, src += 32, dst += kBytes) {
        const float d = std::fabs(largestMagnitude(src, 32)) / 127;
        const float inverse = inverseScale(d);
        store16(dst, floatToHalf(d));
        for (int j = 0; j < 32; ++j)
            dst[kQuants + j] = static_cast<std::byte>(roundHalfAway(src[j] * inverse));
    }
}

void pack(const std::byte* const* rows, int blocks, std::byte* to) {
    auto& span = *new (to) SpanQ8_0{};
    for (int r = 0; r < kGroupRows; ++r) {
        if (!rows[r]) continue;
        for (int b = 0; b < blocks; ++b) {
            const std::byte* block = rows[r] + b * kBytes;
            span.scale[b][r] = load16(block);
            for (int q = 0; q < 8; ++q) {
                storeQuad(span.quads[b][q][r], load32(block + kQuants + 4 * q) ^ kFlipSigns);
            }
        }
    }
}

void unpack(const std::byte* from, int row, int blocks, float* out) {
    const auto& span = *reinterpret_cast<const SpanQ8_0*>(from);
    for (int b = 0; b < blocks; ++b) {
        const float d = halfToFloat(span.scale[b][row]);
        for (int i = 0; i < 32; ++i) {
            out[32 * b + i] = static_cast<float>(int{span.quads[b][i / 4][row][i % 4]} - 128) * d;
        }
    }
}

constexpr Packing kPacking{64, sizeof(SpanQ8_0), pack, unpack};

}  // namespace

Format q8_0Format() {
    return {StorageType::Q8_0, "Q8_0", 32, kBytes, true, decode, encode, firstBadScale<32, kBytes, 0>, &kPacking};
}

}  // namespace gh::kernels
