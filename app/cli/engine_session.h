// The engine as the terminal uses it: load one model, submit a request, wait for its events; Ctrl-C ends any
// wait.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/engine.h"

namespace gh::app {

// A finished or stopped generation, whichever way it was made.
struct Generation {
    std::vector<TokenId> promptIds, ids;  // ids: of the reply, continued ones too, without the end marker
    std::size_t continued = 0;            // how many of the ids were given
    std::string text;
    StopReason reason = StopReason::EndOfGeneration;
    std::uint64_t seed = 0;
    std::uint32_t reusedTokens = 0;
    std::uint32_t droppedMessages = 0;  // that the prompt went without
    double ttftMs = 0, tokensPerSecond = 0;
    std::vector<double> stepMs;      // one entry a decode step
    std::vector<SampleResult> draws;       // one a new id, where candidates were asked for
    std::optional<SampleResult> endDraw;   // of the end marker
    std::optional<RequestStats> kv;  // naive passes have no cache
    std::optional<Error> error;      // reason Failed
};

using TextSink = std::function<void(std::string_view text)>;  // what may be shown now

class EngineSession {
public:
    explicit EngineSession(EngineConfig config);

    // Error code Cancelled after Ctrl-C.
    Result<ModelLoaded> load(const std::string& path, const LoadOptions& options);
    ModelId model() const { return m_model; }

    // Runs one request to its end. Ctrl-C cancels it; what was produced is kept. `nearlyFull` is called once,
    // before the context is full.
    Generation run(SubmitRequest request, const TextSink& sink,
                   const std::function<void(const ContextNearlyFull&)>& nearlyFull = {});

    Engine& engine() { return *m_engine; }

private:
    Event next();  // waits; on Ctrl-C calls m_onInterrupt once and goes on waiting
    void awaitSnapshot(
        std::uint64_t step);  // events run ahead of snapshots; the engine publishes when it goes idle
    void collectSteps(Generation& generation);

    std::deque<Event> m_events;
    std::function<void()> m_onInterrupt;
    std::uint64_t m_lastStep = 0;  // newest step record already collected
    ModelId m_model;
    std::unique_ptr<Engine> m_engine;  // last: its thread must end before what its wake-up touches
};

}  // namespace gh::app
