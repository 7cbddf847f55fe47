// How long the engine has stood still by order. A single step while paused runs the clock of the replies on.
#pragma once

#include <chrono>

namespace gh {

using Clock = std::chrono::steady_clock;

class PauseClock {
public:
    void pause(Clock::time_point now = Clock::now()) {
        if (!m_paused) m_since = now;
        m_paused = true;
    }
    void resume(Clock::time_point now = Clock::now()) {
        if (m_paused) m_total += now - m_since;
        m_paused = false;
    }
    Clock::duration total() const { return m_total; }   // of the pauses that are over

private:
    Clock::duration m_total{};
    Clock::time_point m_since{};
    bool m_paused = false;
};

}  // namespace gh
