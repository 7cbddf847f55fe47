// What is recorded of each drawn token: right by a plain computation on naive logits, kept under its budget, and without
// any influence on what is drawn.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

#include "engine/forward/direct.h"
#include "tests/engine/engine/engine_driver.h"
#include "tests/support/tiny_model.h"

namespace gh::test {
namespace {

using telemetry::DrawFacts;
using telemetry::DrawLog;
using telemetry::TokenOrigin;

constexpr ConversationId kChat{1}, kOther{2};

std::string tiny() { return tinyModelFile(tinyOptions("llama", kernels::StorageType::Q8_0)); }

SamplerSettings drawing() {
    SamplerSettings settings = EngineDriver::noEnd();
    settings.temperature = 0.9f;
    settings.topK = 40;
    settings.topP = 0.8f;
    settings.minP = 0.02f;
    settings.seed = 5;
    return settings;
}

const telemetry::SequenceTokens* tokensOf(const telemetry::Snapshot& snapshot, ConversationId conversation) {
    if (!snapshot.blocks || !snapshot.tokens) return nullptr;
    for (const auto& facts : snapshot.blocks->sequences)
        for (const auto& tokens : *snapshot.tokens)
            if (facts.conversation == conversation.value && tokens.key == facts.key) return &tokens;
    return nullptr;
}

// The snapshot after everything that was asked for.
std::shared_ptr<const telemetry::Snapshot> idle(EngineDriver& driver) {
    EXPECT_TRUE(driver.waitForSnapshot([](const auto& s) { return s.state == telemetry::EngineState::Idle; }));
    return driver.engine().snapshot();
}

TEST(Draws, AreThoseOfNaiveLogits) {
    const std::string path = tiny();
    EngineDriver driver;
    ASSERT_TRUE(driver.load(path));
    auto run = DirectRun::open(path, {}, 1);
    ASSERT_TRUE(run.ok());
    const auto prompt = someIds(20, 3);
    const auto ids = driver.generate(prompt, 30, kChat, drawing());
    const auto snapshot = idle(driver);
    const auto* tokens = tokensOf(*snapshot, kChat);
    ASSERT_TRUE(tokens);
    EXPECT_EQ(tokens->draws.end(), 50u);
    for (std::uint32_t p = 0; p < 20; ++p) EXPECT_FALSE(tokens->draws.at(p)) << "the prompt is not drawn";
    EXPECT_FALSE(tokens->draws.at(50));
    std::vector<TokenId> sequence = prompt;
    for (std::uint32_t p = 20; p < 50; ++p) {
        SCOPED_TRACE(p);
        const DrawFacts* draw = tokens->draws.at(p);
        ASSERT_TRUE(draw);
        EXPECT_EQ(draw->id, ids[p - 20]);
        EXPECT_FALSE(draw->end);
        auto logits = run.value()->naiveLastLogits(sequence);
        ASSERT_TRUE(logits.ok());
        (*logits)[2] = -INFINITY;   // noEnd()
        // By the book, in double.
        std::vector<TokenId> order(logits->size());
        for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<TokenId>(i);
        std::sort(order.begin(), order.end(), [&](TokenId a, TokenId b) {
            const float x = (*logits)[static_cast<std::size_t>(a)], y = (*logits)[static_cast<std::size_t>(b)];
            return x != y ? x > y : a < b;
        });
        double sum = 0, entropy = 0;
        const double max = (*logits)[static_cast<std::size_t>(order[0])];
        for (const float v : *logits) sum += std::exp(static_cast<double>(v) - max);
        const auto probability = [&](TokenId id) { return std::exp(static_cast<double>((*logits)[static_cast<std::size_t>(id)]) - max) / sum; };
        for (const TokenId id : order)
            if (probability(id) > 0) entropy -= probability(id) * std::log2(probability(id));
        EXPECT_NEAR(draw->entropy, entropy, 1e-4);
        EXPECT_NEAR(std::exp(draw->logProbability), probability(draw->id), 1e-5);
        const auto rank = static_cast<std::uint32_t>(std::find(order.begin(), order.end(), draw->id) - order.begin());
        EXPECT_EQ(draw->rank, rank);
        ASSERT_EQ(draw->candidates.size(), 8u + (rank >= 8));
        for (std::uint32_t r = 0; r < 8; ++r) {
            const auto& candidate = draw->candidates[r];
            EXPECT_EQ(candidate.id, order[r]);
            EXPECT_EQ(candidate.rank, r);
            EXPECT_EQ(candidate.logit, (*logits)[static_cast<std::size_t>(order[r])]);
            EXPECT_NEAR(candidate.probability, probability(order[r]), 1e-5);
            EXPECT_EQ(candidate.text, run.value()->tokenizer().piece(candidate.id));
        }
        if (rank >= 8) {
            EXPECT_EQ(draw->candidates.back().id, draw->id);
        }
        // Stages: each gives on what the one before left, and what a rank says of removal is what the draw is made from.
        ASSERT_EQ(draw->stages.size(), 3u);
        EXPECT_STREQ(draw->stages[0].name, "top-k");
        EXPECT_EQ(draw->stages[0].before, draw->allowed);
        EXPECT_EQ(draw->allowed, draw->vocabulary - 1) << "the bias forbids one";
        EXPECT_EQ(draw->stages[1].before, draw->stages[0].after);
        Sampler sampler(drawing());
        auto again = *run.value()->naiveLastLogits(sequence);
        const auto survivors = sampler.distribution(again, prompt, {});
        ASSERT_TRUE(survivors.ok());
        ASSERT_EQ(draw->survivors(), survivors->size());
        for (std::uint32_t r = 0; r < order.size(); ++r) {
            const bool survives = std::any_of(survivors->begin(), survivors->end(), [&](const auto& s) { return s.id == order[r]; });
            EXPECT_EQ(draw->removedBy(r) == nullptr, survives) << r;
        }
        sequence.push_back(draw->id);
    }
    // Where the tokens come from.
    EXPECT_EQ(tokens->tokens[0].origin, TokenOrigin::Given);
    EXPECT_EQ(tokens->tokens[30].origin, TokenOrigin::Generated);
    ASSERT_TRUE(tokens->prompt);
    EXPECT_EQ(tokens->prompt->promptTokens, 20u);
    EXPECT_TRUE(tokens->prompt->tokens.empty());
}

TEST(Draws, RecordingChangesNoToken) {
    const auto prompt = someIds(20, 3);
    std::vector<std::vector<TokenId>> answers;
    for (const int candidates : {0, 1, 8, 200}) {
        EngineConfig config = EngineDriver::quickConfig();
        config.recordTelemetry = candidates > 0;
        config.candidates = candidates;
        EngineDriver driver(config);
        ASSERT_TRUE(driver.load(tiny()));
        for (const auto& settings : {drawing(), EngineDriver::noEnd()}) answers.push_back(driver.generate(prompt, 40, {}, settings));
        EXPECT_EQ(answers[answers.size() - 2], answers[0]) << candidates;
        EXPECT_EQ(answers.back(), answers[1]) << candidates;
    }
}

TEST(Draws, TheOldestGoWhenTheBudgetIsFull) {
    EngineConfig config = EngineDriver::quickConfig();
    config.candidateBytes = 150 * 600;   // about 150 of them
    EngineDriver driver(config);
    ASSERT_TRUE(driver.load(tiny()));
    driver.generate(someIds(10, 1), 130, kChat, drawing());
    driver.generate(someIds(10, 2), 250, kOther, drawing());
    const auto snapshot = idle(driver);
    const auto *first = tokensOf(*snapshot, kChat), *second = tokensOf(*snapshot, kOther);
    ASSERT_TRUE(first && second);
    std::size_t bytes = 0, kept = 0;
    for (const auto* tokens : {first, second})
        for (std::uint32_t p = 0; p < tokens->draws.end(); ++p)
            if (const auto* draw = tokens->draws.at(p)) {
                bytes += draw->bytes();
                ++kept;
            }
    EXPECT_LE(bytes, config.candidateBytes);
    EXPECT_GT(kept, 60u);
    EXPECT_FALSE(first->draws.at(20)) << "the oldest chunk went first";
    EXPECT_TRUE(second->draws.at(259)) << "the newest stays";
    EXPECT_FALSE(second->draws.at(12));
    EXPECT_EQ(second->tokens[12].origin, TokenOrigin::Generated) << "so that a panel says: not kept";
}

TEST(Draws, StayAsFarAsTheNextTurnAgreesAndShowWhereItBranches) {
    EngineDriver driver;
    ASSERT_TRUE(driver.load(tiny()));
    const auto prompt = someIds(12, 1);
    const auto reply = driver.generate(prompt, 20, kChat, drawing());
    // The last token was drawn and not read: its draw is there.
    EXPECT_EQ(tokensOf(*idle(driver), kChat)->tokens.size(), 31u);
    EXPECT_TRUE(tokensOf(*idle(driver), kChat)->draws.at(31));
    auto next = joined(prompt, reply);
    next[25] = next[25] == 40 ? 41 : 40;   // a branch
    next.resize(26);
    driver.generate(next, 6, kChat, drawing());
    const auto snapshot = idle(driver);
    const auto* tokens = tokensOf(*snapshot, kChat);
    for (std::uint32_t p = 12; p < 25; ++p) {
        ASSERT_TRUE(tokens->draws.at(p)) << p;
        EXPECT_EQ(tokens->draws.at(p)->id, tokens->tokens[p].id);
    }
    ASSERT_TRUE(tokens->draws.at(25));
    EXPECT_EQ(tokens->draws.at(25)->id, reply[13]) << "what the model had drawn there";
    EXPECT_EQ(tokens->tokens[25].id, next[25]);
    EXPECT_TRUE(tokens->draws.at(26));
    EXPECT_EQ(tokens->draws.end(), 32u);
    // Another beginning: nothing of before holds.
    driver.generate(someIds(30, 9), 3, kChat, drawing());
    const auto later = idle(driver);
    for (std::uint32_t p = 2; p < 30; ++p) EXPECT_FALSE(tokensOf(*later, kChat)->draws.at(p)) << p;
}

TEST(Draws, TheEndMarkerIsThereAndSaidToTheCaller) {
    EngineDriver driver;
    ASSERT_TRUE(driver.load(tiny()));
    SamplerSettings toEnd;
    toEnd.logitBias = {{2, 100.0f}};
    SubmitRequest command;
    command.request = Engine::newRequestId();
    command.model = driver.model();
    command.conversation = kChat;
    command.prompt = someIds(9, 4);
    command.sampler = toEnd;
    command.keepCandidates = 3;
    const RequestId request = command.request;
    driver.post(std::move(command));
    const auto end = driver.finish(request);
    EXPECT_EQ(end.reason, StopReason::EndOfGeneration);
    ASSERT_TRUE(end.endDraw);
    EXPECT_EQ(end.endDraw->id, 2);
    EXPECT_EQ(end.endDraw->top.size(), 3u);
    const auto snapshot = idle(driver);
    const DrawFacts* draw = tokensOf(*snapshot, kChat)->draws.at(9);
    ASSERT_TRUE(draw);
    EXPECT_TRUE(draw->end);
    EXPECT_EQ(draw->candidates.size(), 8u) << "the window's own number";
}

// Against a plain map, by random work.
TEST(DrawLog, HoldsWhatAMapHolds) {
    std::mt19937 random(7);
    for (int round = 0; round < 40; ++round) {
        DrawLog log;
        std::map<std::uint32_t, std::shared_ptr<const DrawFacts>> model;
        std::uint64_t step = 0;
        std::uint32_t end = 0;
        telemetry::DrawView old;
        for (int i = 0; i < 400; ++i) {
            switch (random() % 8) {
                case 0: {
                    const std::uint32_t count = end ? random() % (end + 40) : 0;
                    log.truncate(count);
                    std::erase_if(model, [&](const auto& entry) { return entry.first >= count; });
                    end = std::min(end, count);
                    break;
                }
                case 1: {
                    const std::uint64_t oldest = log.oldestStep();
                    if (!log.dropOldest()) break;
                    // The chunk of the oldest full one.
                    const auto at = std::find_if(model.begin(), model.end(), [&](const auto& e) { return e.second->step == oldest; });
                    ASSERT_NE(at, model.end());
                    const std::uint32_t chunk = at->first / DrawLog::kChunk;
                    std::erase_if(model, [&](const auto& e) { return e.first / DrawLog::kChunk == chunk; });
                    break;
                }
                case 2: end += random() % 100; [[fallthrough]];   // a prompt between
                default: {
                    for (std::uint32_t n = random() % 30; n > 0; --n, ++end) {
                        auto draw = std::make_shared<DrawFacts>();
                        draw->step = ++step;
                        draw->candidates.resize(random() % 5);
                        model[end] = draw;
                        log.set(end, draw);
                    }
                }
            }
            const auto view = log.view();
            std::size_t bytes = 0;
            for (const auto& [p, draw] : model) {
                ASSERT_EQ(view.at(p), draw.get()) << p;
                bytes += draw->bytes();
            }
            ASSERT_EQ(log.bytes(), bytes);
            for (std::uint32_t p = 0; p < end + 70; p += 7) {
                ASSERT_EQ(view.at(p) != nullptr, model.contains(p)) << p;
            }
            if (i == 200) old = view;
        }
        for (std::uint32_t p = 0; p < old.end(); ++p) {
            if (const auto* draw = old.at(p)) {
                ASSERT_GT(draw->step, 0u) << "a view outlives what was dropped since";
            }
        }
    }
}

}  // namespace
}  // namespace gh::test
