// A pool of fixed-size KV blocks for one layer group. Reserves address space once; counts what is handed out.
//
// Memory: [block][layer][tile of 16 tokens][KV head]{K tile, V tile}. A layer's step over a context walks blocks
// outside and KV heads inside, so what one block holds for one layer is one stretch (12 KiB for 3 heads x 64 in F16),
// and a short sequence touches few pages whatever the number of layers. There is no padding, so the bytes of a block are
// exactly those of plan::predictedBytes: tiles are 64-byte aligned, but beside a tile of a block type whose heads are an
// odd number of blocks (a size of 32 or 96) only to 32, which no read of 16 lanes minds.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/base/result.h"
#include "engine/plan/cache_formula.h"
#include "kernels/kernel_table.h"

namespace gh {

using BlockIndex = std::int32_t;
constexpr BlockIndex kNoBlock = -1;

// What became of a block, for who records the past of the cache: handed to a table's entry, given back, or held by more
// or fewer than before.
struct BlockNote {
    enum class What : std::uint8_t { Taken, Given, References };
    BlockIndex block = kNoBlock;
    What what = What::Taken;
    std::uint64_t owner = 0;       // Taken: whose table, and which entry of it
    std::uint32_t entry = 0;
};

class BlockPool {
public:
    // blockTokens: a multiple of 16. Memory is mapped, not touched: the system backs it as blocks are written.
    // Errors: InvalidArgument (a shape or block size the layout cannot hold), DoesNotFit (no address space).
    static Result<std::unique_ptr<BlockPool>> create(plan::LayerGroup group, kernels::KvTypes types, int blockTokens, int blocks);
    ~BlockPool();
    BlockPool(const BlockPool&) = delete;
    BlockPool& operator=(const BlockPool&) = delete;

    const plan::LayerGroup& group() const { return m_group; }
    kernels::KvTypes types() const { return m_types; }
    int blockTokens() const { return m_blockTokens; }
    int blocks() const { return static_cast<int>(m_references.size()); }
    int freeBlocks() const { return static_cast<int>(m_free.size()); }
    std::uint64_t blockBytes() const { return m_blockBytes; }        // K and V over the group's layers
    std::uint64_t reservedBytes() const { return m_blockBytes * m_references.size(); }
    std::uint64_t allocatedBytes() const { return m_allocatedBytes; }  // counted at reserve and release

    // Lowest free index first, so that a fresh sequence reads as a run on the map. kNoBlock: none is free.
    BlockIndex reserve();
    void addReference(BlockIndex block);
    void release(BlockIndex block);                 // aborts on a block that is already free (broken invariant)
    int references(BlockIndex block) const { return m_references[static_cast<std::size_t>(block)]; }

    // Notes are taken from here on, and kept until they are asked for. Off at first: then nothing is noted.
    void takeNotes() { m_noting = true; }
    std::vector<BlockNote>& notes() { return m_notes; }   // oldest first; the reader clears it
    void noteTaken(BlockIndex block, std::uint64_t owner, std::uint32_t entry) {
        if (m_noting) m_notes.push_back({block, BlockNote::What::Taken, owner, entry});
    }

    // K and V tiles of 16 tokens: tile t of the block, layer by its index *within the group*, KV head h.
    // Their layouts: kernels/kv_types.h.
    kernels::KvTile tile(BlockIndex block, int layerInGroup, int kvHead, int tileInBlock) const;

    // Test switches for every pool of the process. Poison: a block reads as NaN when released and before it is written, so that a
    // read of it shows in the logits. Leak: the last release forgets to give its block back, so that the allocated
    // bytes part from the predicted ones.
    static void setPoisonReleasedForTest(bool on);
    static void setLeakForTest(bool on);

private:
    BlockPool() = default;
    std::byte* blockData(BlockIndex block) const { return m_base + static_cast<std::size_t>(block) * m_blockBytes; }
    void hide(BlockIndex block);      // what reading a block nobody holds looks like in tests
    void reveal(BlockIndex block);
    plan::LayerGroup m_group;
    kernels::KvTypes m_types;
    int m_blockTokens = 16;
    std::uint64_t m_blockBytes = 0, m_mappedBytes = 0, m_allocatedBytes = 0;
    std::size_t m_keyTileBytes = 0, m_headBytes = 0, m_tileBytes = 0, m_layerBytes = 0;  // strides of the layout
    void* m_mapping = nullptr;
    std::byte* m_base = nullptr;      // first block, on a huge-page boundary of the mapping
    std::vector<int> m_references;
    std::vector<BlockIndex> m_free;   // a heap: lowest index on top
    std::vector<BlockNote> m_notes;
    bool m_noting = false;
};

// One sequence's blocks in one pool: position p lives in entry p / blockTokens; entries out of a window are kNoBlock.
class BlockTable {
public:
    // owner: the sequence's key, for the notes.
    explicit BlockTable(BlockPool& pool, std::uint64_t owner = 0) : m_pool(&pool), m_owner(owner) {}
    BlockTable(BlockTable&&) noexcept;
    BlockTable& operator=(BlockTable&&) noexcept;
    ~BlockTable();                                   // releases everything

    BlockPool& pool() const { return *m_pool; }
    std::span<const BlockIndex> entries() const { return m_entries; }
    int heldBlocks() const { return static_cast<int>(m_entries.size() - m_dropped); }

    bool growTo(std::uint64_t tokens);               // false: pool exhausted, table unchanged
    void shrinkTo(std::uint64_t tokens);             // releases blocks wholly beyond
    void dropOutOfWindow(std::uint64_t nextPosition);// windowed groups: releases blocks no later query can see
    // Longest prefix p <= tokens from which this group can go on (what the query at p sees is still held).
    std::uint64_t usablePrefix(std::uint64_t tokens) const;
    void clear();

private:
    BlockPool* m_pool;
    std::uint64_t m_owner = 0;
    std::vector<BlockIndex> m_entries;
    std::size_t m_dropped = 0;   // leading entries that are out of the window: holes are always a prefix
};

}  // namespace gh
