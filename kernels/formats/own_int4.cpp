// Four bits with a scale for 64 values: Int4 (value = (q - 8) * d) and Int4M (value = q * d + m).
#include "kernels/formats/own_four_bits.h"

namespace gh::kernels {
namespace {

template <class Span, bool kMin>
struct Int4 {
    using Parts = FourBits<Span, kMin>;
    static float value(int q, float d, float m) {
        if constexpr (kMin) return static_cast<float>(q) * d + m;
        else return static_cast<float>(q - 8) * d;
    }
    static void decode(const std::byte* src, std::size_t n, float* dst) { Parts::decode(src, n, dst, value); }
    static void unpack(const std::byte* from, int row, int blocks, float* out) { Parts::unpack(from, row, blocks, out, value); }
    static constexpr Packing kPacking{128, sizeof(Span), Parts::pack, unpack, Parts::kPairBytes};
};

using Plain = Int4<SpanInt4, false>;
using WithMin = Int4<SpanInt4M, true>;

}  // namespace

Format int4Format() {
    return {StorageType::Int4, "INT4", 64, Plain::Parts::kBytes, true, Plain::decode, nullptr, firstBadScale<64, Plain::Parts::kBytes, 0>,
            &Plain::kPacking};
}

Format int4mFormat() {
    return {StorageType::Int4M, "INT4 with minima", 64, WithMin::Parts::kBytes, true, WithMin::decode, nullptr,
            firstBadScale<64, WithMin::Parts::kBytes, 0, 2>, &WithMin::kPacking};
}

}  // namespace gh::kernels
