#include "widgets/models/request_lanes.h"

#include <algorithm>

#include <QCoreApplication>

#include "widgets/models/step_facts.h"
#include "widgets/text/pieces.h"
#include "widgets/text/units.h"
#include "widgets/theme.h"

namespace gh::widgets {
namespace {

using telemetry::MarkKind;

struct Text {
    Q_DECLARE_TR_FUNCTIONS(RequestLanes)
};

LanePart partOf(telemetry::RowKind kind) {
    switch (kind) {
        case telemetry::RowKind::Prefill: return LanePart::Prefill;
        case telemetry::RowKind::Decode: return LanePart::Decode;
        case telemetry::RowKind::Recompute: return LanePart::Recompute;
        case telemetry::RowKind::Padding: return LanePart::Padding;
    }
    return LanePart::Decode;
}

LaneEnd endOf(MarkKind kind) {
    switch (kind) {
        case MarkKind::Finished: return LaneEnd::Finished;
        case MarkKind::Stopped: return LaneEnd::Stopped;
        case MarkKind::Failed: return LaneEnd::Failed;
        case MarkKind::ContextFull: return LaneEnd::ContextFull;
        default: return LaneEnd::None;
    }
}

// Between two runs of rows, `from` being the step after the first: preempted, or left out for a while.
LanePart gapOf(const Lane& lane, std::uint64_t from) {
    const bool preempted = !lane.preemptedAt.empty() && lane.preemptedAt.back() + 1 >= from;
    return preempted ? LanePart::Preempted : LanePart::Held;
}

}  // namespace

std::optional<LaneRun> Lane::waitingRun(std::uint64_t now) const {
    const std::uint64_t until = runs.empty() ? last(now) : firstRow() - 1;
    if (until < begin()) return std::nullopt;
    return LaneRun{LanePart::Waiting, begin(), until};
}

std::optional<LaneRun> Lane::openRun(std::uint64_t now) const {
    if (end != LaneEnd::None || runs.empty() || runs.back().last >= now) return std::nullopt;
    return LaneRun{gapOf(*this, runs.back().last + 1), runs.back().last + 1, now};
}

std::optional<LanePart> Lane::partAt(std::uint64_t step, std::uint64_t now) const {
    const auto after = std::upper_bound(runs.begin(), runs.end(), step, [](std::uint64_t s, const LaneRun& r) { return s < r.first; });
    if (after != runs.begin() && (after - 1)->last >= step) return (after - 1)->part;
    for (const auto& run : {waitingRun(now), openRun(now)})
        if (run && run->first <= step && step <= run->last) return run->part;
    return std::nullopt;
}

void RequestLanes::clear() {
    m_lanes.clear();
    m_places.clear();
    m_now = m_nextMark = m_numbers = 0;
}

Lane& RequestLanes::laneOf(std::uint64_t request) {
    const auto [it, isNew] = m_places.try_emplace(request, m_lanes.size());
    if (isNew) {
        m_lanes.emplace_back();
        m_lanes.back().request = request;
        m_lanes.back().number = ++m_numbers;
    }
    return m_lanes[it->second];
}

void RequestLanes::take(const telemetry::StepMark& mark) {
    if (mark.request == 0 || mark.kind == MarkKind::Evicted) return;   // of a sequence without a request
    const bool known = m_places.contains(mark.request);
    Lane& lane = laneOf(mark.request);
    if (!known) {
        // Said as it came; where that is no longer kept, it was there from the start of what is.
        lane.submitted = mark.kind == MarkKind::Submitted ? mark.step : mark.step > 0 ? mark.step - 1 : 0;
    }
    if (mark.sequence != 0) lane.sequence = mark.sequence;
    lane.conversation = mark.conversation;
    if (!mark.label.empty() && lane.label.isEmpty()) lane.label = onOneLine(QString::fromStdString(mark.label));
    switch (mark.kind) {
        case MarkKind::Started: lane.promptTokens = static_cast<std::uint32_t>(mark.amount); break;
        case MarkKind::FirstToken: lane.firstToken = mark.step; break;
        case MarkKind::Preempted:
            lane.preemptedAt.push_back(mark.step);
            ++lane.preemptions;
            break;
        case MarkKind::Finished:
        case MarkKind::Stopped:
        case MarkKind::Failed:
        case MarkKind::ContextFull:
            lane.end = endOf(mark.kind);
            lane.ended = std::max(mark.step, lane.submitted);
            lane.generated = static_cast<std::uint32_t>(mark.amount);
            break;
        default: break;
    }
}

void RequestLanes::take(const telemetry::StepRecord& record) {
    for (const telemetry::StepRow& row : record.rows) {
        const bool known = m_places.contains(row.request);
        Lane& lane = laneOf(row.request);
        if (!known) lane.submitted = record.step - 1;
        lane.sequence = row.sequence;
        const LanePart part = partOf(row.kind);
        if (part == LanePart::Padding) ++lane.paddingRows;
        auto& runs = lane.runs;
        if (!runs.empty()) {
            LaneRun& last = runs.back();
            if (last.last == record.step) continue;   // several rows of a request in a step are one
            if (last.last + 1 == record.step && last.part == part) {
                last.last = record.step;
                continue;
            }
            if (last.last + 1 < record.step) {
                const std::uint64_t from = last.last + 1;
                runs.push_back({gapOf(lane, from), from, record.step - 1});
            }
        }
        runs.push_back({part, record.step, record.step});
    }
}

// Lanes that ended before what is kept; the runs of the others stay: they are few.
void RequestLanes::forgetBefore(std::uint64_t step) {
    const auto gone = [&](const Lane& lane) { return lane.end != LaneEnd::None && lane.last(m_now) < step; };
    if (std::none_of(m_lanes.begin(), m_lanes.end(), gone)) return;
    std::erase_if(m_lanes, gone);
    m_places.clear();
    for (std::size_t i = 0; i < m_lanes.size(); ++i) m_places[m_lanes[i].request] = i;
}

bool RequestLanes::update(const telemetry::Snapshot& snapshot) {
    if (snapshot.version == m_version && m_version != 0) return false;
    m_version = snapshot.version;
    const std::uint64_t model = snapshot.model ? snapshot.model->id : 0;
    const bool backwards = !snapshot.steps.empty() && snapshot.steps.back().step < m_now;
    if (model != m_model || backwards || snapshot.marks.end() < m_nextMark) clear();
    m_model = model;
    // Marks and rows in order of steps, as both came about: a gap is named by what was marked before it.
    std::uint64_t mark = std::max(m_nextMark, snapshot.marks.first());
    const auto marksUpTo = [&](std::uint64_t step) {
        for (; mark < snapshot.marks.end() && snapshot.marks.find(mark)->step <= step; ++mark) take(*snapshot.marks.find(mark));
    };
    for (std::size_t i = indexOfStep(snapshot.steps, m_now + 1); i < snapshot.steps.size(); ++i) {
        marksUpTo(snapshot.steps[i].step - 1);
        take(snapshot.steps[i]);
        m_now = snapshot.steps[i].step;
        marksUpTo(m_now);
    }
    marksUpTo(UINT64_MAX);
    m_nextMark = mark;
    for (const telemetry::RequestFacts& facts : snapshot.requests) {
        // The last finished one is told of for as long as none follows it, longer than its steps are kept.
        if (facts.state == telemetry::RequestState::Done && !m_places.contains(facts.request)) continue;
        Lane& lane = laneOf(facts.request);
        if (lane.submitted == 0 && lane.runs.empty()) lane.submitted = facts.submittedStep;
        if (lane.label.isEmpty()) lane.label = onOneLine(QString::fromStdString(facts.label));
        if (facts.sequence != 0) lane.sequence = facts.sequence;
        lane.conversation = facts.conversation;
        lane.promptTokens = facts.promptTokens;
        lane.generated = facts.generated;
        lane.hitTokens = facts.reusedTokens;
        lane.preemptions = facts.preemptions;
        lane.facts = facts;
    }
    if (!snapshot.steps.empty()) forgetBefore(snapshot.steps[0].step);
    return true;
}

void RequestLanes::colour(const OwnerHues& hues) {
    for (Lane& lane : m_lanes) {
        if (lane.sequence != 0 && hues.knows(lane.sequence) && lane.end == LaneEnd::None) lane.hue = hues.hue(lane.sequence);
        else if (!lane.hue && !lane.runs.empty()) lane.hue = hues.knows(lane.sequence) ? hues.hue(lane.sequence)
                                                                         : (lane.conversation == 0 ? Theme::kMutedOwner : 0) + lane.number - 1;
    }
}

const Lane* RequestLanes::find(std::uint64_t request) const {
    const auto it = m_places.find(request);
    return it == m_places.end() ? nullptr : &m_lanes[it->second];
}

const Lane* RequestLanes::ofSequence(std::uint64_t sequence, std::optional<std::uint64_t> step) const {
    const Lane* found = nullptr;
    for (const Lane& lane : m_lanes)
        if (lane.sequence == sequence && (!step || (lane.begin() <= *step && *step <= lane.last(m_now)) || !found)) found = &lane;
    return found;
}

RequestLanes::Counts RequestLanes::countsAt(std::uint64_t step) const {
    Counts counts;
    for (const Lane& lane : m_lanes) {
        const auto part = lane.partAt(step, m_now);
        if (!part || *part == LanePart::Padding) continue;
        ++(*part == LanePart::Waiting ? counts.waiting : *part == LanePart::Preempted ? counts.preempted : counts.running);
    }
    return counts;
}

QString laneName(const Lane& lane) {
    return lane.label.isEmpty() ? Text::tr("Request %1").arg(units::count(lane.number)) : lane.label;
}

}  // namespace gh::widgets
