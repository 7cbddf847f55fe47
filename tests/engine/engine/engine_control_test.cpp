// Commands while a request runs: pause, step, cancel; files that are refused; models that change.
#include <gtest/gtest.h>

#include "tests/engine/engine/engine_driver.h"
#include "tests/support/tiny_model.h"

namespace gh::test {
namespace {

std::string tiny(const std::string& family) { return tinyModelFile(tinyOptions(family, kernels::StorageType::Q8_0)); }

const telemetry::RequestFacts* factsOf(const telemetry::Snapshot& s, RequestId request) {
    for (const auto& facts : s.requests)
        if (facts.request == request.value) return &facts;
    return nullptr;
}

class EngineControl : public testing::Test {
protected:
    void SetUp() override {
        ASSERT_TRUE(driver.load(tiny("llama")));
        driver.post(SetPaused{true});
    }
    // One iteration of the paused engine, published.
    void step() {
        const auto before = driver.engine().snapshot()->step;
        driver.post(StepOnce{});
        driver.waitForSnapshot([&](const auto& s) { return s.step == before + 1; });
    }
    EngineDriver driver{EngineDriver::quickConfig(8)};
};

TEST_F(EngineControl, PausedStandsStillAndStepsOnce) {
    const RequestId request = driver.submit(someIds(20, 1), 4);
    driver.waitForSnapshot([](const auto& s) { return s.waiting == 1 && s.state == telemetry::EngineState::Paused; });
    for (const std::uint32_t prefilled : {8u, 16u}) {
        step();
        const auto* facts = factsOf(*driver.engine().snapshot(), request);
        ASSERT_TRUE(facts);
        EXPECT_EQ(facts->state, telemetry::RequestState::Prefill);
        EXPECT_EQ(facts->prefilled, prefilled);
    }
    step();
    EXPECT_EQ(factsOf(*driver.engine().snapshot(), request)->state, telemetry::RequestState::Decode);
    EXPECT_EQ(factsOf(*driver.engine().snapshot(), request)->generated, 1u);
    step();
    EXPECT_EQ(factsOf(*driver.engine().snapshot(), request)->generated, 2u);
    driver.post(SetPaused{false});
    EXPECT_EQ(driver.finish(request).ids.size(), 4u);
    EXPECT_EQ(driver.disagreements(), 0u);
}

TEST_F(EngineControl, CancelInPrefillAndInDecode) {
    for (const int steps : {0, 1, 2, 4}) {
        SCOPED_TRACE(steps);
        // Another prompt each time: nothing of it is in the cache.
        const RequestId request = driver.submit(someIds(20, 10 + static_cast<unsigned>(steps)), 50);
        for (int i = 0; i < steps; ++i) step();
        driver.post(CancelRequest{request});
        const auto end = driver.finish(request);  // while paused: nothing more has to be computed for it
        EXPECT_EQ(end.reason, StopReason::Cancelled);
        EXPECT_EQ(end.ids.size(), static_cast<std::size_t>(std::max(0, steps - 2)));
        EXPECT_EQ(end.stats.predictedBytes, end.stats.allocatedBytes);
        EXPECT_TRUE(driver.waitForSnapshot([](const auto& s) { return allocated(s) == 0 && s.running == 0 && s.waiting == 0; }));
    }
    driver.post(SetPaused{false});
    EXPECT_EQ(driver.generate(someIds(20, 1), 3).size(), 3u);
    EXPECT_EQ(driver.disagreements(), 0u);
}

TEST_F(EngineControl, ACancelledTurnIsContinuedFromWhereItStood) {
    constexpr ConversationId kChat{9};
    const auto prompt = someIds(20, 1);
    const RequestId request = driver.submit(prompt, 50, kChat);
    for (int i = 0; i < 5; ++i) step();
    driver.post(CancelRequest{request});
    const auto cut = driver.finish(request);
    ASSERT_EQ(cut.ids.size(), 3u);
    driver.post(SetPaused{false});
    const auto next = joined(joined(prompt, cut.ids), {9, 8, 7});
    const RequestId second = driver.submit(next, 6, kChat);
    const auto end = driver.finish(second);
    EXPECT_EQ(driver.eventsOf<RequestStarted>(second).at(0).reusedTokens, 22u);
    EXPECT_EQ(end.ids, driver.generate(next, 6));
}

TEST_F(EngineControl, CancellingWhatIsUnknownOrDoneIsHarmless) {
    driver.post(CancelRequest{Engine::newRequestId()});
    driver.post(SetPaused{false});
    const RequestId request = driver.submit(someIds(5, 1), 3);
    driver.finish(request);
    driver.post(CancelRequest{request});
    driver.post(ReleaseConversation{ConversationId{77}});
    driver.post(UnloadModel{ModelId{1234567}});
    driver.post(CancelLoad{});
    driver.post(StepOnce{});
    EXPECT_EQ(driver.generate(someIds(5, 1), 3).size(), 3u);
    EXPECT_EQ(driver.eventsOf<RequestFinished>(request).size(), 1u);
}

TEST_F(EngineControl, StepRecordsTellWhatAStepDid) {
    driver.post(SetPaused{false});
    driver.finish(driver.submit(someIds(20, 1), 4));
    driver.waitForSnapshot([](const auto& s) { return s.state == telemetry::EngineState::Idle; });
    const auto snapshot = driver.engine().snapshot();
    ASSERT_EQ(snapshot->steps.size(), 6u);  // 8 + 8 + 4 rows, then three of one
    std::uint32_t prefill = 0, decode = 0;
    for (std::size_t i = 0; i < snapshot->steps.size(); ++i) {
        const auto& record = snapshot->steps[i];
        EXPECT_EQ(record.step, i + 1);
        EXPECT_EQ(record.layers.size(), 2u);
        EXPECT_GT(record.totalMs(), 0);
        EXPECT_GT(record.weightBytes, 0u);
        EXPECT_GT(record.operations, 0u);
        EXPECT_EQ(record.sequences.size(), 1u);
        if (i > 0) {
            EXPECT_GE(record.startedAt, snapshot->steps[i - 1].startedAt);
        }
        prefill += record.prefillTokens;
        decode += record.decodeTokens;
    }
    EXPECT_EQ(prefill, 20u);
    EXPECT_EQ(decode, 3u);
}

TEST_F(EngineControl, ARefusedFileLeavesTheModelAndItsRequest) {
    const RequestId request = driver.submit(someIds(20, 1), 30);
    for (int i = 0; i < 4; ++i) step();
    const ModelId open = driver.model();
    for (const char* name : {"magic_wrong", "cut_in_tensor_info", "arch_unknown", "missing_tensor", "empty"}) {
        const auto path = std::string(GLASSHOUSE_TEST_DATA "/gguf/") + name + ".gguf";
        EXPECT_FALSE(driver.load(path)) << name;
        EXPECT_FALSE(driver.loadError().message().empty());
    }
    EXPECT_FALSE(driver.load("/nowhere/at/all.gguf"));
    EXPECT_EQ(driver.loadError().code, ErrorCode::MissingFile);
    EXPECT_FALSE(driver.load(GLASSHOUSE_TEST_DATA));
    EXPECT_EQ(driver.model(), open);
    driver.post(SetPaused{false});
    EXPECT_EQ(driver.finish(request).ids.size(), 30u);
    EXPECT_EQ(driver.generate(someIds(20, 1), 5).size(), 5u);
}

TEST_F(EngineControl, WrongLoadOptionsAreRefused) {
    LoadOptions options;
    options.blockTokens = 15;
    EXPECT_FALSE(driver.load(tiny("llama"), options));
    EXPECT_EQ(driver.loadError().code, ErrorCode::InvalidArgument);
    driver.post(SetPaused{false});
    EXPECT_EQ(driver.generate(someIds(20, 1), 5).size(), 5u);
}

TEST_F(EngineControl, AnotherModelTakesOver) {
    driver.post(SetPaused{false});
    const RequestId request = driver.submit(someIds(20, 1), 400);
    ASSERT_TRUE(driver.load(tiny("gemma3")));
    const auto end = driver.finish(request);
    EXPECT_TRUE(end.reason == StopReason::Cancelled || end.reason == StopReason::MaxTokens) << stopReasonName(end.reason);
    EXPECT_EQ(driver.generate(someIds(20, 1), 5).size(), 5u);
    EXPECT_EQ(driver.facts()->family, "gemma3");
    driver.post(UnloadModel{driver.model()});
    EXPECT_TRUE(driver.waitForSnapshot([](const auto& s) { return s.state == telemetry::EngineState::Empty && !s.model && !s.blocks; }));
    EXPECT_EQ(driver.finish(driver.submit({1, 2}, 3)).reason, StopReason::Failed);
}

}  // namespace
}  // namespace gh::test
