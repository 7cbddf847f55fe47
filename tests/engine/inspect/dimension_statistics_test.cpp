#include "engine/inspect/dimension_statistics.h"

#include <gtest/gtest.h>

#include <cmath>

namespace gh::inspect {
namespace {

DimensionStatistics someRows() {
    DimensionStatistics s;
    s.add(std::vector<float>{1.0f, -8.0f, 0.0f, 0.25f}, 0);
    s.add(std::vector<float>{-3.0f, 6.0f, 0.0f, -0.25f}, 1);
    s.add(std::vector<float>{2.0f, 7.0f, 0.0f, 0.1f}, 2);
    return s;
}

TEST(DimensionStatistics, LargestWhereItStoodFirstMeansAndCounts) {
    const DimensionStatistics s = someRows();
    EXPECT_EQ(s.rows, 3u);
    EXPECT_EQ(s.max, (std::vector<float>{3.0f, 8.0f, 0.0f, 0.25f}));
    EXPECT_EQ(s.maxPosition, (std::vector<std::uint32_t>{1, 0, 0, 0}));
    EXPECT_DOUBLE_EQ(s.meanAbs(0), 2.0);
    EXPECT_DOUBLE_EQ(s.rms(1), std::sqrt((64.0 + 36 + 49) / 3));
    EXPECT_EQ(s.over[0], (std::vector<std::uint32_t>{0, 2, 0, 0})) << "6 itself is not beyond 6";
}

TEST(DimensionStatistics, PiecesInAnyOrderAreTheWhole) {
    DimensionStatistics whole = someRows(), early, late;
    early.add(std::vector<float>{1.0f, -8.0f, 0.0f, 0.25f}, 0);
    late.add(std::vector<float>{-3.0f, 6.0f, 0.0f, -0.25f}, 1);
    late.add(std::vector<float>{2.0f, 7.0f, 0.0f, 0.1f}, 2);
    late.merge(early);
    EXPECT_EQ(late.max, whole.max);
    EXPECT_EQ(late.maxPosition, whole.maxPosition) << "of equal values the earlier one";
    EXPECT_EQ(late.over, whole.over);
    EXPECT_EQ(late.rows, whole.rows);
    EXPECT_EQ(late.sumAbs, whole.sumAbs);
    DimensionStatistics nothing;
    late.merge(nothing);
    EXPECT_EQ(late.rows, whole.rows);
}

TEST(DimensionStatistics, FirstPositionApart) {
    PositionedStatistics s;
    s.add(std::vector<float>{100.0f, 1.0f}, 0);
    s.add(std::vector<float>{2.0f, -3.0f}, 1);
    EXPECT_EQ(s.withoutFirst().max, (std::vector<float>{2.0f, 3.0f}));
    EXPECT_EQ(s.all().max, (std::vector<float>{100.0f, 3.0f}));
}

TEST(DimensionStatistics, MedianOctavesAndOrder) {
    const DimensionStatistics s = someRows();   // maxima 3, 8, 0, 0.25
    EXPECT_DOUBLE_EQ(medianMax(s), (0.25 + 3.0) / 2);
    const Octaves octaves = octavesOf(s);
    EXPECT_EQ(octaves.first, -2);
    EXPECT_EQ(octaves.counts, (std::vector<std::uint32_t>{1, 0, 0, 1, 0, 1}));
    EXPECT_EQ(octaves.zeros, 1u);
    EXPECT_EQ(topDimensions(s, 2), (std::vector<int>{1, 0}));
    EXPECT_EQ(topDimensions(s, 9).size(), 4u);
    EXPECT_EQ(medianMax({}), 0);
    EXPECT_TRUE(octavesOf({}).counts.empty());
}

}  // namespace
}  // namespace gh::inspect
