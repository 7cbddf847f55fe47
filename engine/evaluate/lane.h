// One variant at work: its model, the cache of one sequence, and what its last rows gave. Not thread-safe.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "engine/evaluate/variant.h"
#include "engine/forward/model_runtime.h"

namespace gh::evaluate {

// Rows a batch of evaluations has at most: 22 token tiles of the kernels, as a prefill step of the engine.
constexpr int kChunkRows = 264;

class Lane {
public:
    // Errors of ModelRuntime::load, with the variant's name.
    static Result<std::unique_ptr<Lane>> load(const Variant& variant, int threads, const LoadObserver& observer = {});

    ModelRuntime& model() { return *m_model; }
    const ModelRuntime& model() const { return *m_model; }
    const SequenceCache& cache() const { return m_cache; }
    std::uint32_t tokens() const { return m_tokens; }   // in the sequence

    // Runs `ids` (at most kChunkRows) behind what the sequence holds. watch: keeps the last row's residual after each layer.
    // False: the pool has no free block.
    bool run(std::span<const TokenId> ids, bool watch = false);
    // Computes the logits of the last row that was run: one a token of the vocabulary (padding rows left out). The span
    // holds until the next call; who draws from it may change it.
    std::span<float> logits();
    // After the layer, of the last row; only where it was watched.
    std::span<const float> residual(int layer) const;

private:
    explicit Lane(std::unique_ptr<ModelRuntime> model);

    std::unique_ptr<ModelRuntime> m_model;
    SequenceCache m_cache;
    std::uint32_t m_tokens = 0;
    std::vector<BatchRow> m_batch;
    std::vector<float> m_logits, m_residuals;
    TapSink m_taps;
};

}  // namespace gh::evaluate
