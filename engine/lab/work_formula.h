// How many multiply-accumulates a model takes, from its shape alone: what experiments compare their counts with.
// One row = one token of a step. Attention multiplies every score (a dot product of a head's size) and every weighted
// value (the same again); a query sees itself and what is before it, in windowed layers no more than the window.
#pragma once

#include <cstdint>

#include "engine/model/model_config.h"

namespace gh::lab {

struct Macs {
    std::uint64_t products = 0;    // with the weights of the layers
    std::uint64_t attention = 0;   // scores and weighted values
    std::uint64_t head = 0;        // with the output matrix
    std::uint64_t total() const { return products + attention + head; }
    Macs& operator+=(const Macs& other);
};

// Rows at positions [first, first + count) of one sequence, of which `logitRows` form logits.
Macs macsOfRows(const ModelConfig& config, std::uint64_t first, std::uint64_t count, std::uint64_t logitRows);

// The step that draws the token behind a context of n: cached, one row looks back; naive, n rows afresh.
inline Macs cachedStep(const ModelConfig& config, std::uint64_t n) { return macsOfRows(config, n - 1, 1, 1); }
inline Macs naiveStep(const ModelConfig& config, std::uint64_t n) { return macsOfRows(config, 0, n, 1); }
// All steps with contexts 1 … n: cached grows with the square of n, naive with its cube (attention) and square (products).
Macs cachedTotal(const ModelConfig& config, std::uint64_t n);
Macs naiveTotal(const ModelConfig& config, std::uint64_t n);

// One attention head alone, without projections: multiply-accumulates of a step at context n.
inline std::uint64_t headCachedMacs(std::uint64_t n, std::uint64_t headSize) { return 2 * n * headSize; }
inline std::uint64_t headNaiveMacs(std::uint64_t n, std::uint64_t headSize) { return n * (n + 1) * headSize; }

// Bytes of the float scores of one head at context n.
struct ScoreBytes {
    std::uint64_t matrix = 0;   // all n x n, as textbooks write them
    std::uint64_t row = 0;      // of the one query of a cached step
    std::uint64_t tiles = 0;    // what our attention has alive of it at once: a tile of queries x one cut
};
// queriesOfTask: CpuBackend::kQueriesOfATask.
ScoreBytes scoreBytes(std::uint64_t n, int queriesOfTask);

}  // namespace gh::lab
