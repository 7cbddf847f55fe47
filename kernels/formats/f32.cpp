// F32: 4 bytes a value.
#include <cstring>

#include "kernels/formats/format_files.h"
#include "kernels/formats/half.h"

namespace gh::kernels {
namespace {

// An empty tensor may have no place at all, which memcpy does not allow.
void decode(const std::byte* src, std::size_t n, float* dst) {
    if (n > 0) std::memcpy(dst, src, n * sizeof(float));
}

void encode(const float* src, std::size_t n, std::byte* dst) {
    if (n > 0) std::memcpy(dst, src, n * sizeof(float));
}

bool finite(const std::byte* p) {
    return (load32(p) & 0x7F800000u) != 0x7F800000u;
}

std::optional<std::size_t> firstNonFinite(const std::byte* src, std::size_t n) {
    for (std::size_t i = 0; i < n;) {
        // A run without early exit, so that the compiler vectorizes it; only a bad run is searched again.
        const std::size_t end = i + 4096 < n ? i + 4096 : n;
        bool bad = false;
        for (std::size_t j = i; j < end; ++j) bad |= !finite(src + 4 * j);
        if (bad) {
            while (finite(src + 4 * i)) ++i;
            return i;
        }
        i = end;
    }
    return std::nullopt;
}

}  // namespace

Format f32Format() {
    return {StorageType::F32, "F32", 1, 4, false, decode, encode, firstNonFinite};
}

}  // namespace gh::kernels
