// Time spent paused is no part of a reply's rate.
#include <gtest/gtest.h>

#include <thread>

#include "engine/schedule/pause_clock.h"
#include "engine/schedule/request.h"

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

}  // namespace
}  // namespace gh::test
