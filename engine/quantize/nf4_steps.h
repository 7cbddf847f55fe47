// The steps of NF4 on plain values: the nearest of sixteen levels to x / absmax. Source: QLoRA (Dettmers et al. 2023).
#pragma once

#include <cstdint>

#include "engine/quantize/int_steps.h"
#include "kernels/formats/packing.h"

namespace gh::quantize {

struct Nf4Middles {
    float at[15];
};
constexpr Nf4Middles nf4Middles() {
    Nf4Middles middles{};
    for (int i = 0; i < 15; ++i) middles.at[i] = 0.5f * kernels::kNf4Levels[i] + 0.5f * kernels::kNf4Levels[i + 1];
    return middles;
}
inline constexpr Nf4Middles kNf4Middles = nf4Middles();
constexpr int kNf4Zero = 7;   // the code of 0, and of everything in a block of zeros

// Of two equally near levels the lower.
inline int nf4Code(float share) {
    int code = 0;
    for (const float middle : kNf4Middles.at) code += share > middle;
    return code;
}

inline void nf4Round(const float* x, int n, float absmax, std::uint8_t* codes) {
    if (absmax == 0.0f) return void(std::fill_n(codes, n, std::uint8_t{kNf4Zero}));
    for (int begin = 0; begin < n; begin += kLanes) {
        // Threshold by threshold over all lanes: vectors do it without a branch.
        float share[kLanes];
        std::int32_t code[kLanes] = {};
        const int count = std::min(kLanes, n - begin);
        for (int l = 0; l < kLanes; ++l) share[l] = l < count ? x[begin + l] / absmax : 0.0f;
        for (const float middle : kNf4Middles.at)
            for (int l = 0; l < kLanes; ++l) code[l] += share[l] > middle ? 1 : 0;
        for (int l = 0; l < count; ++l) codes[begin + l] = static_cast<std::uint8_t>(code[l]);
    }
}

inline float nf4Value(std::uint8_t code, float absmax) { return kernels::kNf4Levels[code] * absmax; }

}  // namespace gh::quantize
