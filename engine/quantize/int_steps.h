// The steps of the integer schemes on plain values with scales in full precision; what stores a matrix rounds the scales to
// F16 and rounds the values by the rounded ones. Source of the symmetric form: absmax quantization, scale = max|x| / qmax,
// qmax = 2^(bits-1) - 1, q = x / scale rounded to the nearest, within [-qmax - 1, qmax].
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "kernels/formats/fit_scales.h"

namespace gh::quantize {

// Everything runs on sixteen lanes: a compiler for the oldest processors then uses what vectors there are, and the
// order of additions is one everywhere.
constexpr int kLanes = 16;

inline float largestMagnitude(const float* x, int n) {
    float lanes[kLanes] = {};
    int i = 0;
    for (; i + kLanes <= n; i += kLanes)
        for (int l = 0; l < kLanes; ++l) {
            const float v = std::fabs(x[i + l]);
            lanes[l] = lanes[l] < v ? v : lanes[l];
        }
    for (int l = 0; i < n; ++i, ++l) lanes[l] = std::max(lanes[l], std::fabs(x[i]));
    return *std::max_element(lanes, lanes + kLanes);
}

struct Range {
    float low = 0, high = 0;
};

inline Range rangeOf(const float* x, int n) {
    float low[kLanes], high[kLanes];
    std::fill_n(low, kLanes, x[0]);
    std::fill_n(high, kLanes, x[0]);
    int i = 0;
    for (; i + kLanes <= n; i += kLanes)
        for (int l = 0; l < kLanes; ++l) {
            low[l] = x[i + l] < low[l] ? x[i + l] : low[l];
            high[l] = high[l] < x[i + l] ? x[i + l] : high[l];
        }
    for (int l = 0; i < n; ++i, ++l) {
        low[l] = std::min(low[l], x[i]);
        high[l] = std::max(high[l], x[i]);
    }
    return {*std::min_element(low, low + kLanes), *std::max_element(high, high + kLanes)};
}

// Symmetric integers of kBits: value = (code - kOffset) * scale.
template <int kBits>
struct Symmetric {
    static constexpr int kOffset = 1 << (kBits - 1), kMost = kOffset - 1;

    static float scaleOf(const float* x, int n) { return largestMagnitude(x, n) / static_cast<float>(kMost); }
    static float level(float x, float scale) {
        return kernels::nearest(std::min(std::max(x / scale, static_cast<float>(-kOffset)), static_cast<float>(kMost)));
    }
    static void round(const float* x, int n, float scale, std::uint8_t* codes) {
        if (scale == 0.0f) return void(std::fill_n(codes, n, static_cast<std::uint8_t>(kOffset)));
        for (int i = 0; i < n; ++i) codes[i] = static_cast<std::uint8_t>(static_cast<int>(level(x[i], scale)) + kOffset);
    }
    static float value(std::uint8_t code, float scale) { return static_cast<float>(int{code} - kOffset) * scale; }
    static float restored(float x, float scale) { return scale == 0.0f ? 0.0f : level(x, scale) * scale; }
};

// Integers over the range of the values: value = code * scale + low.
template <int kBits>
struct Asymmetric {
    static constexpr int kMost = (1 << kBits) - 1;

    static float scaleOf(Range range) { return (range.high - range.low) / static_cast<float>(kMost); }
    static float level(float x, float scale, float low) {
        return kernels::nearest(std::min(std::max((x - low) / scale, 0.0f), static_cast<float>(kMost)));
    }
    static void round(const float* x, int n, float scale, float low, std::uint8_t* codes) {
        if (scale == 0.0f) return void(std::fill_n(codes, n, std::uint8_t{0}));
        for (int i = 0; i < n; ++i) codes[i] = static_cast<std::uint8_t>(static_cast<int>(level(x[i], scale, low)));
    }
    static float value(std::uint8_t code, float scale, float low) { return static_cast<float>(int{code}) * scale + low; }
    static float restored(float x, float scale, float low) { return scale == 0.0f ? low : level(x, scale, low) * scale + low; }
};

// Squared error of n values, each restored by `restore`.
template <class Restore>
double squaredError(const float* x, int n, Restore restore) {
    constexpr int kRun = 4096;   // floats add up so far without losing what matters
    double sum = 0;
    for (int begin = 0; begin < n; begin += kRun) {
        const int end = std::min(n, begin + kRun);
        float lanes[kLanes] = {};
        int i = begin;
        for (; i + kLanes <= end; i += kLanes)
            for (int l = 0; l < kLanes; ++l) {
                const float e = x[i + l] - restore(x[i + l]);
                lanes[l] += e * e;
            }
        for (int l = 0; i < end; ++i, ++l) {
            const float e = x[i] - restore(x[i]);
            lanes[l] += e * e;
        }
        sum += static_cast<double>(kernels::foldLanes(lanes));
    }
    return sum;
}

// The search of ScaleChoice::LeastSquares: shares of the whole range, of which the one with the least squared error holds,
// the widest of equals.
constexpr int kClips = 20;
inline float clipShare(int k) { return 1.0f - 0.03f * static_cast<float>(k); }

template <class ErrorOf>
float bestClip(ErrorOf errorOf) {
    float best = 1.0f;
    double least = errorOf(1.0f);
    for (int k = 1; k < kClips; ++k) {
        const double error = errorOf(clipShare(k));
        if (error < least) {
            least = error;
            best = clipShare(k);
        }
    }
    return best;
}

// The nearest number that F16 holds, which is what is stored.
inline float asHalf(float x) { return kernels::halfToFloat(kernels::floatToHalf(x)); }

}  // namespace gh::quantize
