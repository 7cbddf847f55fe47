#include "app/cli/engine_session.h"

#include <algorithm>

#include <poll.h>

#include "app/cli/interrupt.h"

namespace gh::app {
namespace {

void waitForWake() {
    pollfd wait{wakeDescriptor(), POLLIN, 0};
    poll(&wait, 1, -1);
}

}  // namespace

EngineSession::EngineSession(EngineConfig config) : m_engine(std::make_unique<Engine>(config)) {
    wakeDescriptor();
    m_engine->setWakeUp(wakeMainThread);
}

Event EngineSession::next() {
    while (m_events.empty()) {
        if (interrupted() && m_onInterrupt) std::exchange(m_onInterrupt, nullptr)();
        // Cleared before the events are taken: one that arrives in between wakes the next poll.
        clearWake();
        for (Event& event : m_engine->takeEvents()) m_events.push_back(std::move(event));
        if (!m_events.empty()) break;
        if (interrupted() && m_onInterrupt) continue;
        waitForWake();
    }
    Event event = std::move(m_events.front());
    m_events.pop_front();
    return event;
}

Result<ModelLoaded> EngineSession::load(const std::string& path, const LoadOptions& options) {
    m_model = Engine::newModelId();
    m_engine->post(LoadModel{m_model, path, options});
    const Error cancelled{ErrorCode::Cancelled, path, "loading was interrupted"};
    m_onInterrupt = [this] { m_engine->post(CancelLoad{}); };
    for (;;) {
        Event event = next();
        if (auto* loaded = std::get_if<ModelLoaded>(&event)) {
            if (interrupted()) return cancelled;
            return std::move(*loaded);
        }
        if (auto* failed = std::get_if<LoadFailed>(&event)) {
            if (interrupted()) return cancelled;
            return failed->error;
        }
    }
}

void EngineSession::awaitSnapshot(std::uint64_t step) {
    for (;;) {
        clearWake();
        if (m_engine->snapshot()->step >= step) return;
        waitForWake();
    }
}

void EngineSession::collectSteps(Generation& generation) {
    const auto snapshot = m_engine->snapshot();
    const auto& steps = snapshot->steps;
    for (std::uint64_t step = std::max(m_lastStep + 1, steps.first()); step < steps.end(); ++step) {
        const telemetry::StepRecord& record = *steps.find(step);
        m_lastStep = step;
        if (record.decodeTokens > 0 && record.prefillTokens == 0)
            generation.stepMs.push_back(record.totalMs());
    }
}

Generation EngineSession::run(SubmitRequest request, const TextSink& sink,
                              const std::function<void(const ContextNearlyFull&)>& nearlyFull) {
    Generation generation;
    collectSteps(generation);  // steps of earlier requests are not this one's
    generation.stepMs.clear();
    const RequestId id = request.request;
    const bool draws = request.keepCandidates > 0;
    const std::size_t continued = request.continued.size();
    m_engine->post(std::move(request));
    m_onInterrupt = [this, id] { m_engine->post(CancelRequest{id}); };
    const auto show = [&](const std::string& text) {
        if (text.empty()) return;
        generation.text += text;
        if (sink) sink(text);
    };
    for (;;) {
        Event event = next();
        if (auto* started = std::get_if<RequestStarted>(&event); started && started->request == id) {
            generation.promptIds = std::move(started->promptIds);
            generation.seed = started->seed;
            generation.reusedTokens = started->reusedTokens;
            generation.droppedMessages = started->droppedMessages;
        } else if (auto* token = std::get_if<TokenProduced>(&event); token && token->request == id) {
            collectSteps(generation);
            show(token->text);
            if (draws) generation.draws.push_back(std::move(token->sample));
        } else if (auto* full = std::get_if<ContextNearlyFull>(&event); full && full->request == id) {
            if (nearlyFull) nearlyFull(*full);
        } else if (auto* finished = std::get_if<RequestFinished>(&event);
                   finished && finished->request == id) {
            show(finished->text);
            awaitSnapshot(finished->stats.lastStep);
            collectSteps(generation);
            generation.ids = std::move(finished->ids);
            generation.continued = std::min(continued, generation.ids.size());
            generation.reason = finished->reason;
            generation.endDraw = std::move(finished->endDraw);
            generation.ttftMs = finished->stats.ttftMs;
            generation.tokensPerSecond = finished->stats.tokensPerSecond;
            generation.kv = finished->stats;
            generation.error = std::move(finished->error);
            return generation;
        }
    }
}

}  // namespace gh::app
