// How far two rows of logits of the same position are apart. Sums run in double on 16 lanes, in index order, so that they
// have the same bits on every instruction set; equal rows give exactly 0.
#pragma once

#include <span>

#include "engine/base/ids.h"
#include "engine/sample/softmax.h"

namespace gh::evaluate {

// Kullback-Leibler divergence of the distributions that the logits stand for, nats.
struct RowDivergence {
    double forward = 0;     // KL(reference ‖ variant)
    double backward = 0;    // KL(variant ‖ reference)
    double referenceLogSum = 0, variantLogSum = 0;   // log of the sum of exp(logit - largest): logProbability's `logSum`
};

// Of equally many logits, all finite (scan.allowed says how many are): error of each divergence about 1e-7. Scans are
// scanRow's of the rows. A row with a logit that is not finite gives NaN.
RowDivergence rowDivergence(std::span<const float> reference, const RowScan& referenceScan, std::span<const float> variant,
                            const RowScan& variantScan);

// Of a token, by its row's scan and logSum.
inline double logProbability(std::span<const float> logits, const RowScan& scan, double logSum, TokenId id) {
    return static_cast<double>(logits[static_cast<std::size_t>(id)]) - static_cast<double>(scan.max) - logSum;
}

// Place of a token in (logit descending, id ascending), 1 = first.
int rankOf(std::span<const float> logits, TokenId id);

}  // namespace gh::evaluate
