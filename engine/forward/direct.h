// Runs a model directly on the calling thread, without the engine thread: logits at every position and naive passes.
// The command line, tests and evaluations use it; same decoder, same bits as the engine.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/base/ids.h"
#include "engine/base/result.h"
#include "engine/engine.h"
#include "engine/text/tokenizer.h"

namespace gh {

class ModelRuntime;

class DirectRun {
public:
    static Result<std::unique_ptr<DirectRun>> open(const std::string& path, const LoadOptions& options, int threads);
    ~DirectRun();

    const Tokenizer& tokenizer() const;
    const telemetry::ModelFacts& facts() const;
    const std::string& chatTemplate() const;     // empty: none

    // Calls sink(position, logits[vocab]) for each position in order. chunk: tokens a prefill step (0 = 264).
    // naive: for t = 1…n a fresh pass over the first t tokens, of which the last row is kept; no cache pool is used.
    // sink returns false to stop (Cancelled).
    using LogitsSink = std::function<bool(std::size_t position, std::span<const float> logits)>;
    Result<void> logits(std::span<const TokenId> ids, bool naive, int chunk, const LogitsSink& sink);

    // Logits after the last id by one fresh naive pass.
    Result<std::vector<float>> naiveLastLogits(std::span<const TokenId> ids);

    ModelRuntime& runtime();     // for measurements (engine/forward/bench.h)

private:
    DirectRun();
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

}  // namespace gh
