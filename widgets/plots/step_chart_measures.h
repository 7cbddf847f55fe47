// Measures that the chart's own sources share, in logical pixels.
#pragma once

namespace gh::widgets::step_chart {

constexpr double kLeast = 0.02, kMost = 48;        // pixels a step
constexpr double kLabels = 40, kUnitLine = 18, kAxisLine = 20, kRightPad = 10;
constexpr int kGridLines = 4;

}  // namespace gh::widgets::step_chart
