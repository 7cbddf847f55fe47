// What one sequence holds in the cache: a block table per layer group of its model.
#pragma once

#include <memory>
#include <vector>

#include "engine/cache/block_pool.h"

namespace gh {

// The pools of one model, one per layer group, and which group and place a layer has.
struct ModelPools {
    std::vector<std::unique_ptr<BlockPool>> groups;
    struct Place { int group = 0, index = 0; };
    std::vector<Place> ofLayer;

    std::uint64_t reservedBytes() const;
    std::uint64_t allocatedBytes() const;
};

// blocks: per group, how many. Errors of BlockPool::create.
Result<ModelPools> createPools(const std::vector<plan::LayerGroup>& groups, kernels::KvTypes types, int blockTokens,
                               const std::vector<int>& blocks);

class SequenceCache {
public:
    explicit SequenceCache(ModelPools& pools, std::uint64_t owner = 0);   // owner: the sequence's key

    BlockTable& table(int group) { return m_tables[static_cast<std::size_t>(group)]; }
    const BlockTable& table(int group) const { return m_tables[static_cast<std::size_t>(group)]; }
    std::size_t groups() const { return m_tables.size(); }
    const ModelPools& pools() const { return *m_pools; }

    bool growTo(std::uint64_t tokens);            // all groups or none
    void shrinkTo(std::uint64_t tokens);
    void dropOutOfWindow(std::uint64_t nextPosition);
    std::uint64_t usablePrefix(std::uint64_t tokens) const;  // as far as every group can go on from
    std::uint64_t heldBlocks() const;
    std::uint64_t heldBytes() const;              // held blocks × their pool's block bytes
    std::uint64_t predictedBytes(std::uint64_t tokens) const;  // the formula; reads no pool counter
    void clear();

private:
    ModelPools* m_pools;
    std::vector<BlockTable> m_tables;
};

}  // namespace gh
