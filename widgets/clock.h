// One clock over all panels: live, or scrubbed back to a step. A clock that is scrubbed stands or plays on by itself; the
// engine goes on either way. What is pushed out of the log at its old end pushes a scrubbed clock along.
#pragma once

#include <QObject>
#include <QTimer>
#include <cstdint>
#include <memory>

#include "engine/telemetry/snapshot.h"

namespace gh::widgets {

class ClockModel : public QObject {
    Q_OBJECT
public:
    explicit ClockModel(QObject* parent = nullptr);

    bool isLive() const { return m_live; }
    bool isPlaying() const { return m_playing; }               // scrubbed, and moving on by itself
    std::uint64_t step() const { return m_live ? m_newest : m_step; }   // what panels show; 0: no step yet
    std::uint64_t oldest() const { return m_oldest; }          // of the steps that are kept; 0: none
    std::uint64_t newest() const { return m_newest; }
    std::uint64_t behind() const { return m_newest - step(); }

    // The steps that there are now; called with each snapshot, before any panel asks.
    void setSnapshot(const std::shared_ptr<const telemetry::Snapshot>& snapshot);

    void scrubTo(std::uint64_t step);          // the newest step too is a scrubbed one: the clock stands there
    void stepBy(std::int64_t steps);           // at the newest step a further one leads to live
    void goLive();
    void play();                               // from a scrubbed step, at the pace of then; at the newest it is live again
    void hold();                               // a live or playing clock stands where it is
    void playOrHold() { m_live || m_playing ? hold() : play(); }

signals:
    void changed();                            // live or not, the step of a scrubbed clock, playing or not
    void rangeChanged();                       // the oldest or newest step

private:
    void set(bool live, std::uint64_t step, bool playing);
    void playOn();
    bool m_live = true, m_playing = false;
    std::uint64_t m_step = 0, m_oldest = 0, m_newest = 0;
    telemetry::LogView<telemetry::StepRecord> m_steps;
    QTimer m_timer;
};

}  // namespace gh::widgets
