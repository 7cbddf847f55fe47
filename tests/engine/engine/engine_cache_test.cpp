// The cache as the engine uses it: turns continue on it, it is counted right, it runs full in the open.
#include <gtest/gtest.h>

#include "engine/cache/block_pool.h"
#include "tests/engine/engine/engine_driver.h"
#include "tests/support/tiny_model.h"

namespace gh::test {
namespace {

class EngineCache : public testing::Test {
protected:
    // Blocks that nobody holds read as NaN, so that an answer from one would be no answer.
    void SetUp() override { BlockPool::setPoisonReleasedForTest(true); }
    void TearDown() override { BlockPool::setPoisonReleasedForTest(false); }
};

std::string tiny(const std::string& family) { return tinyModelFile(tinyOptions(family, kernels::StorageType::Q8_0)); }

constexpr ConversationId kChat{1}, kOther{2};

TEST_F(EngineCache, TheNextTurnContinuesOnCachedBlocks) {
    for (const std::string& family : tinyFamilies()) {
        SCOPED_TRACE(family);
        EngineDriver driver, fresh;
        ASSERT_TRUE(driver.load(tiny(family)));
        ASSERT_TRUE(fresh.load(tiny(family)));
        std::vector<TokenId> ids = someIds(37, 3);
        std::uint32_t resident = 0;
        for (int turn = 0; turn < 4; ++turn) {
            const RequestId request = driver.submit(ids, 13, kChat);
            const auto end = driver.finish(request);
            EXPECT_EQ(driver.eventsOf<RequestStarted>(request).at(0).reusedTokens, resident) << "turn " << turn;
            EXPECT_EQ(end.stats.reusedTokens, resident);
            EXPECT_EQ(end.ids, fresh.generate(ids, 13)) << "turn " << turn;
            resident = static_cast<std::uint32_t>(ids.size() + end.ids.size() - 1);
            ids = joined(joined(ids, end.ids), someIds(9, static_cast<unsigned>(turn)));
        }
        EXPECT_EQ(driver.disagreements(), 0u);
    }
}

TEST_F(EngineCache, RegeneratingReusesThePrompt) {
    EngineDriver driver;
    ASSERT_TRUE(driver.load(tiny("llama")));
    const auto prompt = someIds(40, 5);
    const auto first = driver.generate(prompt, 20, kChat);
    const RequestId again = driver.submit(prompt, 20, kChat);
    EXPECT_EQ(driver.finish(again).ids, first);
    EXPECT_EQ(driver.eventsOf<RequestStarted>(again).at(0).reusedTokens, 39u);  // the last one is computed for its logits
    // An edited earlier message is reused as far as it is the same.
    auto edited = prompt;
    edited[20] = edited[20] == 7 ? 8 : 7;
    const RequestId other = driver.submit(edited, 20, kChat);
    const auto ids = driver.finish(other).ids;
    EXPECT_EQ(driver.eventsOf<RequestStarted>(other).at(0).reusedTokens, 20u);
    EXPECT_EQ(ids, driver.generate(edited, 20));
}

TEST_F(EngineCache, BeyondAWindowARegenerationFindsWhatIsKept) {
    EngineDriver driver;
    ASSERT_TRUE(driver.load(tiny("gemma3")));  // window 8
    const auto prompt = someIds(40, 6);
    const auto first = driver.generate(prompt, 30, kChat);
    const RequestId again = driver.submit(prompt, 30, kChat);
    EXPECT_EQ(driver.finish(again).ids, first);
    EXPECT_EQ(driver.eventsOf<RequestStarted>(again).at(0).reusedTokens, 39u);  // nobody needed the blocks that the window left
    EXPECT_EQ(driver.disagreements(), 0u);
}

TEST_F(EngineCache, PredictedIsAllocatedInEverySnapshot) {
    for (const std::string& family : tinyFamilies()) {
        EngineDriver driver(EngineDriver::quickConfig(8));
        ASSERT_TRUE(driver.load(tiny(family)));
        std::vector<RequestId> requests;
        for (unsigned i = 0; i < 3; ++i)
            requests.push_back(driver.submit(someIds(20 + static_cast<int>(i) * 7, i), 25, ConversationId{i + 1}));
        for (const RequestId request : requests) {
            const auto end = driver.finish(request);
            EXPECT_EQ(end.stats.predictedBytes, end.stats.allocatedBytes);
        }
        driver.post(ReleaseConversation{ConversationId{2}});
        for (std::uint64_t c : {1u, 3u}) driver.post(ReleaseConversation{ConversationId{c}});
        driver.waitForSnapshot([](const auto& s) { return s.blocks && s.blocks->sequences.empty() && allocated(s) == 0; });
        EXPECT_GT(driver.snapshotsSeen(), 20u);
        EXPECT_EQ(driver.disagreements(), 0u);
    }
}

TEST_F(EngineCache, ASeededFaultShowsInTheSnapshots) {
    EngineDriver driver;
    ASSERT_TRUE(driver.load(tiny("llama")));
    driver.generate(someIds(20, 1), 5);
    EXPECT_EQ(driver.disagreements(), 0u);
    BlockPool::setLeakForTest(true);
    driver.generate(someIds(20, 1), 5);
    driver.waitForSnapshot([](const auto& s) { return s.state == telemetry::EngineState::Idle && s.blocks->sequences.empty(); });
    BlockPool::setLeakForTest(false);
    EXPECT_GT(driver.disagreements(), 0u);
}

TEST_F(EngineCache, AnonymousRequestsLeaveNothing) {
    EngineDriver driver;
    ASSERT_TRUE(driver.load(tiny("gemma3")));
    driver.generate(someIds(20, 1), 5);
    EXPECT_TRUE(driver.waitForSnapshot([](const auto& s) { return s.state == telemetry::EngineState::Idle && allocated(s) == 0; }));
    EXPECT_TRUE(driver.engine().snapshot()->blocks->sequences.empty());
}

TEST_F(EngineCache, TheMapTellsWhoseBlocksTheyAre) {
    EngineDriver driver;
    ASSERT_TRUE(driver.load(tiny("llama")));
    driver.generate(someIds(20, 1), 5, kChat);  // 24 resident: two blocks
    driver.waitForSnapshot([](const auto& s) { return s.state == telemetry::EngineState::Idle; });
    const auto snapshot = driver.engine().snapshot();
    ASSERT_EQ(snapshot->blocks->sequences.size(), 1u);
    const auto& sequence = snapshot->blocks->sequences[0];
    EXPECT_EQ(sequence.conversation, kChat.value);
    EXPECT_EQ(sequence.tokens, 24u);
    EXPECT_FALSE(sequence.running);
    const auto& pool = snapshot->blocks->pools.at(0);
    EXPECT_EQ(pool.cells[0].owner, sequence.key);
    EXPECT_EQ(pool.cells[0].filled, 16);
    EXPECT_EQ(pool.cells[1].firstToken, 16u);
    EXPECT_EQ(pool.cells[1].filled, 8);
    EXPECT_EQ(pool.cells[1].state, telemetry::BlockState::Cached);
    EXPECT_EQ(pool.cells[2].state, telemetry::BlockState::Free);
    EXPECT_EQ(pool.allocatedBytes, 2 * pool.blockBytes);
    EXPECT_EQ(pool.reservedBytes, pool.cells.size() * pool.blockBytes);
    ASSERT_EQ(snapshot->tokens->size(), 1u);
    EXPECT_EQ(snapshot->tokens->at(0).tokens.size(), 24u);
    EXPECT_TRUE(snapshot->tokens->at(0).tokens[23].generated);
    EXPECT_FALSE(snapshot->tokens->at(0).tokens[19].generated);
}

TEST_F(EngineCache, ContextFullIsSaidBeforeItHappens) {
    EngineDriver driver;
    LoadOptions options;
    options.contextTokens = 96;
    ASSERT_TRUE(driver.load(tiny("llama"), options));
    EXPECT_EQ(driver.facts()->contextLimit, 96);
    const RequestId request = driver.submit(someIds(20, 1), -1);
    const auto end = driver.finish(request);
    EXPECT_EQ(end.reason, StopReason::ContextFull);
    const auto warned = driver.eventsOf<ContextNearlyFull>(request);
    ASSERT_EQ(warned.size(), 1u);
    EXPECT_EQ(warned[0].limit, 96u);
    EXPECT_GT(warned[0].tokensLeft, 0u);
    // Every position of the context was used, and the warning came before the end.
    EXPECT_GE(20 + end.ids.size(), 96u);
    EXPECT_LE(20 + end.ids.size(), 97u);
    std::size_t warnedAt = 0, finishedAt = 0, at = 0;
    for (const Event& event : driver.events()) {
        if (std::holds_alternative<ContextNearlyFull>(event)) warnedAt = at;
        if (const auto* e = std::get_if<RequestFinished>(&event); e && e->request == request) finishedAt = at;
        ++at;
    }
    EXPECT_LT(warnedAt + 1, finishedAt);
    EXPECT_EQ(end.stats.predictedBytes, end.stats.allocatedBytes);
    // A prompt that fills the context leaves room for one token.
    const auto full = driver.finish(driver.submit(someIds(96, 2), -1));
    EXPECT_EQ(full.reason, StopReason::ContextFull);
    EXPECT_EQ(full.ids.size(), 1u);
}

TEST_F(EngineCache, IdleConversationsMakeRoomTheOldestFirst) {
    EngineDriver driver;
    LoadOptions options;
    options.contextTokens = 96;  // six blocks
    ASSERT_TRUE(driver.load(tiny("llama"), options));
    const auto a = someIds(30, 1), b = someIds(30, 2);
    driver.generate(a, 3, kChat);
    driver.generate(b, 3, kOther);
    const auto lone = driver.generate(someIds(60, 3), 3);  // needs four: the older conversation goes
    EXPECT_EQ(lone.size(), 3u);
    const RequestId newer = driver.submit(joined(b, {5}), 2, kOther);
    driver.finish(newer);
    EXPECT_EQ(driver.eventsOf<RequestStarted>(newer).at(0).reusedTokens, 30u);
    const RequestId older = driver.submit(joined(a, {5}), 2, kChat);
    driver.finish(older);
    const auto hit = driver.finish(older).stats.hit;
    EXPECT_LE(hit.hitTokens, 1u);   // <s>, of whatever prompt
    EXPECT_NE(hit.miss, telemetry::PrefixMiss::None);
    EXPECT_EQ(driver.disagreements(), 0u);
}

TEST_F(EngineCache, WhenRequestsOutgrowThePoolEachIsStillAnswered) {
    EngineDriver driver(EngineDriver::quickConfig(16));
    LoadOptions options;
    options.contextTokens = 96;
    ASSERT_TRUE(driver.load(tiny("llama"), options));
    std::vector<RequestId> requests;
    for (unsigned i = 0; i < 4; ++i) requests.push_back(driver.submit(someIds(40, i), 50));
    for (const RequestId request : requests) {
        const auto end = driver.finish(request);
        EXPECT_EQ(end.reason, StopReason::MaxTokens) << (end.error ? end.error->message() : "");
        EXPECT_EQ(end.ids.size(), 50u);
    }
    EXPECT_TRUE(driver.waitForSnapshot([](const auto& s) { return s.state == telemetry::EngineState::Idle && allocated(s) == 0; }));
    EXPECT_EQ(driver.disagreements(), 0u);
    EXPECT_EQ(driver.generate(someIds(40, 9), 10).size(), 10u);
}

TEST_F(EngineCache, TheLedgersPredictionsAreWhatWasAllocated) {
    EngineDriver driver;
    ASSERT_TRUE(driver.load(tiny("gemma3")));
    driver.waitForSnapshot([](const auto& s) { return !s.ledger.empty(); });
    for (const auto& line : driver.engine().snapshot()->ledger) {
        if (line.term == "weights" || line.term == "cache" || line.term == "logits") {
            EXPECT_EQ(line.predictedBytes, line.allocatedBytes) << line.term << ": " << line.formula;
        }
    }
}

}  // namespace
}  // namespace gh::test
