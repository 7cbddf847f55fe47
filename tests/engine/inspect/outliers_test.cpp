// Outliers of tiny models: no figure depends on how the pass is cut, taps have the sizes of what they show.
#include "engine/inspect/outliers.h"

#include <gtest/gtest.h>

#include <map>

#include "engine/forward/direct.h"
#include "engine/forward/model_runtime.h"
#include "tests/support/tiny_model.h"

namespace gh::inspect {
namespace {

std::vector<TokenId> someIds(int count) {
    std::vector<TokenId> ids;
    for (int i = 0; i < count; ++i) ids.push_back(3 + (i * 37) % 250);
    return ids;
}

std::unique_ptr<DirectRun> open(const std::string& family) {
    auto run = DirectRun::open(test::tinyModelFile(test::tinyOptions(family)), {}, 2);
    EXPECT_TRUE(run.ok());
    return std::move(run).value();
}

TEST(Outliers, DoNotDependOnHowThePassIsCut) {
    for (const std::string& family : test::tinyFamilies()) {
        SCOPED_TRACE(family);
        const auto run = open(family);
        OutlierSpec spec;
        const auto whole = findOutliers(run->runtime(), someIds(40), spec);
        spec.chunk = 7;
        const auto cut = findOutliers(run->runtime(), someIds(40), spec);
        ASSERT_TRUE(whole.ok() && cut.ok());
        ASSERT_EQ(whole->layers.size(), static_cast<std::size_t>(run->runtime().config().layers));
        EXPECT_EQ(whole->positions, 40u);
        for (std::size_t i = 0; i < whole->layers.size(); ++i) {
            const LayerOutliers &a = whole->layers[i], &b = cut->layers[i];
            EXPECT_EQ(a.layer, static_cast<int>(i));
            EXPECT_EQ(a.statistics.all().max, b.statistics.all().max);
            for (int d = 0; d < a.statistics.rest.dims(); ++d)
                EXPECT_NEAR(a.statistics.rest.rms(d), b.statistics.rest.rms(d), 1e-6 * a.statistics.rest.rms(d));
            EXPECT_EQ(a.int8LevelsUsed, b.int8LevelsUsed);
            EXPECT_EQ(a.median, b.median);
            ASSERT_FALSE(a.top.empty());
            const DimensionStatistics all = a.statistics.all();
            EXPECT_EQ(a.top.front().max, *std::ranges::max_element(all.max));
        }
    }
}

TEST(Outliers, EveryTapShowsRowsOfItsSize) {
    const auto run = open("gemma3");   // heads × head size is not its width
    const ModelConfig& config = run->runtime().config();
    std::vector<Tap> taps;
    for (const TapName& tap : tapNames()) taps.push_back(tap.tap);
    std::map<Tap, int> dims, rows;
    const auto done = watchRows(run->runtime(), someIds(20), taps, 8, [&](Tap tap, int, std::uint32_t, int count, int size, const float*) {
        dims[tap] = size;
        rows[tap] += count;
    });
    ASSERT_TRUE(done.ok());
    EXPECT_EQ(dims[Tap::DownInput], config.ffn);
    EXPECT_EQ(dims[Tap::AttentionOutput], config.layer[0].heads * config.layer[0].headSize);
    EXPECT_EQ(dims[Tap::Residual], config.width);
    EXPECT_EQ(rows[Tap::Residual], 20 * config.layers);
    EXPECT_EQ(rows[Tap::Embedding], 20);
    for (const TapName& tap : tapNames()) {
        OutlierSpec spec;
        spec.tap = tap.tap;
        EXPECT_TRUE(findOutliers(run->runtime(), someIds(12), spec).ok()) << tap.name;
    }
}

TEST(Outliers, TheFirstPositionMayBeLeftOut) {
    const auto run = open("llama");
    OutlierSpec spec;
    spec.skipFirst = true;
    const auto found = findOutliers(run->runtime(), someIds(30), spec);
    ASSERT_TRUE(found.ok());
    EXPECT_EQ(found->positions, 29u);
    for (const LayerOutliers& layer : found->layers)
        for (const OutlierDimension& one : layer.top) EXPECT_GT(one.position, 0u);
    const auto alone = findOutliers(run->runtime(), someIds(1), spec);
    ASSERT_TRUE(alone.ok());
    EXPECT_EQ(alone->positions, 0u);
    EXPECT_TRUE(alone->layers.front().top.empty());
}

TEST(Outliers, BadCallsAreSaid) {
    const auto run = open("llama");
    EXPECT_EQ(findOutliers(run->runtime(), {}, {}).error().code, ErrorCode::InvalidArgument);
    const std::vector<TokenId> beyond = {1, 1 << 20};
    EXPECT_EQ(findOutliers(run->runtime(), beyond, {}).error().code, ErrorCode::InvalidArgument);
    EXPECT_EQ(findOutliers(run->runtime(), someIds(600), {}).error().code, ErrorCode::InvalidArgument);
    EXPECT_EQ(findOutliers(run->runtime(), someIds(30), {}, [](double) { return false; }).error().code, ErrorCode::Cancelled);
    EXPECT_EQ(findTap("nothing"), nullptr);
}

}  // namespace
}  // namespace gh::inspect
