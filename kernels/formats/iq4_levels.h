// The levels of IQ4_NL and IQ4_XS, which lie closer near zero, as weights do, and the encoders' way to them.
#pragma once

#include "kernels/formats/fit_scales.h"
#include "kernels/formats/packing.h"

namespace gh::kernels {

// Level nearest to v; of two equally near the lower.
struct Iq4Levels {
    static constexpr float kExtreme = -127.0f, kStep = 1.0f;
    static int place(float v) {
        int place = 0;
        for (int i = 0; i < 15; ++i) place += 2.0f * v > static_cast<float>(kIq4Levels[i] + kIq4Levels[i + 1]);
        return place;
    }
    float operator()(float v) const { return static_cast<float>(kIq4Levels[place(v)]); }
};

// 32 values in 16 bytes: value j in the low, value j + 16 in the high nibble of byte j.
inline void storeIq4(const float* x, float scale, std::byte* to) {
    const float inverse = scale != 0.0f && std::isfinite(1.0f / scale) ? 1.0f / scale : 0.0f;
    for (int j = 0; j < 16; ++j)
        to[j] = static_cast<std::byte>(Iq4Levels::place(x[j] * inverse) |
                                       Iq4Levels::place(x[j + 16] * inverse) << 4);
}

}  // namespace gh::kernels
