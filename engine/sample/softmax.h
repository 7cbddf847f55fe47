// Softmax over a whole vocabulary. -inf is probability 0. Sums run in double on 16 lanes, in index order, with
// multiplications and additions only, so that they have the same bits on every instruction set.
#pragma once

#include <span>

namespace gh {

// Largest value of x and its lowest index; what is wrong with x.
struct RowScan {
    float max = 0;             // -inf: every value is forbidden
    int argmax = -1;
    int firstBad = -1;         // index of the first NaN or +inf, -1: none
    int allowed = 0;           // values above -inf
};
RowScan scanRow(std::span<const float> x);

// out[i] = exp((x[i] - max) * scale) for x[i] <= max and scale > 0; relative error of exp below 3e-7; 0 below e^-87.
void expRelative(std::span<const float> x, float max, float scale, std::span<float> out);
// Sum of exp(x[i] - max), relative error below 3e-7.
double sumExp(std::span<const float> x, float max);
// The same sum, to the bit, and beside it that of exp(x[i] - max) * (x[i] - max): what an entropy is made from, in one
// pass. The entropy in nats is log(sum) - weighted / sum.
struct ExpSums {
    double sum = 0, weighted = 0;
};
ExpSums sumExpWeighted(std::span<const float> x, float max);
// log(sum(exp(x))), -inf when every value is.
double logSumExp(std::span<const float> x);
// p[i] = exp(x[i]) / sum; x is [n], p is [n]. All 0 when every value is -inf.
void softmax(std::span<const float> x, std::span<float> p);

}  // namespace gh
