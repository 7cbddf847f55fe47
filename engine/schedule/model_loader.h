// Loads a model on a thread of its own, so that the running model goes on meanwhile.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "engine/engine.h"
#include "engine/forward/model_runtime.h"

namespace gh {

class ModelLoader {
public:
    using Outcome = Result<std::unique_ptr<ModelRuntime>>;
    // changed: called from the loader's thread after progress or the end; must not block.
    ModelLoader(LoadModel command, int threads, int maxRows, std::function<void()> changed);
    ~ModelLoader();   // cancels and joins

    const LoadModel& command() const { return m_command; }
    void cancel() { m_cancelled = true; }
    telemetry::LoadProgress progress() const;
    std::optional<Outcome> takeOutcome();   // once, when done

private:
    LoadModel m_command;
    std::atomic<bool> m_cancelled{false};
    mutable std::mutex m_mutex;
    telemetry::LoadProgress m_progress;
    std::optional<Outcome> m_outcome;
    std::thread m_thread;   // last: starts when everything else is there
};

}  // namespace gh
