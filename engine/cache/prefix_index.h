// What the pools hold, found again by its tokens: a trie of blocks for each adapter and salt. A node stands for the
// tokens of one block after those of its parents, and has, layer group by layer group, the block with their keys and
// values, or none. A block is entered when it is full; its content stays findable when nobody holds it any more, until
// the pool hands it out for something else.
//
// Looked up by a chained hash, and always compared: parent and tokens must be the same, so that two contents with one
// hash are never taken for each other. By rule 3 equal tokens give equal bits, so a hit changes no answer.
#pragma once

#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/base/ids.h"
#include "engine/cache/block_pool.h"
#include "engine/telemetry/request_facts.h"

namespace gh {

struct ModelPools;
class SequenceCache;

// What must be equal before tokens are even compared.
struct PrefixKey {
    std::string adapter, salt;
    auto operator<=>(const PrefixKey&) const = default;
};

struct PrefixNode {
    PrefixNode* parent = nullptr;             // null: the root of a key
    std::uint64_t hash = 0;
    std::uint32_t depth = 0;                  // blocks from the root to the end of this one; root: 0
    std::vector<TokenId> tokens;              // of its block
    std::vector<BlockIndex> blocks;           // by group; kNoBlock: that group has none
    std::vector<PrefixNode*> children;
    std::size_t placeInParent = 0;
    std::vector<SequenceCache*> tips;         // sequences whose last whole block this is
    std::vector<TokenId> lostTail;            // of the newest sequence that went from here with a block that was not full
    std::list<PrefixNode*>::iterator ghost;   // its place among them, if it is one
    bool isGhost = false;                     // nobody needs it; kept for a while, to say that it was there
    const PrefixKey* key = nullptr;           // of a root

    bool hasBlock() const;        // in any group
    bool hasEveryBlock() const;   // in all
};

// A prefix that the pools hold. Good until the next block is handed out or a sequence changes.
struct PrefixMatch {
    PrefixNode* node = nullptr;                     // of its last whole block
    std::uint32_t tokens = 0;                       // how long it is; within a block: that one is copied before a write
    std::vector<std::vector<BlockIndex>> blocks;    // by group and entry; kNoBlock: out of the window
    telemetry::PrefixHit facts;
};

using PrefixHash = std::uint64_t (*)(std::uint64_t parent, std::span<const TokenId> tokens);
std::uint64_t chainedHash(std::uint64_t parent, std::span<const TokenId> tokens);

class PrefixIndex {
public:
    // The pools outlive it, and tell it which content they give up.
    explicit PrefixIndex(ModelPools& pools, PrefixHash hash = chainedHash);
    ~PrefixIndex();
    PrefixIndex(const PrefixIndex&) = delete;
    PrefixIndex& operator=(const PrefixIndex&) = delete;

    // The longest held prefix of `tokens`, at most `most` of them, from which every group can go on; and why not more.
    PrefixMatch find(const PrefixKey& key, std::span<const TokenId> tokens, std::uint32_t most);

    // ---- for the cache of a sequence -----------------------------------------------------------------
    PrefixNode* root(const PrefixKey& key);
    // The node of the block that follows; made where there is none.
    PrefixNode* follow(PrefixNode* parent, std::span<const TokenId> tokens);
    void enter(PrefixNode* node, std::size_t group, BlockIndex block);   // the node has none in that group
    void forget(std::size_t group, BlockIndex block);                    // it is about to be written otherwise
    void addTip(PrefixNode* node, SequenceCache* sequence);
    void removeTip(PrefixNode* node, SequenceCache* sequence);           // what it leaves may go

    const PrefixNode* nodeOf(std::size_t group, BlockIndex block) const { return m_nodeOf[group][static_cast<std::size_t>(block)]; }   // null: not entered
    std::size_t nodes() const { return m_nodes.size() + m_roots.size(); }
    // Aborts where the trie and the pools do not agree: O(everything), for tests.
    void checkForTest() const;

private:
    struct Tail { std::uint32_t common = 0; const PrefixNode* child = nullptr; const SequenceCache* tip = nullptr; };
    PrefixNode* child(const PrefixNode* parent, std::span<const TokenId> tokens) const;
    std::vector<Tail> tailsOf(const PrefixNode& node, std::span<const TokenId> rest) const;
    telemetry::PrefixMiss missBeside(const PrefixKey& key, std::span<const TokenId> tokens) const;
    void given(std::size_t group, BlockIndex block);                     // the pool hands it out for something else
    void settle(PrefixNode* node);                                       // does anybody need it?
    void unghost(PrefixNode* node);
    void remove(PrefixNode* node);

    ModelPools& m_pools;
    PrefixHash m_hash;
    std::unordered_multimap<std::uint64_t, std::unique_ptr<PrefixNode>> m_nodes;   // by hash
    std::map<PrefixKey, std::unique_ptr<PrefixNode>> m_roots;
    std::vector<std::vector<PrefixNode*>> m_nodeOf;   // by group and block; null: not entered
    std::list<PrefixNode*> m_ghosts;                  // oldest first
    std::size_t m_mostNodes = 0;                      // ghosts go when there are more
};

}  // namespace gh
