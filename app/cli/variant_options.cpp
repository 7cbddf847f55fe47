#include "app/cli/variant_options.h"

#include <filesystem>

#include "app/cli/options.h"

namespace gh::app {

std::vector<std::string> listOf(std::string_view text) {
    std::vector<std::string> parts;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(','), text.size());
        if (end > 0) parts.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return parts;
}

std::string schemeWords() {
    return std::string(quantize::kAsStored) + ", " + quantize::schemeNames();
}

Result<evaluate::Variant> schemeVariant(const std::string& path, const LoadOptions& load, const std::string& scheme) {
    evaluate::Variant variant{scheme, path, load};
    if (scheme == quantize::kAsStored) return variant;
    if (quantize::findScheme(scheme)) {
        variant.load.weights = std::make_shared<quantize::WeightRules>(quantize::uniformRules(scheme));
        return variant;
    }
    return Error{ErrorCode::InvalidArgument, "'" + scheme + "'", "is no scheme; there are " + schemeWords()};
}

Result<evaluate::Variant> rulesVariant(const std::string& path, const LoadOptions& load, const std::string& rulesFile) {
    auto text = readFile(rulesFile);
    if (!text) return text.error();
    auto rules = quantize::rulesFromJson(*text);
    if (!rules) {
        Error error = rules.error();
        error.subject = rulesFile + ": " + error.subject;
        return error;
    }
    evaluate::Variant variant{std::filesystem::path(rulesFile).stem().string(), path, load};
    variant.load.weights = std::make_shared<quantize::WeightRules>(std::move(*rules));
    return variant;
}

Result<kernels::KvTypes> cacheTypes(const std::string& text) {
    const std::size_t cut = text.find('/');
    const auto* keys = kernels::findKvType(text.substr(0, cut));
    const auto* values = cut == text.npos ? keys : kernels::findKvType(text.substr(cut + 1));
    if (!keys || !values)
        return Error{ErrorCode::InvalidArgument, "'" + text + "'",
                     "is no type of the cache; give one of " + kernels::kvTypeWords() + ", or two for keys and values: q8_0/q4_0"};
    kernels::KvTypes types;
    types.k = keys->type;
    types.v = values->type;
    return types;
}

}  // namespace gh::app
