// The formulas against sums over single queries, and against what a model says that its batches took.
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/forward/model_runtime.h"
#include "engine/lab/measured_model.h"
#include "engine/lab/work_formula.h"
#include "tests/support/tiny_model.h"

namespace gh::lab {
namespace {

ModelConfig config(std::vector<int> windows) {
    ModelConfig c;
    c.layers = static_cast<int>(windows.size());
    c.width = 12;
    c.ffn = 20;
    c.vocab = 50;
    for (const int window : windows) {
        LayerConfig layer;
        layer.heads = 3;
        layer.kvHeads = 1;
        layer.headSize = 4;
        layer.window = window;
        c.layer.push_back(layer);
    }
    return c;
}

TEST(LabWork, AttentionIsTheSumOverWhatEachQuerySees) {
    const ModelConfig c = config({0, 5, 1});
    for (std::uint64_t n = 1; n <= 40; ++n) {
        std::uint64_t pass = 0;
        for (std::uint64_t position = 0; position < n; ++position)
            for (const LayerConfig& layer : c.layer) {
                const std::uint64_t seen = layer.window ? std::min<std::uint64_t>(position + 1, static_cast<std::uint64_t>(layer.window)) : position + 1;
                pass += 2 * 3 * 4 * seen;
            }
        EXPECT_EQ(naiveStep(c, n).attention, pass) << n;
    }
}

TEST(LabWork, TotalsAreTheSumsOfTheSteps) {
    for (const ModelConfig& c : {config({0}), config({0, 7, 64})}) {
        Macs cached, naive;
        for (std::uint64_t n = 1; n <= 100; ++n) {
            cached += cachedStep(c, n);
            naive += naiveStep(c, n);
            EXPECT_EQ(cachedTotal(c, n).total(), cached.total()) << n;
            EXPECT_EQ(naiveTotal(c, n).attention, naive.attention) << n;
            EXPECT_EQ(naiveTotal(c, n).total(), naive.total()) << n;
        }
    }
}

TEST(LabWork, GrowsAsThePagesSay) {
    // 4,096 tokens: 67 MB of scores in a matrix, 16 KB in a row.
    EXPECT_EQ(scoreBytes(4096, 32).matrix, 67'108'864u);
    EXPECT_EQ(scoreBytes(4096, 32).row, 16'384u);
    EXPECT_EQ(scoreBytes(4096, 32).tiles, 32u * 256 * 4);
    EXPECT_EQ(scoreBytes(1, 32).tiles, 4u);
    EXPECT_EQ(headCachedMacs(4096, 64), 2u * 4096 * 64);
    EXPECT_EQ(headNaiveMacs(4096, 64), 4096u * 4097 * 64);
    // Attention of all steps with full layers: the square against the cube.
    const ModelConfig c = config({0});
    const auto growth = [](std::uint64_t twice, std::uint64_t once) { return static_cast<double>(twice) / static_cast<double>(once); };
    EXPECT_NEAR(growth(cachedTotal(c, 2000).attention, cachedTotal(c, 1000).attention), 4, 0.01);
    EXPECT_NEAR(growth(naiveTotal(c, 2000).attention, naiveTotal(c, 1000).attention), 8, 0.02);
    EXPECT_NEAR(growth(naiveTotal(c, 2000).products, naiveTotal(c, 1000).products), 4, 0.01);
    EXPECT_EQ(cachedTotal(c, 2000).products, 2 * cachedTotal(c, 1000).products);
}

TEST(LabWork, IsWhatEveryFamilysBatchesTake) {
    for (const std::string& family : test::tinyFamilies()) {
        SCOPED_TRACE(family);
        test::TinyOptions options = test::tinyOptions(family);
        options.context = 128;
        auto model = ModelRuntime::load(test::tinyModelFile(options), {}, 1, 64);
        ASSERT_TRUE(model) << model.error().message();
        for (const auto [first, count, logits] : {std::array{0, 1, 1}, std::array{0, 40, 1}, std::array{30, 20, 3}, std::array{90, 1, 0}}) {
            SequenceCache cache((*model)->pools());
            std::vector<BatchRow> batch;
            for (int i = first; i < first + count; ++i) batch.push_back({1, static_cast<std::uint32_t>(i), &cache});
            const auto work = (*model)->work(batch, logits);
            EXPECT_EQ(work.operations, 2 * macsOfRows((*model)->config(), static_cast<std::uint64_t>(first),
                                                      static_cast<std::uint64_t>(count), static_cast<std::uint64_t>(logits)).total());
        }
    }
}

TEST(LabWork, TheSlowerResourceBinds) {
    MachineLimits limits;
    limits.readBytesPerSecond = 100;
    limits.int8OpsPerSecond = 1000;
    limits.f32OpsPerSecond = 10;
    BatchWork work;
    work.weightBytes = 150;
    work.cacheBytes = 50;
    work.operations = 1020;
    const StepFloor floor = floorOf(work, 20, true, limits);
    EXPECT_DOUBLE_EQ(floor.memorySeconds, 2);
    EXPECT_DOUBLE_EQ(floor.computeSeconds, 3);
    EXPECT_FALSE(floor.memoryBound());
    EXPECT_DOUBLE_EQ(floorOf(work, 20, false, limits).computeSeconds, 102);
    EXPECT_TRUE(floorOf(work, 0, true, limits).memoryBound());
}

}  // namespace
}  // namespace gh::lab
