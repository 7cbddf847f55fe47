#include "engine/evaluate/opened_variant.h"

#include <map>

#include "engine/quantize/matrix_values.h"
#include "kernels/formats/format.h"

namespace gh::evaluate {
namespace {

// Rows that stand for no token may be more in one file than in another; tokens may not.
std::optional<std::string> differenceOf(const Tokenizer& a, const Tokenizer& b) {
    if (a.size() != b.size()) return std::to_string(a.size()) + " tokens in the first, " + std::to_string(b.size()) + " here";
    for (TokenId id = 0; id < a.size(); ++id)
        if (a.tokenText(id) != b.tokenText(id))
            return "token " + std::to_string(id) + " is \"" + std::string(a.tokenText(id)) + "\" in the first, \"" +
                   std::string(b.tokenText(id)) + "\" here";
    return std::nullopt;
}

// The layers' matrices: what schemes are for. Embedding, head and vectors are left out of the count, whatever they are.
Result<void> countBits(const Variant& variant, OpenedVariant& opened) {
    std::optional<quantize::RuleSet> rules;
    if (variant.load.weights) {
        auto compiled = quantize::RuleSet::compile(*variant.load.weights);
        if (!compiled) return compiled.error();
        rules = std::move(*compiled);
    }
    double weights = 0;
    for (const ModelTensor* tensor : opened.model->checked.tensors) {
        if (!quantize::isMatrix(*tensor) || !tensor->name.starts_with("blk.")) continue;
        const quantize::Scheme* scheme = rules ? quantize::schemeForTensor(*rules, *tensor).scheme : nullptr;
        if (scheme) {
            opened.matrixBytes += scheme->bytes(quantize::rowsOf(*tensor), quantize::colsOf(*tensor));
            opened.quantized |= scheme->levels > 0;
        } else {
            opened.matrixBytes += tensor->bytes.size();
            const kernels::Format* format = kernels::findFormat(tensor->type);
            opened.quantized |= !format || format->blockValues > 1;   // a type of Glasshouse's own is no format of floats
        }
        weights += static_cast<double>(tensor->dims[0]) * static_cast<double>(tensor->dims[1]);
    }
    if (weights > 0) opened.bits = 8.0 * static_cast<double>(opened.matrixBytes) / weights;
    return {};
}

}  // namespace

Error ofVariant(const Variant& variant, Error error) {
    error.subject = error.subject.empty() ? variant.name : variant.name + ": " + error.subject;
    return error;
}

Result<std::vector<OpenedVariant>> openVariants(const std::vector<Variant>& variants, int maxRows,
                                                const std::function<bool(std::string_view doing)>& goOn) {
    std::map<std::string, std::shared_ptr<const OpenedModel>> byPath;
    std::vector<OpenedVariant> opened;
    for (const Variant& variant : variants) {
        auto& model = byPath[variant.path];
        if (!model) {
            const std::string doing = "opening " + variant.path;
            auto fresh = openForUse(variant.path, [&](const CheckedModel*) { return goOn(doing); });
            if (!fresh) return ofVariant(variant, fresh.error());
            model = std::make_shared<const OpenedModel>(std::move(*fresh));
        }
        auto outline = outlineOf(model->checked, *model->tokenizer, variant.path, variant.load, maxRows);
        if (!outline) return ofVariant(variant, outline.error());
        opened.push_back({model, std::move(*outline)});
        if (auto counted = countBits(variant, opened.back()); !counted) return ofVariant(variant, counted.error());
        if (opened.front().model == model) continue;
        if (const auto difference = differenceOf(*opened.front().model->tokenizer, *model->tokenizer))
            return Error{ErrorCode::InvalidArgument, variant.name,
                         "its vocabulary is another than that of " + variants.front().name + " (" + *difference +
                             "); only models of one vocabulary can be compared token by token"};
    }
    return opened;
}

}  // namespace gh::evaluate
