// The passes that evaluations are made of: a text in windows, prompts that are continued greedily. Each runs on the caller's
// thread with the model's own pool of threads, in the activations that the model is set to.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/evaluate/lane.h"
#include "engine/forward/model_runtime.h"

namespace gh::evaluate {

using Ids = std::vector<TokenId>;
using GoOnWith = std::function<bool()>;   // asked before every batch; false: Cancelled

// Several sequences of one model in pools of their own.
class Sequences {
public:
    // Errors of ModelRuntime::privatePools.
    static Result<std::unique_ptr<Sequences>> create(const ModelRuntime& model, std::size_t count, std::size_t tokensEach);
    SequenceCache& operator[](std::size_t i) { return m_caches[i]; }

private:
    ModelPools m_pools;
    std::vector<SequenceCache> m_caches;
};

// A text cut into windows that each start afresh; the model's BOS, where it has one, begins every window.
struct Windows {
    std::vector<Ids> ids;            // of each window, at most `window`, at least 2
    std::size_t rows() const;        // positions that predict a token of their window: all but the last of each
};
Windows windowsOf(const Tokenizer& tokenizer, std::string_view text, int window, int most);

// Final residual rows of one fresh sequence, into out: [ids][width].
Result<void> residualsOf(ModelRuntime& model, SequenceCache& cache, std::span<const TokenId> ids, const GoOnWith& goOn, float* out);

// Each prompt continued greedily by up to `most` tokens, all at once; until(i, id) true ends that one, and its id is kept.
Result<std::vector<Ids>> continueGreedily(ModelRuntime& model, std::span<const Ids> prompts, int most,
                                          const std::function<bool(std::size_t, TokenId)>& until, const GoOnWith& goOn);
// The model's choice at each position of `texts` behind the first prompt[i].size() - 1: what it would have said there.
Result<std::vector<Ids>> choicesOn(ModelRuntime& model, std::span<const Ids> prompts, std::span<const Ids> continued,
                                   const GoOnWith& goOn);
// Decode steps of one sequence, tokens a second (the median step).
Result<double> decodeSpeed(ModelRuntime& model, std::span<const TokenId> ids, const GoOnWith& goOn);

}  // namespace gh::evaluate
