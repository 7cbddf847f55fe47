// An engine whose window can be held at a moment of loading: what the engine said then stays, and what it says after is
// told on release(). The engine itself goes on; nothing here is made up.
#pragma once

#include <mutex>

#include "app/bridge/engine_door.h"

namespace gh::app {

class HoldingDoor final : public EngineDoor {
public:
    explicit HoldingDoor(std::unique_ptr<EngineDoor> engine) : m_engine(std::move(engine)) {}

    // From now on: the first progress of loading past a third of the weights stays; the last there was, where it went by
    // too fast to be seen.
    void holdWhileLoading() {
        const std::lock_guard lock(m_mutex);
        m_holding = true;
    }
    bool holds() const {
        const std::lock_guard lock(m_mutex);
        return m_held != nullptr;
    }
    // Says the held moment again, to widgets that were made meanwhile.
    void repeat() {
        {
            const std::lock_guard lock(m_mutex);
            if (m_held) m_held = std::make_shared<telemetry::Snapshot>(*m_held);
        }
        m_wakeUp();
    }
    void release() {
        {
            const std::lock_guard lock(m_mutex);
            m_holding = false;
            m_held = m_last = nullptr;
        }
        m_wakeUp();
    }

    void post(Command command) override { m_engine->post(std::move(command)); }
    std::vector<Event> takeEvents() override {
        const std::lock_guard lock(m_mutex);
        return m_holding ? std::vector<Event>() : m_engine->takeEvents();
    }
    std::shared_ptr<const telemetry::Snapshot> snapshot() const override {
        const std::lock_guard lock(m_mutex);
        if (m_held) return m_held;
        auto now = m_engine->snapshot();
        if (!m_holding) return now;
        if (now->loading) {
            m_last = now;
            const telemetry::LoadProgress& progress = *now->loading;
            if (progress.stage == telemetry::LoadStage::Packing && progress.done >= progress.total / 3) m_held = m_last;
        } else if (m_last) {
            m_held = m_last;
        }
        return m_held ? m_held : now;
    }
    void setWakeUp(std::function<void()> wakeUp) override {
        m_wakeUp = wakeUp;
        m_engine->setWakeUp(std::move(wakeUp));
    }

private:
    std::unique_ptr<EngineDoor> m_engine;
    std::function<void()> m_wakeUp;
    mutable std::mutex m_mutex;
    bool m_holding = false;
    mutable std::shared_ptr<const telemetry::Snapshot> m_held, m_last;
};

}  // namespace gh::app
