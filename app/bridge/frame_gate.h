// Turns any number of engine wake-ups into one scheduled delivery. Qt-free, so that it is tested and checked
// for races without a window: the engine thread calls wake(), the GUI thread calls take() when it delivers,
// and close() before it goes.
#pragma once

#include <functional>
#include <mutex>
#include <utility>

namespace gh::app {

class FrameGate {
public:
    // schedule: posts one delivery to the GUI thread; called on the waking thread, must not block.
    explicit FrameGate(std::function<void()> schedule) : m_schedule(std::move(schedule)) {}

    // Any thread. Only the first wake-up since the last take() schedules.
    void wake() {
        const std::lock_guard lock(m_mutex);
        if (m_pending || m_closed) return;
        m_pending = true;
        m_schedule();
    }

    // GUI thread, before it reads: what is put out from now on schedules again, so nothing can be missed.
    bool take() {
        const std::lock_guard lock(m_mutex);
        return std::exchange(m_pending, false);
    }

    // After this no schedule() runs or is running, so what it points to may be destroyed.
    void close() {
        const std::lock_guard lock(m_mutex);
        m_closed = true;
    }

private:
    std::mutex m_mutex;  // held for two assignments and the posting of one event
    std::function<void()> m_schedule;
    bool m_pending = false;
    bool m_closed = false;
};

// When the next frame may be shown: at most one in kFrameMs, the first one at once.
class FramePace {
public:
    static constexpr double kFrameMs = 1000.0 / 60;
    // now: milliseconds of any steady clock. Returns how long to wait still; 0: show it now.
    double waitMs(double now) const {
        return m_shown < 0 || now - m_shown >= kFrameMs ? 0 : kFrameMs - (now - m_shown);
    }
    void shown(double now) { m_shown = now; }

private:
    double m_shown = -1;
};

}  // namespace gh::app
