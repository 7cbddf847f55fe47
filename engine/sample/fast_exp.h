// exp of a non-positive float, written so that the compiler can put it on any vector width: multiplications and
// additions only (no fused ones), so each width gives the same bits.
#pragma once

#include <bit>
#include <cstdint>

namespace gh {

inline float expNonPositive(float v) {
    // Below this the result is a subnormal that no sum here would notice.
    const float x = v > -87.0f ? v : -87.0f;
    // x = n ln 2 + r with |r| <= ln 2 / 2: adding 1.5 * 2^23 rounds to the integer n, left in the low bits.
    constexpr float kRound = 12582912.0f;
    const float shifted = x * 1.44269504f + kRound;
    const float n = shifted - kRound;
    const float r = (x - n * 0.693145752f) - n * 1.42860682e-6f;  // ln 2 in two parts, the first exact in n * part
    // exp(r) by its Taylor series to r^7/7!: the rest is below 2e-9 on that interval.
    float p = 1.98412698e-4f;
    p = p * r + 1.38888889e-3f;
    p = p * r + 8.33333333e-3f;
    p = p * r + 4.16666667e-2f;
    p = p * r + 1.66666667e-1f;
    p = p * r + 0.5f;
    p = p * r + 1.0f;
    p = p * r + 1.0f;
    const std::uint32_t exponent = std::bit_cast<std::uint32_t>(shifted) << 23;
    const float scaled = std::bit_cast<float>(std::bit_cast<std::uint32_t>(p) + exponent);
    return v > -87.0f ? scaled : 0.0f;
}

}  // namespace gh
