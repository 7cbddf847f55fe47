// Angles of rotary position embedding, in double and outside instruction-set code: one table for all.
// Source: Su et al., "RoFormer", arXiv 2104.09864.
#pragma once

#include <span>

#include "kernels/kernel_table.h"

namespace gh::kernels {

// Angle of pair i at a position: position / scale * base^(-2i / rotated) / divisor_i.
//   scale     linear position scaling (1 = none; 4 = a context four times as long)
//   rotated   dims that turn, even; the exponent uses it, not the head size
//   divisors  [rotated/2] per pair, as Llama-3.x scaling or a GGUF file's rope_freqs give them; empty = all 1
//   cosSin    [rotated/2] pairs (cos, sin), rounded to float
void buildRopeRow(double base, double scale, int rotated, long long position, float* cosSin);
void buildRopeRow(double base, double scale, int rotated, std::span<const float> divisors, long long position,
                  float* cosSin);

// Llama-3.x scaling: pairs that turn slowly over the original context are slowed down by `factor`, fast ones
// are left alone, with a ramp between the two bounds (turns over the original context). Source: the reference
// code of Llama 3.1.
struct Llama3Scaling {
    double factor, lowFrequencyFactor, highFrequencyFactor;
    int originalContext;
};
void llama3Divisors(double base, int rotated, const Llama3Scaling& scaling, float* divisors);  // [rotated/2]

// Q and K rows written for one pairing and stored for the other: the row of a head of `headSize` rows that
// row `row` takes. (K has as many heads as there are KV heads.)
int ropeSourceRow(int headSize, RopePairs writtenFor, RopePairs storedFor, int row);

}  // namespace gh::kernels
