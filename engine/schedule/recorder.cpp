#include "engine/schedule/recorder.h"

namespace gh {
namespace {

std::string poolName(const plan::LayerGroup& group, std::size_t groups) {
    if (groups == 1) return "all layers";
    const std::string layers = std::to_string(group.layers) + (group.layers == 1 ? " layer" : " layers");
    return group.window > 0 ? "window " + std::to_string(group.window) + " · " + layers : "full attention · " + layers;
}

}  // namespace

void Recorder::forgetModel() {
    m_blocks.reset();
    m_tokens.reset();
    m_cacheVersion = 0;
}

void Recorder::buildBlocks(Scheduler& scheduler) {
    auto map = std::make_shared<telemetry::BlockMap>();
    map->version = ++m_blocksVersion;
    auto tokens = std::make_shared<std::vector<telemetry::SequenceTokens>>();
    const auto& pools = scheduler.model().pools();
    for (const auto& sequence : scheduler.sequences()) {
        map->sequences.push_back({sequence->key, sequence->conversation.value, sequence->request.value, sequence->label,
                                  sequence->resident(), static_cast<bool>(sequence->request)});
        tokens->push_back({sequence->key, sequence->facts.view(), sequence->draws.view(), sequence->prompt});
    }
    for (std::size_t g = 0; g < pools.groups.size(); ++g) {
        const BlockPool& pool = *pools.groups[g];
        telemetry::BlockPool part;
        part.name = poolName(pool.group(), pools.groups.size());
        part.layers = pool.group().layers;
        part.blockTokens = pool.blockTokens();
        part.blockBytes = pool.blockBytes();
        part.window = pool.group().window;
        part.allocatedBytes = pool.allocatedBytes();
        part.reservedBytes = pool.reservedBytes();
        part.cells.resize(static_cast<std::size_t>(pool.blocks()));
        const auto type = pool.type() == kernels::KvType::F16 ? plan::CacheType::F16 : plan::CacheType::F32;
        const auto blockTokens = static_cast<std::uint32_t>(pool.blockTokens());
        for (const auto& sequence : scheduler.sequences()) {
            part.predictedBytes += plan::predictedBytes(pool.group(), type, type, sequence->resident(), pool.blockTokens());
            const auto entries = sequence->cache.table(static_cast<int>(g)).entries();
            for (std::size_t i = 0; i < entries.size(); ++i) {
                if (entries[i] == kNoBlock) continue;
                auto& cell = part.cells[static_cast<std::size_t>(entries[i])];
                const auto first = static_cast<std::uint32_t>(i) * blockTokens;
                const auto resident = sequence->resident();
                cell.owner = sequence->key;
                cell.firstToken = first;
                cell.filled = static_cast<std::uint16_t>(resident > first ? std::min(blockTokens, resident - first) : 0);
                cell.references = static_cast<std::uint8_t>(std::min(255, pool.references(entries[i])));
                cell.state = sequence->request ? telemetry::BlockState::Used : telemetry::BlockState::Cached;
                if (cell.filled && sequence->facts.size() >= first + cell.filled) {
                    cell.allocatedAtStep = sequence->facts[first].step;
                    cell.filledAtStep = sequence->facts[first + cell.filled - 1u].step;
                }
            }
        }
        map->pools.push_back(std::move(part));
    }
    m_blocks = std::move(map);
    m_tokens = std::move(tokens);
}

std::shared_ptr<const telemetry::Snapshot> Recorder::build(Scheduler* scheduler, telemetry::EngineState state,
                                                           bool pauseRequested,
                                                           const std::optional<telemetry::LoadProgress>& loading,
                                                           std::uint64_t step) {
    auto snapshot = std::make_shared<telemetry::Snapshot>();
    snapshot->version = ++m_version;
    snapshot->step = step;
    snapshot->state = state;
    snapshot->pauseRequested = pauseRequested;
    snapshot->loading = loading;
    snapshot->steps = m_steps.view();
    if (scheduler) {
        if (scheduler->cacheVersion() != m_cacheVersion) {
            buildBlocks(*scheduler);
            m_cacheVersion = scheduler->cacheVersion();
        }
        snapshot->model = scheduler->model().facts();
        snapshot->blocks = m_blocks;
        snapshot->tokens = m_tokens;
        for (const auto& request : scheduler->running()) snapshot->requests.push_back(Scheduler::factsOf(*request));
        for (const auto& request : scheduler->waiting()) snapshot->requests.push_back(Scheduler::factsOf(*request));
        if (scheduler->lastFinished()) snapshot->requests.push_back(*scheduler->lastFinished());
        snapshot->running = static_cast<std::uint32_t>(scheduler->running().size());
        snapshot->waiting = static_cast<std::uint32_t>(scheduler->waiting().size());
        snapshot->ledger = scheduler->model().ledger();
    }
    return snapshot;
}

}  // namespace gh
