// Builds snapshots from the scheduler's state, on the engine thread. Parts that did not change are shared.
#pragma once

#include <memory>

#include "engine/schedule/scheduler.h"
#include "engine/telemetry/snapshot.h"

namespace gh {

class Recorder {
public:
    void addStep(telemetry::StepRecord record) { m_steps.append(std::move(record)); }
    void forgetModel();   // a model went away: its blocks and tokens with it; the steps stay

    // scheduler may be null (no model).
    std::shared_ptr<const telemetry::Snapshot> build(Scheduler* scheduler, telemetry::EngineState state, bool pauseRequested,
                                                     const std::optional<telemetry::LoadProgress>& loading,
                                                     std::uint64_t step);

private:
    void buildBlocks(Scheduler& scheduler);

    telemetry::ChunkedLog<telemetry::StepRecord> m_steps{4096};
    std::uint64_t m_version = 0, m_blocksVersion = 0, m_cacheVersion = 0;
    std::shared_ptr<const telemetry::BlockMap> m_blocks;
    std::shared_ptr<const std::vector<telemetry::SequenceTokens>> m_tokens;
};

}  // namespace gh
