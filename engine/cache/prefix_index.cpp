#include "engine/cache/prefix_index.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "engine/cache/sequence_cache.h"

namespace gh {
namespace {

using telemetry::PrefixMiss;

constexpr std::size_t kLeastNodes = 256;
// A prompt that finds nothing looks under so many other keys, to say that it is there.
constexpr int kKeysBeside = 64;

std::uint32_t commonPrefix(std::span<const TokenId> a, std::span<const TokenId> b) {
    return static_cast<std::uint32_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
}

[[noreturn]] void broken(const char* what) {
    std::fprintf(stderr, "prefix index: %s\n", what);
    std::abort();
}

std::uint64_t mix(std::uint64_t x) {   // the finalizer of splitmix64
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

}  // namespace

std::uint64_t chainedHash(std::uint64_t parent, std::span<const TokenId> tokens) {
    std::uint64_t hash = mix(parent + 0x9e3779b97f4a7c15u);
    for (const TokenId id : tokens) hash = mix(hash ^ (static_cast<std::uint32_t>(id) + 0x9e3779b97f4a7c15u));
    return hash;
}

bool PrefixNode::hasBlock() const {
    return std::any_of(blocks.begin(), blocks.end(), [](BlockIndex block) { return block != kNoBlock; });
}

bool PrefixNode::hasEveryBlock() const {
    return std::find(blocks.begin(), blocks.end(), kNoBlock) == blocks.end();
}

PrefixIndex::PrefixIndex(ModelPools& pools, PrefixHash hash) : m_pools(pools), m_hash(hash) {
    for (std::size_t g = 0; g < pools.groups.size(); ++g) {
        BlockPool& pool = *pools.groups[g];
        m_nodeOf.emplace_back(static_cast<std::size_t>(pool.blocks()));
        m_mostNodes = std::max(m_mostNodes, kLeastNodes + 2 * static_cast<std::size_t>(pool.blocks()));
        pool.setGiven([this, g](BlockIndex block) { given(g, block); });
    }
}

PrefixIndex::~PrefixIndex() {
    for (std::size_t g = 0; g < m_nodeOf.size(); ++g) {
        BlockPool& pool = *m_pools.groups[g];
        pool.setGiven({});
        for (std::size_t b = 0; b < m_nodeOf[g].size(); ++b)
            if (m_nodeOf[g][b]) pool.forget(static_cast<BlockIndex>(b));
    }
}

// ---- finding ---------------------------------------------------------------------------------------------

PrefixNode* PrefixIndex::child(const PrefixNode* parent, std::span<const TokenId> tokens) const {
    const auto [first, last] = m_nodes.equal_range(m_hash(parent->hash, tokens));
    for (auto at = first; at != last; ++at) {
        PrefixNode* node = at->second.get();
        if (node->parent == parent && std::equal(node->tokens.begin(), node->tokens.end(), tokens.begin(), tokens.end()))
            return node;
    }
    return nullptr;
}

// What goes on from a node and begins like `rest`, the longest first; where nothing does, one that differs at once.
std::vector<PrefixIndex::Tail> PrefixIndex::tailsOf(const PrefixNode& node, std::span<const TokenId> rest) const {
    std::vector<Tail> tails;
    // There may be thousands, and few of them begin alike.
    const auto add = [&](Tail tail) {
        if (tail.common > 0 || tails.empty()) tails.push_back(tail);
    };
    for (const PrefixNode* next : node.children) add({commonPrefix(next->tokens, rest), next, nullptr});
    for (const SequenceCache* tip : node.tips)
        if (const auto tail = tip->tail(); !tail.empty()) add({commonPrefix(tail, rest), nullptr, tip});
    std::stable_sort(tails.begin(), tails.end(), [](const Tail& a, const Tail& b) { return a.common > b.common; });
    return tails;
}

PrefixMatch PrefixIndex::find(const PrefixKey& key, std::span<const TokenId> tokens, std::uint32_t most) {
    const std::size_t groups = m_pools.groups.size();
    const auto block = static_cast<std::uint32_t>(m_pools.groups.front()->blockTokens());
    most = std::min(most, static_cast<std::uint32_t>(tokens.size()));
    PrefixMatch match;
    match.blocks.resize(groups);
    match.node = root(key);

    // Down the trie as far as the tokens go, whether or not the blocks are still there.
    std::vector<PrefixNode*> path;
    PrefixNode* node = match.node;
    while ((path.size() + 1) * block <= most) {
        node = child(node, tokens.subspan(path.size() * block, block));
        if (!node) break;
        path.push_back(node);
    }
    const auto depth = static_cast<std::uint32_t>(path.size());
    // run[g][i]: how many blocks in a row the group has that end before block i.
    std::vector<std::vector<std::uint32_t>> run(groups, std::vector<std::uint32_t>(depth + 1));
    for (std::size_t g = 0; g < groups; ++g)
        for (std::uint32_t i = 0; i < depth; ++i) run[g][i + 1] = path[i]->blocks[g] == kNoBlock ? 0 : run[g][i] + 1;

    const auto firstSeen = [&](std::size_t g, std::uint32_t length) {
        const auto window = static_cast<std::uint32_t>(std::max(0, m_pools.groups[g]->group().window));
        return window > 0 && length + 1 > window ? (length + 1 - window) / block : 0;
    };
    const auto goesOn = [&](std::size_t g, std::uint32_t length) {   // as far as whole blocks matter
        return run[g][length / block] + firstSeen(g, length) >= length / block;
    };
    const auto allGoOn = [&](std::uint32_t length) {
        for (std::size_t g = 0; g < groups; ++g)
            if (!goesOn(g, length)) return false;
        return true;
    };

    PrefixNode* last = path.empty() ? match.node : path.back();
    const std::uint32_t whole = depth * block;
    const std::vector<Tail> tails = tailsOf(*last, tokens.subspan(whole, most - whole));
    const std::uint32_t known = whole + (tails.empty() ? 0 : tails.front().common);   // as the trie knows it
    const Tail* within = nullptr;
    for (const Tail& tail : tails) {
        if (tail.common == 0 || within) break;
        if (tail.child && !tail.child->hasEveryBlock()) continue;
        if (allGoOn(whole + tail.common)) within = &tail;
    }
    std::uint32_t hit = within ? whole + within->common : whole;
    if (!within)
        while (hit > 0 && !allGoOn(hit)) hit -= block;

    const std::uint32_t entries = hit / block;
    for (std::size_t g = 0; g < groups; ++g) {
        for (std::uint32_t i = 0; i < entries; ++i)
            match.blocks[g].push_back(i < firstSeen(g, hit) ? kNoBlock : path[i]->blocks[g]);
        if (within)
            match.blocks[g].push_back(within->child ? within->child->blocks[g]
                                                    : within->tip->table(static_cast<int>(g)).entries()[entries]);
    }
    if (entries > 0) match.node = path[entries - 1];
    match.tokens = hit;

    match.facts.hitTokens = hit;
    match.facts.position = hit;
    if (hit == most) return match;
    if (hit < known) {
        // Longer was there once. Do the groups that see everything still have it?
        bool fullHave = true;
        for (std::size_t g = 0; g < groups; ++g) {
            if (m_pools.groups[g]->group().window > 0) continue;
            fullHave = fullHave && goesOn(g, known);
            if (known > whole && tails.front().child) fullHave = fullHave && tails.front().child->blocks[g] != kNoBlock;
        }
        match.facts.miss = fullHave ? PrefixMiss::WindowEvicted : PrefixMiss::Evicted;
        return match;
    }
    const auto rest = tokens.subspan(hit, most - hit);
    if (hit == 0)
        if (const PrefixMiss beside = missBeside(key, tokens.first(most)); beside != PrefixMiss::None) {
            match.facts.miss = beside;
            return match;
        }
    if (!tails.empty()) {
        const Tail& nearest = tails.front();
        const auto held = nearest.child ? std::span<const TokenId>(nearest.child->tokens) : nearest.tip->tail();
        if (nearest.common < held.size()) {
            match.facts.miss = PrefixMiss::FirstDifferingToken;
            match.facts.heldToken = held[nearest.common];
            match.facts.askedToken = rest.front();
            return match;
        }
    }
    const std::uint32_t lost = commonPrefix(last->lostTail, tokens.subspan(whole, most - whole));
    match.facts.miss = whole + lost > hit ? PrefixMiss::PartialBlock : PrefixMiss::NothingCached;
    return match;
}

// Of a prompt that this key holds nothing of: does another?
PrefixMiss PrefixIndex::missBeside(const PrefixKey& key, std::span<const TokenId> tokens) const {
    PrefixMiss found = PrefixMiss::None;
    int left = kKeysBeside;
    for (const auto& [other, node] : m_roots) {
        if (left-- == 0) break;
        if (other == key) continue;
        const auto block = static_cast<std::size_t>(m_pools.groups.front()->blockTokens());
        bool there = tokens.size() >= block && child(node.get(), tokens.first(block));
        for (const SequenceCache* tip : node->tips) {
            const auto tail = tip->tail();
            there = there || (!tail.empty() && commonPrefix(tail, tokens) == std::min(tokens.size(), tail.size()));
        }
        if (!there) continue;
        if (other.adapter == key.adapter) return PrefixMiss::OtherSalt;
        found = PrefixMiss::OtherAdapter;
    }
    return found;
}

// ---- the trie --------------------------------------------------------------------------------------------

PrefixNode* PrefixIndex::root(const PrefixKey& key) {
    auto& node = m_roots[key];
    if (!node) {
        node = std::make_unique<PrefixNode>();
        node->key = &m_roots.find(key)->first;
        node->hash = std::hash<std::string>()(key.adapter) * 31 + std::hash<std::string>()(key.salt);
        settle(node.get());
    }
    return node.get();
}

PrefixNode* PrefixIndex::follow(PrefixNode* parent, std::span<const TokenId> tokens) {
    if (PrefixNode* there = child(parent, tokens)) return there;
    auto made = std::make_unique<PrefixNode>();
    PrefixNode* node = made.get();
    node->parent = parent;
    node->hash = m_hash(parent->hash, tokens);
    node->depth = parent->depth + 1;
    node->tokens.assign(tokens.begin(), tokens.end());
    node->blocks.assign(m_pools.groups.size(), kNoBlock);
    node->placeInParent = parent->children.size();
    parent->children.push_back(node);
    unghost(parent);
    m_nodes.emplace(node->hash, std::move(made));
    settle(node);
    return node;
}

void PrefixIndex::enter(PrefixNode* node, std::size_t group, BlockIndex block) {
    if (node->blocks[group] != kNoBlock) broken("a second block for one content");
    node->blocks[group] = block;
    m_nodeOf[group][static_cast<std::size_t>(block)] = node;
    m_pools.groups[group]->keep(block, node->depth - 1);
    unghost(node);
}

void PrefixIndex::forget(std::size_t group, BlockIndex block) {
    m_pools.groups[group]->forget(block);
    given(group, block);
}

void PrefixIndex::given(std::size_t group, BlockIndex block) {
    PrefixNode*& node = m_nodeOf[group][static_cast<std::size_t>(block)];
    if (!node) broken("a block was kept that no node has");
    node->blocks[group] = kNoBlock;
    PrefixNode* left = std::exchange(node, nullptr);
    settle(left);
}

void PrefixIndex::addTip(PrefixNode* node, SequenceCache* sequence) {
    node->tips.push_back(sequence);
    unghost(node);
}

void PrefixIndex::removeTip(PrefixNode* node, SequenceCache* sequence) {
    std::erase(node->tips, sequence);
    settle(node);
}

// A node without block, child and tip is needed no more; the newest of them stay for what they tell of.
void PrefixIndex::settle(PrefixNode* node) {
    if (node->isGhost || !node->children.empty() || !node->tips.empty() || node->hasBlock()) return;
    node->isGhost = true;
    node->ghost = m_ghosts.insert(m_ghosts.end(), node);
    // The newest is never removed here: its maker is about to use it.
    while (nodes() > m_mostNodes && m_ghosts.size() > 1) remove(m_ghosts.front());
}

void PrefixIndex::unghost(PrefixNode* node) {
    if (!node->isGhost) return;
    m_ghosts.erase(node->ghost);
    node->isGhost = false;
}

void PrefixIndex::remove(PrefixNode* node) {
    unghost(node);
    PrefixNode* parent = node->parent;
    if (!parent) {
        m_roots.erase(m_roots.find(*node->key));
        return;
    }
    parent->children.back()->placeInParent = node->placeInParent;
    std::swap(parent->children[node->placeInParent], parent->children.back());
    parent->children.pop_back();
    const auto [first, last] = m_nodes.equal_range(node->hash);
    m_nodes.erase(std::find_if(first, last, [&](const auto& entry) { return entry.second.get() == node; }));
    settle(parent);
}

void PrefixIndex::checkForTest() const {
    std::size_t entered = 0;
    const auto check = [&](const PrefixNode& node) {
        for (const PrefixNode* next : node.children)
            if (next->parent != &node || next->depth != node.depth + 1) broken("a child that is not of its parent");
        for (std::size_t g = 0; g < node.blocks.size(); ++g) {
            if (node.blocks[g] == kNoBlock) continue;
            ++entered;
            if (m_nodeOf[g][static_cast<std::size_t>(node.blocks[g])] != &node) broken("a block of two nodes");
            if (!m_pools.groups[g]->isKept(node.blocks[g])) broken("a node has a block that is not kept");
        }
        if (!node.isGhost && node.children.empty() && node.tips.empty() && !node.hasBlock()) broken("a node that nobody needs");
        if (node.isGhost && (!node.children.empty() || !node.tips.empty() || node.hasBlock())) broken("a ghost that is needed");
        for (const SequenceCache* tip : node.tips)
            if (tip->tip() != &node) broken("a tip that is elsewhere");
    };
    for (const auto& [hash, node] : m_nodes) check(*node);
    for (const auto& [key, node] : m_roots) check(*node);
    std::size_t kept = 0;
    for (const auto& pool : m_pools.groups)
        for (int b = 0; b < pool->blocks(); ++b) kept += pool->isKept(b) ? 1 : 0;
    if (kept != entered) broken("the pools keep another number of blocks than the nodes have");
}

}  // namespace gh
