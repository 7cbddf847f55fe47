#include "widgets/clock.h"

#include <algorithm>
#include <cmath>

namespace gh::widgets {
namespace {

// Playing keeps the pace of then, but nobody watches an idle hour, and no eye sees more than a step a frame.
constexpr double kLongestMs = 400, kShortestMs = 16;

}  // namespace

ClockModel::ClockModel(QObject* parent) : QObject(parent) {
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &ClockModel::playOn);
}

void ClockModel::setSnapshot(const std::shared_ptr<const telemetry::Snapshot>& snapshot) {
    const bool any = snapshot && !snapshot->steps.empty();
    m_steps = any ? snapshot->steps : telemetry::LogView<telemetry::StepRecord>();
    const std::uint64_t oldest = any ? m_steps[0].step : 0, newest = any ? m_steps.back().step : 0;
    if (oldest == m_oldest && newest == m_newest) return;
    m_oldest = oldest;
    m_newest = newest;
    emit rangeChanged();
    if (m_live) return;
    if (newest == 0) goLive();
    else if (const std::uint64_t kept = std::clamp(m_step, oldest, newest); kept != m_step) set(false, kept, m_playing);
}

void ClockModel::set(bool live, std::uint64_t step, bool playing) {
    if (!playing) m_timer.stop();
    if (live == m_live && playing == m_playing && (live || step == m_step)) return;
    m_live = live;
    m_playing = playing;
    m_step = step;
    emit changed();
}

void ClockModel::scrubTo(std::uint64_t step) {
    if (m_newest > 0) set(false, std::clamp(step, m_oldest, m_newest), false);
}

void ClockModel::stepBy(std::int64_t steps) {
    if (m_newest == 0 || (m_live && steps >= 0)) return;
    if (!m_live && m_step == m_newest && steps > 0) return goLive();
    const auto at = static_cast<std::int64_t>(step());
    scrubTo(static_cast<std::uint64_t>(std::max<std::int64_t>(0, at + steps)));
}

void ClockModel::goLive() { set(true, 0, false); }

void ClockModel::hold() { scrubTo(step()); }

void ClockModel::play() {
    if (m_live || m_playing) return;
    if (m_step >= m_newest) return goLive();
    m_timer.start(0);
    set(false, m_step, true);
}

void ClockModel::playOn() {
    if (!m_playing) return;
    // Several steps that took less than a frame together are one move.
    std::uint64_t next = m_step;
    double wait = 0;
    while (next < m_newest && wait < kShortestMs) {
        ++next;
        const telemetry::StepRecord& record = m_steps[next - m_oldest];
        const double ms = next < m_newest ? (m_steps[next + 1 - m_oldest].startedAt - record.startedAt) * 1e3
                                          : static_cast<double>(record.totalMs());
        wait += std::clamp(ms, 0.0, kLongestMs);
    }
    if (next == m_step) return goLive();
    m_timer.start(static_cast<int>(std::ceil(wait)));
    set(false, next, true);
}

}  // namespace gh::widgets
