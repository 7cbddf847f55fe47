#include "engine/lab/machine_use.h"

#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>
#include <string>

namespace gh::lab {
namespace {

constexpr double kLeastSeconds = 0.3;   // the kernel counts in hundredths

std::optional<CoreTimes> coresOfThisProcess() {
    std::ifstream file("/proc/stat");
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    cpu_set_t allowed;
    const bool known = sched_getaffinity(0, sizeof allowed, &allowed) == 0;
    return coreTimes(text, static_cast<double>(sysconf(_SC_CLK_TCK)),
                     [&](int core) { return !known || (core < CPU_SETSIZE && CPU_ISSET(core, &allowed)); });
}

double ownSeconds() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval& time) { return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6; };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

}  // namespace

std::optional<CoreTimes> coreTimes(std::string_view text, double ticksPerSecond, const std::function<bool(int core)>& counts) {
    CoreTimes times;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        // "cpu0 user nice system idle iowait irq softirq steal …"; the first line, "cpu", is the sum of all.
        if (!line.starts_with("cpu") || line.size() < 4 || line[3] < '0' || line[3] > '9') continue;
        line.remove_prefix(3);
        const auto next = [&]() -> std::optional<unsigned long long> {
            while (line.starts_with(' ')) line.remove_prefix(1);
            unsigned long long value = 0;
            const auto [after, error] = std::from_chars(line.data(), line.data() + line.size(), value);
            if (error != std::errc()) return {};
            line.remove_prefix(static_cast<std::size_t>(after - line.data()));
            return value;
        };
        const auto core = next();
        if (!core || !counts(static_cast<int>(*core))) continue;
        constexpr bool kBusy[] = {true, true, true, false, false, true, true, true};
        for (const bool busy : kBusy) {
            const auto ticks = next();
            if (!ticks) break;   // old kernels have fewer
            if (busy) times.busySeconds += static_cast<double>(*ticks) / ticksPerSecond;
        }
        ++times.cores;
    }
    if (times.cores == 0) return {};
    return times;
}

double shareTaken(double busySeconds, double ownSeconds, double wallSeconds, int cores, int threads) {
    if (wallSeconds <= 0 || threads <= 0) return 0;
    const double others = std::max(0.0, busySeconds - ownSeconds) / wallSeconds;
    return std::clamp((others + threads - cores) / threads, 0.0, 1.0);
}

MachineUse::MachineUse() : m_cores(coresOfThisProcess()), m_own(ownSeconds()) {}

std::optional<double> MachineUse::takenByOthers(int threads) const {
    const double wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count();
    if (!m_cores || threads <= 0 || wall < kLeastSeconds) return {};
    const auto now = coresOfThisProcess();
    if (!now || now->cores != m_cores->cores) return {};
    return shareTaken(now->busySeconds - m_cores->busySeconds, ownSeconds() - m_own, wall, now->cores, threads);
}

}  // namespace gh::lab
