#include "engine/lab/traffic_run.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <unordered_map>

namespace gh::lab {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kLook{20};   // how long a wait lasts before it is asked whether to stop

}  // namespace

struct TrafficEngine::Impl {
    Cancelled cancelled;
    std::mutex mutex;
    std::condition_variable woken;
    bool wake = false;
    ModelId model;
    Clock::time_point started;          // of the engine's clock
    std::unique_ptr<Engine> engine;     // last: its thread calls what is above

    double engineSeconds() const { return std::chrono::duration<double>(Clock::now() - started).count(); }

    void waitUntil(Clock::time_point latest) {
        std::unique_lock lock(mutex);
        woken.wait_until(lock, std::min(latest, Clock::now() + kLook), [&] { return wake; });
        wake = false;
    }
    bool stop() const { return cancelled && cancelled(); }
};

TrafficEngine::TrafficEngine(EngineConfig config, Cancelled cancelled) : m_impl(std::make_unique<Impl>()) {
    m_impl->cancelled = std::move(cancelled);
    m_impl->started = Clock::now();
    m_impl->engine = std::make_unique<Engine>(config);
    m_impl->engine->setWakeUp([impl = m_impl.get()] {
        const std::lock_guard lock(impl->mutex);
        impl->wake = true;
        impl->woken.notify_one();
    });
}

TrafficEngine::~TrafficEngine() = default;

Engine& TrafficEngine::engine() { return *m_impl->engine; }

Result<ModelLoaded> TrafficEngine::load(const std::string& path, const LoadOptions& options,
                                        const std::function<void(double share)>& progress) {
    Impl& impl = *m_impl;
    impl.model = Engine::newModelId();
    impl.engine->post(LoadModel{impl.model, path, options});
    bool cancelling = false;
    for (;;) {
        for (Event& event : impl.engine->takeEvents()) {
            if (auto* loaded = std::get_if<ModelLoaded>(&event)) {
                if (!cancelling) return std::move(*loaded);
                return Error{ErrorCode::Cancelled, path, "loading was interrupted"};
            }
            if (auto* failed = std::get_if<LoadFailed>(&event)) return failed->error;
        }
        if (!cancelling && impl.stop()) {
            cancelling = true;
            impl.engine->post(CancelLoad{});
        }
        const auto snapshot = impl.engine->snapshot();
        if (progress && snapshot->loading && snapshot->loading->total > 0)
            progress(static_cast<double>(snapshot->loading->done) / static_cast<double>(snapshot->loading->total));
        impl.waitUntil(Clock::now() + kLook);
    }
}

std::optional<Error> TrafficEngine::run(const PolicySettings& policy, std::vector<TimedRequest> requests, const Progress& progress,
                                        TrafficOutcome& outcome) {
    Impl& impl = *m_impl;
    Engine& engine = *impl.engine;
    outcome = {};
    outcome.requests.resize(requests.size());
    outcome.firstStep = engine.snapshot()->step + 1;
    std::unordered_map<RequestId, std::size_t> indexOf;
    for (std::size_t i = 0; i < requests.size(); ++i) {
        SubmitRequest& submit = requests[i].submit;
        submit.request = Engine::newRequestId();
        submit.model = impl.model;
        indexOf[submit.request] = i;
    }
    for (TimedRequest& timed : requests)
        if (timed.submit.sampleOf) timed.submit.sampleOf = requests[timed.submit.sampleOf.value - 1].submit.request;

    engine.post(SetPolicy{policy});
    // Who comes at 0 is there before the first step, however long posting takes.
    engine.post(SetPaused{true});
    std::size_t posted = 0, ended = 0;
    double start = impl.engineSeconds();
    const auto post = [&] {
        TimedRequest& timed = requests[posted];
        outcome.requests[posted].arrival = impl.engineSeconds() - start;
        engine.post(std::move(timed.submit));
        ++posted;
    };
    while (posted < requests.size() && requests[posted].arrival <= 0) post();
    for (std::size_t i = 0; i < posted; ++i) outcome.requests[i].arrival = 0;
    start = impl.engineSeconds();
    engine.post(SetPaused{false});

    bool cancelling = false;
    std::uint64_t lastStep = 0;
    while (ended < posted || posted < requests.size()) {
        for (Event& event : engine.takeEvents()) {
            const auto at = [&](RequestId id) -> ServedRequest* {
                const auto found = indexOf.find(id);
                return found == indexOf.end() ? nullptr : &outcome.requests[found->second];
            };
            if (auto* begun = std::get_if<RequestStarted>(&event)) {
                if (ServedRequest* served = at(begun->request)) {
                    served->promptIds = std::move(begun->promptIds);
                    served->reusedTokens = begun->reusedTokens;
                    served->seed = begun->seed;
                }
            } else if (auto* token = std::get_if<TokenProduced>(&event)) {
                if (ServedRequest* served = at(token->request)) {
                    served->tokens.push_back({token->id, token->at - start});
                    served->text += token->text;
                }
            } else if (auto* finished = std::get_if<RequestFinished>(&event)) {
                if (ServedRequest* served = at(finished->request)) {
                    served->returned = finished->stats.finishedAt - start;
                    if (finished->stats.startedAt > 0) served->begun = finished->stats.startedAt - start;
                    served->text += finished->text;
                    lastStep = std::max(lastStep, finished->stats.lastStep);
                    served->finished = std::move(*finished);
                    ++ended;
                    if (progress) progress(*served, ended, requests.size());
                }
            }
        }
        if (!cancelling && impl.stop()) {
            cancelling = true;
            for (const auto& [id, index] : indexOf)
                if (index < posted) engine.post(CancelRequest{id});
            requests.resize(posted);
        }
        if (ended == posted && posted == requests.size()) break;
        auto next = Clock::now() + kLook;
        while (posted < requests.size()) {
            const double wait = requests[posted].arrival - (impl.engineSeconds() - start);
            if (wait > 0) {
                next = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(wait));
                break;
            }
            post();
        }
        impl.waitUntil(next);
    }
    // Events run ahead of snapshots; one is published when the engine goes idle.
    while (engine.snapshot()->step < lastStep) impl.waitUntil(Clock::now() + kLook);
    outcome.end = engine.snapshot();
    outcome.lastStep = outcome.end->step;
    if (cancelling) return Error{ErrorCode::Cancelled, "", "interrupted"};
    return {};
}

}  // namespace gh::lab
