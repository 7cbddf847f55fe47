// Round numbers for axes.
#pragma once

namespace gh::widgets {

// The smallest of 1, 2, 5 × 10^k that puts at most `most` steps into `span`. span > 0.
double niceStep(double span, int most);
// The smallest multiple of a nice step that is at least `value`.
double niceCeiling(double value, int steps);
// Decimals that a label needs so that two multiples of `step` differ.
int decimalsOf(double step);

}  // namespace gh::widgets
