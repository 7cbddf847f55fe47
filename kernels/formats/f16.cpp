// F16: IEEE half precision, 2 bytes a value.
#include "kernels/formats/float_to_half.h"
#include "kernels/formats/format_files.h"
#include "kernels/formats/half.h"

namespace gh::kernels {
namespace {

void decode(const std::byte* src, std::size_t n, float* dst) {
    for (std::size_t i = 0; i < n; ++i) dst[i] = halfToFloat(load16(src + 2 * i));
}

void encode(const float* src, std::size_t n, std::byte* dst) {
    for (std::size_t i = 0; i < n; ++i) store16(dst + 2 * i, floatToHalf(src[i]));
}

}  // namespace

Format f16Format() {
    return {StorageType::F16, "F16", 1, 2, false, decode, encode, firstNonFinite16<0x7C00u>};
}

}  // namespace gh::kernels
