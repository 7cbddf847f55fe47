#include "engine/plan/ledger.h"

#include <gtest/gtest.h>

#include <limits>

namespace gh::plan {
namespace {

LoadPlan smolLm2() {
    LoadPlan plan;
    plan.weightBytes = 97'000'000;
    plan.groups = {LayerGroup{30, 3, 64, 64, 0, {}}};
    plan.contextTokens = 8192;
    plan.stepTokens = 256;
    plan.width = 576;
    plan.ffn = 1536;
    plan.vocab = 49152;
    plan.queryWidth = 576;
    plan.kvWidth = 192;
    plan.ropeValues = 64;
    plan.logitRows = 32;
    return plan;
}

TEST(Ledger, TermsAreTheFormulas) {
    const auto lines = predictLedger(smolLm2());
    ASSERT_EQ(lines.size(), 4u);
    EXPECT_EQ(lines[0].term, "weights");
    EXPECT_EQ(lines[0].predictedBytes, 97'000'000u);
    EXPECT_EQ(lines[1].term, "cache");
    EXPECT_EQ(lines[1].predictedBytes, 188743680u);
    EXPECT_EQ(lines[1].formula, "512 blocks × 16 tokens × 23040 B");
    EXPECT_EQ(lines[2].term, "activations");
    EXPECT_EQ(lines[2].predictedBytes,
              256u * (4 * (3 * 576 + 2 * 576 + 2 * 192 + 3 * 1536) + 1536 / 32 * 40) + 8192u * 64 * 4);
    EXPECT_EQ(lines[3].term, "logits");
    EXPECT_EQ(lines[3].predictedBytes, 32u * 49152 * 4);
    std::uint64_t total = 0;
    for (const auto& line : lines) total += line.predictedBytes;
    EXPECT_EQ(predictedTotal(smolLm2()), total);
}

TEST(Ledger, FitsExactlyAtItsTotal) {
    const LoadPlan plan = smolLm2();
    EXPECT_TRUE(checkFits(plan, predictedTotal(plan), "model.gguf").ok());
    EXPECT_FALSE(checkFits(plan, predictedTotal(plan) - 1, "model.gguf").ok());
}

TEST(Ledger, SaysWhatIsNeededAvailableAndWouldFit) {
    const LoadPlan plan = smolLm2();
    const auto checked = checkFits(plan, 200'000'000, "model.gguf");
    ASSERT_FALSE(checked.ok());
    EXPECT_EQ(checked.error().code, ErrorCode::DoesNotFit);
    EXPECT_EQ(checked.error().subject, "model.gguf");
    const std::uint64_t context = largestContext(plan, 200'000'000);
    EXPECT_GT(context, 0u);
    EXPECT_EQ(context % 16, 0u);
    EXPECT_NE(checked.error().detail.find("190.7 MiB is available"), std::string::npos) << checked.error().detail;
    EXPECT_NE(checked.error().detail.find("at most " + std::to_string(context) + " tokens"), std::string::npos);
    LoadPlan smaller = plan;
    smaller.contextTokens = context;
    EXPECT_TRUE(checkFits(smaller, 200'000'000, "").ok());
    smaller.contextTokens = context + 16;
    EXPECT_FALSE(checkFits(smaller, 200'000'000, "").ok());
}

TEST(Ledger, NoContextFitsWhereTheWeightsDoNot) {
    const auto checked = checkFits(smolLm2(), 50'000'000, "model.gguf");
    ASSERT_FALSE(checked.ok());
    EXPECT_NE(checked.error().detail.find("no context length would fit"), std::string::npos);
}

TEST(Ledger, AHugeShapeFitsNowhere) {
    LoadPlan plan = smolLm2();
    plan.groups[0].layers = plan.groups[0].kvHeads = plan.groups[0].keySize = std::numeric_limits<int>::max();
    plan.contextTokens = std::numeric_limits<std::uint64_t>::max();
    EXPECT_FALSE(checkFits(plan, std::numeric_limits<std::uint64_t>::max() - 1, "").ok());
    EXPECT_FALSE(predictLedger(plan).empty());
}

// However a window and a step lie over the blocks, the sequence has what it needs.
TEST(Ledger, WindowedPoolHoldsWhatAStepNeeds) {
    for (int window : {1, 5, 16, 40})
        for (int step : {1, 7, 16, 33})
            for (int block : {16, 32}) {
                const LayerGroup group{1, 1, 2, 2, window, {}};
                const std::uint64_t pool = poolBlocks(group, 100000, block, step, 1);
                std::uint64_t most = 0;
                for (int start = 0; start < 300; ++start) {
                    const int first = std::max(0, start + 1 - window) / block;
                    const int last = (start + step - 1) / block;
                    most = std::max(most, static_cast<std::uint64_t>(last - first + 1));
                }
                EXPECT_EQ(pool, most) << window << ' ' << step << ' ' << block;
            }
}

TEST(Ledger, FullPoolHoldsTheContext) {
    const LayerGroup group{1, 1, 2, 2, 0, {}};
    EXPECT_EQ(poolBlocks(group, 0, 16, 256, 1), 0u);
    EXPECT_EQ(poolBlocks(group, 1, 16, 256, 1), 1u);
    EXPECT_EQ(poolBlocks(group, 8192, 16, 256, 1), 512u);
    const LayerGroup windowed{1, 1, 2, 2, 512, {}};
    EXPECT_EQ(poolBlocks(windowed, 100, 16, 256, 1), 7u);    // never more than the context
    EXPECT_EQ(poolBlocks(windowed, 8192, 16, 256, 0), 512u);
}

}  // namespace
}  // namespace gh::plan
