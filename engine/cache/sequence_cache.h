// What one sequence holds in the cache: a block table per layer group of its model. Blocks may be shared with other
// sequences; one that others have too is copied before it is written.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "engine/base/ids.h"
#include "engine/cache/block_pool.h"
#include "engine/cache/prefix_index.h"

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
    // index: where its whole blocks are entered and others' are found; null: it stands alone.
    explicit SequenceCache(ModelPools& pools, PrefixIndex* index = nullptr);
    ~SequenceCache();
    SequenceCache(SequenceCache&&) noexcept;
    SequenceCache& operator=(SequenceCache&&) noexcept;
    SequenceCache(const SequenceCache&) = delete;
    SequenceCache& operator=(const SequenceCache&) = delete;

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

    // ---- with an index: it knows its tokens -----------------------------------------------------------
    const std::vector<TokenId>& ids() const { return m_ids; }   // resident, by position
    std::uint32_t resident() const { return static_cast<std::uint32_t>(m_ids.size()); }
    std::span<const TokenId> tail() const;        // the resident tokens behind the last whole block
    const PrefixNode* tip() const { return m_tip; }
    // Holds what was found, the first match.tokens of `tokens`, in place of what it holds.
    void attach(const PrefixMatch& match, std::span<const TokenId> tokens);
    void fork(const SequenceCache& other);        // holds what the other holds
    // Makes room to write positions [resident, tokens): blocks are taken, and the one that the first position lies in is
    // copied where others have it too. All groups or none: false, and nothing has changed.
    bool prepare(std::uint64_t tokens);
    // How many positions from resident() on prepare() has room for now.
    std::uint64_t room() const;
    // These have been written. Whole blocks are entered (or given back for the one that has this content already), and
    // blocks go that no window reaches any more.
    void append(std::span<const TokenId> tokens);

private:
    void take(SequenceCache& other);
    bool mustCopy(const BlockTable& table) const;
    bool canOverwrite(const BlockTable& table) const;
    void setTip(PrefixNode* tip);

    ModelPools* m_pools;
    PrefixIndex* m_index;
    PrefixNode* m_tip = nullptr;                  // of its last whole block; null: without an index, or holds nothing
    std::vector<BlockTable> m_tables;
    std::vector<TokenId> m_ids;
};

}  // namespace gh
