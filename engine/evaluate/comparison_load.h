// What a comparison begins with: its variants loaded, its prompt in ids.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/evaluate/comparison.h"
#include "engine/evaluate/lane.h"
#include "engine/evaluate/opened_variant.h"

namespace gh::evaluate {

struct LoadedComparison {
    std::vector<std::unique_ptr<Lane>> lanes;
    std::vector<double> bits;        // a weight, of each variant's matrices
    std::string promptText;
    std::vector<TokenId> prompt;
    std::uint32_t wanted = 0;        // tokens to generate, as far as every context has room
};

// Errors: Comparison::load's.
Result<LoadedComparison> loadComparison(const ComparisonSpec& spec,
                                        const std::function<bool(double share, std::string_view doing)>& progress);

}  // namespace gh::evaluate
