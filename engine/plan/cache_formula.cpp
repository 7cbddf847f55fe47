#include "engine/plan/cache_formula.h"

#include <algorithm>
#include <cstdlib>

#include "engine/plan/checked.h"

namespace gh::plan {

namespace {

std::uint64_t count(int n) {
    return n > 0 ? static_cast<std::uint64_t>(n) : 0;
}

std::uint64_t ceilDiv(std::uint64_t n, std::uint64_t d) {
    return n / d + (n % d != 0 ? 1 : 0);
}

}  // namespace

std::uint64_t cacheBytes(CacheType type, std::uint64_t values) {
    const kernels::KvTypeEntry& entry = kernels::kvType(type);
    return saturatingMultiply(ceilDiv(values, count(entry.blockValues)), count(entry.blockBytes));
}

std::uint64_t bytesPerToken(const LayerGroup& group, CacheType k, CacheType v) {
    const std::uint64_t head = saturatingAdd(cacheBytes(k, count(group.keySize)), cacheBytes(v, count(group.valueSize)));
    return saturatingMultiply(saturatingMultiply(count(group.layers), count(group.kvHeads)), head);
}

std::uint64_t bytesForTokens(const LayerGroup& group, CacheType k, CacheType v, std::uint64_t tokens) {
    const std::uint64_t held = group.window > 0 ? std::min(tokens, count(group.window)) : tokens;
    return saturatingMultiply(bytesPerToken(group, k, v), held);
}

std::uint64_t blocksForTokens(const LayerGroup& group, std::uint64_t tokens, int blockTokens) {
    const std::uint64_t block = count(blockTokens);
    if (block == 0) std::abort();
    const std::uint64_t written = ceilDiv(tokens, block);
    if (group.window <= 0) return written;
    // The query at position `tokens` sees positions from tokens + 1 - window on; whole blocks before that are gone.
    const std::uint64_t window = count(group.window);
    const std::uint64_t firstVisible = tokens >= window ? tokens - (window - 1) : 0;
    return written - firstVisible / block;
}

std::uint64_t predictedBytes(const LayerGroup& group, CacheType k, CacheType v, std::uint64_t tokens,
                             int blockTokens) {
    const std::uint64_t blocks = blocksForTokens(group, tokens, blockTokens);
    return saturatingMultiply(saturatingMultiply(blocks, count(blockTokens)), bytesPerToken(group, k, v));
}

}  // namespace gh::plan
