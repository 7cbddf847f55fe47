// Int8M: 32 values in 36 bytes. F16 scale d, F16 minimum m; unsigned bytes q; value = q * d + m.
#include <new>

#include "kernels/formats/format_files.h"
#include "kernels/formats/nibbles.h"

namespace gh::kernels {
namespace {

constexpr int kBytes = 36, kMin = 2, kQuants = 4;

void decode(const std::byte* src, std::size_t n, float* dst) {
    for (; n >= 32; n -= 32, src += kBytes, dst += 32) {
        const float d = halfAt(src), m = halfAt(src + kMin);
        for (int i = 0; i < 32; ++i) dst[i] = static_cast<float>(std::to_integer<int>(src[kQuants + i])) * d + m;
    }
}

void pack(const std::byte* const* rows, int blocks, std::byte* to) {
    auto& span = *new (to) SpanInt8M{};
    for (int r = 0; r < kGroupRows; ++r) {
        if (!rows[r]) continue;
        for (int b = 0; b < blocks; ++b) {
            const std::byte* block = rows[r] + b * kBytes;
            span.scale[b][r] = load16(block);
            span.min[b][r] = load16(block + kMin);
            for (int q = 0; q < 8; ++q) storeQuad(span.quads[b][q][r], load32(block + kQuants + 4 * q));
        }
    }
}

void unpack(const std::byte* from, int row, int blocks, float* out) {
    const auto& span = *reinterpret_cast<const SpanInt8M*>(from);
    for (int b = 0; b < blocks; ++b) {
        const float d = halfToFloat(span.scale[b][row]), m = halfToFloat(span.min[b][row]);
        for (int i = 0; i < 32; ++i) out[32 * b + i] = static_cast<float>(int{span.quads[b][i / 4][row][i % 4]}) * d + m;
    }
}

constexpr Packing kPacking{64, sizeof(SpanInt8M), pack, unpack};

}  // namespace

Format int8mFormat() {
    return {StorageType::Int8M, "INT8 with minima", 32, kBytes, true, decode, nullptr, firstBadScale<32, kBytes, 0, kMin>, &kPacking};
}

}  // namespace gh::kernels
