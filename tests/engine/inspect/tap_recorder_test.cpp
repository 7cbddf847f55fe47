// What a recorder gathers beside a running batch is what a pass over the text alone finds.
#include "engine/inspect/tap_recorder.h"

#include <gtest/gtest.h>

#include "engine/forward/direct.h"
#include "engine/forward/model_runtime.h"
#include "engine/inspect/outliers.h"
#include "tests/support/tiny_model.h"

namespace gh::inspect {
namespace {

std::vector<TokenId> someIds(int count, int seed) {
    std::vector<TokenId> ids;
    for (int i = 0; i < count; ++i) ids.push_back(3 + (i * 37 + seed) % 250);
    return ids;
}

struct Served {
    std::unique_ptr<DirectRun> run;
    ModelPools pools;
    std::unique_ptr<SequenceCache> followed, other;

    explicit Served(const std::string& family) {
        auto opened = DirectRun::open(test::tinyModelFile(test::tinyOptions(family)), {}, 2);
        EXPECT_TRUE(opened.ok());
        run = std::move(opened).value();
        auto made = run->runtime().privatePools(400);
        EXPECT_TRUE(made.ok());
        pools = std::move(made).value();
        followed = std::make_unique<SequenceCache>(pools);
        other = std::make_unique<SequenceCache>(pools);
    }
    // One step: a row of another sequence, then the followed one's next `count` ids.
    void step(TapRecorder& recorder, const std::vector<TokenId>& ids, std::uint32_t first, std::uint32_t count, std::uint64_t number) {
        std::vector<BatchRow> batch;
        ASSERT_TRUE(other->growTo(number));
        batch.push_back({static_cast<TokenId>(9 + number), static_cast<std::uint32_t>(number - 1), other.get()});
        ASSERT_TRUE(followed->growTo(first + count));
        for (std::uint32_t p = first; p < first + count; ++p) batch.push_back({ids[p], p, followed.get()});
        ModelRuntime& model = run->runtime();
        const TapSink* sink = recorder.beginStep(model.backend(), model.config(), 7, number, 1, static_cast<int>(count), first, 0);
        model.forward(batch, nullptr, sink);
    }
};

TEST(TapRecorder, GathersOneRequestsRowsHoweverTheyCome) {
    for (const char* family : {"llama", "gemma3"}) {
        SCOPED_TRACE(family);
        Served served(family);
        const auto ids = someIds(60, 1);
        TapRecorder recorder;
        EXPECT_EQ(recorder.facts(), nullptr);
        recorder.watch(Tap::Residual);
        std::uint64_t number = 1;
        std::uint32_t first = 0;
        for (const std::uint32_t count : {20u, 5u, 17u}) {
            served.step(recorder, ids, first, count, number++);
            first += count;
        }
        for (; first < 60; ++first) served.step(recorder, ids, first, 1, number++);
        const auto facts = recorder.facts();
        ASSERT_TRUE(facts);
        EXPECT_EQ(facts->tap, "residual");
        EXPECT_EQ(facts->request, 7u);
        EXPECT_EQ(facts->observed, 60u);
        EXPECT_EQ(facts->notObserved, 0u);
        EXPECT_EQ(recorder.facts(), facts) << "nothing new, the same value";

        const auto found = findOutliers(served.run->runtime(), ids, {});
        ASSERT_TRUE(found.ok());
        ASSERT_EQ(facts->layers.size(), found->layers.size());
        for (std::size_t i = 0; i < facts->layers.size(); ++i) {
            const PositionedStatistics& alone = found->layers[i].statistics;
            EXPECT_EQ(facts->layers[i].first.max, alone.first.max);
            EXPECT_EQ(facts->layers[i].rest.max, alone.rest.max);
            EXPECT_EQ(facts->layers[i].rest.maxPosition, alone.rest.maxPosition);
            EXPECT_EQ(facts->layers[i].rest.over6, alone.rest.over[0]);
            EXPECT_EQ(facts->layers[i].rest.rows, 59u);
        }
    }
}

TEST(TapRecorder, ANewRequestBeginsAnewAndNobodyWatchingKeepsNothing) {
    Served served("llama");
    const auto ids = someIds(30, 2);
    TapRecorder recorder;
    recorder.watch(Tap::FfnInput);
    served.step(recorder, ids, 0, 10, 1);
    ModelRuntime& model = served.run->runtime();
    // The next request goes on behind 10 positions that nobody saw.
    ASSERT_TRUE(served.followed->growTo(12));
    const BatchRow rows[] = {{ids[10], 10, served.followed.get()}, {ids[11], 11, served.followed.get()}};
    model.forward(rows, nullptr, recorder.beginStep(model.backend(), model.config(), 8, 2, 0, 2, 10, 10));
    const auto facts = recorder.facts();
    EXPECT_EQ(facts->request, 8u);
    EXPECT_EQ(facts->observed, 2u);
    EXPECT_EQ(facts->notObserved, 10u);
    EXPECT_EQ(facts->layers.front().first.rows, 0u);
    EXPECT_EQ(facts->layers.front().rest.rows, 2u);
    recorder.watch({});
    EXPECT_EQ(recorder.facts(), nullptr);
    EXPECT_EQ(recorder.beginStep(model.backend(), model.config(), 8, 3, 0, 1, 12, 0), nullptr);
}

}  // namespace
}  // namespace gh::inspect
