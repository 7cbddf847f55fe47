#include "engine/lab/batch_statistics.h"

#include <algorithm>

#include "engine/lab/notebook.h"

namespace gh::lab {

BatchStatistics statisticsOf(const std::vector<Arrived>& requests, std::uint64_t steps, std::uint64_t busySlots, int slots,
                             std::uint64_t rows, std::uint64_t paddingRows) {
    BatchStatistics result;
    if (requests.empty()) return result;
    std::vector<double> latencies;
    double first = requests.front().arrival, last = 0, written = 0, sum = 0;
    for (const Arrived& request : requests) {
        first = std::min(first, request.arrival);
        last = std::max(last, request.returned);
        written += request.written;
        latencies.push_back(request.returned - request.arrival);
        sum += latencies.back();
    }
    result.seconds = last - first;
    result.tokensPerSecond = result.seconds > 0 ? written / result.seconds : 0;
    result.meanLatency = sum / static_cast<double>(latencies.size());
    result.p50 = percentileOf(latencies, 0.5);
    result.p95 = percentileOf(latencies, 0.95);
    result.p99 = percentileOf(latencies, 0.99);
    result.steps = steps;
    result.rows = rows;
    result.paddingRows = paddingRows;
    if (steps > 0 && slots > 0) result.slotUse = static_cast<double>(busySlots) / (static_cast<double>(steps) * slots);
    return result;
}

}  // namespace gh::lab
