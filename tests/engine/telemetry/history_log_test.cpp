// The log of block maps by itself: rebuilding, keyframes, the byte budget, models that come and go, snapshots of then.
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "engine/telemetry/history.h"

namespace gh::telemetry {

// For what a failed comparison prints.
void PrintTo(const BlockCell& c, std::ostream* out) {
    *out << "{owner " << c.owner << ", first " << c.firstToken << ", filled " << c.filled << ", state " << int(c.state) << "}";
}

namespace {

BlockMap emptyMap(int blocks) {
    BlockMap map;
    BlockPool& pool = map.pools.emplace_back();
    pool.name = "all layers";
    pool.blockTokens = 4;
    pool.blockBytes = 100;
    pool.reservedBytes = 100u * static_cast<unsigned>(blocks);
    pool.cells.resize(static_cast<std::size_t>(blocks));
    return map;
}

bool same(const BlockMap& a, const BlockMap& b) { return a.pools == b.pools && a.sequences == b.sequences; }

// One sequence that writes a token a step into block after block, round and round; `truth` keeps every map.
struct Writer {
    BlockHistoryLog log;
    BlockMap now;
    std::map<std::uint64_t, BlockMap> truth;
    std::uint64_t step = 0;

    Writer(int blocks, std::size_t budget) : log(budget), now(emptyMap(blocks)) {}
    void run(int steps) {
        for (int i = 0; i < steps; ++i) {
            ++step;
            if (!log.isOpen()) {
                log.begin(step, now);
            } else {
                BlockPool& pool = now.pools[0];
                if (now.sequences.empty()) {
                    now.sequences.push_back({7, 70, 1, "seven", 0, true});
                    log.append(step, SequenceChange{std::make_shared<const SequenceFacts>(now.sequences[0])});
                }
                const std::uint32_t at = now.sequences[0].tokens++;
                const auto block = at / 4 % static_cast<std::uint32_t>(pool.cells.size());
                BlockCell& cell = pool.cells[block];
                const bool fresh = at % 4 == 0;
                if (fresh) cell = {7, at, 0, 1, BlockState::Used, step, step};
                ++cell.filled;
                cell.filledAtStep = step;
                pool.allocatedBytes += fresh ? 100 : 0;
                log.append(step, TokensChange{7, at + 1});
                log.append(step, CellChange{fresh ? BlockChange::Allocated : BlockChange::Filled, 0, block, cell});
                if (fresh) log.append(step, FiguresChange{0, pool.predictedBytes, pool.allocatedBytes, {}});
            }
            log.closeStep(step, 1);
            truth[step] = now;
        }
    }
};

TEST(HistoryLog, EveryKeptStepIsRebuiltExactly) {
    Writer w(32, BlockHistoryLog::kByteBudget);
    w.run(900);
    const auto history = w.log.view();
    EXPECT_EQ(history->firstStep(), 1u);
    EXPECT_EQ(history->lastStep(), 900u);
    EXPECT_GT(history->keyframes(), 5u);
    for (const auto& [step, map] : w.truth) {
        const auto rebuilt = history->at(step);
        ASSERT_TRUE(rebuilt) << step;
        EXPECT_TRUE(same(*rebuilt, map)) << step;
        const auto changes = history->changesOf(step);
        EXPECT_EQ(changes.size(), step == 1 ? 0u : 1u) << step;
    }
    EXPECT_FALSE(history->at(0));
    EXPECT_FALSE(history->at(901));
    EXPECT_NE(history->at(5)->version, history->at(6)->version);
}

TEST(HistoryLog, AViewDoesNotChangeWhenTheLogGoesOn) {
    Writer w(16, BlockHistoryLog::kByteBudget);
    w.run(100);
    const auto early = w.log.view();
    EXPECT_EQ(early, w.log.view());   // nothing new: the same
    w.run(600);
    EXPECT_EQ(early->lastStep(), 100u);
    EXPECT_FALSE(early->at(101));
    for (std::uint64_t step = 1; step <= 100; ++step) EXPECT_TRUE(same(*early->at(step), w.truth[step])) << step;
}

TEST(HistoryLog, TheBudgetDropsTheOldest) {
    constexpr std::size_t kBudget = 200'000;
    Writer w(64, kBudget);
    w.run(5000);
    const auto history = w.log.view();
    EXPECT_LE(history->bytes(), kBudget);
    EXPECT_GT(history->firstStep(), 1u);
    EXPECT_LT(history->firstStep(), 4900u);
    EXPECT_FALSE(history->at(history->firstStep() - 1));
    for (std::uint64_t step = history->firstStep(); step <= 5000; ++step)
        ASSERT_TRUE(same(*history->at(step), w.truth[step])) << step;
}

TEST(HistoryLog, AModelThatWentIsStillRemembered) {
    Writer w(16, BlockHistoryLog::kByteBudget);
    w.run(20);
    w.log.end();
    EXPECT_FALSE(w.log.isOpen());
    EXPECT_TRUE(same(*w.log.view()->at(20), w.truth[20]));
    w.now = emptyMap(8);
    w.run(20);
    const auto history = w.log.view();
    EXPECT_EQ(history->at(20)->pools[0].cells.size(), 16u);
    EXPECT_EQ(history->at(21)->pools[0].cells.size(), 8u);
    for (const auto& [step, map] : w.truth) EXPECT_TRUE(same(*history->at(step), map)) << step;
    // What is older than the steps is not kept either.
    w.log.closeStep(41, 30);
    EXPECT_EQ(w.log.view()->firstStep(), 21u);
}

TEST(HistoryLog, StateOfCellsFollowsTheirOwner) {
    Writer w(16, BlockHistoryLog::kByteBudget);
    w.run(30);
    w.now.sequences[0].running = false;
    w.now.sequences[0].request = 0;
    w.log.append(31, SequenceChange{std::make_shared<const SequenceFacts>(w.now.sequences[0])});
    w.log.closeStep(31, 1);
    EXPECT_EQ(w.log.view()->at(30)->pools[0].cells[0].state, BlockState::Used);
    EXPECT_EQ(w.log.view()->at(31)->pools[0].cells[0].state, BlockState::Cached);
    w.log.append(32, SequenceGone{7, true});
    w.log.append(32, CellChange{BlockChange::Evicted, 0, 0, {}});
    w.log.closeStep(32, 1);
    EXPECT_TRUE(w.log.view()->at(32)->sequences.empty());
    EXPECT_EQ(w.log.view()->at(32)->pools[0].cells[0], BlockCell{});
}

TEST(HistoryLog, ASnapshotOfThen) {
    Writer w(16, BlockHistoryLog::kByteBudget);
    w.run(40);
    Snapshot now;
    now.step = 40;
    now.history = w.log.view();
    ChunkedLog<TokenFacts> tokens;
    for (std::uint64_t step = 2; step <= 40; ++step) tokens.append({static_cast<std::int32_t>(step), false, true, step, "x"});
    now.tokens = std::make_shared<const std::vector<SequenceTokens>>(std::vector<SequenceTokens>{{7, tokens.view(), {}, {}}});
    const auto then = asOf(now, 20);
    ASSERT_TRUE(then);
    EXPECT_EQ(then->step, 20u);
    EXPECT_EQ(then->tokens->front().tokens.size(), then->blocks->sequences[0].tokens);
    EXPECT_EQ(then->tokens->front().tokens.back().step, 20u);
    EXPECT_EQ(tokensAt(tokens.view(), 1), 0u);
    EXPECT_EQ(tokensAt(tokens.view(), 1000), 39u);
    EXPECT_FALSE(asOf(now, 41));
    now.history = nullptr;
    EXPECT_FALSE(asOf(now, 20));
}

TEST(LogView, APrefixIsTheLogAsItWas) {
    ChunkedLog<int, 4> log;
    for (int i = 0; i < 11; ++i) log.append(i);
    const auto view = log.view();
    for (const std::size_t count : {0u, 1u, 4u, 5u, 11u, 50u}) {
        const auto prefix = view.prefix(count);
        ASSERT_EQ(prefix.size(), std::min<std::size_t>(count, 11));
        for (std::size_t i = 0; i < prefix.size(); ++i) EXPECT_EQ(prefix[i], static_cast<int>(i));
        EXPECT_EQ(prefix.find(prefix.end()), nullptr);
    }
}

}  // namespace
}  // namespace gh::telemetry
