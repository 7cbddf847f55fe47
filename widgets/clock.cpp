#include "widgets/clock.h"

#include <algorithm>
#include <cmath>

#include "engine/telemetry/history.h"

namespace gh::widgets {
namespace {

// Playing keeps the pace of then, but nobody watches an idle hour, and no eye sees more than a step a frame.
constexpr double kLongestMs = 400, kShortestMs = 16;

}  // namespace

std::uint64_t writtenAt(const telemetry::SequenceTokens& sequence, std::uint32_t position) {
    const telemetry::TokenFacts* here = sequence.tokens.find(position);
    const telemetry::DrawFacts* drawn = sequence.draws.at(position);
    // Where a branch put another token than the drawn one, nothing was there before it was read.
    if (here && (!here->generated || (drawn && drawn->id != here->id))) return here->step;
    // What was computed anew after an eviction was not there in between: steps never fall along a sequence.
    const telemetry::TokenFacts* before = position > 0 ? sequence.tokens.find(position - 1) : nullptr;
    const std::uint64_t step = std::max(before ? before->step : 0, drawn ? drawn->step : 0);
    return here && step == 0 ? here->step : step;
}

std::uint32_t reachedAt(const telemetry::SequenceTokens& sequence, std::uint64_t step) {
    const auto resident = static_cast<std::uint32_t>(sequence.tokens.end());
    std::uint32_t low = 0, high = resident + (sequence.draws.at(resident) ? 1 : 0);
    while (low < high) {
        const std::uint32_t middle = (low + high) / 2;
        if (writtenAt(sequence, middle) <= step) low = middle + 1;
        else high = middle;
    }
    return low;
}

SnapshotOfClock::Ptr SnapshotOfClock::at(const Ptr& now, std::optional<std::uint64_t> scrubbedTo) {
    if (!now || !scrubbedTo) {
        m_then.reset();
        return now;
    }
    if (!m_then || m_then->step != *scrubbedTo || m_then->model != now->model) m_then = telemetry::asOf(*now, *scrubbedTo);
    return m_then;
}

ClockModel::ClockModel(QObject* parent) : QObject(parent) {
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &ClockModel::playOn);
}

void ClockModel::setSnapshot(const std::shared_ptr<const telemetry::Snapshot>& snapshot) {
    if (snapshot) m_models.follow(*snapshot);
    const bool any = snapshot && !snapshot->steps.empty();
    m_steps = any ? snapshot->steps : telemetry::LogView<telemetry::StepRecord>();
    const std::uint64_t oldest = any ? m_steps[0].step : 0, newest = any ? m_steps.back().step : 0;
    if (oldest == m_oldest && newest == m_newest) return;
    m_oldest = oldest;
    m_newest = newest;
    emit rangeChanged();
    if (isLive()) return;
    if (newest == 0) goLive();
    else set({false, isPlaying(), std::clamp(m_state.step, oldest, newest)});
}

void ClockModel::set(const ClockState& state) {
    if (!state.playing) m_timer.stop();
    if (state == m_state) return;
    m_state = state;
    emit changed();
}

void ClockModel::scrubTo(std::uint64_t step) {
    if (m_newest > 0) set({false, false, std::clamp(step, m_oldest, m_newest)});
}

void ClockModel::stepBy(std::int64_t steps) {
    if (m_newest == 0 || (isLive() && steps >= 0)) return;
    if (!isLive() && m_state.step == m_newest && steps > 0) return goLive();
    const auto at = static_cast<std::int64_t>(step());
    scrubTo(static_cast<std::uint64_t>(std::max<std::int64_t>(0, at + steps)));
}

void ClockModel::goLive() { set({}); }

void ClockModel::hold() { scrubTo(step()); }

void ClockModel::play() {
    if (isLive() || isPlaying()) return;
    if (m_state.step >= m_newest) return goLive();
    m_timer.start(0);
    set({false, true, m_state.step});
}

void ClockModel::playOn() {
    if (!isPlaying()) return;
    // Several steps that took less than a frame together are one move.
    std::uint64_t next = m_state.step;
    double wait = 0;
    while (next < m_newest && wait < kShortestMs) {
        ++next;
        const telemetry::StepRecord& record = m_steps[next - m_oldest];
        const double ms = next < m_newest ? (m_steps[next + 1 - m_oldest].startedAt - record.startedAt) * 1e3
                                          : static_cast<double>(record.totalMs());
        wait += std::clamp(ms, 0.0, kLongestMs);
    }
    if (next == m_state.step) return goLive();
    m_timer.start(static_cast<int>(std::ceil(wait)));
    set({false, true, next});
}

}  // namespace gh::widgets
