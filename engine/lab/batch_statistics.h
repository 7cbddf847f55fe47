// Figures of many requests that ran together, whether really or simulated.
#pragma once

#include <cstdint>
#include <vector>

namespace gh::lab {

struct BatchStatistics {
    double seconds = 0;             // first arrival to last return
    double tokensPerSecond = 0;     // written tokens / seconds
    double meanLatency = 0, p50 = 0, p95 = 0, p99 = 0;   // seconds, arrival to return
    double slotUse = 0;             // 0…1: slots with a request that still writes, mean over the steps
    std::uint64_t rows = 0, paddingRows = 0, steps = 0;
    double paddingShare() const { return rows ? static_cast<double>(paddingRows) / static_cast<double>(rows) : 0; }
};

struct Arrived { double arrival = 0, returned = 0; int written = 0; };

// busySlots: over all steps, slots with a request that still writes.
BatchStatistics statisticsOf(const std::vector<Arrived>& requests, std::uint64_t steps, std::uint64_t busySlots, int slotCount,
                             std::uint64_t rows, std::uint64_t paddingRows);

}  // namespace gh::lab
