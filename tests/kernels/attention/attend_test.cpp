// attendCut: right against a softmax in double, equal bits on every instruction set, each query as if alone.
#include <algorithm>

#include "tests/kernels/attention/cut.h"

namespace gh::kernels::test {
namespace {

constexpr int kHeadSizes[] = {7, 8, 16, 24, 32, 64, 80, 96, 128, 256};

// How the visible stretches of a call's queries lie to one another.
enum class Shape { Decode, Causal, Window, Scattered };
constexpr Shape kShapes[] = {Shape::Decode, Shape::Causal, Shape::Window, Shape::Scattered};

std::vector<Visible> visibleOf(Shape shape, int count, int tokens, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<Visible> visible;
    for (int i = 0; i < count; ++i) {
        const int row = std::max(0, tokens - 1 - (count - 1 - i) / 3);  // three query heads a row
        switch (shape) {
            case Shape::Decode:
                visible.push_back({0, tokens - 1});
                break;
            case Shape::Causal:
                visible.push_back({0, row});
                break;
            case Shape::Window:
                visible.push_back({std::max(0, row - 36), row});
                break;
            case Shape::Scattered: {
                const int first = static_cast<int>(random() % static_cast<unsigned>(tokens));
                visible.push_back(
                    {first, first + static_cast<int>(random() % static_cast<unsigned>(tokens - first))});
            }
        }
    }
    return visible;
}

// Calls body(cut, queries, visible, words) over types, head sizes, counts of queries and shapes.
template <typename Body>
void overShapes(const KernelTable& scalar, const Body& body) {
    unsigned seed = 1;
    for (const KvTypes types : typePairs())
        for (const int headSize : kHeadSizes) {
            if (!canHold(types, headSize)) continue;
            // F16, and what block types differ in, goes through all sizes.
            if (types.k != types.v && headSize != 32 && headSize != 64 && headSize != 80) continue;
            if (types == KvType::F32 && headSize != 7 && headSize != 64 && headSize != 80) continue;
            const int tokens = headSize == 64 ? kCutTokens : 1 + static_cast<int>(seed * 37 % 256);
            Cut cut(types, headSize);
            cut.fill(scalar, tokens, seed);
            for (const int count : {1, 2, 3, 4, 7, 13, 24, 50})
                for (const Shape shape : kShapes) {
                    const auto q = randomRow(static_cast<std::size_t>(count) * headSize, ++seed,
                                             2.0f / std::sqrt(static_cast<float>(headSize)));
                    body(cut, q, visibleOf(shape, count, tokens, seed),
                         kvTypesName(types) + ", head size " + std::to_string(headSize) + ", " + std::to_string(count) +
                             " queries, shape " + std::to_string(static_cast<int>(shape)) + ", " +
                             std::to_string(tokens) + " tokens");
                }
        }
}

class Attend : public PerIsa {};

TEST_P(Attend, EqualBitsAndRightAgainstDouble) {
    overShapes(scalar(), [&](const Cut& cut, const auto& q, const auto& visible, const std::string& words) {
        const Result got = cut.attend(table(), q, visible);
        if (&table() != &scalar()) {
            ASSERT_TRUE(sameResult(cut.attend(scalar(), q, visible), got)) << words;
            return;
        }
        const int size = cut.headSize();
        for (std::size_t i = 0; i < visible.size(); ++i) {
            std::vector<double> score;
            for (int t = visible[i].first; t <= visible[i].last; ++t) {
                double s = 0;
                for (int d = 0; d < size; ++d) s += double{q[i * size + d]} * cut.key(t)[d];
                score.push_back(s);
            }
            const double max = *std::max_element(score.begin(), score.end());
            std::vector<double> out(size);
            double sum = 0;
            for (std::size_t t = 0; t < score.size(); ++t) {
                const double p = std::exp(score[t] - max);
                sum += p;
                for (int d = 0; d < size; ++d)
                    out[d] += p * cut.value(visible[i].first + static_cast<int>(t))[d];
            }
            ASSERT_NEAR(got.max[i], max, 1e-5) << words;
            ASSERT_NEAR(got.sum[i], sum, sum * 1e-5) << words;
            for (int d = 0; d < size; ++d)
                ASSERT_NEAR(got.out[i * size + d] / got.sum[i], out[d] / sum, 1e-5) << words;
        }
    });
}

// Whatever the types, the answer is the one of an F32 cache that holds the rounded numbers.
TEST_P(Attend, EveryTypeIsWidenedAndThenTheSameIsDone) {
    for (const KvTypes types : typePairs())
        for (const int headSize : {32, 64, 96}) {
            Cut cut(types, headSize), wide(KvType::F32, headSize);
            cut.fill(scalar(), 240, 11);
            for (int t = 0; t < 240; ++t) wide.write(scalar(), t, cut.key(t), cut.value(t));
            for (const int count : {1, 3, 9})
                for (const Shape shape : kShapes) {
                    const auto visible = visibleOf(shape, count, 240, 6);
                    const auto q = randomRow(static_cast<std::size_t>(count) * headSize, 12, 0.4f);
                    ASSERT_TRUE(sameResult(wide.attend(table(), q, visible, 0.9f), cut.attend(table(), q, visible, 0.9f)))
                        << kvTypesName(types) << ", head size " << headSize << ", " << count << " queries";
                }
        }
}

TEST_P(Attend, EachQueryAsIfAlone) {
    for (const auto& [types, headSize] : std::initializer_list<std::pair<KvTypes, int>>{
             {KvType::F16, 16}, {KvType::F16, 64}, {KvType::F16, 80}, {{KvType::Q8_0, KvType::Q4_0}, 64},
             {{KvType::Q4_0, KvType::Q8_0}, 96}}) {
        Cut cut(types, headSize);
        cut.fill(scalar(), 200, 5);
        for (const Shape shape : kShapes) {
            const auto visible = visibleOf(shape, 27, 200, 3);
            const auto q = randomRow(27 * static_cast<std::size_t>(headSize), 9, 0.3f);
            const Result together = cut.attend(table(), q, visible);
            for (std::size_t i = 0; i < visible.size(); ++i) {
                const std::vector<float> one(q.begin() + static_cast<std::ptrdiff_t>(i * headSize),
                                             q.begin() + static_cast<std::ptrdiff_t>((i + 1) * headSize));
                const Result alone = cut.attend(table(), one, {visible[i]});
                ASSERT_EQ(alone.max[0], together.max[i]);
                ASSERT_EQ(alone.sum[0], together.sum[i]);
                ASSERT_TRUE(sameBits(std::span<const float>(alone.out),
                                     std::span<const float>(together.out).subspan(i * headSize, headSize)));
            }
        }
    }
}

// The order that kernel_table.h fixes, written out for one query.
void expectWrittenOrder(const KernelTable& table, float cap) {
    const int size = 64, first = 5, last = 90;
    Cut cut(KvType::F32, size);
    cut.fill(table, 100, 21);
    const auto q = randomRow(size, 22, 0.2f);
    const Result got = cut.attend(table, q, {{first, last}}, cap);

    std::vector<float> weights(last + 1);
    float max = -INFINITY;
    for (int t = first; t <= last; ++t) {
        float chain[2] = {0, 0};
        for (int d = 0; d < size; ++d) chain[d % 2] = std::fma(q[d], cut.key(t)[d], chain[d % 2]);
        weights[t] = chain[0] + chain[1];
        if (cap > 0) table.softCap(&weights[t], cap, 1, &weights[t]);
        max = std::max(max, weights[t]);
    }
    float lane[16] = {};
    for (int t = first; t <= last; ++t) {
        const float x = weights[t] - max;
        table.expRow(&x, 1, &weights[t]);
        lane[t % 16] += weights[t];
    }
    for (int half = 8; half > 0; half /= 2)
        for (int j = 0; j < half; ++j) lane[j] += lane[j + half];
    EXPECT_EQ(got.max[0], max);
    EXPECT_EQ(got.sum[0], lane[0]);
    for (int d = 0; d < size; ++d) {
        float out = 0;
        for (int t = first; t <= last; ++t) out = std::fma(weights[t], cut.value(t)[d], out);
        ASSERT_EQ(got.out[d], out) << d;
    }
}

TEST_P(Attend, IsTheWrittenOrder) {
    expectWrittenOrder(table(), 0);
    expectWrittenOrder(table(), 0.7f);
}

INSTANTIATE_TEST_SUITE_P(Isas, Attend, everyIsa(), isaName);

}  // namespace
}  // namespace gh::kernels::test
