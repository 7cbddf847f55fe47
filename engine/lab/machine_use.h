// Whether other programs took the processor away while an experiment ran: its times mean nothing then. Read from the
// kernel's count of each core's busy time (/proc/stat, proc(5)) and this process's own.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string_view>

namespace gh::lab {

constexpr double kMostTaken = 0.1;   // share from which an experiment says so

// Seconds that the cores `counts` says yes to were busy, all together; stolen time of a virtual machine too. Nothing: the
// text is not of that form.
struct CoreTimes { double busySeconds = 0; int cores = 0; };
std::optional<CoreTimes> coreTimes(std::string_view procStat, double ticksPerSecond, const std::function<bool(int core)>& counts);

// Share (0…1) of the cores that `threads` threads want and others had: what others used beyond the cores left over.
double shareTaken(double busySeconds, double ownSeconds, double wallSeconds, int cores, int threads);

// From its making on.
class MachineUse {
public:
    MachineUse();
    // Nothing: the machine does not say, or too little time has passed to tell.
    std::optional<double> takenByOthers(int threads) const;

private:
    std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
    std::optional<CoreTimes> m_cores;
    double m_own = 0;
};

}  // namespace gh::lab
