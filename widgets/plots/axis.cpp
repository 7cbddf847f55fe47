#include "widgets/plots/axis.h"

#include <algorithm>
#include <cmath>

namespace gh::widgets {

double niceStep(double span, int most) {
    const double rough = span / std::max(1, most);
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    for (const double digit : {1.0, 2.0, 5.0})
        if (digit * power >= rough * (1 - 1e-9)) return digit * power;
    return 10 * power;
}

double niceCeiling(double value, int steps) {
    const double step = niceStep(value, steps);
    return std::ceil(value / step - 1e-9) * step;
}

int decimalsOf(double step) { return std::max(0, static_cast<int>(std::ceil(-std::log10(step) - 1e-9))); }

}  // namespace gh::widgets
