// BF16: the upper half of a float, 2 bytes a value.
#include "kernels/formats/float_to_half.h"
#include "kernels/formats/format_files.h"
#include "kernels/formats/half.h"

namespace gh::kernels {
namespace {

void decode(const std::byte* src, std::size_t n, float* dst) {
    for (std::size_t i = 0; i < n; ++i) dst[i] = bfloatToFloat(load16(src + 2 * i));
}

void encode(const float* src, std::size_t n, std::byte* dst) {
    for (std::size_t i = 0; i < n; ++i) store16(dst + 2 * i, floatToBfloat(src[i]));
}

}  // namespace

Format bf16Format() {
    return {StorageType::BF16, "BF16", 1, 2, false, decode, encode, firstNonFinite16<0x7F80u>};
}

}  // namespace gh::kernels
