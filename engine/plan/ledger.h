// The memory ledger that loading uses: what a model will need here, term by term, predicted from shape and token counts
// before anything is allocated, and whether that fits what the machine has left.
//
// Sources of the formulas: cache - engine/plan/cache_formula.h; activations - the tensors of a step's workspace
// (residual, normed, projected: width each; query and attended: query width each; key and value: KV width each; gate,
// up, act: ffn each), their int8 form (1 byte a value, 8 bytes of scale and sum a 32-block) and the cosines and sines
// of RoPE; logits - vocabulary x rows that want them. All floats have 4 bytes.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/plan/cache_formula.h"
#include "engine/telemetry/snapshot.h"

namespace gh::plan {

// Blocks a pool needs so that sequences of together `contextTokens` tokens never run out of them: one for every
// blockTokens tokens. Windowed groups: no more than `sequences` times what one of them holds at most during a step,
// its window and the rows of the step (0: any number of sequences, so no such bound).
std::uint64_t poolBlocks(const LayerGroup& group, std::uint64_t contextTokens, int blockTokens, int stepTokens,
                         int sequences);

struct LoadPlan {
    std::uint64_t weightBytes = 0;     // packed
    std::vector<LayerGroup> groups;
    CacheType k = CacheType::F16, v = CacheType::F16;
    int blockTokens = 16;
    std::uint64_t contextTokens = 0;   // that a sequence may hold
    std::uint64_t poolTokens = 0;      // that the pools are made for, over all sequences; 0: one context
    int sequences = 0;                 // as in poolBlocks
    int stepTokens = 256;              // rows a step at most
    int logitRows = 1;                 // rows a step whose logits are kept
    int width = 0, ffn = 0, vocab = 0;
    int queryWidth = 0, kvWidth = 0;   // heads x head size, the largest of the layers
    int ropeValues = 0;                // cosines and sines a position, over the model's distinct tables
    bool int8Activations = true;
};

// Terms "weights", "cache", "activations", "logits", in this order; allocatedBytes are left 0 for the engine to fill in.
std::vector<telemetry::LedgerLine> predictLedger(const LoadPlan& plan);
std::uint64_t predictedTotal(const LoadPlan& plan);

// Memory this process can still get: the system's available memory and, where tighter, what each control group on the
// way from its own to the root leaves (limit - usage + file cache that can be dropped; cgroup v1 and v2).
// Nothing where the system says nothing. `read` returns a file's content; tests hand in their own.
using TextReader = std::function<std::optional<std::string>(const std::string& path)>;
std::optional<std::uint64_t> availableMemory(const TextReader& read);
std::optional<std::uint64_t> availableMemory();

// Error DoesNotFit: what is needed, by term, what is available, and the largest context that would fit (if any).
Result<void> checkFits(const LoadPlan& plan, std::uint64_t availableBytes, const std::string& subject);
// plan.poolTokens, or one context.
std::uint64_t poolTokens(const LoadPlan& plan);
// Most tokens in whole blocks, at most `mostTokens`, whose pools take no more than `cacheBytes`; 0: not one block.
std::uint64_t tokensWithin(const LoadPlan& plan, std::uint64_t cacheBytes, std::uint64_t mostTokens);
// Largest context in whole blocks with which the plan fits; 0: none.
std::uint64_t largestContext(const LoadPlan& plan, std::uint64_t availableBytes);

}  // namespace gh::plan
