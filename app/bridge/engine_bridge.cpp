#include "app/bridge/engine_bridge.h"

#include <cmath>
#include <QMetaObject>

namespace gh::app {

EngineBridge::EngineBridge(QObject* parent)
    : QObject(parent), m_latest(std::make_shared<const telemetry::Snapshot>()) {
    m_clock.start();
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &EngineBridge::deliver);
}

EngineBridge::~EngineBridge() {
    close();
}

void EngineBridge::open(std::unique_ptr<EngineDoor> door) {
    close();
    m_door = std::move(door);
    m_gate = std::make_shared<FrameGate>(
        [this] { QMetaObject::invokeMethod(this, &EngineBridge::onWake, Qt::QueuedConnection); });
    m_door->setWakeUp([gate = m_gate] { gate->wake(); });
    for (Command& command : std::exchange(m_early, {})) m_door->post(std::move(command));
    m_gate->wake();  // shows the engine's first state
}

std::unique_ptr<Disposal> EngineBridge::close() {
    if (!m_door) return nullptr;
    m_gate->close();
    m_timer.stop();
    return std::make_unique<Disposal>(std::move(m_door));
}

void EngineBridge::post(Command command) {
    if (m_door) {
        m_door->post(std::move(command));
    } else {
        m_early.push_back(std::move(command));
    }
}

void EngineBridge::onWake() {
    if (!m_door || m_timer.isActive()) return;
    const double wait = m_pace.waitMs(m_clock.nsecsElapsed() / 1e6);
    if (wait <= 0) {
        deliver();
    } else {
        m_timer.start(int(std::ceil(wait)));
    }
}

void EngineBridge::deliver() {
    if (!m_door) return;
    m_gate->take();
    m_pace.shown(m_clock.nsecsElapsed() / 1e6);
    // A slot may close the bridge (the window goes, a test ends): stop there.
    for (const Event& event : m_door->takeEvents()) {
        std::visit(
            [this](const auto& e) {
                using E = std::decay_t<decltype(e)>;
                if constexpr (std::is_same_v<E, ModelLoaded>)
                    emit modelLoaded(e);
                else if constexpr (std::is_same_v<E, LoadFailed>)
                    emit loadFailed(e);
                else if constexpr (std::is_same_v<E, ModelUnloaded>)
                    emit modelUnloaded(e);
                else if constexpr (std::is_same_v<E, RequestStarted>)
                    emit requestStarted(e);
                else if constexpr (std::is_same_v<E, TokenProduced>)
                    emit tokenProduced(e);
                else if constexpr (std::is_same_v<E, ContextNearlyFull>)
                    emit contextNearlyFull(e);
                else
                    emit requestFinished(e);
            },
            event);
        if (!m_door) return;
    }
    SnapshotPtr now = m_door->snapshot();
    if (now && now != m_latest) {
        m_latest = std::move(now);
        emit snapshotChanged(m_latest);
    }
    emit frameDone();
}

}  // namespace gh::app
