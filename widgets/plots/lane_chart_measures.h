// Measures that the chart's own sources share, in logical pixels.
#pragma once

#include "widgets/plots/step_axis.h"

namespace gh::widgets::lane_chart {

constexpr double kRow = 22, kBar = 12, kPill = 6;          // of a lane: pitch, bar, what only waits
constexpr double kTokens = 30, kTokensGap = 8, kAxisLine = 18, kRightPad = 12;
constexpr std::size_t kQueueShown = 2;                     // waiting ones in view beneath those that run
constexpr double kLeastLabels = 96, kMostLabels = 210, kDot = 8, kLabelPad = 4;

}  // namespace gh::widgets::lane_chart
