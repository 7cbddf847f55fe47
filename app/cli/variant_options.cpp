#include "app/cli/variant_options.h"

#include <filesystem>

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
    std::string words = quantize::kAsStored;
    return words;
}

Result<evaluate::Variant> schemeVariant(const std::string& path, const LoadOptions& load, const std::string& scheme) {
    evaluate::Variant variant{scheme, path, load};
    if (scheme == quantize::kAsStored) return variant;
    return Error{ErrorCode::InvalidArgument, "'" + scheme + "'", "is no scheme; there are " + schemeWords()};
}

Result<evaluate::Variant> rulesVariant(const std::string&, const LoadOptions&, const std::string& rulesFile) {
    return Error{ErrorCode::Unsupported, rulesFile, "rules are not there yet"};
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
