// NF4: 64 values in 34 bytes. F16 largest magnitude d; nibbles are places in kNf4Levels; value = level * d.
#include "kernels/formats/own_four_bits.h"

namespace gh::kernels {
namespace {

using Parts = FourBits<SpanNF4, false>;

float value(int code, float d, float) { return kNf4Levels[code] * d; }
void decode(const std::byte* src, std::size_t n, float* dst) { Parts::decode(src, n, dst, value); }
void unpack(const std::byte* from, int row, int blocks, float* out) { Parts::unpack(from, row, blocks, out, value); }

constexpr Packing kPacking{128, sizeof(SpanNF4), Parts::pack, unpack, Parts::kPairBytes};

}  // namespace

Format nf4Format() {
    return {StorageType::NF4, "NF4", 64, Parts::kBytes, true, decode, nullptr, firstBadScale<64, Parts::kBytes, 0>, &kPacking};
}

}  // namespace gh::kernels
