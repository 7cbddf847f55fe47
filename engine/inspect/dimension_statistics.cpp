#include "engine/inspect/dimension_statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace gh::inspect {
namespace {

void resize(DimensionStatistics& s, std::size_t dims) {
    s.max.assign(dims, 0.0f);
    s.maxPosition.assign(dims, 0);
    s.sumAbs.assign(dims, 0.0);
    s.sumSquares.assign(dims, 0.0);
    for (auto& counts : s.over) counts.assign(dims, 0);
}

}  // namespace

void DimensionStatistics::add(std::span<const float> row, std::uint32_t position) {
    if (max.empty()) resize(*this, row.size());
    ++rows;
    // One pass a quantity: each is a plain loop that the compiler turns into vectors.
    const std::size_t n = row.size();
    for (std::size_t i = 0; i < n; ++i) {
        const float magnitude = std::fabs(row[i]);
        const bool larger = magnitude > max[i];
        max[i] = larger ? magnitude : max[i];
        maxPosition[i] = larger ? position : maxPosition[i];
    }
    for (std::size_t i = 0; i < n; ++i) sumAbs[i] += std::fabs(row[i]);
    for (std::size_t i = 0; i < n; ++i) sumSquares[i] += static_cast<double>(row[i]) * row[i];
    for (std::size_t t = 0; t < kThresholds.size(); ++t) {
        std::uint32_t* counts = over[t].data();
        for (std::size_t i = 0; i < n; ++i) counts[i] += std::fabs(row[i]) > kThresholds[t] ? 1u : 0u;
    }
}

void DimensionStatistics::merge(const DimensionStatistics& other) {
    if (other.rows == 0) return;
    if (rows == 0) {
        *this = other;
        return;
    }
    rows += other.rows;
    for (std::size_t i = 0; i < max.size(); ++i) {
        // Equal maxima: the earlier position, whatever the order of merging.
        if (other.max[i] > max[i] || (other.max[i] == max[i] && other.maxPosition[i] < maxPosition[i]))
            maxPosition[i] = other.maxPosition[i];
        max[i] = std::max(max[i], other.max[i]);
        sumAbs[i] += other.sumAbs[i];
        sumSquares[i] += other.sumSquares[i];
        for (std::size_t t = 0; t < kThresholds.size(); ++t) over[t][i] += other.over[t][i];
    }
}

double DimensionStatistics::rms(int dim) const {
    return rows ? std::sqrt(sumSquares[static_cast<std::size_t>(dim)] / static_cast<double>(rows)) : 0;
}

DimensionStatistics PositionedStatistics::all() const {
    DimensionStatistics sum = first;
    sum.merge(rest);
    return sum;
}

double medianMax(const DimensionStatistics& statistics) {
    std::vector<float> sorted = statistics.max;
    if (sorted.empty()) return 0;
    std::ranges::sort(sorted);
    const std::size_t half = sorted.size() / 2;
    return sorted.size() % 2 ? sorted[half] : (static_cast<double>(sorted[half - 1]) + sorted[half]) / 2;
}

Octaves octavesOf(const DimensionStatistics& statistics) {
    Octaves result;
    int low = 0, high = -1;
    for (const float value : statistics.max) {
        if (value == 0.0f) {
            ++result.zeros;
            continue;
        }
        const int octave = std::ilogb(value);
        if (high < low) low = high = octave;
        low = std::min(low, octave);
        high = std::max(high, octave);
    }
    if (high < low) return result;
    result.first = low;
    result.counts.assign(static_cast<std::size_t>(high - low + 1), 0);
    for (const float value : statistics.max)
        if (value != 0.0f) ++result.counts[static_cast<std::size_t>(std::ilogb(value) - low)];
    return result;
}

std::vector<int> topDimensions(const DimensionStatistics& statistics, int most) {
    std::vector<int> order(statistics.max.size());
    std::iota(order.begin(), order.end(), 0);
    const auto count = std::min<std::size_t>(order.size(), static_cast<std::size_t>(most));
    std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), order.end(), [&](int a, int b) {
        const float x = statistics.max[static_cast<std::size_t>(a)], y = statistics.max[static_cast<std::size_t>(b)];
        return x != y ? x > y : a < b;
    });
    order.resize(count);
    return order;
}

}  // namespace gh::inspect
