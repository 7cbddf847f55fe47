#include <gtest/gtest.h>

#include <map>

#include "engine/plan/ledger.h"

namespace gh::plan {
namespace {

using Files = std::map<std::string, std::string>;

std::optional<std::uint64_t> with(const Files& files) {
    return availableMemory([&](const std::string& path) -> std::optional<std::string> {
        const auto found = files.find(path);
        if (found == files.end()) return std::nullopt;
        return found->second;
    });
}

const Files kMachine{{"/proc/meminfo", "MemTotal:       8000 kB\nMemFree: 10 kB\nMemAvailable:    4000 kB\n"}};

Files plus(Files files) {
    files.insert(kMachine.begin(), kMachine.end());
    return files;
}

TEST(AvailableMemory, TheMachineSays) {
    EXPECT_EQ(with(kMachine), 4000u * 1024);
    EXPECT_EQ(with({}), std::nullopt);
    EXPECT_EQ(with({{"/proc/meminfo", "MemAvailable:\n"}}), std::nullopt);
}

TEST(AvailableMemory, Version2TakesTheTightestOnTheWay) {
    const auto files = plus({{"/proc/self/cgroup", "0::/a/b\n"},
                             {"/sys/fs/cgroup/a/b/memory.max", "max\n"},
                             {"/sys/fs/cgroup/a/b/memory.current", "500\n"},
                             {"/sys/fs/cgroup/a/memory.max", "3000000\n"},
                             {"/sys/fs/cgroup/a/memory.current", "1000000\n"},
                             {"/sys/fs/cgroup/a/memory.stat", "anon 5\nfile 900000\ninactive_file 400000\n"}});
    EXPECT_EQ(with(files), 2400000u);
}

TEST(AvailableMemory, Version1InAContainer) {
    // The path that /proc names is the host's; below the container's mount there is only its own root.
    const auto files =
        plus({{"/proc/self/cgroup", "5:cpu,cpuacct:/docker/x\n4:memory:/docker/x\n0::/\n"},
              {"/sys/fs/cgroup/memory/memory.limit_in_bytes", "1000000\n"},
              {"/sys/fs/cgroup/memory/memory.usage_in_bytes", "300000\n"},
              {"/sys/fs/cgroup/memory/memory.stat", "cache 1\ntotal_inactive_file 100000\n"}});
    EXPECT_EQ(with(files), 800000u);
}

TEST(AvailableMemory, Version1WithoutALimit) {
    const auto files = plus({{"/proc/self/cgroup", "4:memory:/\n"},
                             {"/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n"},
                             {"/sys/fs/cgroup/memory/memory.usage_in_bytes", "300000\n"}});
    EXPECT_EQ(with(files), 4000u * 1024);
}

TEST(AvailableMemory, OverTheLimitLeavesNothing) {
    const auto files = plus({{"/proc/self/cgroup", "0::/\n"},
                             {"/sys/fs/cgroup/memory.max", "1000"},
                             {"/sys/fs/cgroup/memory.current", "2000"}});
    EXPECT_EQ(with(files), 0u);
}

TEST(AvailableMemory, ThisMachineHasSome) {
    const auto available = availableMemory();
    if (available) {
        EXPECT_GT(*available, std::uint64_t{1} << 20);
    }
}

}  // namespace
}  // namespace gh::plan
