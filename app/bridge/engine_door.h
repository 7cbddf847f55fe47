// What the app needs of an engine, and nothing more. The real Engine and a scripted one in tests both fit
// behind it.
#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "engine/engine.h"

namespace gh::app {

class EngineDoor {
public:
    virtual ~EngineDoor() = default;  // may take a step's time: never on the GUI thread
    virtual void post(Command command) = 0;
    virtual std::vector<Event> takeEvents() = 0;
    virtual std::shared_ptr<const telemetry::Snapshot> snapshot() const = 0;
    virtual void setWakeUp(std::function<void()> wakeUp) = 0;  // before the first post()
};

// Any type with the same four functions, behind the door.
template <class E>
class DoorTo final : public EngineDoor {
public:
    template <class... Args>
    explicit DoorTo(Args&&... args) : m_engine(std::forward<Args>(args)...) {}
    void post(Command command) override { m_engine.post(std::move(command)); }
    std::vector<Event> takeEvents() override { return m_engine.takeEvents(); }
    std::shared_ptr<const telemetry::Snapshot> snapshot() const override { return m_engine.snapshot(); }
    void setWakeUp(std::function<void()> wakeUp) override { m_engine.setWakeUp(std::move(wakeUp)); }
    E& engine() { return m_engine; }

private:
    E m_engine;
};

// How a window gets its engine: called once, after the first paint.
using EngineFactory = std::function<std::unique_ptr<EngineDoor>()>;

}  // namespace gh::app
