// What recording and publishing cost the engine thread: the same generation with and without, alternated.
#pragma once

#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/engine.h"

namespace gh::app {

struct TelemetryCost {
    // One entry a pair of runs: (with - without) / without.
    std::vector<double> wallShares;  // of the whole generation's time
    std::vector<double> cpuShares;   // of the process's processor time
    double stepMs = 0;               // median time of a decode step without recording
};
Result<TelemetryCost> measureTelemetryCost(const std::string& path, const LoadOptions& load, int threads,
                                           int pairs, int decode);

double median(std::vector<double> values);

}  // namespace gh::app
