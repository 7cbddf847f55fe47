// Comparisons in the engine: between the steps of requests, stopped, failed, and what the snapshot says of them.
#include <gtest/gtest.h>

#include "engine/evaluate/comparison.h"
#include "tests/engine/engine/engine_driver.h"
#include "tests/support/tiny_model.h"

namespace gh::evaluate {
namespace {

using telemetry::ComparisonState;
using telemetry::Snapshot;

std::string tiny() { return test::tinyModelFile(test::tinyOptions("llama")); }

std::shared_ptr<const ComparisonSpec> specOf(const std::string& a, const std::string& b, int maxTokens) {
    auto spec = std::make_shared<ComparisonSpec>();
    spec->variants = {{"a", a, {}}, {"b", b, {}}};
    spec->prompt = std::string("some words to begin with");
    spec->maxTokens = maxTokens;
    spec->threads = 1;
    // Never ending by itself.
    spec->sampler = test::EngineDriver::noEnd();
    return spec;
}

auto inState(ComparisonState state, std::uint64_t id) {
    return [state, id](const Snapshot& snapshot) {
        return snapshot.comparison && snapshot.comparison->id == id && snapshot.comparison->state == state;
    };
}

TEST(EngineComparison, RunsWithoutAModelOfTheEngineAndStaysInTheSnapshot) {
    test::EngineDriver driver;
    EXPECT_EQ(driver.engine().snapshot()->comparison, nullptr);
    driver.post(StartComparison{specOf(tiny(), tiny(), 20)});
    ASSERT_TRUE(driver.waitForSnapshot(inState(ComparisonState::Done, 1)));
    const auto facts = driver.engine().snapshot()->comparison;
    EXPECT_EQ(facts->positions.size(), 20u);
    EXPECT_EQ(facts->variants[1].klMax, 0);
    driver.post(StartComparison{specOf(tiny(), tiny(), 3)});
    ASSERT_TRUE(driver.waitForSnapshot(inState(ComparisonState::Done, 2)));
    EXPECT_GT(driver.engine().snapshot()->comparison->version, facts->version);
    EXPECT_EQ(driver.engine().snapshot()->comparison->positions.size(), 3u);
}

TEST(EngineComparison, SharesTheEngineWithRequestsWhoseTokensStayTheSame) {
    test::EngineDriver driver;
    ASSERT_TRUE(driver.load(tiny()));
    const auto prompt = test::someIds(20, 3);
    const auto alone = driver.generate(prompt, 60);
    driver.post(StartComparison{specOf(tiny(), tiny(), 300)});
    ASSERT_TRUE(driver.waitForSnapshot(inState(ComparisonState::Running, 1)));
    EXPECT_EQ(driver.generate(prompt, 60), alone);
    // A request of 60 tokens was not kept waiting for the whole comparison, nor the comparison for it.
    const auto facts = driver.engine().snapshot()->comparison;
    EXPECT_GT(facts->positions.size(), 20u);
    ASSERT_TRUE(driver.waitForSnapshot(inState(ComparisonState::Done, 1)));
    EXPECT_EQ(driver.engine().snapshot()->comparison->positions.size(), 300u);
}

TEST(EngineComparison, StopsWithinAStepAndKeepsWhatItFound) {
    test::EngineDriver driver;
    driver.post(StartComparison{specOf(tiny(), tiny(), 400)});
    ASSERT_TRUE(driver.waitForSnapshot([](const Snapshot& s) { return s.comparison && s.comparison->positions.size() > 2; }));
    driver.post(StopComparison{});
    ASSERT_TRUE(driver.waitForSnapshot(inState(ComparisonState::Cancelled, 1)));
    EXPECT_GT(driver.engine().snapshot()->comparison->positions.size(), 2u);
    driver.post(StopComparison{});   // nothing is left to stop
    driver.post(StartComparison{specOf(tiny(), tiny(), 400)});
    driver.post(StopComparison{});   // while it loads
    ASSERT_TRUE(driver.waitForSnapshot(inState(ComparisonState::Cancelled, 2)));
}

TEST(EngineComparison, AVariantThatDoesNotLoadEndsItWithWords) {
    test::EngineDriver driver;
    driver.post(StartComparison{specOf(tiny(), "/nonexistent.gguf", 5)});
    ASSERT_TRUE(driver.waitForSnapshot(inState(ComparisonState::Failed, 1)));
    const auto facts = driver.engine().snapshot()->comparison;
    EXPECT_NE(facts->trouble.find("b: "), std::string::npos) << facts->trouble;
    EXPECT_NE(facts->trouble.find("/nonexistent.gguf"), std::string::npos) << facts->trouble;
}

TEST(EngineComparison, WaitsWhilePausedAndTakesSingleSteps) {
    test::EngineDriver driver;
    driver.post(StartComparison{specOf(tiny(), tiny(), 400)});
    ASSERT_TRUE(driver.waitForSnapshot([](const Snapshot& s) { return s.comparison && s.comparison->positions.size() > 2; }));
    driver.post(SetPaused{true});
    ASSERT_TRUE(driver.waitForSnapshot([](const Snapshot& s) { return s.pauseRequested; }));
    const auto before = driver.engine().snapshot()->comparison->positions.size();
    driver.post(StepOnce{});
    ASSERT_TRUE(driver.waitForSnapshot([&](const Snapshot& s) { return s.comparison->positions.size() == before + 1; }));
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    EXPECT_EQ(driver.engine().snapshot()->comparison->positions.size(), before + 1);
    driver.post(SetPaused{false});
    ASSERT_TRUE(driver.waitForSnapshot(inState(ComparisonState::Done, 1)));
}

TEST(EngineComparison, AnEngineMayGoInTheMiddleOfOne) {
    for (int i = 0; i < 6; ++i) {
        test::EngineDriver driver;
        driver.post(StartComparison{specOf(tiny(), tiny(), 400)});
        if (i > 1) std::this_thread::sleep_for(std::chrono::milliseconds(10 * i));
        if (i > 3) driver.post(StopComparison{});
    }
}

}  // namespace
}  // namespace gh::evaluate
