// What the app needs of an engine, and nothing more. The real Engine and a scripted one in tests both fit
// behind it.
#pragma once

#include <functional>
#include <memory>
#include <type_traits>
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

// How a window gets its engine: called after the first paint, and again when a setting asks for another engine. Made
// from any function that takes an EngineConfig, or nothing.
class EngineFactory {
public:
    EngineFactory() = default;
    template <class F>
        requires(!std::is_same_v<std::remove_cvref_t<F>, EngineFactory>)
    EngineFactory(F make) {
        if constexpr (std::is_invocable_v<F&, const EngineConfig&>) {
            m_make = std::move(make);
        } else {
            m_make = [make = std::move(make)](const EngineConfig&) mutable -> std::unique_ptr<EngineDoor> {
                return make();
            };
        }
    }
    std::unique_ptr<EngineDoor> operator()(const EngineConfig& config = {}) const { return m_make(config); }

private:
    std::function<std::unique_ptr<EngineDoor>(const EngineConfig&)> m_make;
};

}  // namespace gh::app
