// Who was in which step: a lane a request, put together from the rows of the step records and the marks as they come in,
// so that drawing thousands of steps of hundreds of requests need not look at a record again. No widget in it.
#pragma once

#include <cstdint>
#include <optional>
#include <QString>
#include <unordered_map>
#include <vector>

#include "engine/telemetry/snapshot.h"
#include "widgets/models/owner_hues.h"

namespace gh::widgets {

enum class LanePart : std::uint8_t {
    Waiting,     // in the queue
    Prefill,     // a chunk of its prompt
    Decode,      // a token
    Recompute,   // what a preemption took, read again
    Preempted,   // its blocks were taken, it waits to go on
    Padding,     // computed for nothing: it had ended, its static batch had not
    Held,        // admitted, and without a row: the step's budget went to others
};

struct LaneRun {
    LanePart part = LanePart::Waiting;
    std::uint64_t first = 0, last = 0;     // steps, inclusive
    bool operator==(const LaneRun&) const = default;
};

enum class LaneEnd : std::uint8_t { None, Finished, Stopped, Failed, ContextFull };

struct Lane {
    std::uint64_t request = 0, sequence = 0, conversation = 0;
    std::uint64_t number = 0;              // the how-manieth since the engine began, from 1
    QString label;
    std::optional<std::size_t> hue;        // of its sequence, kept when that is gone; nothing: it has had none yet
    std::uint64_t submitted = 0;           // the newest step as it came; it waits from the next on
    std::uint64_t firstToken = 0;          // step; 0: none yet
    std::uint64_t ended = 0;               // step; 0: not ended
    LaneEnd end = LaneEnd::None;
    std::uint32_t promptTokens = 0, generated = 0, hitTokens = 0, preemptions = 0, paddingRows = 0;
    std::vector<LaneRun> runs;             // rows and the gaps between them, in order
    std::vector<std::uint64_t> preemptedAt;
    std::optional<telemetry::RequestFacts> facts;   // the newest that were seen of it

    std::uint64_t firstRow() const { return runs.empty() ? 0 : runs.front().first; }
    // The stretch in which there is anything of it, `now` being the newest step.
    std::uint64_t begin() const { return submitted + 1; }
    std::uint64_t last(std::uint64_t now) const { return end == LaneEnd::None ? now : std::max(ended, runs.empty() ? 0 : runs.back().last); }
    // What it did in that step; nothing: it was not there.
    std::optional<LanePart> partAt(std::uint64_t step, std::uint64_t now) const;
    // The run without an end yet: waiting, held or preempted up to `now`; and the waiting before its first row.
    std::optional<LaneRun> openRun(std::uint64_t now) const;
    std::optional<LaneRun> waitingRun(std::uint64_t now) const;
};

class RequestLanes {
public:
    // Takes in what is new since the last call; false: nothing is.
    bool update(const telemetry::Snapshot& snapshot);
    // Hues of sequences that are there now; a lane that went by unseen gets one of its own.
    void colour(const OwnerHues& hues);
    const std::vector<Lane>& lanes() const { return m_lanes; }   // in order of submission
    const Lane* find(std::uint64_t request) const;
    // The newest lane of a sequence; with a step, the one that was there then.
    const Lane* ofSequence(std::uint64_t sequence, std::optional<std::uint64_t> step = {}) const;
    std::uint64_t now() const { return m_now; }                  // newest step taken in

    struct Counts { std::size_t running = 0, waiting = 0, preempted = 0; };
    Counts countsAt(std::uint64_t step) const;

private:
    void clear();
    Lane& laneOf(std::uint64_t request);
    void take(const telemetry::StepMark& mark);
    void take(const telemetry::StepRecord& record);
    void forgetBefore(std::uint64_t step);
    std::vector<Lane> m_lanes;
    std::unordered_map<std::uint64_t, std::size_t> m_places;     // request → index
    std::uint64_t m_now = 0, m_nextMark = 0, m_numbers = 0, m_model = 0;
    std::uint64_t m_version = 0;                                 // of the snapshot
};

QString laneName(const Lane& lane);                              // "Request 4", or what it is called

}  // namespace gh::widgets
