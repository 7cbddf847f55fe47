// The Qt half of the bridge: one queued call per frame carries the engine's events (all, in order) and its
// latest snapshot to the GUI thread, and out as signals. Nothing here waits for the engine.
#pragma once

#include <memory>
#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include "app/bridge/disposal.h"
#include "app/bridge/engine_door.h"
#include "app/bridge/frame_gate.h"
#include "widgets/panel.h"

namespace gh::app {

using widgets::SnapshotPtr;

class EngineBridge : public QObject, public telemetry::TelemetrySource {
    Q_OBJECT
public:
    explicit EngineBridge(QObject* parent = nullptr);
    ~EngineBridge() override;

    void open(std::unique_ptr<EngineDoor> door);
    bool isOpen() const { return m_door != nullptr; }
    // Hands the engine over to be destroyed elsewhere; no signal comes after this. Null if there was none.
    std::unique_ptr<Disposal> close();

    void post(Command command);  // before open(): kept and posted then
    telemetry::SourceAbilities abilities() const override { return {}; }
    SnapshotPtr latest() const override { return m_latest; }

signals:
    void modelLoaded(const gh::ModelLoaded& event);
    void loadFailed(const gh::LoadFailed& event);
    void modelUnloaded(const gh::ModelUnloaded& event);
    void requestStarted(const gh::RequestStarted& event);
    void tokenProduced(const gh::TokenProduced& event);
    void contextNearlyFull(const gh::ContextNearlyFull& event);
    void requestFinished(const gh::RequestFinished& event);
    void snapshotChanged(const gh::widgets::SnapshotPtr& snapshot);  // after the events of the same frame
    void frameDone();                                                // last of a frame

private:
    void onWake();
    void deliver();

    std::unique_ptr<EngineDoor> m_door;
    std::shared_ptr<FrameGate> m_gate;
    FramePace m_pace;
    QElapsedTimer m_clock;
    QTimer m_timer;
    SnapshotPtr m_latest;
    std::vector<Command> m_early;
};

}  // namespace gh::app
