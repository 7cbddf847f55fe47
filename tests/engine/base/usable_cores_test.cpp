#include "engine/base/usable_cores.h"

#include <gtest/gtest.h>

#include <map>

namespace gh {
namespace {

std::optional<int> coresWith(const std::map<std::string, std::string>& files) {
    return quotaCores([&](const std::string& path) -> std::optional<std::string> {
        const auto it = files.find(path);
        return it == files.end() ? std::nullopt : std::optional(it->second);
    });
}

TEST(QuotaCores, NoneWithoutCgroupsOrWithoutQuota) {
    EXPECT_EQ(coresWith({}), std::nullopt);
    EXPECT_EQ(coresWith({{"/sys/fs/cgroup/cpu.max", "max 100000\n"}}), std::nullopt);
    EXPECT_EQ(coresWith({{"/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n"},
                         {"/sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n"}}),
              std::nullopt);
    EXPECT_EQ(coresWith({{"/sys/fs/cgroup/cpu.max", "nonsense"}, {"/proc/self/cgroup", "::\n:\nx\n0::\n"}}),
              std::nullopt);
}

TEST(QuotaCores, VersionTwoAtTheMountAndAlongThePath) {
    EXPECT_EQ(coresWith({{"/sys/fs/cgroup/cpu.max", "200000 100000\n"}}), 2);
    EXPECT_EQ(coresWith({{"/proc/self/cgroup", "0::/a/b\n"},
                         {"/sys/fs/cgroup/a/b/cpu.max", "max 100000"},
                         {"/sys/fs/cgroup/a/cpu.max", "350000 100000"}}),
              3);
}

TEST(QuotaCores, VersionOne) {
    EXPECT_EQ(coresWith({{"/proc/self/cgroup", "5:cpu,cpuacct:/box\n3:memory:/box\n"},
                         {"/sys/fs/cgroup/cpu,cpuacct/box/cpu.cfs_quota_us", "400000\n"},
                         {"/sys/fs/cgroup/cpu,cpuacct/box/cpu.cfs_period_us", "100000\n"}}),
              4);
}

TEST(QuotaCores, IsRoundedDownButNeverToNone) {
    EXPECT_EQ(coresWith({{"/sys/fs/cgroup/cpu.max", "190000 100000"}}), 1);
    EXPECT_EQ(coresWith({{"/sys/fs/cgroup/cpu.max", "10000 100000"}}), 1);
}

}  // namespace
}  // namespace gh
