// One attention head alone, without a model around it: random queries, keys and values, the backend that models run on.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "engine/base/thread_pool.h"
#include "engine/forward/backend.h"
#include "kernels/isa.h"

namespace gh::lab {

class AttentionHead {
public:
    // Holds up to `tokens` tokens. Errors of createPools.
    static Result<std::unique_ptr<AttentionHead>> create(kernels::Isa isa, ThreadPool& threads, const LoadOptions& load,
                                                         int headSize, int tokens);

    struct Step {
        double seconds = 0;            // of storing keys and values, and of attention
        std::vector<float> output;     // of the query at position n - 1, [head size]
    };
    // The step with a context of n. Cached: one row behind the n - 1 that are there. Naive: all n rows afresh.
    Step cached(int n);
    Step naive(int n);

private:
    static constexpr int kRows = 264;     // rows a step, as the engine's
    static constexpr int kTable = 1024;   // random rows that queries, keys and values are taken from in turn
    AttentionHead() = default;
    double rows(SequenceCache& cache, int first, int count, bool ask);

    std::unique_ptr<Backend> m_backend;
    int m_headSize = 0;
    Linear m_table;
    Tensor m_q, m_k, m_v, m_out;
    ModelPools m_pools;
    std::vector<SequenceCache> m_caches;   // the cached way's, the naive way's
    int m_have = 0;                        // tokens in the first
};

}  // namespace gh::lab
