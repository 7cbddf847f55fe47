// Measures that the chart's own sources share, in logical pixels.
#pragma once

#include "widgets/plots/step_axis.h"

namespace gh::widgets::step_chart {

constexpr double kLabels = 40, kUnitLine = kClockLine, kAxisLine = 20, kRightPad = 10;
constexpr int kGridLines = 4;

}  // namespace gh::widgets::step_chart
