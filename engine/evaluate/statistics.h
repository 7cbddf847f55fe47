// Means with their errors, percentiles, and what is made of positions that were measured.
#pragma once

#include <span>
#include <vector>

#include "engine/evaluate/evaluation.h"

namespace gh::evaluate {

// Standard error: sample deviation (n - 1) over the root of n; 0 for fewer than two values.
Mean meanOf(std::span<const double> values);
// Of values in ascending order, share 0…1, linear between neighbours (definition 7 of Hyndman and Fan, numpy's default).
double percentile(std::span<const double> ascending, double share);

// One scored position of a text.
struct Scored {
    double logProbability = 0;       // of the right token, by the variant, nats
    double kl = 0;                   // KL(reference ‖ variant)
    double referenceProbability = 0, probability = 0;   // of the right token
    bool sameTop = false;
};

// exp(-mean log-probability); the error is that of the mean times the value.
Perplexity perplexityOf(std::span<const Scored> scored, int window);
Divergence divergenceOf(std::span<const Scored> scored);

}  // namespace gh::evaluate
