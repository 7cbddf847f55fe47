#include "engine/cache/block_pool.h"

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <limits>

#include "engine/plan/checked.h"

#if defined(__SANITIZE_ADDRESS__)
#define GLASSHOUSE_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define GLASSHOUSE_ASAN 1
#endif
#endif
#ifdef GLASSHOUSE_ASAN
#include <sanitizer/asan_interface.h>
#endif

namespace gh {

namespace {

std::atomic<bool> g_poisonReleased{false};
std::atomic<bool> g_leak{false};

constexpr std::uint64_t kHugePage = 2u << 20;

[[noreturn]] void broken(const char* what, BlockIndex block) {
    std::fprintf(stderr, "block pool: %s (block %d)\n", what, block);
    std::abort();
}

Error wrongShape(std::string detail) {
    return Error{ErrorCode::InvalidArgument, "KV block pool", std::move(detail)};
}

}  // namespace

void BlockPool::setPoisonReleasedForTest(bool on) {
    g_poisonReleased = on;
}

void BlockPool::setLeakForTest(bool on) {
    g_leak = on;
}

Result<std::unique_ptr<BlockPool>> BlockPool::create(plan::LayerGroup group, kernels::KvTypes types, int blockTokens,
                                                     int blocks) {
    if (blockTokens <= 0 || blockTokens % kernels::kTileTokens != 0)
        return wrongShape("block size " + std::to_string(blockTokens) + " is not a positive multiple of 16 tokens");
    if (blocks <= 0) return wrongShape(std::to_string(blocks) + " blocks asked for, at least 1 is needed");
    if (group.layers <= 0 || group.kvHeads <= 0 || group.keySize <= 0 || group.valueSize <= 0)
        return wrongShape("a layer group without layers, heads or head size holds no cache");
    // 16 tokens x 2 bytes x an even size is a multiple of 64: tiles of floats are aligned without padding.
    if (group.keySize % 2 != 0 || group.valueSize % 2 != 0)
        return wrongShape("head sizes " + std::to_string(group.keySize) + " and " + std::to_string(group.valueSize) +
                          " must be even");

    for (const auto& [type, size] : {std::pair{types.k, group.keySize}, {types.v, group.valueSize}})
        if (const auto& entry = kernels::kvType(type); size % entry.blockValues != 0)
            return wrongShape("a head of " + std::to_string(size) + " values is not a whole number of blocks of " +
                              std::to_string(entry.blockValues) + ", which " + entry.name + " is made of");

    const std::uint64_t blockBytes = plan::saturatingMultiply(plan::bytesPerToken(group, types.k, types.v),
                                                              static_cast<std::uint64_t>(blockTokens));
    const std::uint64_t bytes = plan::saturatingMultiply(blockBytes, static_cast<std::uint64_t>(blocks));
    const std::uint64_t mapped = plan::saturatingAdd(bytes, kHugePage);
    const Error noRoom{ErrorCode::DoesNotFit, "KV cache",
                       std::to_string(blocks) + " blocks of " + std::to_string(blockBytes) +
                           " bytes need more address space than the system gives; choose a smaller context"};
    if (mapped > static_cast<std::uint64_t>(std::numeric_limits<std::ptrdiff_t>::max())) return noRoom;

    void* memory = mmap(nullptr, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return noRoom;

    std::unique_ptr<BlockPool> pool(new BlockPool);
    pool->m_group = std::move(group);
    pool->m_types = types;
    pool->m_blockTokens = blockTokens;
    pool->m_blockBytes = blockBytes;
    pool->m_mapping = memory;
    pool->m_mappedBytes = mapped;
    // From a huge-page boundary, so that the blocks use each of theirs whole; large strided reads gain 1.3 to 1.8
    // times from them. What becomes resident stays below the reserved bytes plus one such page.
    const auto start = (reinterpret_cast<std::uintptr_t>(memory) + kHugePage - 1) / kHugePage * kHugePage;
    pool->m_base = reinterpret_cast<std::byte*>(start);
#ifdef MADV_HUGEPAGE
    if (bytes >= kHugePage) madvise(pool->m_base, bytes / kHugePage * kHugePage, MADV_HUGEPAGE);
#endif
    pool->m_keyTileBytes = kernels::kvTileBytes(types.k, pool->m_group.keySize);
    pool->m_headBytes = pool->m_keyTileBytes + kernels::kvTileBytes(types.v, pool->m_group.valueSize);
    pool->m_tileBytes = pool->m_headBytes * static_cast<std::size_t>(pool->m_group.kvHeads);
    pool->m_layerBytes = pool->m_tileBytes * static_cast<std::size_t>(blockTokens / kernels::kTileTokens);

    pool->startCounting(blocks);
#ifdef GLASSHOUSE_ASAN
    ASAN_POISON_MEMORY_REGION(pool->m_base, bytes);
#endif
    return pool;
}

std::unique_ptr<BlockPool> BlockPool::createForTest(plan::LayerGroup group, int blockTokens, int blocks) {
    std::unique_ptr<BlockPool> pool(new BlockPool);
    pool->m_group = std::move(group);
    pool->m_blockTokens = blockTokens;
    pool->m_blockBytes = static_cast<std::uint64_t>(blockTokens);
    pool->startCounting(blocks);
    return pool;
}

void BlockPool::startCounting(int blocks) {
    const auto count = static_cast<std::size_t>(blocks);
    m_references.assign(count, 0);
    m_kept.assign(count, false);
    m_entry.assign(count, 0);
    m_before.assign(count + 1, blocks);
    m_after.assign(count + 1, blocks);
    m_free.resize(count);
    for (int i = 0; i < blocks; ++i) m_free[static_cast<std::size_t>(i)] = i;  // ascending is a heap already
}

BlockPool::~BlockPool() {
    if (m_mapping == nullptr) return;
#ifdef GLASSHOUSE_ASAN
    ASAN_UNPOISON_MEMORY_REGION(m_base, m_blockBytes * m_references.size());
#endif
    munmap(m_mapping, m_mappedBytes);
}

BlockIndex BlockPool::reserve() {
    if (freeBlocks() == 0) return kNoBlock;
    if (m_free.empty()) {
        // The content of the one that was let go longest ago is given up.
        const BlockIndex oldest = m_after[m_references.size()];
        ++m_evictions;
        forget(oldest);
        if (m_given) m_given(oldest);
    }
    std::pop_heap(m_free.begin(), m_free.end(), std::greater<>());
    const BlockIndex block = m_free.back();
    m_free.pop_back();
    int& references = m_references[static_cast<std::size_t>(block)];
    if (references != 0) broken("a free block has references", block);
    references = 1;
    m_allocatedBytes += m_blockBytes;
    m_peak = std::max(m_peak, heldBlocks());
    reveal(block);
    return block;
}

void BlockPool::addReference(BlockIndex block) {
    if (block < 0 || block >= blocks() || (references(block) == 0 && !isKept(block)))
        broken("reference to a block nobody holds", block);
    if (++m_references[static_cast<std::size_t>(block)] > 1) {
        ++m_sharedReferences;
        note(block, BlockNote::What::References);
        return;
    }
    unlink(block);
    m_allocatedBytes += m_blockBytes;
    m_peak = std::max(m_peak, heldBlocks());
    note(block, BlockNote::What::Found, entryOf(block));
}

void BlockPool::release(BlockIndex block) {
    if (block < 0 || block >= blocks() || references(block) == 0) broken("release of a block nobody holds", block);
    const bool held = --m_references[static_cast<std::size_t>(block)] > 0;
    note(block, held ? BlockNote::What::References : BlockNote::What::Given);
    if (held) {
        --m_sharedReferences;
        return;
    }
    const bool leak = g_leak.load(std::memory_order_relaxed);
    if (!leak) m_allocatedBytes -= m_blockBytes;
    if (isKept(block)) {
        link(block);
        return;
    }
    if (leak) return;
    m_free.push_back(block);
    std::push_heap(m_free.begin(), m_free.end(), std::greater<>());
    hide(block);
}

// ---- content that is kept ------------------------------------------------------------------------------

void BlockPool::keep(BlockIndex block, std::uint32_t entry) {
    if (references(block) == 0) broken("content of a block nobody holds is to be kept", block);
    m_kept[static_cast<std::size_t>(block)] = true;
    m_entry[static_cast<std::size_t>(block)] = entry;
}

void BlockPool::forget(BlockIndex block) {
    if (!isKept(block)) return;
    const bool reusable = isReusable(block);
    m_kept[static_cast<std::size_t>(block)] = false;
    if (!reusable) return;
    unlink(block);
    note(block, BlockNote::What::Forgotten);
    m_free.push_back(block);
    std::push_heap(m_free.begin(), m_free.end(), std::greater<>());
    hide(block);
}

void BlockPool::copyContent(BlockIndex from, BlockIndex to) {
    ++m_copies;
    if (m_base) std::memcpy(blockData(to), blockData(from), m_blockBytes);
}

void BlockPool::link(BlockIndex block) {
    const auto end = static_cast<BlockIndex>(m_references.size());
    const BlockIndex last = m_before[static_cast<std::size_t>(end)];
    m_after[static_cast<std::size_t>(last)] = block;
    m_before[static_cast<std::size_t>(block)] = last;
    m_after[static_cast<std::size_t>(block)] = end;
    m_before[static_cast<std::size_t>(end)] = block;
    ++m_reusable;
}

void BlockPool::unlink(BlockIndex block) {
    const BlockIndex before = m_before[static_cast<std::size_t>(block)], after = m_after[static_cast<std::size_t>(block)];
    m_after[static_cast<std::size_t>(before)] = after;
    m_before[static_cast<std::size_t>(after)] = before;
    --m_reusable;
}

kernels::KvTile BlockPool::tile(BlockIndex block, int layerInGroup, int kvHead, int tileInBlock) const {
    const std::byte* k = blockData(block) + static_cast<std::size_t>(layerInGroup) * m_layerBytes +
                         static_cast<std::size_t>(tileInBlock) * m_tileBytes +
                         static_cast<std::size_t>(kvHead) * m_headBytes;
    return kernels::KvTile{k, k + m_keyTileBytes};
}

void BlockPool::hide(BlockIndex block) {
    if (!m_base) return;
    // All bits set is a NaN in F16 and F32 alike, and in the F16 scales of block types.
    if (g_poisonReleased.load(std::memory_order_relaxed)) std::memset(blockData(block), 0xff, m_blockBytes);
#ifdef GLASSHOUSE_ASAN
    ASAN_POISON_MEMORY_REGION(blockData(block), m_blockBytes);
#endif
}

void BlockPool::reveal([[maybe_unused]] BlockIndex block) {
    if (!m_base) return;
#ifdef GLASSHOUSE_ASAN
    ASAN_UNPOISON_MEMORY_REGION(blockData(block), m_blockBytes);
#endif
    // A block's unwritten slots must not be read either.
    if (g_poisonReleased.load(std::memory_order_relaxed)) std::memset(blockData(block), 0xff, m_blockBytes);
}

}  // namespace gh
