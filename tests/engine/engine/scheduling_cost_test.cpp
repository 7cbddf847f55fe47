// What scheduling costs where many run and more wait: a small part of a step of a real model.
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/schedule/recorder.h"
#include "tests/engine/engine/engine_driver.h"
#include "tests/support/real_models.h"

namespace gh::test {
namespace {

TEST(SchedulingCost, ThirtyTwoRunAndTwoHundredAndFiftySixWait) {
    const std::string path = realModel(kSmolLm2);
    if (path.empty()) GTEST_SKIP() << kSmolLm2 << " is not there";
    const auto model = ModelRuntime::load(path, {}, 0, 264);
    ASSERT_TRUE(model.ok()) << model.error().message();
    SchedulerHooks hooks;
    hooks.emit = [](Event) {};
    hooks.prompt = [](const SubmitRequest& request) -> Result<Prompt> {
        return Prompt{std::get<std::vector<TokenId>>(request.prompt), std::make_shared<const telemetry::PromptText>()};
    };
    Scheduler scheduler(**model, std::move(hooks), 264, RecordingSettings{});
    Recorder recorder;
    for (unsigned i = 0; i < 288; ++i) {
        SubmitRequest request;
        request.request = RequestId{i + 1};
        request.prompt = someIds(40, i);
        request.maxTokens = 200;
        request.priority = static_cast<int>(i % 3);
        request.sampler.logitBias = {{2, -1e9f}};
        scheduler.submit(std::move(request));
    }
    std::vector<double> shares, records;
    for (std::uint64_t step = 1; step <= 60; ++step) {
        ASSERT_TRUE(scheduler.step(step, 0));
        const auto start = Clock::now();
        const telemetry::StepRecord record = scheduler.takeRecord();
        if (record.decodeTokens == 32 && record.prefillTokens == 0) shares.push_back(record.restMs / record.totalMs());
        recorder.addStep(scheduler);
        const auto snapshot = recorder.build(&scheduler, telemetry::EngineState::Running, false, {}, step);
        EXPECT_GE(snapshot->requests.size(), 288u);
        if (!shares.empty()) records.push_back(std::chrono::duration<double, std::milli>(Clock::now() - start).count() / record.totalMs());
    }
    EXPECT_EQ(scheduler.running().size(), 32u);
    EXPECT_EQ(scheduler.waiting().size(), 256u);
    ASSERT_GT(shares.size(), 20u);
    // The middle one: a busy machine may hold up any single step.
    const auto middle = [](std::vector<double>& values) {
        std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2), values.end());
        return values[values.size() / 2];
    };
    const double scheduling = middle(shares), recording = middle(records);
    std::printf("[ cost     ] scheduling %.3f %%, recording and publishing %.3f %% of a step of 32 rows\n", 100 * scheduling, 100 * recording);
    EXPECT_LT(scheduling + recording, 0.02);
}

}  // namespace
}  // namespace gh::test
