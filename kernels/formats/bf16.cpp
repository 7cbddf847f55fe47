// BF16: the upper half of a float, 2 bytes a value.
#include "kernels/formats/format_files.h"
#include "kernels/formats/half.h"

namespace gh::kernels {
namespace {

void decode(const std::byte* src, std::size_t n, float* dst) {
    for (std::size_t i = 0; i < n; ++i) dst[i] = bfloatToFloat(load16(src + 2 * i));
}

constexpr std::uint16_t kExponent = 0x7F80u;

bool finite(const std::byte* p) {
    return (load16(p) & kExponent) != kExponent;
}

std::optional<std::size_t> firstNonFinite(const std::byte* src, std::size_t n) {
    for (std::size_t i = 0; i < n;) {
        // A run without early exit, so that the compiler vectorizes it; only a bad run is searched again.
        const std::size_t end = i + 4096 < n ? i + 4096 : n;
        bool bad = false;
        for (std::size_t j = i; j < end; ++j) bad |= !finite(src + 2 * j);
        if (bad) {
            while (finite(src + 2 * i)) ++i;
            return i;
        }
        i = end;
    }
    return std::nullopt;
}

}  // namespace

Format bf16Format() {
    return {StorageType::BF16, "BF16", 1, 2, false, decode, firstNonFinite};
}

}  // namespace gh::kernels
