// Quants of the 32-value formats, as the ggml project's reference rounds them: in float, half up, by the inverse of the
// unrounded scale.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "kernels/formats/float_to_half.h"

namespace gh::kernels {

// 1 / d, or 0 where that is no number: everything then rounds to zero.
inline float inverseScale(float d) {
    const float inverse = 1.0f / d;
    return std::isfinite(inverse) ? inverse : 0.0f;
}

// std::round of a number that an int holds, without the call that it is on a processor of which nothing is known.
inline int roundHalfAway(float x) {
    const int whole = static_cast<int>(x);
    const float rest = x - static_cast<float>(whole);
    return whole + (rest >= 0.5f ? 1 : 0) - (rest <= -0.5f ? 1 : 0);
}

inline float largestMagnitude(const float* x, int n) {  // with its sign; the first of equals
    float best = x[0];
    for (int i = 1; i < n; ++i) {
        if (std::fabs(x[i]) > std::fabs(best)) best = x[i];
    }
    return best;
}

// value = (q - kOffset) * d, q in 0 .. 2 * kOffset - 1. The value of largest magnitude becomes -kOffset. Returns d.
template <int kOffset>
float roundSymmetric(const float* x, std::uint8_t (&q)[32]) {
    const float d = largestMagnitude(x, 32) / -kOffset;
    const float inverse = inverseScale(d);
    for (int i = 0; i < 32; ++i)
        q[i] = static_cast<std::uint8_t>(std::min(static_cast<int>(x[i] * inverse + (kOffset + 0.5f)), 2 * kOffset - 1));
    return d;
}

struct ScaleAndMin {
    float scale, min;
};

// value = q * scale + min, q in 0 .. kMost.
template <int kMost>
ScaleAndMin roundFromMin(const float* x, std::uint8_t (&q)[32]) {
    const auto [least, most] = std::minmax_element(x, x + 32);
    const float d = (*most - *least) / kMost;
    const float inverse = inverseScale(d);
    for (int i = 0; i < 32; ++i)
        // The maximum first: where the range is infinite this is no number, and then it gives 0.
        q[i] = static_cast<std::uint8_t>(
            std::min(static_cast<int>(std::max(0.0f, (x[i] - *least) * inverse + 0.5f)), kMost));
    return {d, *least};
}

inline void storeNibbles32(const std::uint8_t (&q)[32], std::byte* to) {
    for (int j = 0; j < 16; ++j) to[j] = static_cast<std::byte>((q[j] & 15) | (q[j + 16] & 15) << 4);
}

inline std::uint32_t fifthBits(const std::uint8_t (&q)[32]) {
    std::uint32_t bits = 0;
    for (int i = 0; i < 32; ++i) bits |= static_cast<std::uint32_t>(q[i] >> 4) << i;
    return bits;
}

}  // namespace gh::kernels
