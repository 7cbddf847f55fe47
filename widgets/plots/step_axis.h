// What pictures over steps have in common: the numbers below, the line of a scrubbed clock with its pill above.
#pragma once

#include <vector>

#include <QColor>
#include <QRectF>

#include "widgets/plots/step_window.h"

class QPainter;

namespace gh::widgets {

constexpr double kClockLine = 18;      // height of the line above the plot, for the pill and units
constexpr double kWordGap = 6;         // between words over a plot

// Step numbers below the plot, in as many places as there is room for, in the axis font and muted; where `grid` is
// given, a hairline through the plot at each.
void drawStepNumbers(QPainter& painter, const StepWindow& window, const QRectF& plot, double axisLine, const QColor* grid = nullptr);

// The state on show is the one at the end of the step: the line stands at the end of its bar.
double clockX(const StepWindow& window);
// Empty: the clock is live, or outside the window. width: of the whole picture.
QRectF clockPill(const StepWindow& window, const QRectF& plot, double width);
// others: boxes of words above the plot that those of the clock must not meet, from the left.
void drawClock(QPainter& painter, const StepWindow& window, const QRectF& plot, double width, const std::vector<QRectF>& others = {});

}  // namespace gh::widgets
