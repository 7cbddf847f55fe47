#include <algorithm>

#include "engine/quantize/scheme_files.h"
#include "engine/quantize/storage_choice.h"
#include "kernels/packed.h"

namespace gh::quantize {

std::span<const Scheme> schemeList() {
    static const std::vector<Scheme> kList = [] {
        std::vector<Scheme> all;
        for (const auto& part : {int8Schemes(), int4Schemes(), int3Schemes(), nf4Schemes(), ggufSchemes()})
            all.insert(all.end(), part.begin(), part.end());
        return all;
    }();
    return kList;
}

const Scheme* findScheme(std::string_view name) {
    for (const Scheme& scheme : schemeList())
        if (scheme.name == name) return &scheme;
    return nullptr;
}

const Scheme* schemeOfType(std::uint32_t fileType) {
    for (const Scheme& scheme : schemeList())
        if (scheme.fileType == fileType) return &scheme;
    return nullptr;
}

std::string schemeNames() {
    std::string names;
    for (const Scheme& scheme : schemeList()) names += (names.empty() ? "" : ", ") + std::string(scheme.name);
    return names;
}

bool storedByRows(const Scheme& scheme) {
    constexpr int kRows = 1024, kCols = 256;
    return scheme.bytes(kRows, kCols) == kRows * scheme.bytes(1, kCols);
}

double residentBits(const Scheme& scheme, int rows, int cols) {
    const auto layout = kernels::packedLayout(scheme.runsAs(cols), rows, cols);
    return 8.0 * static_cast<double>(kernels::packedBytes(layout)) / (static_cast<double>(rows) * cols);
}

FittingScheme fittingScheme(const Scheme& asked, int cols) {
    if (asked.fits(cols)) return {&asked, {}};
    const auto type = storageFor(static_cast<kernels::StorageType>(asked.fileType), cols);
    const Scheme* found = schemeOfType(static_cast<std::uint32_t>(type));
    return {found, std::to_string(cols) + " columns are no whole blocks of " + asked.title + ": " + found->title};
}

}  // namespace gh::quantize
