// The matrices of a model file and what rules make of them: read once a model, asked with every change of the rules.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/model/model_file.h"
#include "engine/quantize/error_map.h"
#include "engine/quantize/rules.h"
#include "widgets/models/quantize_facts.h"

namespace gh::app {

struct ModelShape {
    struct Matrix {
        std::string name, storedType;
        int rows = 0, cols = 0;
        std::uint64_t bytes = 0;   // as stored
    };
    std::shared_ptr<const ModelFile> file;
    std::vector<Matrix> matrices;  // in the file's order; weights of more than one row
};

Result<ModelShape> readShape(const std::string& path);

// Which rule decides each matrix, what it takes, what a file of it would hold. A rule that cannot be read decides nothing
// and says why.
widgets::AssignmentFacts assign(const ModelShape& shape, const quantize::WeightRules& rules);

// The map of matrices of which each has its own scheme, put together of the maps of these; those as stored lose nothing.
// maps: by scheme; at least one.
widgets::ErrorMapFacts mixedMap(const ModelShape& shape, const widgets::AssignmentFacts& assignment,
                                const std::vector<widgets::ErrorMapPtr>& maps);

}  // namespace gh::app
