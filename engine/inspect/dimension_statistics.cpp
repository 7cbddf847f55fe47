#include "engine/inspect/dimension_statistics.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
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

// Magnitudes are compared as the integers that their bits are (the same order, without a sign): the loops become vectors.
constexpr std::int32_t bitsOf(float magnitude) { return std::bit_cast<std::int32_t>(magnitude); }

// What some rows add to a stretch of dimensions: small enough for the first cache, so that a row is read once.
constexpr int kStretch = 256;
struct Gathered {
    std::int32_t largest[kStretch], at[kStretch], beyond[kThresholds.size()][kStretch];
    float abs[kStretch], squares[kStretch];
};

void take(Gathered& part, const float* __restrict row, int n, std::int32_t r) {
    std::int32_t* __restrict largest = part.largest;
    std::int32_t* __restrict at = part.at;
    std::int32_t* __restrict over6 = part.beyond[0];
    std::int32_t* __restrict over20 = part.beyond[1];
    std::int32_t* __restrict over100 = part.beyond[2];
    float* __restrict abs = part.abs;
    float* __restrict squares = part.squares;
    static_assert(kThresholds.size() == 3);
    for (int i = 0; i < n; ++i) {
        const std::int32_t bits = bitsOf(row[i]) & 0x7fffffff;
        const std::int32_t larger = -static_cast<std::int32_t>(bits > largest[i]);
        largest[i] = (bits & larger) | (largest[i] & ~larger);
        at[i] = (r & larger) | (at[i] & ~larger);
        abs[i] += std::bit_cast<float>(bits);
        squares[i] += row[i] * row[i];
        over6[i] += static_cast<std::int32_t>(bits > bitsOf(kThresholds[0]));
        over20[i] += static_cast<std::int32_t>(bits > bitsOf(kThresholds[1]));
        over100[i] += static_cast<std::int32_t>(bits > bitsOf(kThresholds[2]));
    }
}

}  // namespace

void DimensionStatistics::addRows(const float* rows, int count, int dims, std::uint32_t first) {
    if (max.empty()) resize(*this, static_cast<std::size_t>(dims));
    this->rows += static_cast<std::uint64_t>(count);
    Gathered part;
    for (int begin = 0; begin < dims; begin += kStretch) {
        const int n = std::min(kStretch, dims - begin);
        std::memset(&part, 0, sizeof part);
        for (int i = 0; i < n; ++i) {
            part.largest[i] = bitsOf(max[static_cast<std::size_t>(begin + i)]);
            part.at[i] = -1;
        }
        for (int r = 0; r < count; ++r) take(part, rows + static_cast<std::ptrdiff_t>(r) * dims + begin, n, r);
        for (int i = 0; i < n; ++i) {
            const auto d = static_cast<std::size_t>(begin + i);
            if (part.at[i] >= 0) maxPosition[d] = first + static_cast<std::uint32_t>(part.at[i]);
            max[d] = std::bit_cast<float>(part.largest[i]);
            sumAbs[d] += part.abs[i];
            sumSquares[d] += part.squares[i];
            for (std::size_t t = 0; t < kThresholds.size(); ++t) over[t][d] += static_cast<std::uint32_t>(part.beyond[t][i]);
        }
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

void PositionedStatistics::addRows(const float* rows, int count, int dims, std::uint32_t position) {
    const int before = position == 0 && count > 0 ? 1 : 0;
    if (before) first.addRows(rows, 1, dims, 0);
    if (count > before)
        rest.addRows(rows + static_cast<std::ptrdiff_t>(before) * dims, count - before, dims, position + static_cast<std::uint32_t>(before));
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
