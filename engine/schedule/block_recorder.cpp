#include "engine/schedule/block_recorder.h"

#include <algorithm>

namespace gh {
namespace {

using telemetry::BlockCell;
using telemetry::BlockChange;

std::string poolName(const plan::LayerGroup& group, std::size_t groups) {
    if (groups == 1) return "all layers";
    const std::string layers = std::to_string(group.layers) + (group.layers == 1 ? " layer" : " layers");
    return group.window > 0 ? "window " + std::to_string(group.window) + " · " + layers : "full attention · " + layers;
}

telemetry::SequenceFacts factsOf(const Sequence& sequence) {
    return {sequence.key, sequence.conversation.value, sequence.request.value, sequence.label, sequence.resident(),
            static_cast<bool>(sequence.request)};
}

BlockCell cellOf(const Sequence& sequence, const BlockPool& pool, BlockIndex block, std::uint32_t entry) {
    BlockCell cell;
    const auto blockTokens = static_cast<std::uint32_t>(pool.blockTokens());
    const std::uint32_t first = entry * blockTokens, resident = sequence.resident();
    cell.owner = sequence.key;
    cell.firstToken = first;
    cell.filled = static_cast<std::uint16_t>(resident > first ? std::min(blockTokens, resident - first) : 0);
    cell.references = static_cast<std::uint8_t>(std::min(255, pool.references(block)));
    cell.state = sequence.request ? telemetry::BlockState::Used : telemetry::BlockState::Cached;
    if (cell.filled && sequence.facts.size() >= first + cell.filled) {
        cell.allocatedAtStep = sequence.facts[first].step;
        cell.filledAtStep = sequence.facts[first + cell.filled - 1u].step;
    }
    return cell;
}

telemetry::PoolFacts factsOf(const Scheduler& scheduler, std::size_t group) {
    const BlockPool& pool = *scheduler.model().pools().groups[group];
    const auto& peaks = scheduler.peaks()[group];
    return {static_cast<std::uint32_t>(pool.peakBlocks()), static_cast<std::uint32_t>(pool.reusableBlocks()), pool.copies(),
            pool.evictions(), pool.sharedBytes(), peaks.sharedBytes, peaks.predictedBytes};
}

// Of those that hold a block, the one that is there for longest owns it on the map. All hold it at the same entry.
const Sequence* ownerOf(const Scheduler& scheduler, std::size_t group, std::uint32_t block, std::uint32_t entry) {
    for (const auto& sequence : scheduler.sequences()) {
        const auto entries = sequence->cache.table(static_cast<int>(group)).entries();
        if (entry < entries.size() && entries[entry] == static_cast<BlockIndex>(block)) return sequence.get();
    }
    return nullptr;
}

// What nobody holds: it may still be found.
BlockCell idleCell(const BlockPool& pool, BlockIndex block) {
    BlockCell cell;
    if (!pool.isReusable(block)) return cell;
    cell.firstToken = pool.entryOf(block) * static_cast<std::uint32_t>(pool.blockTokens());
    cell.filled = static_cast<std::uint16_t>(pool.blockTokens());
    cell.state = telemetry::BlockState::Reusable;
    return cell;
}

// last: what was noted of the block last that put it into a table; References: nothing did.
BlockChange kindOf(const BlockCell& was, const BlockCell& now, BlockNote::What last, bool evicted) {
    const bool wasReusable = was.state == telemetry::BlockState::Reusable;
    if (now.owner == 0 && was.owner == 0 && wasReusable) return BlockChange::Forgotten;
    if (now.owner == 0) return evicted ? BlockChange::Evicted : BlockChange::Freed;
    if (last == BlockNote::What::Copied) return BlockChange::Copied;
    if (was.owner == 0 && !wasReusable) return BlockChange::Allocated;
    if (was.owner == 0) return last == BlockNote::What::Found ? BlockChange::FoundAgain : BlockChange::Overwritten;
    if (last == BlockNote::What::Taken) return BlockChange::Reused;
    if (was.owner != now.owner || was.firstToken != now.firstToken) return BlockChange::Shared;
    if (was.references != now.references) return BlockChange::Shared;
    return now.filled < was.filled ? BlockChange::Cut : BlockChange::Filled;
}

}  // namespace

telemetry::BlockMap buildBlockMap(Scheduler& scheduler) {
    telemetry::BlockMap map;
    const auto& pools = scheduler.model().pools();
    for (const auto& sequence : scheduler.sequences()) map.sequences.push_back(factsOf(*sequence));
    for (std::size_t g = 0; g < pools.groups.size(); ++g) {
        const BlockPool& pool = *pools.groups[g];
        telemetry::BlockPool& part = map.pools.emplace_back();
        part.name = poolName(pool.group(), pools.groups.size());
        part.layers = pool.group().layers;
        part.blockTokens = pool.blockTokens();
        part.blockBytes = pool.blockBytes();
        part.window = pool.group().window;
        part.predictedBytes = scheduler.predictedBytes(g);
        part.allocatedBytes = pool.allocatedBytes();
        part.reservedBytes = pool.reservedBytes();
        part.facts = factsOf(scheduler, g);
        part.cells.resize(static_cast<std::size_t>(pool.blocks()));
        for (const auto& sequence : scheduler.sequences()) {
            const auto entries = sequence->cache.table(static_cast<int>(g)).entries();
            for (std::size_t i = 0; i < entries.size(); ++i)
                if (entries[i] != kNoBlock && part.cells[static_cast<std::size_t>(entries[i])].owner == 0)
                    part.cells[static_cast<std::size_t>(entries[i])] =
                        cellOf(*sequence, pool, entries[i], static_cast<std::uint32_t>(i));
        }
        for (std::size_t b = 0; b < part.cells.size(); ++b)
            if (part.cells[b].owner == 0) part.cells[b] = idleCell(pool, static_cast<BlockIndex>(b));
    }
    return map;
}

telemetry::BlockChains buildBlockChains(const Scheduler& scheduler) {
    telemetry::BlockChains chains;
    const auto& pools = scheduler.model().pools();
    for (std::size_t g = 0; g < pools.groups.size(); ++g) {
        auto& of = chains.pools.emplace_back(static_cast<std::size_t>(pools.groups[g]->blocks()));
        for (std::size_t b = 0; b < of.size(); ++b)
            if (const PrefixNode* node = scheduler.prefixes().nodeOf(g, static_cast<BlockIndex>(b)))
                of[b] = {node->hash, node->parent ? node->parent->hash : 0, node->depth};
    }
    return chains;
}

// ---- the log --------------------------------------------------------------------------------------------

void BlockRecorder::begin(Scheduler& scheduler, std::uint64_t step) {
    telemetry::BlockMap map = buildBlockMap(scheduler);
    m_known.clear();
    for (std::size_t g = 0; g < map.pools.size(); ++g) {
        BlockPool& pool = *scheduler.model().pools().groups[g];
        const telemetry::BlockPool& part = map.pools[g];
        Known& known = m_known.emplace_back();
        for (const BlockCell& cell : part.cells) known.entry.push_back(cell.firstToken / static_cast<std::uint32_t>(part.blockTokens));
        known.last.resize(part.cells.size());
        known.touchedAt.resize(part.cells.size());
        known.predictedBytes = part.predictedBytes;
        known.allocatedBytes = part.allocatedBytes;
        known.facts = part.facts;
        pool.takeNotes();
        pool.notes().clear();
    }
    for (const auto& sequence : scheduler.sequences()) sequence->changedFrom = Sequence::kUnchanged;
    m_log.begin(step, std::move(map));
}

void BlockRecorder::touch(Known& known, std::uint32_t block, std::uint64_t step) {
    if (known.touchedAt[block] == step) return;
    known.touchedAt[block] = step;
    known.touched.push_back(block);
    known.last[block] = BlockNote::What::References;
}

bool BlockRecorder::wasEvicted(std::uint64_t key) const {
    return std::find(m_evicted.begin(), m_evicted.end(), key) != m_evicted.end();
}

void BlockRecorder::forgetModel() {
    m_log.end();
    m_evicted.clear();
}

void BlockRecorder::closeStep(Scheduler& scheduler, std::uint64_t step, std::uint64_t oldest) {
    if (!m_log.isOpen()) {
        begin(scheduler, step);
    } else {
        noteSequences(scheduler, step);
        for (std::size_t g = 0; g < m_known.size(); ++g) noteBlocks(scheduler, g, step);
        for (const auto& sequence : scheduler.sequences()) sequence->changedFrom = Sequence::kUnchanged;
    }
    m_evicted.clear();
    m_log.closeStep(step, oldest);
}

// Both lists stand in order of keys: what is in one alone came or went.
void BlockRecorder::noteSequences(Scheduler& scheduler, std::uint64_t step) {
    const auto& known = m_log.state().sequences;   // follows what is appended
    std::size_t at = 0;
    const auto dropUpTo = [&](std::uint64_t key) {
        while (at < known.size() && known[at].key < key) {
            const std::uint64_t gone = known[at].key;
            m_log.append(step, telemetry::SequenceGone{gone, wasEvicted(gone)});
        }
    };
    for (const auto& sequence : scheduler.sequences()) {
        dropUpTo(sequence->key);
        const bool there = at < known.size() && known[at].key == sequence->key;
        if (!there || known[at].request != sequence->request.value || known[at].label != sequence->label)
            m_log.append(step, telemetry::SequenceChange{std::make_shared<const telemetry::SequenceFacts>(factsOf(*sequence))});
        else if (known[at].tokens != sequence->resident())
            m_log.append(step, telemetry::TokensChange{sequence->key, sequence->resident()});
        ++at;
    }
    dropUpTo(UINT64_MAX);
}

void BlockRecorder::noteBlocks(Scheduler& scheduler, std::size_t group, std::uint64_t step) {
    Known& known = m_known[group];
    BlockPool& pool = *scheduler.model().pools().groups[group];
    known.touched.clear();
    for (const BlockNote& note : pool.notes()) {
        const auto block = static_cast<std::uint32_t>(note.block);
        touch(known, block, step);
        using What = BlockNote::What;
        if (note.what != What::Taken && note.what != What::Copied && note.what != What::Found) continue;
        known.last[block] = note.what;
        known.entry[block] = note.entry;
    }
    pool.notes().clear();
    // Blocks whose tokens are new, or fewer.
    for (const auto& sequence : scheduler.sequences()) {
        if (sequence->changedFrom == Sequence::kUnchanged) continue;
        const auto blockTokens = static_cast<std::uint32_t>(pool.blockTokens());
        const auto entries = sequence->cache.table(static_cast<int>(group)).entries();
        for (std::size_t i = sequence->changedFrom / blockTokens; i < entries.size(); ++i)
            if (entries[i] != kNoBlock) touch(known, static_cast<std::uint32_t>(entries[i]), step);
    }
    for (const std::uint32_t block : known.touched) {
        const BlockCell& was = m_log.state().pools[group].cells[block];
        BlockCell now;
        const auto index = static_cast<BlockIndex>(block);
        const Sequence* owner = pool.references(index) > 0 ? ownerOf(scheduler, group, block, known.entry[block]) : nullptr;
        now = owner ? cellOf(*owner, pool, index, known.entry[block]) : idleCell(pool, index);
        if (now == was) continue;
        const bool evicted = was.owner != 0 && wasEvicted(was.owner);
        m_log.append(step, telemetry::CellChange{kindOf(was, now, known.last[block], evicted), static_cast<std::uint8_t>(group), block, now});
    }
    const std::uint64_t predicted = scheduler.predictedBytes(group), allocated = pool.allocatedBytes();
    const telemetry::PoolFacts facts = factsOf(scheduler, group);
    if (predicted == known.predictedBytes && allocated == known.allocatedBytes && facts == known.facts) return;
    known.facts = facts;
    known.predictedBytes = predicted;
    known.allocatedBytes = allocated;
    m_log.append(step, telemetry::FiguresChange{static_cast<std::uint8_t>(group), predicted, allocated, facts});
}

}  // namespace gh
