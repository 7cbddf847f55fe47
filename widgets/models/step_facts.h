// What the Steps panel derives from step records: percentiles, a histogram, rates, means. No widget in it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <QString>
#include <vector>

#include "engine/telemetry/snapshot.h"

namespace gh::widgets {

using StepLog = telemetry::LogView<telemetry::StepRecord>;

constexpr std::size_t kStatisticsSteps = 128;   // percentiles and histogram look at this many newest steps

// Index of the first record whose step is at least `step`; size() when there is none.
std::size_t indexOfStep(const StepLog& steps, std::uint64_t step);

struct Percentiles {
    double p50 = 0, p90 = 0, p99 = 0;           // ms, nearest rank: each is a time that was measured
    std::size_t steps = 0;
};
Percentiles percentiles(std::vector<double> values);
std::vector<double> lastTotals(const StepLog& steps, std::size_t count = kStatisticsSteps);

struct Histogram {
    double first = 0, width = 0;                // ms; bin i is [first + i·width, first + (i+1)·width)
    std::vector<int> counts;
    int beyond = 0;                             // longer than the last bin: a few very long steps must not hide the rest
    double end() const { return first + width * static_cast<double>(counts.size()); }
};
Histogram histogram(const std::vector<double>& values, int mostBins);

// Derived: what the forward pass read and computed over the time it took. Nothing without a time.
struct Rates { double bytesPerSecond = 0, operationsPerSecond = 0; };
std::optional<Rates> rates(const telemetry::StepRecord& record);

// Of a step's bytes a second, what share of the machine's stream read; nothing where either is not known.
std::optional<double> readShare(const telemetry::StepRecord& record, const std::optional<telemetry::MachineFacts>& machine);
std::optional<double> operationsShare(const telemetry::StepRecord& record, const std::optional<telemetry::MachineFacts>& machine);

enum class StepMeasure { Time, Tokens, Bytes, Operations };
// The parts of a bar from the bottom up. Time: decode, prefill, sampling, rest. Tokens: decode, prefill. Else one part.
std::array<double, 4> barParts(const telemetry::StepRecord& record, StepMeasure measure);
double barTotal(const telemetry::StepRecord& record, StepMeasure measure);
// The machine's limit in the unit of the measure's bars: of rates, where it has been measured.
std::optional<double> barLimit(StepMeasure measure, const std::optional<telemetry::MachineFacts>& machine);
// A long step is cut off at the returned height so that the others stay readable; nothing: none is that long.
std::optional<double> cutHeight(std::vector<double> totals);

// Mean of a run of steps (bytes, operations and tokens too, so that rates of the mean are those of the run).
struct MeanStep {
    telemetry::StepRecord record;
    std::uint64_t first = 0, last = 0;
    std::size_t count = 0;
    double tokens = 0;                          // a step
};
std::optional<MeanStep> meanOf(const StepLog& steps, std::uint64_t first, std::uint64_t last);

// "Step 2,214 · 6.7 ms" and its parts, as rich text for a hover.
QString stepHover(const telemetry::StepRecord& record);

}  // namespace gh::widgets
