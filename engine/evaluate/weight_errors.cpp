#include "engine/evaluate/weight_errors.h"

#include <map>

#include "engine/forward/model_outline.h"
#include "engine/quantize/error_map.h"
#include "engine/quantize/matrix_values.h"

namespace gh::evaluate {

Result<WeightErrors> weightErrors(const Variant& variant, int threads, const std::function<bool()>& goOn) {
    auto opened = openForUse(variant.path, [&](const CheckedModel*) { return goOn(); });
    if (!opened) return opened.error();
    auto rules = quantize::RuleSet::compile(*variant.load.weights);
    if (!rules) return rules.error();
    // A map a scheme in use; of mixed rules each tensor's figure comes from its own.
    std::map<const quantize::Scheme*, quantize::ErrorMap> maps;
    WeightErrors out;
    double sum = 0;
    int count = 0;
    for (const ModelTensor* tensor : opened->checked.tensors) {
        const quantize::Scheme* scheme = quantize::isMatrix(*tensor) ? rules->schemeFor(tensor->name) : nullptr;
        if (!scheme || !tensor->name.starts_with("blk.")) continue;
        if (!maps.contains(scheme)) {
            auto map = quantize::errorMap(*opened->checked.file, *scheme, rules->scales(), threads, {[&] { return !goOn(); }, {}});
            if (!map) return map.error();
            maps.emplace(scheme, std::move(*map));
        }
        for (const quantize::TensorErrors& errors : maps.at(scheme).tensors) {
            if (errors.name != tensor->name) continue;
            sum += errors.error;
            ++count;
            if (errors.error > out.worst || out.worstTensor.empty()) {
                out.worst = errors.error;
                out.worstTensor = errors.name;
            }
        }
    }
    if (count > 0) out.mean = sum / count;
    return out;
}

}  // namespace gh::evaluate
