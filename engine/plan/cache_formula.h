// Cache arithmetic from shape and token counts alone; never reads a pool.
// bytes = 2 x layers x KV heads x head size x tokens x bytes per number, per layer group with its own heads, sizes
// and window (K and V counted apart, as their sizes and types may differ). Exact integers; what 64 bits cannot hold
// stays at the largest value (engine/plan/checked.h).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernels/kv_types.h"

namespace gh::plan {

using CacheType = kernels::KvType;
// Bytes of n values along the head dimension of one token (block types round up to 32 values).
std::uint64_t cacheBytes(CacheType type, std::uint64_t values);

// Layers that share one kind of cache: same KV heads, head sizes and window.
struct LayerGroup {
    int layers = 0;
    int kvHeads = 0;
    int keySize = 0, valueSize = 0;
    int window = 0;                // 0 = full; else a query sees itself and window-1 before it
    std::vector<int> layerIndex;   // which layers of the model
};

std::uint64_t bytesPerToken(const LayerGroup& group, CacheType k, CacheType v);
// Unpadded bytes for n resident tokens: window layers hold min(n, window).
std::uint64_t bytesForTokens(const LayerGroup& group, CacheType k, CacheType v, std::uint64_t tokens);
// Blocks a sequence with n resident tokens holds: full: ceil(n / b). Windowed: those that the next query
// (position n) or a later one can still see: ceil(n/b) - floor(max(0, n + 1 - window) / b).
std::uint64_t blocksForTokens(const LayerGroup& group, std::uint64_t tokens, int blockTokens);
std::uint64_t predictedBytes(const LayerGroup& group, CacheType k, CacheType v, std::uint64_t tokens, int blockTokens);

}  // namespace gh::plan
