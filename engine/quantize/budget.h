// Mixed precision under a budget: each tensor's sensitivity, measured as the divergence it causes alone, and the assignment
// that keeps the sum least for the bytes given.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/quantize/error_map.h"

namespace gh::quantize {

// What one scheme on one tensor costs and causes, all other tensors as stored.
struct Sensitivity {
    std::string tensor;
    std::string scheme;
    std::uint64_t bytes = 0;
    std::uint64_t weights = 0;       // of the tensor: what bits are counted from
    double divergence = 0;           // mean KL to the reference, nats a token
};

struct Assignment {
    WeightRules rules;               // one rule a tensor
    std::uint64_t bytes = 0;
    double bits = 0;                 // over the tensors assigned
    double predicted = 0;            // sum of divergences
};

// Of all tensors of the table, each counted once.
std::uint64_t weightsOf(const std::vector<Sensitivity>& table);

// The assignment with the least sum of divergences whose bytes are at most `budget`. Error DoesNotFit: even the smallest
// schemes take more, with the figures.
Result<Assignment> assignWithin(const std::vector<Sensitivity>& table, std::uint64_t budget);

}  // namespace gh::quantize
