#include "widgets/plots/axis_range.h"

#include <algorithm>
#include <cmath>

#include "widgets/plots/axis.h"
#include "widgets/text/units.h"

namespace gh::widgets {
namespace {

constexpr double kClosest = 1e-3;   // of the whole that is on show at least

double inside(const AxisRange& range, double value) { return range.logarithmic ? std::log(value) : value; }
double outside(const AxisRange& range, double value) { return range.logarithmic ? std::exp(value) : value; }

// A stretch of that length that begins as near to `low` as lies within the whole.
void place(AxisRange& range, double low, double length, const AxisRange& whole) {
    const double first = inside(whole, whole.low), last = inside(whole, whole.high);
    length = std::clamp(length, (last - first) * kClosest, last - first);
    low = std::clamp(low, first, last - length);
    range.low = outside(range, low), range.high = outside(range, low + length);
}

}  // namespace

double AxisRange::share(double value) const {
    if (!logarithmic) return (value - low) / (high - low);
    return value <= 0 ? 0 : (std::log(value) - std::log(low)) / (std::log(high) - std::log(low));
}

double AxisRange::value(double share) const {
    const double first = inside(*this, low), last = inside(*this, high);
    return outside(*this, first + share * (last - first));
}

std::vector<double> AxisRange::ticks(int most) const {
    std::vector<double> at;
    if (!logarithmic) {
        const double step = niceStep(high - low, most);
        for (double value = std::ceil(low / step - 1e-9) * step; value <= high + step * 1e-6; value += step)
            at.push_back(std::abs(value) < step * 1e-6 ? 0 : value);
        return at;
    }
    // Powers of two where they have room, of ten else.
    double factor = 2;
    while (std::log(high / low) / std::log(factor) > most) factor *= factor < 4 ? 2 : factor == 4 ? 2.5 : 10;
    const double base = factor < 10 ? factor : 10;
    for (double value = std::pow(base, std::ceil(std::log(low) / std::log(base) - 1e-9)); value <= high * 1.0001; value *= factor) at.push_back(value);
    return at;
}

std::vector<double> AxisRange::decades(int most) const {
    const double powers = std::log10(high / low);
    const int every = std::max(1, static_cast<int>(std::ceil(powers / std::max(1, most))));
    const bool between = powers * 3 <= most;
    std::vector<double> at;
    for (int power = static_cast<int>(std::floor(std::log10(low))); power <= static_cast<int>(std::ceil(std::log10(high))); ++power)
        for (const double digit : {1.0, 2.0, 5.0}) {
            const double value = digit * std::pow(10.0, power);
            if (value < low * 0.9999 || value > high * 1.0001) continue;
            if (digit == 1 ? power % every == 0 : between) at.push_back(value);
        }
    return at.empty() ? AxisRange{low, high, false}.ticks(most) : at;   // less than from one round number to the next
}

void AxisRange::zoom(double share, double factor, const AxisRange& whole) {
    const double first = inside(*this, low), length = inside(*this, high) - first;
    place(*this, first + share * length * (1 - factor), length * factor, whole);
}

void AxisRange::pan(double shares, const AxisRange& whole) {
    const double first = inside(*this, low), length = inside(*this, high) - first;
    place(*this, first + shares * length, length, whole);
}

QString axisNumber(double value) {
    const double size = std::abs(value);
    static constexpr struct { double scale; const char* letter; } kScales[] = {{1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e4, "k"}};
    for (const auto& [scale, letter] : kScales)
        if (size >= scale) {
            const double shown = scale == 1e4 ? value / 1e3 : value / scale;
            return units::number(shown, shown == std::round(shown) ? 0 : 1) + QLatin1String(letter);
        }
    if (size == 0 || size >= 100) return units::number(value, 0);
    if (size >= 1) return units::number(value, value == std::round(value) ? 0 : size >= 10 ? 1 : 2);
    return QString::number(value, 'g', 2);
}

}  // namespace gh::widgets
