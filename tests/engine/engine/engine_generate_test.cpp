// What a request brings: tokens, their order, their answer, and its end.
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/cache/block_pool.h"
#include "engine/forward/direct.h"
#include "tests/engine/engine/engine_driver.h"
#include "tests/support/tiny_model.h"

namespace gh::test {
namespace {

std::string tiny(const std::string& family, kernels::StorageType type = kernels::StorageType::Q4_1) {
    return tinyModelFile(tinyOptions(family, type));
}

// Greedy by fresh naive passes alone: no engine, no cache.
std::vector<TokenId> loneGreedy(const std::string& path, std::vector<TokenId> ids, int count) {
    auto run = DirectRun::open(path, {}, 1);
    if (!run) throw std::runtime_error(run.error().message());
    std::vector<TokenId> out;
    while (static_cast<int>(out.size()) < count) {
        auto logits = run.value()->naiveLastLogits(ids);
        if (!logits) throw std::runtime_error(logits.error().message());
        Sampler sampler(EngineDriver::noEnd());
        out.push_back(sampler.sample(*logits, {}, {}, ids.size())->id);
        ids.push_back(out.back());
    }
    return out;
}

TEST(EngineGenerate, TokensComeInOrderAndAreTheLoneRuns) {
    for (const std::string& family : tinyFamilies()) {
        SCOPED_TRACE(family);
        const std::string path = tiny(family);
        EngineDriver driver;
        ASSERT_TRUE(driver.load(path));
        EXPECT_EQ(driver.facts()->family, family);
        const auto prompt = someIds(50, 1);
        const RequestId request = driver.submit(prompt, 20);
        const RequestFinished end = driver.finish(request);
        EXPECT_EQ(end.reason, StopReason::MaxTokens);
        EXPECT_EQ(end.ids, loneGreedy(path, prompt, 20));

        const auto started = driver.eventsOf<RequestStarted>(request);
        ASSERT_EQ(started.size(), 1u);
        EXPECT_EQ(started[0].promptIds, prompt);
        EXPECT_EQ(started[0].reusedTokens, 0u);
        EXPECT_EQ(started[0].contextLimit, static_cast<std::uint32_t>(driver.facts()->contextLimit));
        const auto tokens = driver.eventsOf<TokenProduced>(request);
        ASSERT_EQ(tokens.size(), 20u);
        std::string text;
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            EXPECT_EQ(tokens[i].id, end.ids[i]);
            EXPECT_EQ(tokens[i].position, 50 + i);
            EXPECT_EQ(tokens[i].step, 2 + i);  // 50 tokens in steps of 32 are two
            text += tokens[i].text;
        }
        EXPECT_EQ(end.stats.promptTokens, 50u);
        EXPECT_EQ(end.stats.generated, 20u);
        EXPECT_GT(end.stats.ttftMs, 0);
        EXPECT_GT(end.stats.tokensPerSecond, 0);
        EXPECT_EQ(end.stats.firstStep, 1u);
        EXPECT_EQ(end.stats.lastStep, 21u);
        // Resident at the last step: prompt + generated - 1.
        EXPECT_EQ(end.stats.predictedBytes, end.stats.allocatedBytes);
        EXPECT_GT(end.stats.predictedBytes, 0u);
        EXPECT_EQ(end.stats.blockTokens, 16);
        if (family == "llama") {
            EXPECT_EQ(end.stats.blocks, 5u);
        }
        // Events come in order: started, tokens, finished.
        const auto& all = driver.events();
        EXPECT_TRUE(std::holds_alternative<RequestFinished>(all.back()));
    }
}

TEST(EngineGenerate, OneAnswerOverBudgetsThreadsAndBlocks) {
    for (const std::string& family : tinyFamilies()) {
        SCOPED_TRACE(family);
        const std::string path = tiny(family, kernels::StorageType::Q8_0);
        const auto prompt = someIds(60, 2);
        SamplerSettings sampler = EngineDriver::noEnd();
        sampler.temperature = 1.5f;
        sampler.topP = 0.95f;
        sampler.seed = 11;
        std::vector<TokenId> right;
        for (const auto& [budget, threads, block] : {std::tuple{256, 1, 16}, {1, 2, 16}, {7, 3, 32}, {64, 4, 48}}) {
            EngineConfig config = EngineDriver::quickConfig(budget);
            config.threads = threads;
            EngineDriver driver(config);
            LoadOptions options;
            options.blockTokens = block;
            ASSERT_TRUE(driver.load(path, options));
            const auto ids = driver.generate(prompt, 25, {}, sampler);
            if (right.empty()) right = ids;
            EXPECT_EQ(ids, right) << "budget " << budget << " threads " << threads << " block " << block;
        }
    }
}

TEST(EngineGenerate, SeveralAtOnceGiveEachItsLoneAnswer) {
    for (const std::string& family : tinyFamilies()) {
        SCOPED_TRACE(family);
        const std::string path = tiny(family, kernels::StorageType::Q8_0);
        EngineDriver driver(EngineDriver::quickConfig(16));
        ASSERT_TRUE(driver.load(path));
        std::vector<std::vector<TokenId>> prompts;
        std::vector<SamplerSettings> samplers;
        std::vector<std::vector<TokenId>> lone;
        for (unsigned i = 0; i < 4; ++i) {
            prompts.push_back(someIds(10 + static_cast<int>(i) * 13, i));
            samplers.push_back(EngineDriver::noEnd());
            if (i % 2 == 1) {
                samplers.back().temperature = 1;
                samplers.back().seed = i;
                samplers.back().repeatPenalty = 1.2f;
            }
            lone.push_back(driver.generate(prompts[i], 15, {}, samplers[i]));
        }
        std::vector<RequestId> requests;
        for (unsigned i = 0; i < 4; ++i) requests.push_back(driver.submit(prompts[i], 15, {}, samplers[i]));
        for (unsigned i = 0; i < 4; ++i) EXPECT_EQ(driver.finish(requests[i]).ids, lone[i]) << i;
        EXPECT_EQ(driver.disagreements(), 0u);
    }
}

TEST(EngineGenerate, TheSeedAndSampleNumberAreTheAnswer) {
    EngineDriver driver;
    ASSERT_TRUE(driver.load(tiny("llama")));
    const auto prompt = someIds(12, 4);
    SamplerSettings sampler = EngineDriver::noEnd();
    sampler.temperature = 2;
    sampler.seed = 77;
    const RequestId request = driver.submit(prompt, 20, {}, sampler);
    const auto first = driver.finish(request).ids;
    EXPECT_EQ(driver.eventsOf<RequestStarted>(request).at(0).seed, 77u);
    EXPECT_EQ(driver.generate(prompt, 20, {}, sampler), first);
    sampler.sample = 1;
    const auto second = driver.generate(prompt, 20, {}, sampler);
    EXPECT_NE(second, first);
    EXPECT_EQ(driver.generate(prompt, 20, {}, sampler), second);
}

TEST(EngineGenerate, ReportsCandidatesAndStages) {
    EngineDriver driver;
    ASSERT_TRUE(driver.load(tiny("llama")));
    SubmitRequest command;
    command.request = Engine::newRequestId();
    command.model = driver.model();
    command.prompt = someIds(5, 1);
    command.sampler = EngineDriver::noEnd();
    command.sampler.temperature = 1;
    command.sampler.topK = 10;
    command.maxTokens = 3;
    command.keepCandidates = 4;
    driver.post(command);
    driver.finish(command.request);
    const auto tokens = driver.eventsOf<TokenProduced>(command.request);
    ASSERT_EQ(tokens.size(), 3u);
    for (const auto& token : tokens) {
        EXPECT_EQ(token.sample.id, token.id);
        EXPECT_EQ(token.sample.top.size(), 4u);
        ASSERT_EQ(token.sample.stages.size(), 1u);
        EXPECT_STREQ(token.sample.stages[0].stage, "top-k");
        EXPECT_EQ(token.sample.stages[0].after, 10u);
        EXPECT_LT(token.sample.logProbability, 0);
    }
}

TEST(EngineGenerate, EndOfGenerationAndZeroTokens) {
    EngineDriver driver;
    ASSERT_TRUE(driver.load(tiny("llama")));
    SamplerSettings onlyEnd;
    onlyEnd.logitBias = {{2, 1000.0f}};
    const auto end = driver.finish(driver.submit(someIds(5, 1), 10, {}, onlyEnd));
    EXPECT_EQ(end.reason, StopReason::EndOfGeneration);
    EXPECT_TRUE(end.ids.empty());
}

TEST(EngineGenerate, WhatMakesNoSenseFailsWithWords) {
    EngineDriver driver;
    const auto noModel = driver.finish(driver.submit({1, 5}, 5));
    EXPECT_EQ(noModel.reason, StopReason::Failed);
    ASSERT_TRUE(noModel.error);
    EXPECT_NE(noModel.error->message().find("no model"), std::string::npos);

    ASSERT_TRUE(driver.load(tiny("llama")));
    const auto reasonOf = [&](std::vector<TokenId> prompt, SamplerSettings sampler = {}) {
        const auto end = driver.finish(driver.submit(std::move(prompt), 5, {}, std::move(sampler)));
        EXPECT_EQ(end.reason, StopReason::Failed);
        EXPECT_TRUE(end.error && end.error->code == ErrorCode::InvalidArgument);
        return end.error ? end.error->message() : std::string();
    };
    EXPECT_NE(reasonOf({}), "");
    EXPECT_NE(reasonOf({1, 999999}).find("999999"), std::string::npos);
    EXPECT_NE(reasonOf({1, -5}).find("-5"), std::string::npos);
    EXPECT_NE(reasonOf(someIds(600, 1)).find("512"), std::string::npos);
    SamplerSettings wrong;
    wrong.topP = 7;
    EXPECT_NE(reasonOf({1, 5}, wrong).find("top-p"), std::string::npos);
    wrong = {};
    wrong.logitBias = {{500000, 1.0f}};
    EXPECT_NE(reasonOf({1, 5}, wrong).find("500000"), std::string::npos);
    // Messages for a model without a template are a template error, never a silent default.
    SubmitRequest chat;
    chat.request = Engine::newRequestId();
    chat.model = driver.model();
    chat.prompt = std::vector<ChatMessage>{{"user", "hello", {}}};
    driver.post(chat);
    const auto end = driver.finish(chat.request);
    ASSERT_TRUE(end.error);
    EXPECT_EQ(end.error->code, ErrorCode::Template);
    // And after all that it still works.
    EXPECT_EQ(driver.generate({1, 5}, 3).size(), 3u);
}

}  // namespace
}  // namespace gh::test
