// Writes a scripted source's block maps into the log of the past. A script may look at every block in every step; the
// engine must not (engine/schedule/block_recorder.h).
#pragma once

#include <algorithm>

#include "engine/telemetry/history.h"

namespace gh::test {

// `now`: sequences in order of their keys.
inline void rememberMap(telemetry::BlockHistoryLog& log, std::uint64_t step, const telemetry::BlockMap& now,
                        std::uint64_t oldestStep) {
    using namespace telemetry;
    if (!log.isOpen()) {
        log.begin(step, now);
        log.closeStep(step, oldestStep);
        return;
    }
    const BlockMap before = log.state();
    for (const SequenceFacts& facts : before.sequences)
        if (std::none_of(now.sequences.begin(), now.sequences.end(), [&](const auto& s) { return s.key == facts.key; }))
            log.append(step, SequenceGone{facts.key, false});
    for (const SequenceFacts& facts : now.sequences)
        if (std::find(before.sequences.begin(), before.sequences.end(), facts) == before.sequences.end())
            log.append(step, SequenceChange{std::make_shared<const SequenceFacts>(facts)});
    for (std::size_t p = 0; p < now.pools.size(); ++p) {
        const auto &pool = now.pools[p], &old = before.pools[p];
        for (std::size_t b = 0; b < pool.cells.size(); ++b)
            if (pool.cells[b] != old.cells[b])
                log.append(step, CellChange{pool.cells[b].owner ? BlockChange::Filled : BlockChange::Freed,
                                            static_cast<std::uint8_t>(p), static_cast<std::uint32_t>(b), pool.cells[b]});
        if (pool.predictedBytes != old.predictedBytes || pool.allocatedBytes != old.allocatedBytes)
            log.append(step, FiguresChange{static_cast<std::uint8_t>(p), pool.predictedBytes, pool.allocatedBytes, pool.facts});
    }
    log.closeStep(step, oldestStep);
}

}  // namespace gh::test
