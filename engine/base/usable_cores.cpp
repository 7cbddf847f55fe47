#include "engine/base/usable_cores.h"

#include <sched.h>
#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <thread>
#include <vector>

#include "engine/base/thread_pool.h"

namespace gh {
namespace {

std::optional<std::string> readFile(const std::string& path) {
    std::ifstream in(path);
    if (!in) return std::nullopt;
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

std::optional<double> coresFrom(const std::string& quotaText, const std::string& periodText) {
    char* end = nullptr;
    const double quota = std::strtod(quotaText.c_str(), &end);
    if (end == quotaText.c_str()) return std::nullopt;  // "max"
    const double period = std::strtod(periodText.c_str(), &end);
    if (end == periodText.c_str()) return std::nullopt;
    if (!(quota > 0) || !(period > 0)) return std::nullopt;  // v1 says -1 for no quota
    return quota / period;
}

std::optional<double> quotaV2(const FileReader& read, const std::string& folder) {
    const auto text = read(folder + "/cpu.max");
    if (!text) return std::nullopt;
    std::istringstream words(*text);
    std::string quota, period;
    words >> quota >> period;
    return coresFrom(quota, period);
}

std::optional<double> quotaV1(const FileReader& read, const std::string& folder) {
    const auto quota = read(folder + "/cpu.cfs_quota_us");
    const auto period = read(folder + "/cpu.cfs_period_us");
    if (!quota || !period) return std::nullopt;
    return coresFrom(*quota, *period);
}

bool hasController(const std::string& list, const std::string& name) {
    std::istringstream items(list);
    for (std::string item; std::getline(items, item, ',');)
        if (item == name) return true;
    return false;
}

int affinityCores() {
    // The kernel's set may be larger than cpu_set_t: grow until it fits.
    for (int cpus = 1024; cpus <= 1 << 20; cpus *= 2) {
        cpu_set_t* set = CPU_ALLOC(static_cast<std::size_t>(cpus));
        if (set == nullptr) break;
        const std::size_t bytes = CPU_ALLOC_SIZE(static_cast<std::size_t>(cpus));
        CPU_ZERO_S(bytes, set);
        const bool ok = ::sched_getaffinity(0, bytes, set) == 0;
        const int count = ok ? CPU_COUNT_S(bytes, set) : 0;
        CPU_FREE(set);
        if (ok) return std::max(count, 1);
    }
    return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

}  // namespace

std::optional<int> quotaCores(const FileReader& read) {
    std::optional<double> tightest;
    auto consider = [&](std::optional<double> cores) {
        if (cores && (!tightest || *cores < *tightest)) tightest = cores;
    };
    const std::string root = "/sys/fs/cgroup";
    // Inside a container the own folder is mounted as the root, whatever /proc says: look there too.
    consider(quotaV2(read, root));
    for (const char* mount : {"/cpu", "/cpu,cpuacct"}) consider(quotaV1(read, root + mount));

    std::istringstream lines(read("/proc/self/cgroup").value_or(""));
    for (std::string line; std::getline(lines, line);) {  // hierarchy:controllers:path
        const auto first = line.find(':');
        const auto second = first == std::string::npos ? first : line.find(':', first + 1);
        if (second == std::string::npos) continue;
        const std::string controllers = line.substr(first + 1, second - first - 1);
        const bool v2 = controllers.empty();
        if (!v2 && !hasController(controllers, "cpu")) continue;
        // A parent's quota binds too.
        for (std::string path = line.substr(second + 1); path.size() > 1;
             path.resize(path.find_last_of('/'))) {
            if (v2) {
                consider(quotaV2(read, root + path));
            } else {
                consider(quotaV1(read, root + "/cpu" + path));
                consider(quotaV1(read, root + "/" + controllers + path));
            }
            if (path.find_last_of('/') == std::string::npos) break;
        }
    }
    if (!tightest) return std::nullopt;
    return std::max(1, static_cast<int>(std::min(std::floor(*tightest + 1e-6), 1e6)));
}

int usableCores() {
    const int cores = affinityCores();
    return std::min(cores, quotaCores(readFile).value_or(cores));
}

}  // namespace gh
