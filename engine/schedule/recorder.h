// Builds snapshots from the scheduler's state, on the engine thread. Parts that did not change are shared.
#pragma once

#include <memory>

#include "engine/schedule/block_recorder.h"
#include "engine/schedule/scheduler.h"
#include "engine/telemetry/snapshot.h"

namespace gh {

class Recorder {
public:
    explicit Recorder(std::size_t historyBytes = telemetry::BlockHistoryLog::kByteBudget) : m_past(historyBytes) {}

    void addStep(Scheduler& scheduler);   // the step that it has just run
    void takeMarks(Scheduler& scheduler);   // those since the last step
    void forgetModel();   // a model went away: its blocks and tokens with it; the steps and what they did stay

    // scheduler may be null (no model).
    std::shared_ptr<telemetry::Snapshot> build(Scheduler* scheduler, telemetry::EngineState state, bool pauseRequested,
                                                     const std::optional<telemetry::LoadProgress>& loading,
                                                     std::uint64_t step);

private:
    void buildBlocks(Scheduler& scheduler);

    telemetry::ChunkedLog<telemetry::StepRecord> m_steps{4096};
    telemetry::ChunkedLog<telemetry::StepMark> m_marks{4096};
    std::optional<telemetry::LogView<telemetry::StepMark>> m_marksView;   // nothing: there are new ones
    BlockRecorder m_past;
    std::uint64_t m_version = 0, m_blocksVersion = 0, m_cacheVersion = 0;
    std::shared_ptr<const telemetry::BlockMap> m_blocks;
    std::shared_ptr<const telemetry::BlockChains> m_chains;
    std::shared_ptr<const std::vector<telemetry::SequenceTokens>> m_tokens;
};

}  // namespace gh
