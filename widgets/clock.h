// One clock over all panels: live, or scrubbed back to a step. A clock that is scrubbed stands or plays on by itself; the
// engine goes on either way. What is pushed out of the log at its old end pushes a scrubbed clock along.
#pragma once

#include <QObject>
#include <QTimer>
#include <cstdint>
#include <memory>
#include <optional>

#include "engine/telemetry/snapshot.h"
#include "widgets/models/model_changes.h"

namespace gh::widgets {

// A token is written by the step that draws it, or by the one that reads it where it was not drawn; a drawn one enters
// the cache with the step after. What panels show of a past step goes by the first of the two, as live ones do.
std::uint64_t writtenAt(const telemetry::SequenceTokens& sequence, std::uint32_t position);
// How many of a sequence's positions were written by the end of that step: 0 … n-1.
std::uint32_t reachedAt(const telemetry::SequenceTokens& sequence, std::uint64_t step);

// What a clock shows. Two scrubbed clocks are the same when they stand at the same step.
struct ClockState {
    bool live = true;
    bool playing = false;                      // scrubbed, and moving on by itself
    std::uint64_t step = 0;                    // of a scrubbed clock
    bool operator==(const ClockState&) const = default;
};

class ClockModel : public QObject {
    Q_OBJECT
public:
    explicit ClockModel(QObject* parent = nullptr);

    bool isLive() const { return m_state.live; }
    bool isPlaying() const { return m_state.playing; }
    std::uint64_t step() const { return isLive() ? m_newest : m_state.step; }   // what panels show; 0: no step yet
    // The step that a scrubbed clock stands at; nothing: live.
    std::optional<std::uint64_t> scrubbedTo() const { return isLive() ? std::nullopt : std::optional(m_state.step); }
    std::uint64_t oldest() const { return m_oldest; }          // of the steps that are kept; 0: none
    std::uint64_t newest() const { return m_newest; }
    std::uint64_t behind() const { return m_newest - step(); }

    const ModelChanges& models() const { return m_models; }

    // The steps that there are now; called with each snapshot, before any panel asks.
    void setSnapshot(const std::shared_ptr<const telemetry::Snapshot>& snapshot);

    void scrubTo(std::uint64_t step);          // the newest step too is a scrubbed one: the clock stands there
    void stepBy(std::int64_t steps);           // at the newest step a further one leads to live
    void goLive();
    void play();                               // from a scrubbed step, at the pace of then; at the newest it is live again
    void hold();                               // a live or playing clock stands where it is
    void playOrHold() { isLive() || isPlaying() ? hold() : play(); }

signals:
    void changed();                            // live or not, the step of a scrubbed clock, playing or not
    void rangeChanged();                       // the oldest or newest step

private:
    void set(const ClockState& state);
    void playOn();
    ClockState m_state;
    std::uint64_t m_oldest = 0, m_newest = 0;
    telemetry::LogView<telemetry::StepRecord> m_steps;
    ModelChanges m_models;
    QTimer m_timer;
};

// The snapshot of the step that a clock shows: the newest, or one that is rebuilt from the log when the clock moves.
class SnapshotOfClock {
public:
    using Ptr = std::shared_ptr<const telemetry::Snapshot>;
    // Null: nothing is kept of that step. A past step does not change: it is rebuilt once, whatever comes after.
    Ptr at(const Ptr& now, std::optional<std::uint64_t> scrubbedTo);

private:
    Ptr m_then;                                // of a scrubbed clock; its step is the clock's
};

}  // namespace gh::widgets
