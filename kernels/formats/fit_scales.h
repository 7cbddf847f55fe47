// Scales of least squared error for blocks whose values are scale * level: the search of the encoders. First a real
// scale for each small block, then the one F16 scale d of the super-block with an integer scale for each small block.
// Everything is float or double arithmetic in a fixed order, so that a file comes out the same on every machine.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/formats/float_to_half.h"

namespace gh::kernels {

// Nearest integer for |v| < 2^22, half to even, in two additions that every compiler vectorizes.
inline float nearest(float v) {
    constexpr float kShift = 12582912.0f;  // 1.5 * 2^23
    return (v + kShift) - kShift;
}

// Levels: operator() gives the level nearest to v. kExtreme: the level of largest magnitude; kStep: how finely the
// search varies what the largest value becomes.
template <int kLeast, int kMost>
struct EvenLevels {
    static constexpr float kExtreme = kLeast, kStep = 0.1f;
    float operator()(float v) const {
        return nearest(std::min(std::max(v, static_cast<float>(kLeast)), static_cast<float>(kMost)));
    }
};

// Sum over n = 16 or 32 lanes, folded in halves.
template <int n>
float foldLanes(float (&lanes)[n]) {
    for (int half = n / 2; half > 0; half /= 2) {
        for (int i = 0; i < half; ++i) lanes[i] += lanes[i + half];
    }
    return lanes[0];
}

// Squared error of n values as scale * level + offset, each with the level that is best for it.
template <int n, class Levels>
float squaredError(const float* x, float scale, float offset, Levels levels) {
    const float inverse = scale != 0.0f && std::isfinite(1.0f / scale) ? 1.0f / scale : 0.0f;
    float lanes[n];
    for (int i = 0; i < n; ++i) {
        const float e = x[i] - (scale * levels((x[i] - offset) * inverse) + offset);
        lanes[i] = e * e;
    }
    return foldLanes(lanes);
}

// The real scale of least squared error among those that the search visits; 0 for a block of zeros.
template <int n, class Levels>
float bestScale(const float* x, Levels levels) {
    const float* largest = std::max_element(x, x + n, [](float a, float b) { return std::fabs(a) < std::fabs(b); });
    if (!std::isfinite(1.0f / *largest)) return 0.0f;
    float best = 0.0f, bestGain = 0.0f;
    for (const float sign : {1.0f, -1.0f}) {
        for (int k = -9; k <= 9; ++k) {
            const float inverse = sign * (Levels::kExtreme + static_cast<float>(k) * Levels::kStep) / *largest;
            float xl[n], ll[n];
            for (int i = 0; i < n; ++i) {
                const float level = levels(x[i] * inverse);
                xl[i] = x[i] * level;
                ll[i] = level * level;
            }
            const float product = foldLanes(xl), square = foldLanes(ll);
            // With the scale product / square the squared error is that much below the sum of squares.
            if (square > 0.0f && product * product > bestGain * square) {
                bestGain = product * product / square;
                best = product / square;
            }
        }
    }
    return best;
}

// F16 nearest to a scale, at least the smallest there is: with that and small integer scales values near it survive.
inline std::uint16_t scaleToHalf(double d) {
    return floatToHalf(std::copysign(std::max(std::fabs(static_cast<float>(d)), 0x1p-24f), static_cast<float>(d)));
}

template <int n>
double sumOfSquares(const float* x) {
    double sum = 0;
    for (int i = 0; i < n; ++i) sum += static_cast<double>(x[i]) * x[i];
    return sum;
}

// A super-block: value = d * scale[b] * level.
template <int kBlocks>
struct FittedScales {
    std::uint16_t d = 0;  // F16
    int scale[kBlocks] = {};
};

// kLeast .. kMost: range of the integer scales.
template <int kBlocks, int kSize, int kLeast, int kMost, class Levels>
FittedScales<kBlocks> fitScales(const float* x, Levels levels) {
    float real[kBlocks];
    for (int b = 0; b < kBlocks; ++b) real[b] = bestScale<kSize>(x + b * kSize, levels);
    const float largest =
        *std::max_element(real, real + kBlocks, [](float a, float b) { return std::fabs(a) < std::fabs(b); });
    FittedScales<kBlocks> best;
    if (largest == 0.0f) return best;
    double bestError = sumOfSquares<kBlocks * kSize>(x);  // of zeros
    // What the largest scale becomes matters where scales are few; then d follows by least squares, twice.
    for (int extreme = kLeast; extreme <= (kLeast < -64 ? kLeast : kLeast + 2); ++extreme) {
        double d = static_cast<double>(largest) / extreme;
        std::uint16_t last = 0;
        for (int pass = 0; pass < 3; ++pass) {
            FittedScales<kBlocks> fit;
            fit.d = scaleToHalf(d);
            if (fit.d == last) break;
            last = fit.d;
            const float rounded = halfToFloat(fit.d);
            if (!std::isfinite(rounded)) return fit;  // too large for F16: the caller sees the infinite scale
            double error = 0, product = 0, square = 0;
            for (int b = 0; b < kBlocks; ++b) {
                const float* block = x + b * kSize;
                const int near = static_cast<int>(nearest(std::clamp(real[b] / rounded, -4096.0f, 4096.0f)));
                float least = std::numeric_limits<float>::infinity();
                for (int s = near - 1; s <= near + 1; ++s) {
                    const int scale = std::clamp(s, kLeast, kMost);
                    const float e = squaredError<kSize>(block, rounded * static_cast<float>(scale), 0.0f, levels);
                    if (e < least) {
                        least = e;
                        fit.scale[b] = scale;
                    }
                }
                error += least;
                const float scale = rounded * static_cast<float>(fit.scale[b]);
                const float inverse = scale != 0.0f ? 1.0f / scale : 0.0f;
                for (int i = 0; i < kSize; ++i) {
                    const double part = fit.scale[b] * static_cast<double>(levels(block[i] * inverse));
                    product += part * block[i];
                    square += part * part;
                }
            }
            if (error < bestError) {
                bestError = error;
                best = fit;
            }
            if (square == 0) break;
            d = product / square;
        }
    }
    return best;
}

}  // namespace gh::kernels
