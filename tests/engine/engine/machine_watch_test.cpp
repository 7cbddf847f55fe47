// The machine's limits: measured while nothing runs, kept the best, never in a request's way.
#include <gtest/gtest.h>

#include "engine/base/thread_pool.h"
#include "engine/plan/machine_limits.h"
#include "tests/engine/engine/engine_driver.h"
#include "tests/support/tiny_model.h"

namespace gh::test {
namespace {

std::string tiny() { return tinyModelFile(tinyOptions("llama", kernels::StorageType::Q8_0)); }

EngineConfig measuring() {
    EngineConfig config = EngineDriver::quickConfig();
    config.measureMachine = true;
    return config;
}

TEST(MachineLimits, EveryInstructionSetHasThem) {
    ThreadPool threads(2);
    for (const kernels::IsaEntry& entry : kernels::isaList()) {
        if (!entry.supported()) continue;
        const auto limits = measureMachineLimits(threads, entry.isa, 3'000'000, 0.03);
        ASSERT_TRUE(limits) << entry.name;
        EXPECT_EQ(limits->readBytes, 12u * 256 * 1024) << entry.name;   // whole tiles
        EXPECT_GT(limits->readBytesPerSecond, 0) << entry.name;
        EXPECT_GT(limits->int8OpsPerSecond, 0) << entry.name;
        EXPECT_GT(limits->f32OpsPerSecond, 0) << entry.name;
    }
}

TEST(MachineLimits, WhatCannotBeAllocatedIsSaid) {
    ThreadPool threads(1);
    const auto limits = measureMachineLimits(threads, kernels::Isa::Scalar, std::uint64_t{1} << 55, 0.03);
    ASSERT_FALSE(limits);
    EXPECT_EQ(limits.error().code, ErrorCode::DoesNotFit);
}

TEST(MachineLimits, TheBestOfTwoCounts) {
    const MachineLimits best = bestOf({3, 10, 1, 8}, {2, 10, 5, 9});
    EXPECT_EQ(best.readBytesPerSecond, 3);
    EXPECT_EQ(best.int8OpsPerSecond, 5);
    EXPECT_EQ(best.f32OpsPerSecond, 9);
}

TEST(MachineWatch, AnIdleEngineMeasuresOnce) {
    EngineDriver driver(measuring());
    EXPECT_FALSE(driver.engine().snapshot()->machine);
    ASSERT_TRUE(driver.load(tiny()));
    ASSERT_TRUE(driver.waitForSnapshot([](const auto& s) { return s.machine.has_value(); }));
    const auto snapshot = driver.engine().snapshot();
    EXPECT_GT(snapshot->machine->readBytesPerSecond, 0);
    EXPECT_GE(snapshot->machine->readBytes, snapshot->model->weightBytes);
    EXPECT_GT(snapshot->machine->operationsPerSecond, 0);
    // Another model reads other bytes: its figures are its own, and none until then.
    driver.post(UnloadModel{driver.model()});
    ASSERT_TRUE(driver.waitForSnapshot([](const auto& s) { return !s.model && !s.machine; }));
}

TEST(MachineWatch, ARequestComesFirst) {
    EngineDriver plain;
    ASSERT_TRUE(plain.load(tiny()));
    const auto expected = plain.generate(someIds(10, 1), 40);
    EngineDriver driver(measuring());
    ASSERT_TRUE(driver.load(tiny()));
    // Some of these meet a measurement that has begun.
    for (int i = 0; i < 12; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(390 + 4 * i));
        EXPECT_EQ(driver.generate(someIds(10, 1), 40), expected);
    }
    EXPECT_TRUE(driver.waitForSnapshot([](const auto& s) { return s.machine.has_value(); }));
}

TEST(MachineWatch, NothingIsMeasuredUnasked) {
    EngineDriver driver;
    ASSERT_TRUE(driver.load(tiny()));
    std::this_thread::sleep_for(std::chrono::milliseconds(700));
    EXPECT_FALSE(driver.engine().snapshot()->machine);
}

}  // namespace
}  // namespace gh::test
