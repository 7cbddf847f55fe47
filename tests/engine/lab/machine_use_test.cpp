// How much of the processor others had, from the kernel's own text.
#include <gtest/gtest.h>

#include "engine/lab/machine_use.h"

namespace gh::test {
namespace {

constexpr const char* kStat =
    "cpu  600 60 300 5000 40 3 9 28 0 0\n"
    "cpu0 100 10 100 2000 10 1 2 7 0 0\n"
    "cpu1 300 30 150 1800 20 1 4 14 0 0\n"
    "cpu2 200 20 50 1200 10 1 3 7 0 0\n"
    "intr 1 2 3\n"
    "ctxt 9\n";

TEST(MachineUse, ReadsTheBusyTimeOfTheCoresThatCount) {
    const auto all = lab::coreTimes(kStat, 100, [](int) { return true; });
    ASSERT_TRUE(all);
    EXPECT_EQ(all->cores, 3);
    EXPECT_DOUBLE_EQ(all->busySeconds, (220 + 499 + 281) / 100.0);
    const auto one = lab::coreTimes(kStat, 100, [](int core) { return core == 1; });
    ASSERT_TRUE(one);
    EXPECT_EQ(one->cores, 1);
    EXPECT_DOUBLE_EQ(one->busySeconds, 4.99);
    EXPECT_FALSE(lab::coreTimes(kStat, 100, [](int) { return false; }));
    for (const char* other : {"", "cpu", "cpu\n", "cpuX 1 2 3", "nothing of the kind\n"})
        EXPECT_FALSE(lab::coreTimes(other, 100, [](int) { return true; })) << other;
}

TEST(MachineUse, OthersTakeWhatTheyUseBeyondTheCoresLeftOver) {
    EXPECT_DOUBLE_EQ(lab::shareTaken(20, 20, 10, 2, 2), 0);      // all was ours
    EXPECT_DOUBLE_EQ(lab::shareTaken(20, 10, 10, 2, 2), 0.5);    // others had one of two cores
    EXPECT_DOUBLE_EQ(lab::shareTaken(20, 10, 10, 2, 1), 0);      // which was left over
    EXPECT_DOUBLE_EQ(lab::shareTaken(300, 20, 10, 64, 2), 0);
    EXPECT_DOUBLE_EQ(lab::shareTaken(640, 20, 10, 64, 2), 0);    // 62 of 64
    EXPECT_DOUBLE_EQ(lab::shareTaken(640, 10, 10, 64, 2), 0.5);
    EXPECT_DOUBLE_EQ(lab::shareTaken(5, 20, 10, 2, 2), 0);       // counts that disagree
    EXPECT_DOUBLE_EQ(lab::shareTaken(1000, 0, 10, 2, 2), 1);
    EXPECT_DOUBLE_EQ(lab::shareTaken(10, 0, 0, 2, 2), 0);
    EXPECT_FALSE(lab::MachineUse().takenByOthers(2)) << "no time has passed";
}

}  // namespace
}  // namespace gh::test
