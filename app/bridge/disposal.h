// Ending an engine off the GUI thread, with a limit. Qt-free.
#pragma once

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

#include "app/bridge/engine_door.h"

namespace gh::app {

// Destroys the engine on a thread of its own; the ticket tells when that is done.
class Disposal {
public:
    explicit Disposal(std::unique_ptr<EngineDoor> door) : m_state(std::make_shared<State>()) {
        std::thread([state = m_state, door = std::move(door)]() mutable {
            door.reset();
            const std::lock_guard lock(state->mutex);
            state->done = true;
            state->changed.notify_all();
        }).detach();
    }
    // false: the limit passed first. The process may then only leave by std::_Exit.
    bool waitFor(std::chrono::milliseconds limit) const {
        std::unique_lock lock(m_state->mutex);
        return m_state->changed.wait_for(lock, limit, [&] { return m_state->done; });
    }

private:
    struct State {
        std::mutex mutex;
        std::condition_variable changed;
        bool done = false;
    };
    std::shared_ptr<State> m_state;
};

}  // namespace gh::app
