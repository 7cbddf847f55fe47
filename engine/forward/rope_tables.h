// Cosines and sines by position, built outside instruction-set code from angles in double, one table for each
// RopeConfig a model uses, grown as positions come up.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/model/model_config.h"

namespace gh {

class RopeTables {
public:
    void ensure(const LayerConfig& layer, std::uint32_t lastPosition);
    // [rope.dims / 2] pairs (cos, sin); ensure() comes first.
    const float* row(const LayerConfig& layer, std::uint32_t position) const;
    std::uint64_t bytes() const;

private:
    std::vector<std::vector<float>> m_tables;
};

}  // namespace gh
