// Budget mode whole: which schemes are tried, how much each matrix minds them, and the assignment for so many bits a weight.
#pragma once

#include <string>
#include <vector>

#include "engine/evaluate/evaluation.h"

namespace gh::evaluate {

// Schemes that a budget is made of: of every kind some, from coarse to fine. ggufOnly: those that other programs open.
std::vector<std::string> budgetSchemes(bool ggufOnly = false);

// spec.schemes empty: budgetSchemes(). Errors of sensitivities and assignWithin; InvalidArgument: bits that are not positive.
Result<quantize::Assignment> assignBits(SensitivitySpec spec, double bitsPerWeight, const EvaluationHooks& hooks = {});

}  // namespace gh::evaluate
