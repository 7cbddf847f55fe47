// What a variant's rules do to the weights themselves.
#pragma once

#include <functional>
#include <string>

#include "engine/evaluate/variant.h"

namespace gh::evaluate {

struct WeightErrors {
    double mean = 0, worst = 0;      // relative errors of the matrices that the rules change
    std::string worstTensor;
};
// Errors of quantize::errorMap.
Result<WeightErrors> weightErrors(const Variant& variant, int threads, const std::function<bool()>& goOn);

}  // namespace gh::evaluate
