#include "widgets/plots/step_window.h"

#include <algorithm>
#include <cmath>

namespace gh::widgets {
namespace {

constexpr double kFitPitch = 12;       // few steps are not blown up to fill the width

}  // namespace

void StepWindow::setSteps(std::uint64_t first, std::uint64_t end) {
    m_first = first;
    m_end = end;
    settle();
}

void StepWindow::setClock(std::optional<std::uint64_t> step) {
    m_clock = step;
    if (m_clock) {
        // What comes after is drawn faded at its right.
        m_right = right();
        m_live = false;
        if (!showsClock()) showSteps(*m_clock, *m_clock);
    } else {
        m_live = true;
    }
    settle();
}

bool StepWindow::showsClock() const {
    return m_clock && xOf(*m_clock) >= m_plot().left && xOf(*m_clock + 1) <= m_plot().right + 0.5;
}

double StepWindow::right() const {
    return m_live ? std::max(static_cast<double>(m_end), static_cast<double>(m_first) + span()) : m_right;
}

double StepWindow::left() const { return right() - span(); }

double StepWindow::xOf(std::uint64_t step) const { return m_plot().right - (right() - static_cast<double>(step)) * m_pitch; }

std::optional<std::uint64_t> StepWindow::stepAt(double x) const {
    const Span plot = m_plot();
    if (m_first == m_end || x < plot.left || x > plot.right) return std::nullopt;
    const double step = std::floor(right() - (plot.right - x) / m_pitch);
    if (step < static_cast<double>(m_first) || step >= static_cast<double>(m_end)) return std::nullopt;
    return static_cast<std::uint64_t>(step);
}

void StepWindow::settle() {
    if (m_live) return;
    const double least = static_cast<double>(m_first) + span(), most = std::max(least, static_cast<double>(m_end));
    m_right = std::clamp(m_right, std::min(least, most), most);
    if (!m_clock && m_right >= static_cast<double>(m_end)) m_live = true;
}

void StepWindow::goLive() {
    if (m_clock) showSteps(*m_clock, *m_clock);
    else m_live = true;
}

void StepWindow::showSteps(std::uint64_t first, std::uint64_t last) {
    const Span plot = m_plot();
    const double steps = static_cast<double>(last - first) + 1;
    if (steps * m_pitch > plot.right - plot.left) m_pitch = std::max(kLeast, (plot.right - plot.left) / steps);
    m_right = static_cast<double>(first) + steps / 2 + span() / 2;
    m_live = false;
    settle();
}

void StepWindow::fit() {
    const double steps = std::max(1.0, static_cast<double>(m_end - m_first));
    m_pitch = std::clamp((m_plot().right - m_plot().left) / steps, kLeast, kFitPitch);
    if (m_clock) m_right = static_cast<double>(m_end);
    else m_live = true;
    settle();
}

void StepWindow::zoom(double factor, double atX) {
    const double step = right() - (m_plot().right - atX) / m_pitch;
    // No further out than all steps in half of the plot.
    const double whole = (m_plot().right - m_plot().left) / std::max(1.0, static_cast<double>(m_end - m_first));
    m_pitch = std::clamp(m_pitch * factor, std::min(m_pitch, std::clamp(whole / 2, kLeast, kFitPitch / 2)), kMost);
    // While it follows the newest step, the right edge is what must stay.
    if (!m_live) m_right = step + (m_plot().right - atX) / m_pitch;
    settle();
}

void StepWindow::pan(double pixels) {
    m_right = right() - pixels / m_pitch;
    m_live = false;
    settle();
}

}  // namespace gh::widgets
