#include "engine/cache/sequence_cache.h"

#include <algorithm>

namespace gh {

std::uint64_t ModelPools::reservedBytes() const {
    std::uint64_t sum = 0;
    for (const auto& pool : groups) sum += pool->reservedBytes();
    return sum;
}

std::uint64_t ModelPools::allocatedBytes() const {
    std::uint64_t sum = 0;
    for (const auto& pool : groups) sum += pool->allocatedBytes();
    return sum;
}

Result<ModelPools> createPools(const std::vector<plan::LayerGroup>& groups, kernels::KvTypes types, int blockTokens,
                               const std::vector<int>& blocks) {
    ModelPools pools;
    for (std::size_t g = 0; g < groups.size(); ++g) {
        for (std::size_t i = 0; i < groups[g].layerIndex.size(); ++i) {
            const auto layer = static_cast<std::size_t>(groups[g].layerIndex[i]);
            if (pools.ofLayer.size() <= layer) pools.ofLayer.resize(layer + 1);
            pools.ofLayer[layer] = {static_cast<int>(g), static_cast<int>(i)};
        }
        auto pool = BlockPool::create(groups[g], types, blockTokens, blocks[g]);
        if (!pool) return pool.error();
        pools.groups.push_back(std::move(pool).value());
    }
    return pools;
}

SequenceCache::SequenceCache(ModelPools& pools, std::uint64_t owner) : m_pools(&pools) {
    for (auto& pool : pools.groups) m_tables.emplace_back(*pool, owner);
}

bool SequenceCache::growTo(std::uint64_t tokens) {
    for (std::size_t g = 0; g < m_tables.size(); ++g) {
        const std::uint64_t before = m_tables[g].entries().size() * static_cast<std::uint64_t>(m_tables[g].pool().blockTokens());
        if (m_tables[g].growTo(tokens)) continue;
        // A group that has no block left takes back what the earlier groups were just given.
        for (std::size_t done = 0; done < g; ++done) m_tables[done].shrinkTo(before);
        return false;
    }
    return true;
}

void SequenceCache::shrinkTo(std::uint64_t tokens) {
    for (auto& table : m_tables) table.shrinkTo(tokens);
}

void SequenceCache::dropOutOfWindow(std::uint64_t nextPosition) {
    for (auto& table : m_tables) table.dropOutOfWindow(nextPosition);
}

std::uint64_t SequenceCache::usablePrefix(std::uint64_t tokens) const {
    // A shorter prefix asked of one group can be shorter still in another, so go round until all agree.
    for (;;) {
        std::uint64_t common = tokens;
        for (const auto& table : m_tables) common = std::min(common, table.usablePrefix(common));
        if (common == tokens) return common;
        tokens = common;
    }
}

std::uint64_t SequenceCache::heldBlocks() const {
    std::uint64_t sum = 0;
    for (const auto& table : m_tables) sum += static_cast<std::uint64_t>(table.heldBlocks());
    return sum;
}

std::uint64_t SequenceCache::heldBytes() const {
    std::uint64_t sum = 0;
    for (const auto& table : m_tables) sum += static_cast<std::uint64_t>(table.heldBlocks()) * table.pool().blockBytes();
    return sum;
}

std::uint64_t SequenceCache::predictedBytes(std::uint64_t tokens) const {
    std::uint64_t sum = 0;
    for (const auto& table : m_tables) {
        const kernels::KvTypes types = table.pool().types();
        sum += plan::predictedBytes(table.pool().group(), types.k, types.v, tokens, table.pool().blockTokens());
    }
    return sum;
}

void SequenceCache::clear() {
    for (auto& table : m_tables) table.clear();
}

}  // namespace gh
