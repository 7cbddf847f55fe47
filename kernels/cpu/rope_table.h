// Angles of rotary position embedding, in double and outside instruction-set code: one table for all.
// Source: Su et al., "RoFormer", arXiv 2104.09864.
#pragma once

#include <span>

#include "kernels/kernel_table.h"

namespace gh::kernels {

// Angle of pair i at a position: position / scale * base^(-2i / rotated) / divisor_i.
struct RopeAngles {
    double base;
    double scale;  // linear position scaling (1 = none; 4 = a context four times as long)
    int rotated;   // dims that turn, even; the exponent uses it, not the head size
    // [rotated/2] per pair, as Llama-3.x scaling, YaRN or tensors of a GGUF file give them; empty = all 1
    std::span<const double> divisors{};
    double magnitude = 1.0;  // factor of cosines and sines
};
// cosSin: [rotated/2] pairs (cos, sin), rounded to float.
void buildRopeRow(const RopeAngles& angles, long long position, float* cosSin);

// Llama-3.x scaling: pairs that turn slowly over the original context are slowed down by `factor`, fast ones
// are left alone, with a ramp between the two bounds (turns over the original context). Source: the reference
// code of Llama 3.1.
struct Llama3Scaling {
    double factor, lowFrequencyFactor, highFrequencyFactor;
    int originalContext;
};
void llama3Divisors(double base, int rotated, const Llama3Scaling& scaling, float* divisors);  // [rotated/2]

// YaRN: pairs that turn less than betaSlow times over the original context are slowed down by `factor`, those that turn
// more than betaFast times are left alone, with a ramp over the pairs between. Source: Peng et al., "YaRN",
// arXiv 2309.00071, with the bounds rounded outward to whole pairs as ggml and transformers do.
struct YarnScaling {
    double factor, originalContext, betaFast, betaSlow;
};
void yarnDivisors(double base, int rotated, const YarnScaling& scaling, double* divisors);  // [rotated/2]
// 0.1 * weight * ln(factor) + 1, and 1 where nothing is stretched.
double yarnMagnitude(double factor, double weight);
// LongRoPE: sqrt(1 + ln(factor) / ln(original context)). Source: Ding et al., "LongRoPE", arXiv 2402.13753.
double longRopeMagnitude(double factor, double originalContext);

// Q and K rows written for one pairing and stored for the other: the row of a head of `headSize` rows that
// row `row` takes. (K has as many heads as there are KV heads.)
int ropeSourceRow(int headSize, RopePairs writtenFor, RopePairs storedFor, int row);

}  // namespace gh::kernels
