// Angles of rotary position embedding, in double and outside instruction-set code: one table for all.
// Source: Su et al., "RoFormer", arXiv 2104.09864.
#pragma once

#include <span>

namespace gh::kernels {

// Angle of pair i at a position: (position * scale) * base^(-2i / rotated) / divisor_i.
//   scale     linear position scaling (1 = none; 0.25 = a context four times as long)
//   rotated   dims that turn, even; the exponent uses it, not the head size
//   divisors  [rotated/2] per pair, as Llama-3.x scaling or a GGUF file's rope_freqs give them; empty = all 1
//   cosSin    [rotated/2] pairs (cos, sin), rounded to float
void buildRopeRow(double base, double scale, int rotated, long long position, float* cosSin);
void buildRopeRow(double base, double scale, int rotated, std::span<const float> divisors, long long position,
                  float* cosSin);

}  // namespace gh::kernels
