// Running statistics of a row-wise activation, dimension by dimension: what outliers are found by. Rows come in any order
// and any number of pieces: maxima and counts do not depend on it, sums (doubles over pieces of floats) to seven digits.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace gh::inspect {

// |x| beyond which a value counts; the first is the criterion of LLM.int8() (Dettmers et al. 2022).
constexpr std::array<float, 3> kThresholds = {6.0f, 20.0f, 100.0f};

struct DimensionStatistics {
    std::uint64_t rows = 0;
    std::vector<float> max;                    // of |x|
    std::vector<std::uint32_t> maxPosition;    // where that stood first
    std::vector<double> sumAbs, sumSquares;
    std::array<std::vector<std::uint32_t>, kThresholds.size()> over;   // rows beyond each threshold

    // rows: [count][dims]; their positions go up by one from `first`.
    void addRows(const float* rows, int count, int dims, std::uint32_t first);
    void add(std::span<const float> row, std::uint32_t position) { addRows(row.data(), 1, static_cast<int>(row.size()), position); }
    void merge(const DimensionStatistics& other);
    int dims() const { return static_cast<int>(max.size()); }
    double meanAbs(int dim) const { return rows ? sumAbs[static_cast<std::size_t>(dim)] / static_cast<double>(rows) : 0; }
    double rms(int dim) const;
};

// The same with the first position apart: in many models the largest magnitudes stand there alone.
struct PositionedStatistics {
    DimensionStatistics first, rest;
    void addRows(const float* rows, int count, int dims, std::uint32_t position);
    void add(std::span<const float> row, std::uint32_t position) { addRows(row.data(), 1, static_cast<int>(row.size()), position); }
    DimensionStatistics all() const;
    const DimensionStatistics& withoutFirst() const { return rest; }
};

// Median of the dimensions' maxima: of an even number, the mean of the two in the middle. 0 without rows.
double medianMax(const DimensionStatistics& statistics);

// Dimensions by octave of their maxima: counts[i] have a maximum in [2^(first + i), 2^(first + i + 1)); `zeros` none.
struct Octaves {
    int first = 0;
    std::vector<std::uint32_t> counts;
    std::uint32_t zeros = 0;
};
Octaves octavesOf(const DimensionStatistics& statistics);

// Dimensions by maximum, largest first, equal ones by index; at most `most`.
std::vector<int> topDimensions(const DimensionStatistics& statistics, int most);

}  // namespace gh::inspect
