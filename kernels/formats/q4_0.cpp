// Q4_0: 32 values in 18 bytes. F16 scale d; nibbles q; value = (q - 8) * d.
// Byte j of the 16 quant bytes holds value j (low nibble) and value j + 16 (high nibble).
#include <new>

#include "kernels/formats/format_files.h"
#include "kernels/formats/nibbles.h"
#include "kernels/formats/round_blocks.h"

namespace gh::kernels {
namespace {

constexpr int kBytes = 18, kQuants = 2, kOffset = 8;

void decode(const std::byte* src, std::size_t n, float* dst) {
    for (; n >= 32; n -= 32, src += kBytes, dst += 32) {
        const float d = halfAt(src);
        for (int j = 0; j < 16; ++j) {
            const int byte = std::to_integer<int>(src[kQuants + j]);
            dst[j] = static_cast<float>((byte & 15) - kOffset) * d;
            dst[j + 16] = static_cast<float>((byte >> 4) - kOffset) * d;
        }
    }
}

void encode(const float* src, std::size_t n, std::byte* dst) {
    for (; n >= 32; n -= 32, src += 32, dst += kBytes) {
        std::uint8_t q[32];
        store16(dst, floatToHalf(roundSymmetric<kOffset>(src, q)));
        storeNibbles32(q, dst + kQuants);
    }
}

void pack(const std::byte* const* rows, int blocks, std::byte* to) {
    auto& span = *new (to) SpanQ4_0{};
    for (int r = 0; r < kGroupRows; ++r) {
        const std::byte* first = rows[r];
        if (!first) continue;
        const std::byte* second = blocks > 1 ? first + kBytes : nullptr;
        span.scale[0][r] = load16(first);
        span.scale[1][r] = second ? load16(second) : 0;
        packNibbles32(first + kQuants, second ? second + kQuants : nullptr, r, span.quads);
    }
}

void unpack(const std::byte* from, int row, int blocks, float* out) {
    const auto& span = *reinterpret_cast<const SpanQ4_0*>(from);
    for (int b = 0; b < blocks; ++b) {
        const float d = halfToFloat(span.scale[b][row]);
        for (int i = 0; i < 32; ++i) {
            out[32 * b + i] = static_cast<float>(nibbleAt(span.quads, row, b, i) - kOffset) * d;
        }
    }
}

constexpr Packing kPacking{64, sizeof(SpanQ4_0), pack, unpack};

}  // namespace

Format q4_0Format() {
    return {StorageType::Q4_0, "Q4_0", 32, kBytes, true, decode, encode, firstBadScale<32, kBytes, 0>, &kPacking};
}

}  // namespace gh::kernels
