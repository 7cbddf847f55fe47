// Scales and minima of least squared error for blocks whose values are scale * q - min, q in 0 .. kMost, min >= 0:
// the search of the encoders of Q2_K, Q4_K and Q5_K, in the two steps of fit_scales.h.
#pragma once

#include "kernels/formats/fit_scales.h"

namespace gh::kernels {

struct RealScaleAndMin {
    float scale = 0.0f, min = 0.0f;
};

template <int n, int kMost>
RealScaleAndMin bestScaleAndMin(const float* x) {
    const EvenLevels<0, kMost> levels;
    const float low = std::min(*std::min_element(x, x + n), 0.0f);
    const float range = *std::max_element(x, x + n) - low;
    RealScaleAndMin best{0.0f, -low};
    if (!(range > 0.0f) || !std::isfinite(1.0f / range)) return best;
    best.scale = range / kMost;
    float least = squaredError<n>(x, best.scale, low, levels);
    for (int k = -10; k <= 10; ++k) {
        const float inverse = (static_cast<float>(kMost) + 0.1f * static_cast<float>(k)) / range;
        float xs[n], q[n], qq[n], xq[n];
        for (int i = 0; i < n; ++i) {
            q[i] = levels((x[i] - low) * inverse);
            xs[i] = x[i];
            qq[i] = q[i] * q[i];
            xq[i] = x[i] * q[i];
        }
        const float sumX = foldLanes(xs), sumQ = foldLanes(q), sumQQ = foldLanes(qq), sumXQ = foldLanes(xq);
        const float determinant = n * sumQQ - sumQ * sumQ;
        if (!(determinant > 0.0f)) continue;
        RealScaleAndMin found{(n * sumXQ - sumX * sumQ) / determinant,
                              -(sumQQ * sumX - sumQ * sumXQ) / determinant};
        if (found.min < 0.0f) found = {sumXQ / sumQQ, 0.0f};  // a minimum below zero is all that there is
        const float error = squaredError<n>(x, found.scale, -found.min, levels);
        if (error < least) {
            least = error;
            best = found;
        }
    }
    return best;
}

// A super-block: value = d * scale[b] * q - dmin * min[b].
template <int kBlocks>
struct FittedMinima {
    std::uint16_t d = 0, dmin = 0;  // F16
    int scale[kBlocks] = {}, min[kBlocks] = {};
};

// kMostScale: largest integer scale and minimum. Where they are few the search goes further around the rounded ones.
template <int kBlocks, int kSize, int kMost, int kMostScale>
FittedMinima<kBlocks> fitMinima(const float* x) {
    constexpr int kAround = kMostScale < 16 ? 2 : 1;
    const EvenLevels<0, kMost> levels;
    RealScaleAndMin real[kBlocks];
    float largestScale = 0.0f, largestMin = 0.0f;
    for (int b = 0; b < kBlocks; ++b) {
        real[b] = bestScaleAndMin<kSize, kMost>(x + b * kSize);
        largestScale = std::max(largestScale, real[b].scale);
        largestMin = std::max(largestMin, real[b].min);
    }
    FittedMinima<kBlocks> best;
    double bestError = sumOfSquares<kBlocks * kSize>(x);  // of zeros
    if (bestError == 0) return best;
    // What the largest scale becomes matters where scales are few.
    for (int less = 0; less <= 2; ++less) {
        double d = static_cast<double>(largestScale) / (kMostScale - less);
        double dmin = static_cast<double>(largestMin) / kMostScale;
        FittedMinima<kBlocks> last;
        for (int pass = 0; pass < 4; ++pass) {
            FittedMinima<kBlocks> fit;
            fit.d = scaleToHalf(d);
            fit.dmin = scaleToHalf(dmin);
            if (fit.d == last.d && fit.dmin == last.dmin) break;
            const float scaleUnit = halfToFloat(fit.d), minUnit = halfToFloat(fit.dmin);
            if (!std::isfinite(scaleUnit) || !std::isfinite(minUnit))
                return fit;  // too large for F16: the caller sees the infinite scale
            const auto nearUnit = [](float value, float unit) {
                return static_cast<int>(nearest(std::min(value / unit, 4096.0f)));
            };
            double error = 0, aa = 0, am = 0, mm = 0, xa = 0, xm = 0;
            for (int b = 0; b < kBlocks; ++b) {
                const float* block = x + b * kSize;
                const int s0 = nearUnit(real[b].scale, scaleUnit), m0 = nearUnit(real[b].min, minUnit);
                float least = std::numeric_limits<float>::infinity();
                for (int s = s0 - kAround; s <= s0 + kAround; ++s) {
                    for (int m = m0 - kAround; m <= m0 + kAround; ++m) {
                        if (s < 0 || s > kMostScale || m < 0 || m > kMostScale) continue;
                        const float e = squaredError<kSize>(block, scaleUnit * static_cast<float>(s),
                                                            -(minUnit * static_cast<float>(m)), levels);
                        if (e < least) {
                            least = e;
                            fit.scale[b] = s;
                            fit.min[b] = m;
                        }
                    }
                }
                error += least;
                const float scale = scaleUnit * static_cast<float>(fit.scale[b]);
                const float min = minUnit * static_cast<float>(fit.min[b]);
                const float inverse = scale > 0.0f ? 1.0f / scale : 0.0f;
                for (int i = 0; i < kSize; ++i) {
                    const double a = fit.scale[b] * static_cast<double>(levels((block[i] + min) * inverse));
                    const double m = fit.min[b];
                    aa += a * a, am += a * m, mm += m * m, xa += a * block[i], xm += m * block[i];
                }
            }
            last = fit;
            if (error < bestError) {
                bestError = error;
                best = fit;
            }
            // Least squares for (d, dmin) with quants and integer scales as they are.
            const double determinant = aa * mm - am * am;
            if (determinant > 1e-9 * aa * mm) {
                d = (xa * mm - xm * am) / determinant;
                dmin = (xa * am - xm * aa) / determinant;
            } else if (aa > 0) {
                d = (xa + dmin * am) / aa;
            }
            if (!(d > 0) || !(dmin >= 0)) break;
        }
    }
    return best;
}

// Quants of a fitted block: what decode makes the least error with.
template <int kSize, int kMost>
void quantsOf(const float* x, float scale, float min, std::uint8_t* q) {
    const float inverse = scale != 0.0f && std::isfinite(1.0f / scale) ? 1.0f / scale : 0.0f;
    for (int i = 0; i < kSize; ++i) q[i] = static_cast<std::uint8_t>(EvenLevels<0, kMost>()((x[i] + min) * inverse));
}

}  // namespace gh::kernels
