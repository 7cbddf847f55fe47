#include "kernels/formats/encode.h"

namespace gh::kernels {

std::optional<EncodeFault> encodeChecked(const Format& format, const float* src, std::size_t n, std::byte* dst) {
    const auto* bytes = reinterpret_cast<const std::byte*>(src);
    if (const auto index = findFormat(StorageType::F32)->firstNonFinite(bytes, n))
        return EncodeFault{EncodeFault::Kind::NonFinite, *index};
    format.encode(src, n, dst);
    if (const auto index = format.firstNonFinite(dst, n)) return EncodeFault{EncodeFault::Kind::Overflow, *index};
    return std::nullopt;
}

}  // namespace gh::kernels
