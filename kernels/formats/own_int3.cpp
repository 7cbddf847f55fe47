// Three bits with a scale for 32 values: Int3 (14 bytes, value = (q - 4) * d) and Int3M (16 bytes, value = q * d + m). Eight
// bytes of bit pairs (byte j: values j, j + 8, j + 16, j + 24), then the 32 third bits.
#include <new>

#include "kernels/formats/format_files.h"
#include "kernels/formats/nibbles.h"

namespace gh::kernels {
namespace {

template <class Span, bool kMin>
struct Int3 {
    static constexpr int kPairs = kMin ? 4 : 2, kHigh = kPairs + 8, kBytes = kHigh + 4;

    static float value(int q, float d, float m) {
        if constexpr (kMin) return static_cast<float>(q) * d + m;
        else return static_cast<float>(q - 4) * d;
    }

    static void decode(const std::byte* src, std::size_t n, float* dst) {
        for (; n >= 32; n -= 32, src += kBytes, dst += 32) {
            const float d = halfAt(src), m = kMin ? halfAt(src + 2) : 0.0f;
            const std::uint32_t high = load32(src + kHigh);
            for (int i = 0; i < 32; ++i) {
                const int pair = (std::to_integer<int>(src[kPairs + i % 8]) >> (2 * (i / 8))) & 3;
                dst[i] = value(pair | static_cast<int>((high >> i) & 1) << 2, d, m);
            }
        }
    }

    // The bit pairs of quad q, as four bytes.
    static std::uint32_t quad(const std::byte* block, int q) {
        return block ? (load32(block + kPairs + 4 * (q % 2)) >> (2 * (q / 2))) & 0x03030303u : 0;
    }

    static void pack(const std::byte* const* rows, int blocks, std::byte* to) {
        auto& span = *new (to) Span{};
        for (int r = 0; r < kGroupRows; ++r) {
            if (!rows[r]) continue;
            const std::byte* block[2] = {rows[r], blocks > 1 ? rows[r] + kBytes : nullptr};
            for (int b = 0; b < blocks; ++b) {
                span.scale[b][r] = load16(block[b]);
                if constexpr (kMin) span.min[b][r] = load16(block[b] + 2);
                storeQuad(span.high[b][r], spreadHighBits(load32(block[b] + kHigh)));
            }
            for (int j = 0; j < 4; ++j)
                storeQuad(span.pairs[j][r], quad(block[0], j) | quad(block[1], j) << 2 | quad(block[0], j + 4) << 4 |
                                                quad(block[1], j + 4) << 6);
        }
    }

    static void unpack(const std::byte* from, int row, int blocks, float* out) {
        const auto& span = *reinterpret_cast<const Span*>(from);
        for (int b = 0; b < blocks; ++b) {
            const float d = halfToFloat(span.scale[b][row]);
            float m = 0;
            if constexpr (kMin) m = halfToFloat(span.min[b][row]);
            for (int i = 0; i < 32; ++i) {
                const int third = (span.high[b][row][i % 4] >> (i / 4)) & 1;
                out[32 * b + i] = value(bitPairAt(span.pairs, row, b, i) | third << 2, d, m);
            }
        }
    }
    static constexpr Packing kPacking{64, sizeof(Span), pack, unpack};
};

using Plain = Int3<SpanInt3, false>;
using WithMin = Int3<SpanInt3M, true>;

}  // namespace

Format int3Format() {
    return {StorageType::Int3, "INT3", 32, Plain::kBytes, true, Plain::decode, nullptr, firstBadScale<32, Plain::kBytes, 0>, &Plain::kPacking};
}

Format int3mFormat() {
    return {StorageType::Int3M, "INT3 with minima", 32, WithMin::kBytes, true, WithMin::decode, nullptr,
            firstBadScale<32, WithMin::kBytes, 0, 2>, &WithMin::kPacking};
}

}  // namespace gh::kernels
