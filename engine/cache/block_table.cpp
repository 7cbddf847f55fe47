#include <algorithm>
#include <utility>

#include "engine/cache/block_pool.h"

namespace gh {

BlockTable::BlockTable(BlockTable&& other) noexcept
    : m_pool(other.m_pool), m_entries(std::exchange(other.m_entries, {})), m_dropped(std::exchange(other.m_dropped, 0)) {}

BlockTable& BlockTable::operator=(BlockTable&& other) noexcept {
    if (this == &other) return *this;
    clear();
    m_pool = other.m_pool;
    m_entries = std::exchange(other.m_entries, {});
    m_dropped = std::exchange(other.m_dropped, 0);
    return *this;
}

BlockTable::~BlockTable() {
    clear();
}

bool BlockTable::growTo(std::uint64_t tokens) {
    const auto block = static_cast<std::uint64_t>(m_pool->blockTokens());
    const std::uint64_t wanted = tokens / block + (tokens % block != 0 ? 1 : 0);
    if (wanted <= m_entries.size()) return true;
    if (wanted - m_entries.size() > static_cast<std::uint64_t>(m_pool->freeBlocks())) return false;
    m_entries.reserve(wanted);
    while (m_entries.size() < wanted) {
        const BlockIndex taken = m_pool->reserve();
        m_pool->note(taken, BlockNote::What::Taken, static_cast<std::uint32_t>(m_entries.size()));
        m_entries.push_back(taken);
    }
    return true;
}

void BlockTable::shrinkTo(std::uint64_t tokens) {
    const auto block = static_cast<std::uint64_t>(m_pool->blockTokens());
    const std::uint64_t kept = tokens / block + (tokens % block != 0 ? 1 : 0);
    while (m_entries.size() > kept) {
        if (m_entries.back() != kNoBlock) m_pool->release(m_entries.back());
        m_entries.pop_back();
    }
    m_dropped = std::min(m_dropped, m_entries.size());
}

void BlockTable::dropOutOfWindow(std::uint64_t nextPosition) {
    const int window = m_pool->group().window;
    if (window <= 0 || nextPosition + 1 < static_cast<std::uint64_t>(window)) return;
    const std::uint64_t firstVisible = nextPosition + 1 - static_cast<std::uint64_t>(window);
    const std::uint64_t gone = std::min<std::uint64_t>(
        firstVisible / static_cast<std::uint64_t>(m_pool->blockTokens()), m_entries.size());
    for (; m_dropped < gone; ++m_dropped) {
        m_pool->release(m_entries[m_dropped]);
        m_entries[m_dropped] = kNoBlock;
    }
}

std::uint64_t BlockTable::usablePrefix(std::uint64_t tokens) const {
    const auto block = static_cast<std::uint64_t>(m_pool->blockTokens());
    const std::uint64_t limit = std::min<std::uint64_t>(tokens, m_entries.size() * block);
    if (m_dropped == 0 || limit == 0) return limit;
    const auto window = static_cast<std::uint64_t>(m_pool->group().window);
    if (window == 1) {
        // A query sees only itself: any block boundary will do, and within a block that block must be there.
        return limit / block >= m_dropped ? limit : limit / block * block;
    }
    // Holes are a prefix and a shorter prefix sees earlier tokens: if the longest will not do, none but 0 does.
    const std::uint64_t firstVisible = limit + 1 > window ? limit + 1 - window : 0;
    return firstVisible / block >= m_dropped ? limit : 0;
}

void BlockTable::clear() {
    shrinkTo(0);
}

void BlockTable::attach(std::span<const BlockIndex> blocks) {
    // Held before the old ones are let go: some may be the same.
    for (const BlockIndex block : blocks)
        if (block != kNoBlock) m_pool->addReference(block);
    clear();
    m_entries.assign(blocks.begin(), blocks.end());
    while (m_dropped < m_entries.size() && m_entries[m_dropped] == kNoBlock) ++m_dropped;
}

void BlockTable::exchange(std::size_t entry, BlockIndex block) {
    m_pool->addReference(block);
    m_pool->release(std::exchange(m_entries[entry], block));
}

void BlockTable::makeOwn(std::size_t entry) {
    const BlockIndex own = m_pool->reserve();
    m_pool->copyContent(m_entries[entry], own);
    m_pool->note(own, BlockNote::What::Copied, static_cast<std::uint32_t>(entry));
    m_pool->release(std::exchange(m_entries[entry], own));
}

}  // namespace gh
