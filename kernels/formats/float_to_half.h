// float to F16 and BF16 in integer arithmetic, rounding to nearest even: the bits that F16C's instructions give, NaN
// payloads included (a signalling NaN comes out quiet). Source: IEEE 754-2008, binary16 and binary32. The
// other direction, halfToFloat, is in kernels/formats/half.h.
#pragma once

#include "kernels/formats/half.h"

namespace gh::kernels {

constexpr std::uint16_t floatToHalf(float f) {
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(f);
    const std::uint32_t sign = (bits >> 16) & 0x8000u;
    const std::uint32_t magnitude = bits & 0x7fffffffu;
    if (magnitude > 0x7f800000u)
        return static_cast<std::uint16_t>(sign | 0x7e00u | ((magnitude >> 13) & 0x3ffu));
    if (magnitude >= 0x47800000u) return static_cast<std::uint16_t>(sign | 0x7c00u);  // 65536 and beyond
    if (magnitude >= 0x38800000u) {  // normal in half; a carry out of the mantissa walks into the exponent
        const std::uint32_t odd = (magnitude >> 13) & 1u;
        return static_cast<std::uint16_t>(sign | ((magnitude - 0x38000000u + 0xfffu + odd) >> 13));
    }
    if (magnitude <= 0x33000000u)
        return static_cast<std::uint16_t>(sign);                // 2^-25 ties to even, that is zero
    const int shift = 126 - static_cast<int>(magnitude >> 23);  // 14 … 24
    const std::uint32_t mantissa = (magnitude & 0x7fffffu) | 0x800000u;
    const std::uint32_t kept = mantissa >> shift;
    const std::uint32_t rest = mantissa & ((1u << shift) - 1u);
    const std::uint32_t middle = 1u << (shift - 1);
    const std::uint32_t up = rest > middle || (rest == middle && (kept & 1u)) ? 1u : 0u;
    return static_cast<std::uint16_t>(sign | (kept + up));
}

constexpr std::uint16_t floatToBfloat(float f) {
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(f);
    if ((bits & 0x7fffffffu) > 0x7f800000u) return static_cast<std::uint16_t>((bits >> 16) | 0x40u);
    return static_cast<std::uint16_t>((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}

}  // namespace gh::kernels
