// The end of a request: what it is told, and what becomes of its sequence.
#include <algorithm>

#include "engine/schedule/scheduler.h"

namespace gh {

using telemetry::RequestState;

void Scheduler::finish(Request& request, StopReason reason, std::optional<Error> error) {
    if (request.state == RequestState::Done) return;
    if (request.state == RequestState::Padding) {
        complete(request, *request.ended, {});
        return;
    }
    const bool byItself = !error && reason != StopReason::Cancelled && reason != StopReason::Failed;
    const auto goesOn = [&](const auto& other) { return other.get() != &request && other->isActive(); };
    if (byItself && request.isActive() && m_rule->returnsTogether() && std::any_of(m_running.begin(), m_running.end(), goesOn)) {
        request.state = RequestState::Padding;
        request.ended = reason;
        return;
    }
    complete(request, reason, std::move(error));
}

// Nobody of the batch writes any more, or the rule is another now.
void Scheduler::returnBatch() {
    const auto writes = [](const auto& request) { return request->isActive(); };
    if (m_rule->returnsTogether() && std::any_of(m_running.begin(), m_running.end(), writes)) return;
    bool any = false;
    for (const auto& request : m_running) {
        if (request->state != RequestState::Padding) continue;
        complete(*request, *request->ended, {});
        any = true;
    }
    if (any) dropFinished();
}

void Scheduler::complete(Request& request, StopReason reason, std::optional<Error> error) {
    if (request.state == RequestState::Done) return;
    RequestFinished event;
    event.request = request.spec.request;
    event.conversation = request.spec.conversation;
    event.reason = reason;
    event.text = request.stops.push(request.utf8.finish()) + request.stops.finish();
    event.ids = request.output;
    event.error = std::move(error);
    event.endDraw = std::move(request.endDraw);
    event.stats = statsOf(request);
    if (request.sequence) {
        using telemetry::MarkKind;
        mark(reason == StopReason::Cancelled     ? MarkKind::Stopped
             : reason == StopReason::Failed      ? MarkKind::Failed
             : reason == StopReason::ContextFull ? MarkKind::ContextFull
                                                 : MarkKind::Finished,
             request, request.generated());
    }
    m_lastFinished = factsOf(request);
    m_lastFinished->state = RequestState::Done;
    request.state = RequestState::Done;
    freeSamplesOf(request.spec.request);
    m_hooks.emit(std::move(event));
}

RequestStats Scheduler::statsOf(Request& request) {
    RequestStats stats;
    stats.promptTokens = static_cast<std::uint32_t>(request.prompt.size());
    stats.reusedTokens = request.reused;
    stats.generated = static_cast<std::uint32_t>(request.generated());
    stats.ttftMs = request.ttftMs();
    stats.tokensPerSecond = request.tokensPerSecond();
    stats.seconds = request.secondsSinceSubmit();
    stats.firstStep = request.firstStep;
    stats.lastStep = request.lastStep;
    stats.hit = request.hit;
    stats.preemptions = request.preemptions;
    stats.submittedAt = secondsSinceStart(request.submitted);
    stats.finishedAt = secondsSinceStart(Clock::now());
    if (request.started > Clock::time_point()) {
        stats.startedAt = secondsSinceStart(request.started);
        stats.queueMs = std::chrono::duration<double, std::milli>(request.started - request.submitted).count();
    }
    if (Sequence* sequence = request.sequence) {
        // Blocks grown for tokens that were never computed go back, or the count would not match the formula.
        sequence->cache.shrinkTo(sequence->resident());
        // The allocator's count, each reference of a shared block for itself, less what the tables of other sequences hold.
        std::uint64_t others = 0, shared = 0;
        for (const auto& other : m_sequences)
            if (other.get() != sequence) others += other->cache.heldBytes();
        for (const auto& pool : m_model.pools().groups) shared += pool->sharedBytes();
        stats.predictedBytes = sequence->cache.predictedBytes(sequence->resident());
        stats.allocatedBytes = m_model.pools().allocatedBytes() + shared - others;
        stats.blocks = sequence->cache.heldBlocks();
        stats.reservedBytes = m_model.pools().reservedBytes();
        stats.blockTokens = m_model.pools().groups.front()->blockTokens();
    }
    return stats;
}

void Scheduler::dropFinished() {
    const auto done = [](const std::unique_ptr<Request>& request) { return request->state == RequestState::Done; };
    for (auto& request : m_running)
        if (done(request)) letGo(*request);
    for (auto& request : m_waiting)
        if (done(request)) letGo(*request);
    std::erase_if(m_running, done);
    std::erase_if(m_waiting, done);
}

// A conversation keeps the sequence that ended last. What its others held can be found again until it is overwritten.
void Scheduler::letGo(Request& request) {
    Sequence* sequence = std::exchange(request.sequence, nullptr);
    if (!sequence) return;
    ++m_cacheVersion;
    sequence->request = {};
    if (!sequence->conversation || sequence->resident() == 0) {
        dropSequence(sequence);
        return;
    }
    std::vector<const Sequence*> older;
    for (const auto& other : m_sequences)
        if (other.get() != sequence && other->conversation == sequence->conversation && !other->request) older.push_back(other.get());
    for (const Sequence* other : older) dropSequence(other);
}

void Scheduler::dropSequence(const Sequence* sequence) {
    m_drawBytes -= sequence->draws.bytes();
    std::erase_if(m_sequences, [&](const auto& owned) { return owned.get() == sequence; });
    ++m_cacheVersion;
}

}  // namespace gh
