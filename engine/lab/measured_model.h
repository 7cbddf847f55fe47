// A loaded model under measurement: random tokens of a fixed seed, prefill and decode steps without sampling.
#pragma once

#include <chrono>
#include <memory>
#include <span>
#include <vector>

#include "engine/forward/model_runtime.h"
#include "engine/lab/notebook.h"
#include "engine/plan/machine_limits.h"

namespace gh::lab {

constexpr int kMeasuredRows = 264;   // rows a step at most, as the engine's

using Clock = std::chrono::steady_clock;
inline double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

// Ids that a model can be fed with, none of the markers that stand at the end of a vocabulary; the same for every seed.
std::vector<TokenId> randomTokens(int count, int vocabulary, std::uint64_t seed);

class MeasuredModel {
public:
    // Reports loading as progress. Errors of ModelRuntime::load; Cancelled.
    static Result<std::unique_ptr<MeasuredModel>> open(const Subject& subject, const Notebook& notebook);

    ModelRuntime& runtime() { return *m_runtime; }
    const telemetry::ModelFacts& facts() const { return *m_runtime->facts(); }
    // Error InvalidArgument names the option: the context holds fewer than `tokens`.
    Result<void> checkContext(const char* option, int tokens) const;

    // Reads ids[first, first + count) of one sequence in steps of kMeasuredRows; forms the logits of the last row.
    // Returns the work of all steps. The cache must have room.
    BatchWork read(SequenceCache& cache, std::span<const TokenId> ids, int first, int count);
    // One row for each sequence at the same position; forms the logits of all rows.
    BatchWork decode(std::vector<SequenceCache>& sequences, std::span<const TokenId> ids, int position);
    std::span<const float> logits() const { return m_logits; }   // of the last call, [rows][vocabulary]

    // The machine's limits for what this model reads a step.
    Result<MachineLimits> limits();

private:
    std::unique_ptr<ModelRuntime> m_runtime;
    std::vector<BatchRow> m_batch;
    std::vector<int> m_rows;
    std::vector<float> m_logits;
};

// The bound that limits set on a step: the larger of the time its bytes take and the time its operations take.
// attentionOperations are those of scores and values, which are computed in f32 whatever the products are.
struct StepFloor {
    double memorySeconds = 0, computeSeconds = 0;
    bool memoryBound() const { return memorySeconds >= computeSeconds; }
    double seconds() const { return memoryBound() ? memorySeconds : computeSeconds; }
};
StepFloor floorOf(const BatchWork& work, std::uint64_t attentionOperations, bool int8Products, const MachineLimits& limits);

}  // namespace gh::lab
