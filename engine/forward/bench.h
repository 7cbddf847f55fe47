// Rates of a model on this machine, and what they are of what the machine can do: prefill, decode from an empty cache,
// batched decode; no sampling. Bytes and operations are derived from shapes, limits are measured just before.
#pragma once

#include <functional>
#include <vector>

#include "engine/base/result.h"
#include "engine/plan/machine_limits.h"

namespace gh {

class ModelRuntime;

struct BenchOptions {
    int prefill = 512, decode = 128, runs = 4;
    int context = 0;               // tokens already in the cache when decoding begins
    std::vector<int> batches{2, 4, 8, 16, 32};
};

// Mean of the steps that were measured.
struct StepWork {
    double weightBytes = 0, cacheBytes = 0;   // read by a step
    double operations = 0;                    // multiplications and additions counted apart
};
struct BenchBatch {
    int batch = 0;
    double tokensPerSecond = 0, stepMs = 0;
    StepWork work;
};
struct LayerSplit { double attentionMs = 0, ffnMs = 0; };

struct BenchReport {
    MachineLimits limits;
    double prefillTokensPerSecond = 0, decodeTokensPerSecond = 0;   // best of the runs
    StepWork prefill, decode;                                       // of the whole prefill; of a decode step
    int prefillSteps = 0;
    std::vector<BenchBatch> batched;                                // 64 tokens of context in each sequence, 24 steps
    std::vector<double> prefillRuns, decodeRuns;                    // tokens/s of each run
    // A decode step by layer, from a run of its own (taking times costs time), and what lies outside the layers.
    std::vector<LayerSplit> layers;
    double embedMs = 0, headMs = 0;
};

// interrupted() is asked between steps.
Result<BenchReport> runBench(ModelRuntime& model, const BenchOptions& options, const std::function<bool()>& interrupted);

}  // namespace gh
