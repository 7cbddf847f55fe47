// Random activity of the scheduler on tiny models: every past block map that the log gives equals the one that was read
// off the tables at the end of that step.
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "engine/schedule/recorder.h"
#include "tests/support/tiny_model.h"

namespace gh::test {
namespace {

using telemetry::BlockChange;
using telemetry::MarkKind;

constexpr int kConversations = 5;

struct Bench {
    std::unique_ptr<ModelRuntime> model;
    std::unique_ptr<Scheduler> scheduler;
    Recorder recorder;
    std::mt19937 random{11};
    std::map<std::uint64_t, telemetry::BlockMap> truth;
    std::vector<Event> events;
    std::map<std::uint64_t, std::vector<TokenId>> said;   // by conversation: prompt and reply so far
    std::map<std::uint64_t, std::vector<TokenId>> prompts;
    std::uint64_t number = 0;

    Bench(const std::string& family, int context, std::size_t historyBytes) : recorder(historyBytes) {
        LoadOptions options;
        options.contextTokens = context;
        model = *ModelRuntime::load(tinyModelFile(tinyOptions(family, kernels::StorageType::Q8_0)), options, 1, 32);
        SchedulerHooks hooks{[this](Event event) { take(std::move(event)); },
                             [](const SubmitRequest& request) -> Result<Prompt> {
                                 return Prompt{std::get<std::vector<TokenId>>(request.prompt),
                                               std::make_shared<const telemetry::PromptText>()};
                             }};
        scheduler = std::make_unique<Scheduler>(*model, std::move(hooks), 32, RecordingSettings{});
    }
    int upTo(int most) { return std::uniform_int_distribution<int>(0, most)(random); }

    void take(Event event) {
        if (const auto* started = std::get_if<RequestStarted>(&event)) prompts[started->request.value] = started->promptIds;
        if (const auto* done = std::get_if<RequestFinished>(&event)) {
            auto& words = said[done->conversation.value] = prompts[done->request.value];
            words.insert(words.end(), done->ids.begin(), done->ids.end());
        }
        events.push_back(std::move(event));
    }
    void submit() {
        SubmitRequest request;
        request.request = Engine::newRequestId();
        request.conversation = {static_cast<std::uint64_t>(upTo(kConversations))};   // 0: of none
        request.label = "chat " + std::to_string(request.conversation.value) + (upTo(3) == 0 ? " renamed" : "");
        std::vector<TokenId> ids = said[request.conversation.value];
        if (ids.size() > 150) ids.resize(static_cast<std::size_t>(upTo(60)));   // a fresh start now and then
        if (upTo(1) == 0) ids.resize(static_cast<std::size_t>(upTo(static_cast<int>(ids.size()))));   // a branch
        for (int i = 1 + upTo(70); i > 0; --i) ids.push_back(static_cast<TokenId>(3 + upTo(200)));
        request.prompt = std::move(ids);
        request.maxTokens = 1 + upTo(40);
        scheduler->submit(std::move(request));
    }
    void act() {
        const int what = upTo(99);
        if (what < 20) submit();
        else if (what < 23 && !scheduler->running().empty())
            scheduler->cancel(scheduler->running()[static_cast<std::size_t>(upTo(static_cast<int>(scheduler->running().size()) - 1))]->spec.request);
        else if (what < 25) scheduler->release({static_cast<std::uint64_t>(1 + upTo(kConversations - 1))});
        if (!scheduler->step(number + 1, 0.001 * static_cast<double>(number))) return;
        ++number;
        recorder.addStep(*scheduler);
        truth[number] = buildBlockMap(*scheduler);
    }
    std::shared_ptr<const telemetry::Snapshot> snapshot() {
        return recorder.build(scheduler.get(), telemetry::EngineState::Running, false, {}, number);
    }
};

void compare(const telemetry::BlockMap& rebuilt, const telemetry::BlockMap& live, std::uint64_t step) {
    ASSERT_EQ(rebuilt.sequences, live.sequences) << "step " << step;
    ASSERT_EQ(rebuilt.pools.size(), live.pools.size());
    for (std::size_t p = 0; p < live.pools.size(); ++p) {
        for (std::size_t b = 0; b < live.pools[p].cells.size(); ++b)
            ASSERT_TRUE(rebuilt.pools[p].cells[b] == live.pools[p].cells[b]) << "step " << step << ", pool " << p << ", block " << b;
        ASSERT_EQ(rebuilt.pools[p], live.pools[p]) << "step " << step << ", pool " << p;
    }
}

TEST(BlockRecorder, EveryMapOfThePastIsTheOneThatWasLive) {
    for (const std::string family : {"llama", "gemma3"}) {
        SCOPED_TRACE(family);
        Bench bench(family, 320, telemetry::BlockHistoryLog::kByteBudget);
        std::shared_ptr<const telemetry::Snapshot> half;
        for (int i = 0; i < 3000; ++i) {
            bench.act();
            if (i == 1500) half = bench.snapshot();
        }
        const auto end = bench.snapshot();
        ASSERT_GT(bench.number, 1000u);
        EXPECT_GT(end->history->keyframes(), 3u);
        std::set<BlockChange> kinds;
        for (const auto& snapshot : {half, end}) {
            for (std::uint64_t step = 1; step <= snapshot->step; ++step) {
                const auto rebuilt = snapshot->history->at(step);
                ASSERT_TRUE(rebuilt) << step;
                compare(*rebuilt, bench.truth[step], step);
                if (testing::Test::HasFatalFailure()) return;
                for (const auto& change : snapshot->history->changesOf(step)) {
                    kinds.insert(change.kind);
                    ASSERT_TRUE(change.cell == bench.truth[step].pools[change.pool].cells[change.block]) << step;
                }
            }
        }
        // The activity did what the log is there for.
        for (const BlockChange kind : {BlockChange::Allocated, BlockChange::Filled, BlockChange::Freed, BlockChange::Evicted, BlockChange::Reused,
                                       BlockChange::Shared, BlockChange::FoundAgain, BlockChange::Overwritten, BlockChange::Copied})
            EXPECT_TRUE(kinds.contains(kind)) << static_cast<int>(kind);
        EXPECT_GT(end->blocks->pools[0].facts.copies, 0u);
        EXPECT_GT(end->blocks->pools[0].facts.evictions, 0u);
        std::map<MarkKind, int> marks;
        std::uint64_t last = 0;
        for (std::size_t i = 0; i < end->marks.size(); ++i) {
            ++marks[end->marks[i].kind];
            EXPECT_GE(end->marks[i].step, last);
            last = end->marks[i].step;
            EXPECT_FALSE(end->marks[i].label.empty());
        }
        for (const MarkKind kind : {MarkKind::Started, MarkKind::FirstToken, MarkKind::Finished, MarkKind::Stopped, MarkKind::Evicted,
                                    MarkKind::Submitted})
            EXPECT_GT(marks[kind], 0) << static_cast<int>(kind);
        RecordProperty("history_bytes", static_cast<int>(end->history->bytes()));
    }
}

TEST(BlockRecorder, ASmallBudgetKeepsTheNewest) {
    Bench bench("llama", 320, 120'000);
    for (int i = 0; i < 2500; ++i) bench.act();
    const auto end = bench.snapshot();
    EXPECT_LE(end->history->bytes(), 120'000u);
    EXPECT_GT(end->history->firstStep(), 1u);
    EXPECT_EQ(end->history->lastStep(), end->step);
    EXPECT_FALSE(end->history->at(end->history->firstStep() - 1));
    for (std::uint64_t step = end->history->firstStep(); step <= end->step; ++step) compare(*end->history->at(step), bench.truth[step], step);
}

TEST(BlockRecorder, ASnapshotOfThenHasTheTokensOfThen) {
    Bench bench("llama", 320, telemetry::BlockHistoryLog::kByteBudget);
    for (int i = 0; i < 400; ++i) bench.act();
    const auto now = bench.snapshot();
    for (std::uint64_t step = now->step - 50; step <= now->step; ++step) {
        const auto then = telemetry::asOf(*now, step);
        ASSERT_TRUE(then);
        EXPECT_EQ(then->step, step);
        for (const auto& sequence : *then->tokens)
            if (!sequence.tokens.empty()) {
                EXPECT_LE(sequence.tokens.back().step, step);
            }
    }
}

TEST(BlockRecorder, AModelThatGoesLeavesItsPast) {
    Bench bench("llama", 320, telemetry::BlockHistoryLog::kByteBudget);
    for (int i = 0; i < 200; ++i) bench.act();
    const std::uint64_t last = bench.number;
    bench.scheduler->cancelAll();
    bench.scheduler.reset();
    bench.recorder.forgetModel();
    const auto empty = bench.recorder.build(nullptr, telemetry::EngineState::Empty, false, {}, last);
    EXPECT_FALSE(empty->blocks);
    EXPECT_EQ(empty->steps.size(), last);
    compare(*empty->history->at(last), bench.truth[last], last);
}

// What the window shows of the hashes: a chain, from block to block.
TEST(BlockChains, EveryWholeBlockHangsOnTheOneBeforeIt) {
    Bench bench("llama", 400, telemetry::BlockHistoryLog::kByteBudget);
    std::size_t entered = 0, hanging = 0;
    for (int i = 0; i < 300; ++i) {
        bench.act();
        const auto snapshot = bench.snapshot();
        if (!snapshot->blocks) continue;
        ASSERT_TRUE(snapshot->chains);
        ASSERT_EQ(snapshot->chains->pools.size(), snapshot->blocks->pools.size());
        const telemetry::BlockPool& pool = snapshot->blocks->pools[0];
        const auto& chains = snapshot->chains->pools[0];
        ASSERT_EQ(chains.size(), pool.cells.size());
        std::map<std::pair<std::uint64_t, std::uint32_t>, std::size_t> at;   // by owner and entry
        for (std::size_t b = 0; b < chains.size(); ++b)
            if (pool.cells[b].owner) at[{pool.cells[b].owner, pool.cells[b].firstToken / static_cast<std::uint32_t>(pool.blockTokens)}] = b;
        for (std::size_t b = 0; b < chains.size(); ++b) {
            const telemetry::BlockCell& cell = pool.cells[b];
            if (chains[b].depth == 0) continue;
            ++entered;
            ASSERT_EQ(chains[b].depth, cell.firstToken / static_cast<std::uint32_t>(pool.blockTokens) + 1);
            const auto before = chains[b].depth > 1 ? at.find({cell.owner, chains[b].depth - 2}) : at.end();
            if (before == at.end()) continue;
            ++hanging;
            ASSERT_EQ(chains[b].parent, chains[before->second].hash) << "block " << b;
        }
        if (const auto then = telemetry::asOf(*snapshot, bench.number)) {
            EXPECT_FALSE(then->chains) << "of now alone";
        }
    }
    EXPECT_GT(entered, 500u);
    EXPECT_GT(hanging, 100u);
}

}  // namespace
}  // namespace gh::test
