// An engine seen from outside, as a window sees it: commands in, events and snapshots out, nothing else.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "engine/engine.h"

namespace gh::test {

class EngineDriver {
public:
    EngineDriver() : EngineDriver(quickConfig()) {}
    explicit EngineDriver(EngineConfig config);
    ~EngineDriver();

    // Two threads, small steps, a snapshot after every step.
    static EngineConfig quickConfig(int stepTokens = 32);

    Engine& engine() { return *m_engine; }
    void post(Command command) { m_engine->post(std::move(command)); }

    // Loads a file and waits; false: it failed (loadError() says why).
    bool load(const std::string& path, const LoadOptions& options = {});
    ModelId model() const { return m_model; }
    const std::shared_ptr<const telemetry::ModelFacts>& facts() const { return m_facts; }
    const Error& loadError() const { return m_loadError; }

    RequestId submit(std::vector<TokenId> prompt, int maxTokens, ConversationId conversation = {}, SamplerSettings sampler = noEnd());
    RequestFinished finish(RequestId request);   // waits for its end
    std::vector<TokenId> generate(std::vector<TokenId> prompt, int maxTokens, ConversationId conversation = {},
                                  SamplerSettings sampler = noEnd()) {
        return finish(submit(std::move(prompt), maxTokens, conversation, std::move(sampler))).ids;
    }
    // Greedy and never ending by itself: the tiny models' random weights would choose the end marker now and then.
    static SamplerSettings noEnd();

    // Waits until `done` says so of all events so far; fails the test and returns false after 20 s.
    bool waitFor(const std::function<bool(const std::vector<Event>&)>& done);
    bool waitForSnapshot(const std::function<bool(const telemetry::Snapshot&)>& done);
    const std::vector<Event>& events() const { return m_events; }
    template <class T>
    std::vector<T> eventsOf(RequestId request) const {
        std::vector<T> found;
        for (const Event& event : m_events)
            if (const T* e = std::get_if<T>(&event))
                if (e->request == request) found.push_back(*e);
        return found;
    }

    // Pools of every published snapshot whose predicted and allocated bytes differ.
    std::size_t disagreements();
    std::size_t snapshotsSeen();

private:
    bool wait(const std::function<bool()>& done);

    ModelId m_model;
    std::shared_ptr<const telemetry::ModelFacts> m_facts;
    Error m_loadError;
    std::vector<Event> m_events;

    std::mutex m_mutex;   // guards what the engine thread's wake-up writes
    std::condition_variable m_woken;
    std::uint64_t m_wakes = 0, m_lastVersion = 0;
    std::size_t m_disagreements = 0, m_snapshots = 0;
    std::unique_ptr<Engine> m_engine;   // last: its thread calls into the members above
};

// Allocated bytes of all pools.
std::uint64_t allocated(const telemetry::Snapshot& snapshot);
std::vector<TokenId> someIds(int count, unsigned seed);
std::vector<TokenId> joined(std::vector<TokenId> a, const std::vector<TokenId>& b);

}  // namespace gh::test
