// Runs a model directly on the calling thread, without the engine thread: logits at every position, naive passes,
// and the benchmark. The command line, tests and evaluations use it; same decoder, same bits as the engine.
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

struct BenchOptions {
    int prefill = 512, decode = 128, runs = 4;
    std::vector<int> batches{2, 4, 8, 16, 32};
};
struct BenchBatch { int batch = 0; double tokensPerSecond = 0, stepMs = 0; };
struct BenchReport {
    double prefillTokensPerSecond = 0, decodeTokensPerSecond = 0;   // best of the runs
    std::vector<BenchBatch> batched;                                // 64 tokens of context in each sequence, 24 steps
    std::vector<double> prefillRuns, decodeRuns;                    // tokens/s of each run
};

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

    // interrupted() is asked between steps.
    Result<BenchReport> bench(const BenchOptions& options, const std::function<bool()>& interrupted);

private:
    DirectRun();
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

}  // namespace gh
