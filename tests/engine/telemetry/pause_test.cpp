// Time spent paused is no part of a reply's rate.
#include <gtest/gtest.h>

#include <thread>

#include "engine/schedule/pause_clock.h"
#include "engine/schedule/request.h"
#include "tests/engine/engine/engine_driver.h"
#include "tests/support/tiny_model.h"

namespace gh::test {
namespace {

using namespace std::chrono_literals;

TEST(PauseClock, CountsWhatIsOver) {
    PauseClock clock;
    const Clock::time_point start{};
    clock.pause(start + 1s);
    clock.pause(start + 2s);    // already
    EXPECT_EQ(clock.total(), 0s);
    clock.resume(start + 4s);
    clock.resume(start + 9s);   // already
    EXPECT_EQ(clock.total(), 3s);
    clock.pause(start + 10s);
    clock.resume(start + 11s);
    EXPECT_EQ(clock.total(), 4s);
}

TEST(PauseClock, ARateDoesNotKnowThePause) {
    Request request{SubmitRequest{}};
    request.output = {1, 2, 3, 4, 5};
    request.firstToken = Clock::time_point{} + 1s;
    request.lastToken = Clock::time_point{} + 63s;
    request.pausedSince = 60s;
    EXPECT_DOUBLE_EQ(request.tokensPerSecond(), 2.0);
}

TEST(PauseClock, AReplyThatWasPausedHasTheRateOfItsOwnTime) {
    EngineDriver driver;
    ASSERT_TRUE(driver.load(tinyModelFile(tinyOptions("llama", kernels::StorageType::Q8_0))));
    // Paused before it begins: a tiny model would otherwise end its reply before the pause arrives.
    driver.post(SetPaused{true});
    const RequestId request = driver.submit(someIds(10, 1), 200);
    for (int step = 0; step < 3; ++step) driver.post(StepOnce{});
    ASSERT_TRUE(driver.waitFor([&](const auto&) { return driver.eventsOf<TokenProduced>(request).size() >= 3; }));
    ASSERT_TRUE(driver.waitForSnapshot([](const auto& s) { return s.state == telemetry::EngineState::Paused; }));
    const auto before = driver.engine().snapshot()->step;
    std::this_thread::sleep_for(400ms);
    driver.post(StepOnce{});
    ASSERT_TRUE(driver.waitForSnapshot([&](const auto& s) { return s.step == before + 1; }));
    std::this_thread::sleep_for(100ms);
    driver.post(SetPaused{false});
    const auto end = driver.finish(request);
    ASSERT_EQ(end.ids.size(), 200u);
    const double own = 199 / end.stats.tokensPerSecond;
    EXPECT_GE(end.stats.seconds, 0.5);
    EXPECT_LE(own, end.stats.seconds - 0.49);
}

}  // namespace
}  // namespace gh::test
