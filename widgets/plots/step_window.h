// Which stretch of the kept steps a picture shows, and where a step stands in it. Follows the newest step until it is
// moved away; while the clock is scrubbed it stands still. Logic alone: the picture draws and asks.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

namespace gh::widgets {

class StepWindow {
public:
    struct Span { double left = 0, right = 0; };           // of the plot, logical pixels
    explicit StepWindow(std::function<Span()> plot, double pitch = 4) : m_plot(std::move(plot)), m_pitch(pitch) {}

    // The steps that are kept: first … end-1.
    void setSteps(std::uint64_t first, std::uint64_t end);
    std::uint64_t first() const { return m_first; }
    std::uint64_t end() const { return m_end; }
    // Nothing: the clock is live. The window stands still while the clock does, and shows it.
    void setClock(std::optional<std::uint64_t> step);
    std::optional<std::uint64_t> clock() const { return m_clock; }
    bool isLive() const { return m_live; }
    bool showsClock() const;

    double pitch() const { return m_pitch; }               // logical pixels a step
    double right() const;                                  // step number at the right edge, exclusive
    double left() const;
    double xOf(std::uint64_t step) const;                  // left edge of the step
    std::optional<std::uint64_t> stepAt(double x) const;   // nothing: beside the plot or the steps
    // Whether it lies wholly before or after what is shown.
    bool before(std::uint64_t last) const { return xOf(last + 1) <= m_plot().left; }
    bool after(std::uint64_t first) const { return xOf(first) >= m_plot().right; }

    void goLive();                                         // or to the clock, where it is scrubbed
    void showSteps(std::uint64_t first, std::uint64_t last);
    void fit();
    void zoom(double factor, double atX);
    void pan(double pixels);
    void settle();                                         // keeps the window over the steps that are there

    static constexpr double kLeast = 0.02, kMost = 48;     // pixels a step

private:
    double span() const { return (m_plot().right - m_plot().left) / m_pitch; }   // steps
    std::function<Span()> m_plot;
    std::uint64_t m_first = 1, m_end = 1;
    std::optional<std::uint64_t> m_clock;
    double m_pitch, m_right = 0;                           // m_right: where the window ends when it is not live
    bool m_live = true;
};

}  // namespace gh::widgets
