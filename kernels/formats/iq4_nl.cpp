// IQ4_NL: 32 values in 18 bytes. F16 scale d; nibbles are places in kIq4Levels; value = d * level. Byte j of the 16 quant
// bytes holds value j (low nibble) and value j + 16 (high nibble).
#include <new>

#include "kernels/formats/format_files.h"
#include "kernels/formats/iq4_levels.h"
#include "kernels/formats/nibbles.h"

namespace gh::kernels {
namespace {

constexpr int kBytes = 18, kQuants = 2;

void decode(const std::byte* src, std::size_t n, float* dst) {
    for (; n >= 32; n -= 32, src += kBytes, dst += 32) {
        const float d = halfAt(src);
        for (int j = 0; j < 16; ++j) {
            const int byte = std::to_integer<int>(src[kQuants + j]);
            dst[j] = d * static_cast<float>(kIq4Levels[byte & 15]);
            dst[j + 16] = d * static_cast<float>(kIq4Levels[byte >> 4]);
        }
    }
}

void encode(const float* src, std::size_t n, std::byte* dst) {
    for (; n >= 32; n -= 32, src += 32, dst += kBytes) {
        const std::uint16_t d = floatToHalf(bestScale<32>(src, Iq4Levels()));
        store16(dst, d);
        storeIq4(src, halfToFloat(d), dst + kQuants);
    }
}

void pack(const std::byte* const* rows, int blocks, std::byte* to) {
    auto& span = *new (to) SpanIQ4_NL{};
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
    const auto& span = *reinterpret_cast<const SpanIQ4_NL*>(from);
    for (int b = 0; b < blocks; ++b) {
        const float d = halfToFloat(span.scale[b][row]);
        for (int i = 0; i < 32; ++i)
            out[32 * b + i] = d * static_cast<float>(kIq4Levels[nibbleAt(span.quads, row, b, i)]);
    }
}

constexpr Packing kPacking{64, sizeof(SpanIQ4_NL), pack, unpack};

}  // namespace

Format iq4_nlFormat() {
    return {StorageType::IQ4_NL, "IQ4_NL", 32, kBytes, true, decode, encode, firstBadScale<32, kBytes, 0>,
            &kPacking};
}

}  // namespace gh::kernels
