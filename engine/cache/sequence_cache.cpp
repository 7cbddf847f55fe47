#include "engine/cache/sequence_cache.h"

#include <algorithm>
#include <utility>

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

SequenceCache::SequenceCache(ModelPools& pools, PrefixIndex* index) : m_pools(&pools), m_index(index) {
    for (auto& pool : pools.groups) m_tables.emplace_back(*pool);
}

SequenceCache::SequenceCache(SequenceCache&& other) noexcept : m_pools(other.m_pools), m_index(other.m_index) { take(other); }

SequenceCache& SequenceCache::operator=(SequenceCache&& other) noexcept {
    if (this == &other) return *this;
    clear();
    m_pools = other.m_pools;
    m_index = other.m_index;
    take(other);
    return *this;
}

void SequenceCache::take(SequenceCache& other) {
    m_tables = std::exchange(other.m_tables, {});
    m_ids = std::exchange(other.m_ids, {});
    m_tip = std::exchange(other.m_tip, nullptr);
    // The index knows where it is.
    if (m_tip) std::replace(m_tip->tips.begin(), m_tip->tips.end(), &other, this);
}

SequenceCache::~SequenceCache() { clear(); }

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
    // In the end a prompt's beginning is of use to more than its end: what is let go first is handed out first.
    for (auto& table : m_tables) table.clear();
    if (m_tip && !tail().empty()) m_tip->lostTail.assign(tail().begin(), tail().end());
    m_ids.clear();
    setTip(nullptr);
}

// ---- with an index ---------------------------------------------------------------------------------------

std::span<const TokenId> SequenceCache::tail() const {
    if (!m_tip) return m_ids;
    return std::span(m_ids).subspan(std::size_t{m_tip->depth} * static_cast<std::size_t>(m_tables.front().pool().blockTokens()));
}

void SequenceCache::setTip(PrefixNode* tip) {
    if (tip == m_tip) return;
    // The new one first: the old one may be what keeps it.
    if (tip) m_index->addTip(tip, this);
    if (PrefixNode* old = std::exchange(m_tip, tip)) m_index->removeTip(old, this);
}

void SequenceCache::attach(const PrefixMatch& match, std::span<const TokenId> tokens) {
    for (std::size_t g = 0; g < m_tables.size(); ++g) m_tables[g].attach(match.blocks[g]);
    m_ids.assign(tokens.begin(), tokens.begin() + match.tokens);
    setTip(match.node);
}

void SequenceCache::fork(const SequenceCache& other) {
    for (std::size_t g = 0; g < m_tables.size(); ++g) m_tables[g].attach(other.m_tables[g].entries());
    m_ids = other.m_ids;
    setTip(other.m_tip);
}

// The block that the next position lies in is begun, and others have it too or may find it.
bool SequenceCache::mustCopy(const BlockTable& table) const {
    const auto block = static_cast<std::size_t>(table.pool().blockTokens());
    if (resident() % block == 0) return false;
    const BlockIndex begun = table.entries()[resident() / block];
    return table.pool().references(begun) > 1 || table.pool().isKept(begun);
}

// Nobody holds it but this sequence: at worst its content is forgotten and not copied.
bool SequenceCache::canOverwrite(const BlockTable& table) const {
    return table.pool().references(table.entries()[resident() / static_cast<std::size_t>(table.pool().blockTokens())]) == 1;
}

bool SequenceCache::prepare(std::uint64_t tokens) {
    if (tokens <= resident()) return true;
    for (const auto& table : m_tables) {
        const auto block = static_cast<std::uint64_t>(table.pool().blockTokens());
        const std::uint64_t wanted = (tokens + block - 1) / block;
        std::uint64_t needed = wanted > table.entries().size() ? wanted - table.entries().size() : 0;
        if (mustCopy(table) && !canOverwrite(table)) ++needed;
        if (needed > static_cast<std::uint64_t>(table.pool().freeBlocks())) return false;
    }
    for (std::size_t g = 0; g < m_tables.size(); ++g) {
        BlockTable& table = m_tables[g];
        const bool grown = table.growTo(tokens);
        if (!mustCopy(table)) continue;
        const std::size_t entry = resident() / static_cast<std::size_t>(table.pool().blockTokens());
        if (table.pool().freeBlocks() > 0) table.makeOwn(entry);
        else if (grown) m_index->forget(g, table.entries()[entry]);
    }
    return true;
}

std::uint64_t SequenceCache::room() const {
    std::uint64_t least = UINT64_MAX;
    for (const auto& table : m_tables) {
        const auto block = static_cast<std::uint64_t>(table.pool().blockTokens());
        auto free = static_cast<std::uint64_t>(table.pool().freeBlocks());
        if (mustCopy(table) && !canOverwrite(table)) {
            if (free == 0) return 0;
            --free;
        }
        least = std::min(least, (table.entries().size() + free) * block - resident());
    }
    return least;
}

void SequenceCache::append(std::span<const TokenId> tokens) {
    m_ids.insert(m_ids.end(), tokens.begin(), tokens.end());
    if (!m_tip) return;
    const auto block = static_cast<std::size_t>(m_tables.front().pool().blockTokens());
    PrefixNode* tip = m_tip;
    for (std::size_t entry = tip->depth; (entry + 1) * block <= m_ids.size(); ++entry) {
        tip = m_index->follow(tip, std::span(m_ids).subspan(entry * block, block));
        for (std::size_t g = 0; g < m_tables.size(); ++g) {
            const BlockIndex own = m_tables[g].entries()[entry];
            if (own == kNoBlock) continue;
            if (tip->blocks[g] == kNoBlock) m_index->enter(tip, g, own);
            else if (tip->blocks[g] != own) m_tables[g].exchange(entry, tip->blocks[g]);   // another was faster: the same bits
        }
    }
    setTip(tip);
    dropOutOfWindow(m_ids.size());
}

}  // namespace gh
