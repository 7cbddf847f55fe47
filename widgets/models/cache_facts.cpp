#include "widgets/models/cache_facts.h"

#include <algorithm>
#include <unordered_map>

#include <QCoreApplication>

#include "widgets/text/pieces.h"
#include "widgets/text/units.h"

namespace gh::widgets {
namespace {

using telemetry::BlockState;

struct Text {
    Q_DECLARE_TR_FUNCTIONS(CacheFacts)
};

PoolFacts poolFacts(const telemetry::BlockMap& map, const telemetry::BlockPool& pool) {
    PoolFacts facts;
    facts.total = pool.cells.size();
    facts.owners.reserve(map.sequences.size());
    std::unordered_map<std::uint64_t, std::size_t> place;
    for (const telemetry::SequenceFacts& sequence : map.sequences) {
        place[sequence.key] = facts.owners.size();
        facts.owners.push_back({sequence.key, QString::fromStdString(sequence.label), 0, 0, sequence.running});
    }
    // Neighbours mostly have one owner: the last one found answers most questions.
    std::uint64_t lastKey = 0;
    OwnerFacts* last = nullptr;
    for (std::size_t i = 0; i < pool.cells.size(); ++i) {
        const telemetry::BlockCell& cell = pool.cells[i];
        if (cell.state == BlockState::Reusable) ++facts.reusable;
        if (cell.state == BlockState::Free || cell.state == BlockState::Reusable) continue;   // nobody holds it
        ++(cell.state == BlockState::Used ? facts.used : facts.cached);
        facts.tokens += cell.filled;
        facts.shared |= cell.references > 1;
        if (cell.owner != lastKey || !last) {
            const auto it = place.find(cell.owner);
            last = it == place.end() ? nullptr : &facts.owners[it->second];
            lastKey = cell.owner;
        }
        if (!last) {
            facts.ownerless.push_back(static_cast<int>(i));
            continue;
        }
        ++last->blocks;
        last->shared += cell.references > 1;
        last->tokens += cell.filled;
    }
    // A block has one owner; the others that use it are known by their tokens, where no window lets some go.
    const auto blockTokens = static_cast<std::uint32_t>(std::max(1, pool.blockTokens));
    for (const telemetry::SequenceFacts& sequence : map.sequences) {
        OwnerFacts& owner = facts.owners[place[sequence.key]];
        owner.held = owner.blocks;
        if (pool.window > 0 || !facts.shared) continue;
        const std::size_t needs = (sequence.tokens + blockTokens - 1) / blockTokens;
        if (needs <= owner.blocks) continue;
        owner.shared += needs - owner.blocks;
        owner.held = needs;
        owner.tokens = sequence.tokens;
    }
    std::erase_if(facts.owners, [](const OwnerFacts& owner) { return owner.held == 0; });
    std::stable_sort(facts.owners.begin(), facts.owners.end(), [](const OwnerFacts& a, const OwnerFacts& b) {
        return a.running != b.running ? a.running : a.blocks > b.blocks;
    });
    return facts;
}

}  // namespace

bool CacheFacts::empty() const {
    return std::all_of(pools.begin(), pools.end(), [](const PoolFacts& pool) { return pool.held() == 0; });
}

CacheFacts cacheFacts(const telemetry::BlockMap& map) {
    CacheFacts facts;
    double used = 0, held = 0, written = 0;
    for (const telemetry::BlockPool& pool : map.pools) {
        facts.predicted += pool.predictedBytes;
        facts.allocated += pool.allocatedBytes;
        facts.reserved += pool.reservedBytes;
        const PoolFacts& counted = facts.pools.emplace_back(poolFacts(map, pool));
        const auto bytes = static_cast<double>(pool.blockBytes);
        facts.sharedBytes += pool.facts.sharedBytes;
        facts.reusable += counted.reusable;
        facts.copies += pool.facts.copies;
        facts.evictions += pool.facts.evictions;
        facts.cachedBytes += pool.blockBytes * counted.cached;
        used += bytes * static_cast<double>(counted.used);
        held += bytes * static_cast<double>(counted.held());
        written += bytes * static_cast<double>(counted.tokens) / std::max(1, pool.blockTokens);
    }
    if (facts.reserved > 0) facts.inUse = used / static_cast<double>(facts.reserved);
    if (held > 0) facts.waste = 1 - written / held;
    return facts;
}

QString poolName(const telemetry::BlockPool& pool) {
    return pool.window > 0 ? Text::tr("Window %1").arg(units::count(static_cast<std::uint64_t>(pool.window))) : Text::tr("Full");
}

QString poolTitle(const telemetry::BlockPool& pool) {
    return Text::tr("%1 · %2").arg(poolName(pool), units::layers(pool.layers));
}

Arithmetic arithmetic(const telemetry::BlockMap& map, const telemetry::BlockPool& pool) {
    if (pool.blockBytes == 0 || pool.blockTokens == 0) return {};
    std::uint64_t tokens = 0, sequences = 0;
    for (const telemetry::SequenceFacts& sequence : map.sequences) {
        const auto window = static_cast<std::uint64_t>(pool.window);
        tokens += window > 0 ? std::min<std::uint64_t>(sequence.tokens, window) : sequence.tokens;
        sequences += sequence.tokens > 0;
    }
    const std::uint64_t blocks = pool.predictedBytes / pool.blockBytes;
    const auto blockTokens = static_cast<std::uint64_t>(pool.blockTokens);
    // What each would need alone, and the blocks that several hold counted once.
    const std::uint64_t shared = pool.facts.sharedBytes / pool.blockBytes;
    const QString from = shared > 0      ? Text::tr("%1 in %2 sequences → %3 − %4 shared")
                         : sequences > 1 ? Text::tr("%1 in %2 sequences → %3")
                                         : Text::tr("%1 → %3");
    return {QString(from).replace("%1", units::tokens(tokens)).replace("%2", units::count(sequences))
                .replace("%3", units::blocks(blocks + shared)).replace("%4", units::count(shared)),
            Text::tr("%1 × %2 × %3 = %4").arg(units::blocks(blocks), units::tokens(blockTokens),
                                        units::exactBytes(pool.blockBytes / blockTokens),
                                        units::exactBytes(pool.predictedBytes))};
}

Selection selectionOfTokens(const telemetry::Snapshot& snapshot, Selection::Tokens tokens) {
    Selection selection;
    selection.tokens = tokens;
    if (const TokenLog* log = tokensOf(snapshot, tokens.sequence)) {
        const StepRange steps = stepsOf(*log, tokens.first, tokens.last);
        if (steps.first > 0) selection.steps = Selection::Steps{steps.first, steps.last};
    }
    return selection;
}

Selection selectionOfBlock(const telemetry::Snapshot& snapshot, int pool, int block) {
    Selection selection;
    if (!snapshot.blocks || pool < 0 || static_cast<std::size_t>(pool) >= snapshot.blocks->pools.size()) return selection;
    const auto& cells = snapshot.blocks->pools[static_cast<std::size_t>(pool)].cells;
    if (block < 0 || static_cast<std::size_t>(block) >= cells.size()) return selection;
    const telemetry::BlockCell& cell = cells[static_cast<std::size_t>(block)];
    if (cell.owner != 0 && cell.filled > 0)
        selection = selectionOfTokens(snapshot, {cell.owner, cell.firstToken, cell.firstToken + cell.filled - 1u});
    selection.block = Selection::Block{pool, block};
    return selection;
}

Selection selectionOfSteps(const telemetry::Snapshot& snapshot, Selection::Steps steps) {
    Selection selection;
    selection.steps = steps;
    std::uint64_t only = 0;
    for (std::size_t i = 0; i < snapshot.steps.size(); ++i) {
        const telemetry::StepRecord& record = snapshot.steps[i];
        if (record.step < steps.first || record.step > steps.last) continue;
        for (const std::uint64_t key : record.sequences) {
            if (only != 0 && only != key) return selection;
            only = key;
        }
    }
    if (only == 0) return selection;
    if (const TokenLog* log = tokensOf(snapshot, only))
        if (const auto range = positionsOf(*log, steps.first, steps.last))
            selection.tokens = Selection::Tokens{only, range->first, range->last};
    return selection;
}

std::vector<int> holdersOf(const telemetry::BlockPool& pool, const Selection::Tokens& tokens) {
    std::vector<int> holders;
    for (std::size_t i = 0; i < pool.cells.size(); ++i) {
        const telemetry::BlockCell& cell = pool.cells[i];
        if (cell.state != BlockState::Free && cell.owner == tokens.sequence && cell.filled > 0 &&
            cell.firstToken <= tokens.last && cell.firstToken + cell.filled > tokens.first)
            holders.push_back(static_cast<int>(i));
    }
    return holders;
}

}  // namespace gh::widgets
