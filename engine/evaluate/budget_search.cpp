#include "engine/evaluate/budget_search.h"

namespace gh::evaluate {

std::vector<std::string> budgetSchemes(bool ggufOnly) {
    static constexpr const char* kCandidates[] = {"q2_k", "int3-group64", "q3_k", "int4-group64", "nf4", "iq4_nl", "q4_0",
                                                  "q4_k", "q5_k", "q6_k", "q8_0"};
    std::vector<std::string> names;
    for (const char* name : kCandidates) {
        const quantize::Scheme* scheme = quantize::findScheme(name);
        if (scheme && (scheme->gguf || !ggufOnly)) names.emplace_back(name);
    }
    return names;
}

Result<quantize::Assignment> assignBits(SensitivitySpec spec, double bitsPerWeight, const EvaluationHooks& hooks) {
    if (!(bitsPerWeight > 0) || bitsPerWeight > 32)
        return Error{ErrorCode::InvalidArgument, "bits a weight", "lie above 0 and up to 32"};
    if (spec.schemes.empty()) spec.schemes = budgetSchemes();
    const auto table = sensitivities(spec, hooks);
    if (!table) return table.error();
    return quantize::assignWithin(*table, static_cast<std::uint64_t>(bitsPerWeight * static_cast<double>(quantize::weightsOf(*table)) / 8));
}

}  // namespace gh::evaluate
