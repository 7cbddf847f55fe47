#include "engine/schedule/recorder.h"

namespace gh {

void Recorder::forgetModel() {
    m_blocks.reset();
    m_chains.reset();
    m_tokens.reset();
    m_past.forgetModel();
    m_cacheVersion = 0;
}

void Recorder::addStep(Scheduler& scheduler) {
    telemetry::StepRecord record = scheduler.takeRecord();
    const std::uint64_t step = record.step;
    takeMarks(scheduler);
    m_steps.append(std::move(record));
    m_past.closeStep(scheduler, step, m_steps[0].step);
}

void Recorder::takeMarks(Scheduler& scheduler) {
    for (telemetry::StepMark& mark : scheduler.takeMarks()) {
        if (mark.kind == telemetry::MarkKind::Evicted) m_past.noteEvicted(mark.sequence);
        m_marks.append(std::move(mark));
        m_marksView.reset();
    }
    if (!m_marksView) m_marksView = m_marks.view();
}

void Recorder::buildBlocks(Scheduler& scheduler) {
    auto map = std::make_shared<telemetry::BlockMap>(buildBlockMap(scheduler));
    map->version = ++m_blocksVersion;
    auto tokens = std::make_shared<std::vector<telemetry::SequenceTokens>>();
    for (const auto& sequence : scheduler.sequences())
        tokens->push_back({sequence->key, sequence->facts.view(), sequence->draws.view(), sequence->prompt});
    m_chains = std::make_shared<const telemetry::BlockChains>(buildBlockChains(scheduler));
    m_blocks = std::move(map);
    m_tokens = std::move(tokens);
}

std::shared_ptr<telemetry::Snapshot> Recorder::build(Scheduler* scheduler, telemetry::EngineState state, bool pauseRequested,
                                                     const std::optional<telemetry::LoadProgress>& loading, std::uint64_t step) {
    auto snapshot = std::make_shared<telemetry::Snapshot>();
    snapshot->version = ++m_version;
    snapshot->step = step;
    snapshot->state = state;
    snapshot->pauseRequested = pauseRequested;
    snapshot->loading = loading;
    if (scheduler) takeMarks(*scheduler);
    snapshot->steps = m_steps.view();
    if (m_marksView) snapshot->marks = *m_marksView;
    snapshot->history = m_past.history();
    if (scheduler) {
        if (scheduler->cacheVersion() != m_cacheVersion) {
            buildBlocks(*scheduler);
            m_cacheVersion = scheduler->cacheVersion();
        }
        snapshot->model = scheduler->model().facts();
        snapshot->blocks = m_blocks;
        snapshot->chains = m_chains;
        snapshot->tokens = m_tokens;
        for (const auto& request : scheduler->running()) snapshot->requests.push_back(scheduler->factsOf(*request));
        std::uint32_t place = 0;
        for (const auto& request : scheduler->waiting()) {
            snapshot->requests.push_back(scheduler->factsOf(*request));
            snapshot->requests.back().queuePlace = ++place;
        }
        if (scheduler->lastFinished()) snapshot->requests.push_back(*scheduler->lastFinished());
        snapshot->running = static_cast<std::uint32_t>(scheduler->running().size());
        snapshot->waiting = static_cast<std::uint32_t>(scheduler->waiting().size());
        snapshot->policy = scheduler->policy();
        snapshot->ledger = scheduler->model().ledger();
    }
    return snapshot;
}

}  // namespace gh
