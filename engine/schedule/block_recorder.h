// What the cache looks like and looked like: the block map of now, read off the tables, and the log from which past ones
// are rebuilt, written from what changed in each step.
#pragma once

#include <memory>
#include <vector>

#include "engine/schedule/scheduler.h"
#include "engine/telemetry/history.h"

namespace gh {

// Every block of every pool, read off the sequences' tables: O(blocks of the pools).
telemetry::BlockMap buildBlockMap(Scheduler& scheduler);

// What the index knows of them: O(blocks of the pools).
telemetry::BlockChains buildBlockChains(const Scheduler& scheduler);

class BlockRecorder {
public:
    explicit BlockRecorder(std::size_t byteBudget = telemetry::BlockHistoryLog::kByteBudget) : m_log(byteBudget) {}

    // A sequence went because a running one needed its blocks; said before the step is closed.
    void noteEvicted(std::uint64_t key) { m_evicted.push_back(key); }
    // After every step. oldest: the oldest step that anybody can ask for. O(what the step changed).
    void closeStep(Scheduler& scheduler, std::uint64_t step, std::uint64_t oldest);
    void forgetModel();
    std::shared_ptr<const telemetry::BlockHistory> history() { return m_log.view(); }

private:
    // What is known of one pool's blocks; by block.
    struct Known {
        std::vector<std::uint32_t> entry;
        std::vector<std::uint64_t> touchedAt;        // step that changed it last
        std::vector<std::uint32_t> touched;          // in this step
        std::vector<BlockNote::What> last;           // of a touched one: what put it into a table, References: nothing did
        telemetry::PoolFacts facts;
        std::uint64_t predictedBytes = 0, allocatedBytes = 0;
    };
    void begin(Scheduler& scheduler, std::uint64_t step);
    void noteSequences(Scheduler& scheduler, std::uint64_t step);
    bool wasEvicted(std::uint64_t key) const;
    void noteBlocks(Scheduler& scheduler, std::size_t group, std::uint64_t step);
    static void touch(Known& known, std::uint32_t block, std::uint64_t step);

    telemetry::BlockHistoryLog m_log;
    std::vector<Known> m_known;
    std::vector<std::uint64_t> m_evicted;            // keys, since the last step
};

}  // namespace gh
