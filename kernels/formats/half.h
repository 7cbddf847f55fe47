// F16 and BF16 to float in plain C++, exact for every bit pattern (a signalling NaN becomes a quiet one, as
// the conversion instructions do), and unaligned little-endian reads.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>

namespace gh::kernels {

inline std::uint16_t load16(const std::byte* p) {
    std::uint16_t v;
    std::memcpy(&v, p, sizeof v);
    return v;
}

inline std::uint32_t load32(const std::byte* p) {
    std::uint32_t v;
    std::memcpy(&v, p, sizeof v);
    return v;
}

inline void store16(std::byte* p, std::uint16_t v) {
    std::memcpy(p, &v, sizeof v);
}

inline void store32(std::byte* p, std::uint32_t v) {
    std::memcpy(p, &v, sizeof v);
}

inline float halfToFloat(std::uint16_t half) {
    const std::uint32_t sign = static_cast<std::uint32_t>(half & 0x8000u) << 16;
    const std::uint32_t exponent = half & 0x7C00u;
    std::uint32_t bits = static_cast<std::uint32_t>(half & 0x7FFFu) << 13;
    if (exponent == 0x7C00u) {
        bits |= 0x7F800000u;
        if (half & 0x3FFu) bits |= 0x00400000u;
    } else if (exponent != 0) {
        bits += (127u - 15u) << 23;
    } else {
        // Subnormal: put the ten bits below an exponent of 2^-14 and take that power away again, exactly.
        constexpr float kSmallestNormal = 0x1p-14f;
        bits = std::bit_cast<std::uint32_t>(std::bit_cast<float>(bits + (113u << 23)) - kSmallestNormal);
    }
    return std::bit_cast<float>(bits | sign);
}

inline float halfAt(const std::byte* p) {
    return halfToFloat(load16(p));
}

inline bool halfFinite(std::uint16_t half) {
    return (half & 0x7C00u) != 0x7C00u;
}

inline float bfloatToFloat(std::uint16_t b) {
    std::uint32_t bits = static_cast<std::uint32_t>(b) << 16;
    if ((bits & 0x7FFFFFFFu) > 0x7F800000u) bits |= 0x00400000u;
    return std::bit_cast<float>(bits);
}

// First of n 16-bit floats whose exponent bits are all set: an infinity or a NaN.
template <std::uint16_t kExponentBits>
std::optional<std::size_t> firstNonFinite16(const std::byte* src, std::size_t n) {
    const auto finite = [src](std::size_t i) { return (load16(src + 2 * i) & kExponentBits) != kExponentBits; };
    for (std::size_t i = 0; i < n;) {
        // A run without early exit, so that the compiler vectorizes it; only a bad run is searched again.
        const std::size_t end = i + 4096 < n ? i + 4096 : n;
        bool bad = false;
        for (std::size_t j = i; j < end; ++j) bad |= !finite(j);
        if (bad) {
            while (finite(i)) ++i;
            return i;
        }
        i = end;
    }
    return std::nullopt;
}

}  // namespace gh::kernels
