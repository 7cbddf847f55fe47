// A reply that was cut and goes on is the reply that was never cut: ids, text, penalties, stop strings.
#include <gtest/gtest.h>

#include "tests/engine/engine/engine_driver.h"
#include "tests/support/tiny_model.h"

namespace gh::test {
namespace {

struct Reply {
    RequestFinished end;
    std::string text;   // all that was to be shown
};

Reply run(EngineDriver& driver, std::vector<TokenId> prompt, const SamplerSettings& sampler, int maxTokens,
          ConversationId conversation, std::vector<TokenId> continued = {}, std::vector<std::string> stops = {}) {
    SubmitRequest command;
    command.request = Engine::newRequestId();
    command.model = driver.model();
    command.conversation = conversation;
    command.prompt = std::move(prompt);
    command.continued = std::move(continued);
    command.sampler = sampler;
    command.maxTokens = maxTokens;
    command.stops = std::move(stops);
    driver.post(command);
    Reply reply{driver.finish(command.request), {}};
    for (const auto& started : driver.eventsOf<RequestStarted>(command.request))
        for (const auto& piece : started.continuedText) reply.text += piece;
    for (const auto& token : driver.eventsOf<TokenProduced>(command.request)) reply.text += token.text;
    reply.text += reply.end.text;
    return reply;
}

SamplerSettings seeded() {
    SamplerSettings sampler = EngineDriver::noEnd();
    sampler.temperature = 1;
    sampler.topK = 40;
    sampler.topP = 0.95f;
    sampler.seed = 4711;
    sampler.sample = 2;
    sampler.repeatPenalty = 1.2f;
    sampler.presencePenalty = 0.4f;    // these two count the output alone
    sampler.frequencyPenalty = 0.3f;
    return sampler;
}

TEST(EngineContinue, ACutReplyGoesOnAsTheUncutOne) {
    for (const std::string family : {"llama", "gemma3"}) {
        SCOPED_TRACE(family);
        const std::string path = tinyModelFile(tinyOptions(family, kernels::StorageType::Q4_1));
        EngineDriver driver;
        ASSERT_TRUE(driver.load(path));
        const auto prompt = someIds(41, 3);
        std::uint64_t conversation = 1;
        for (const SamplerSettings& sampler : {EngineDriver::noEnd(), seeded()}) {
            const Reply whole = run(driver, prompt, sampler, 40, {conversation++});
            ASSERT_EQ(whole.end.ids.size(), 40u);
            for (const int cut : {1, 7, 16, 39}) {
                SCOPED_TRACE(cut);
                const ConversationId own{conversation++};
                const Reply first = run(driver, prompt, sampler, cut, own);
                ASSERT_EQ(first.end.ids.size(), std::size_t(cut));
                // On its own cache, and where nothing is cached.
                for (const ConversationId where : {own, ConversationId{conversation++}}) {
                    const Reply rest = run(driver, prompt, sampler, 40 - cut, where, first.end.ids);
                    EXPECT_EQ(rest.end.ids, whole.end.ids);
                    EXPECT_EQ(rest.text, whole.text);
                    EXPECT_EQ(rest.end.reason, StopReason::MaxTokens);
                    EXPECT_EQ(rest.end.stats.generated, 40u - unsigned(cut));
                    EXPECT_EQ(rest.end.stats.promptTokens, 41u);
                    if (where == own) {
                        EXPECT_GE(rest.end.stats.reusedTokens, 40u + unsigned(cut) - 1u);
                    }
                }
            }
        }
        EXPECT_EQ(driver.disagreements(), 0u);
    }
}

TEST(EngineContinue, CutTwiceAndAnotherCandidate) {
    EngineDriver driver;
    ASSERT_TRUE(driver.load(tinyModelFile(tinyOptions("llama", kernels::StorageType::Q8_0))));
    const auto prompt = someIds(20, 9);
    const Reply whole = run(driver, prompt, seeded(), 30, {1});
    Reply part = run(driver, prompt, seeded(), 10, {2});
    part = run(driver, prompt, seeded(), 10, {2}, part.end.ids);
    part = run(driver, prompt, seeded(), 10, {2}, part.end.ids);
    EXPECT_EQ(part.end.ids, whole.end.ids);
    // Another token at one place: what is before it stays, and it is the same reply wherever it is computed.
    std::vector<TokenId> other(whole.end.ids.begin(), whole.end.ids.begin() + 12);
    other.push_back(whole.end.ids[12] == 5 ? 6 : 5);
    const Reply here = run(driver, prompt, seeded(), 10, {2}, other);
    const Reply afresh = run(driver, prompt, seeded(), 10, {3}, other);
    ASSERT_EQ(here.end.ids.size(), 23u);
    EXPECT_EQ(here.end.ids, afresh.end.ids);
    EXPECT_TRUE(std::equal(other.begin(), other.end(), here.end.ids.begin()));
}

TEST(EngineContinue, EndMarkersAndStopStringsInWhatWasGiven) {
    EngineDriver driver;
    ASSERT_TRUE(driver.load(tinyModelFile(tinyOptions("llama", kernels::StorageType::Q8_0))));
    const auto prompt = someIds(20, 9);
    const Reply whole = run(driver, prompt, seeded(), 12, {1});
    std::vector<TokenId> ended(whole.end.ids.begin(), whole.end.ids.begin() + 4);
    ended.push_back(2);
    const Reply end = run(driver, prompt, seeded(), 10, {2}, ended);
    EXPECT_EQ(end.end.reason, StopReason::EndOfGeneration);
    EXPECT_EQ(end.end.ids, std::vector<TokenId>(whole.end.ids.begin(), whole.end.ids.begin() + 4));
    EXPECT_EQ(end.end.stats.generated, 0u);
    // It lets go of its conversation: the next turn runs, and the engine has nothing left to do.
    const Reply next = run(driver, prompt, seeded(), 3, {2});
    EXPECT_EQ(next.end.ids, std::vector<TokenId>(whole.end.ids.begin(), whole.end.ids.begin() + 3));
    EXPECT_EQ(next.end.stats.generated, 3u);

    // A stop string that begins before the cut and ends after it.
    const auto tokens = whole.text;
    if (tokens.size() >= 8) {
        const std::string stop = tokens.substr(tokens.size() / 2, 4);
        const Reply stopped = run(driver, prompt, seeded(), 12, {3}, {}, {stop});
        ASSERT_EQ(stopped.end.reason, StopReason::StopString);
        for (std::size_t cut = 1; cut < stopped.end.ids.size(); ++cut) {
            const std::vector<TokenId> given(stopped.end.ids.begin(), stopped.end.ids.begin() + std::ptrdiff_t(cut));
            const Reply again = run(driver, prompt, seeded(), 12, {4}, given, {stop});
            EXPECT_EQ(again.end.ids, stopped.end.ids);
            EXPECT_EQ(again.text, stopped.text);
            EXPECT_EQ(again.end.reason, StopReason::StopString);
        }
    }
}

TEST(EngineContinue, WhatCannotGoOnIsRefusedAndKept) {
    EngineDriver driver;
    ASSERT_TRUE(driver.load(tinyModelFile(tinyOptions("llama", kernels::StorageType::Q8_0))));
    const Reply outside = run(driver, someIds(5, 1), seeded(), 5, {1}, {3, 1'000'000'000});
    ASSERT_TRUE(outside.end.error);
    EXPECT_NE(outside.end.error->message().find("1000000000"), std::string::npos);
    EXPECT_EQ(outside.end.ids, (std::vector<TokenId>{3, 1'000'000'000}));
    const std::vector<TokenId> much(std::size_t(driver.facts()->contextLimit), 5);
    const Reply full = run(driver, someIds(5, 1), seeded(), 5, {1}, much);
    ASSERT_TRUE(full.end.error);
    EXPECT_EQ(full.end.ids, much);
}

}  // namespace
}  // namespace gh::test
