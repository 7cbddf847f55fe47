#include "engine/lab/step_costs.h"

#include <algorithm>
#include <iterator>

namespace gh::lab {
namespace {

// Seconds that a seen token adds: the slope of seconds over context among steps of equal rows. 0 where contexts differ
// too little to tell.
double contextSlope(const std::map<int, std::vector<std::pair<double, double>>>& byRows) {
    double products = 0, squares = 0;
    for (const auto& [rows, points] : byRows) {
        double meanContext = 0, meanSeconds = 0;
        for (const auto& [context, seconds] : points) {
            meanContext += context / static_cast<double>(points.size());
            meanSeconds += seconds / static_cast<double>(points.size());
        }
        for (const auto& [context, seconds] : points) {
            products += (context - meanContext) * (seconds - meanSeconds);
            squares += (context - meanContext) * (context - meanContext);
        }
    }
    return squares > 0 ? std::max(0.0, products / squares) : 0.0;
}

}  // namespace

const telemetry::StepRecord* recordOf(const telemetry::LogView<telemetry::StepRecord>& steps, std::uint64_t step) {
    return step > 0 ? steps.find(step - 1) : nullptr;
}

StepLoad StepCosts::loadOf(const telemetry::StepRecord& record) {
    StepLoad load;
    for (const telemetry::StepRow& row : record.rows) {
        load.rows += static_cast<int>(row.count);
        for (std::uint32_t i = 0; i < row.count; ++i) load.context += row.first + i + 1ull;
    }
    return load;
}

void StepCosts::add(const telemetry::LogView<telemetry::StepRecord>& steps, std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t step = first; step < last; ++step) {
        const telemetry::StepRecord *now = recordOf(steps, step), *next = recordOf(steps, step + 1);
        if (now && next) add(loadOf(*now), next->startedAt - now->startedAt);
    }
}

void StepCosts::add(const StepLoad& load, double seconds) {
    if (load.rows > 0 && seconds > 0) m_samples.push_back({load, seconds});
}

StepCost StepCosts::function() const {
    std::map<int, std::vector<std::pair<double, double>>> byRows;
    for (const Sample& sample : m_samples) byRows[sample.load.rows].emplace_back(static_cast<double>(sample.load.context), sample.seconds);
    const double slope = contextSlope(byRows);
    // The mean, as sums of steps are what is simulated.
    std::map<int, double> base;
    for (const auto& [rows, points] : byRows) {
        double sum = 0;
        for (const auto& [context, seconds] : points) sum += seconds - slope * context;
        // On a busy machine the slope may take away more than there was: no step costs less than nothing.
        base[rows] = std::max(0.0, sum / static_cast<double>(points.size()));
    }
    return [base, slope](const StepLoad& load) {
        if (base.empty()) return 0.0;
        const double context = slope * static_cast<double>(load.context);
        const auto above = base.lower_bound(load.rows);
        if (above == base.end()) {
            const auto& [rows, seconds] = *base.rbegin();
            return context + seconds * load.rows / rows;
        }
        if (above->first == load.rows || above == base.begin()) return context + above->second;
        const auto below = std::prev(above);
        const double share = static_cast<double>(load.rows - below->first) / (above->first - below->first);
        return context + below->second + share * (above->second - below->second);
    };
}

}  // namespace gh::lab
