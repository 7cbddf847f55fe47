// What the KV blocks panel says about a block map, counted from its cells and figures: no widget in it.
#pragma once

#include <cstdint>
#include <optional>
#include <QString>
#include <vector>

#include "engine/telemetry/snapshot.h"
#include "widgets/selection.h"

namespace gh::widgets {

struct OwnerFacts {
    std::uint64_t sequence = 0;         // 0: nobody
    QString label;
    std::size_t blocks = 0;
    std::uint64_t tokens = 0;           // written in the blocks that it uses
    bool running = false;
    std::size_t held = 0, shared = 0;   // blocks that it uses, whoever owns them; those of them that others use too
    bool operator==(const OwnerFacts&) const = default;
};

struct PoolFacts {
    std::size_t total = 0, used = 0, cached = 0;         // blocks
    std::size_t reusable = 0;                            // held by nobody, their content kept
    std::uint64_t tokens = 0;                            // written in used and cached blocks
    std::vector<OwnerFacts> owners;                      // running first, then by blocks
    std::vector<int> ownerless;                          // held blocks that no sequence owns
    bool shared = false;                                 // some block has more than one reference
    std::size_t held() const { return used + cached; }
};

struct CacheFacts {
    std::uint64_t predicted = 0, allocated = 0, reserved = 0, cachedBytes = 0;
    std::uint64_t sharedBytes = 0;      // what sharing saves
    std::uint64_t reusable = 0, copies = 0, evictions = 0;   // blocks: now, and since the model was loaded
    bool shares() const { return sharedBytes + reusable + copies + evictions > 0; }
    double inUse = 0;                   // used bytes / reserved bytes
    double waste = 0;                   // share of the held bytes in which no token is written
    std::vector<PoolFacts> pools;
    bool empty() const;                 // no block is held
    bool agrees() const { return predicted == allocated; }
};

CacheFacts cacheFacts(const telemetry::BlockMap& map);

QString poolName(const telemetry::BlockPool& pool);      // "Full", "Window 512"
QString poolTitle(const telemetry::BlockPool& pool);     // "Full · 3 layers", "Window 512 · 15 layers"

// The ledger's sum in words, from the tokens and the shape alone:
// "1,306 tokens → 82 blocks" and "82 blocks × 16 tokens × 23,040 B = 30,228,480 B".
struct Arithmetic { QString blocks, bytes; };
Arithmetic arithmetic(const telemetry::BlockMap& map, const telemetry::BlockPool& pool);

// A block as a selection: itself, its tokens, and the steps that computed them.
Selection selectionOfBlock(const telemetry::Snapshot& snapshot, int pool, int block);
// Tokens as a selection, with the steps that computed them.
Selection selectionOfTokens(const telemetry::Snapshot& snapshot, Selection::Tokens tokens);
// Steps as a selection: with their tokens when all rows of these steps belong to one sequence.
Selection selectionOfSteps(const telemetry::Snapshot& snapshot, Selection::Steps steps);
// Blocks of the pool that hold one of the tokens.
std::vector<int> holdersOf(const telemetry::BlockPool& pool, const Selection::Tokens& tokens);

}  // namespace gh::widgets
