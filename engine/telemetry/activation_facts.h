// What the values at a watched tap look like, dimension by dimension: what the Activations panel draws. Plain values.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace gh::telemetry {

// Over some rows; every vector has one value a dimension.
struct DimensionFacts {
    std::uint64_t rows = 0;
    std::vector<float> max, meanAbs, rms;      // of |x|
    std::vector<std::uint32_t> maxPosition;    // where the largest stood first
    std::vector<std::uint32_t> over6;          // rows with |x| > 6, the threshold of LLM.int8()
};

struct LayerActivations {
    int layer = 0;                             // after block `layer`, counted from 0; -1: the embedding
    std::vector<float> step;                   // largest |x| a dimension among the rows of the newest step
    DimensionFacts first, rest;                // of the reply so far: position 0 alone, and all others
};

struct ActivationFacts {
    std::uint64_t version = 0;
    std::uint64_t step = 0;                    // that these were gathered up to
    std::string tap;                           // "residual"
    std::uint64_t request = 0;                 // whose rows they are; a new request begins anew
    std::uint32_t observed = 0;                // its positions that were computed while somebody watched
    std::uint32_t notObserved = 0;             // those that came from the cache, or were computed before
    std::vector<LayerActivations> layers;
};

}  // namespace gh::telemetry
