// What of a linear or logarithmic axis is on show, its round numbers, and how it is zoomed and moved.
#pragma once

#include <QString>
#include <vector>

namespace gh::widgets {

struct AxisRange {
    double low = 0, high = 1;                        // low < high; both above 0 where logarithmic
    bool logarithmic = false;

    double share(double value) const;                // 0 at low, 1 at high
    double value(double share) const;                // the other way round
    std::vector<double> ticks(int most) const;
    std::vector<double> decades(int most) const;     // of a logarithmic one: 1, 10, 100 …, and 2 and 5 of each where there is room
    // Around `share`, by the factor (below 1: closer), never beyond `whole`.
    void zoom(double share, double factor, const AxisRange& whole);
    void pan(double shares, const AxisRange& whole); // by that part of what is on show
    bool operator==(const AxisRange&) const = default;
};

// A number short enough for an axis: 1.5k, 0.031.
QString axisNumber(double value);

}  // namespace gh::widgets
