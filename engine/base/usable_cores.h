// The CPU quota of a container, read from the cgroup files. Apart from the thread pool so that tests can
// hand in file contents.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace gh {

// Returns the content of a file, or nothing if it cannot be read.
using FileReader = std::function<std::optional<std::string>(const std::string& path)>;

// Whole cores that the tightest quota on the way from this process's cgroup to the root allows (at least 1),
// or nothing without a quota. Knows cgroup v2 (cpu.max) and v1 (cpu.cfs_quota_us and cpu.cfs_period_us).
// Rounded down: the kernel throttles all threads together when one core's worth too many runs.
std::optional<int> quotaCores(const FileReader& read);

}  // namespace gh
