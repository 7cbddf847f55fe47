// Writing the cache, and folding cuts into a running result.
#include <algorithm>

#include "tests/kernels/attention/cut.h"

namespace gh::kernels::test {
namespace {

class StoreKv : public PerIsa {};

TEST_P(StoreKv, LayoutAndRounding) {
    for (const int headSize : {7, 8, 16, 64, 80, 256}) {
        const std::size_t n = static_cast<std::size_t>(headSize);
        const auto k = randomRow(n, 1), v = randomRow(n, 2);
        for (const int slot : {0, 1, 7, 15}) {
            std::vector<float> kTile(n * 16, 9.0f), vTile(n * 16, 9.0f);
            table().storeKv(k.data(), v.data(), headSize, KvType::F32, slot, kTile.data(), vTile.data());
            std::vector<std::uint16_t> kHalf(n * 16, 9), vHalf(n * 16, 9), kWant(n), vWant(n);
            table().storeKv(k.data(), v.data(), headSize, KvType::F16, slot, kHalf.data(), vHalf.data());
            scalar().toF16(k.data(), n, kWant.data());
            scalar().toF16(v.data(), n, vWant.data());
            for (std::size_t d = 0; d < n; ++d)
                for (int t = 0; t < 16; ++t) {
                    const std::size_t inK = d * 16 + static_cast<std::size_t>(t),
                                      inV = static_cast<std::size_t>(t) * n + d;
                    ASSERT_EQ(kTile[inK], t == slot ? k[d] : 9.0f);
                    ASSERT_EQ(vTile[inV], t == slot ? v[d] : 9.0f);
                    ASSERT_EQ(kHalf[inK], t == slot ? kWant[d] : 9);
                    ASSERT_EQ(vHalf[inV], t == slot ? vWant[d] : 9);
                }
        }
    }
}

// A token of a block type lies in its tile as kernels/kv_types.h says, with the bits of the GGUF encoder; what its
// neighbours have stays.
TEST_P(StoreKv, BlocksAreThoseOfTheFormat) {
    constexpr std::byte kOther{0x55};
    for (const auto& [type, storage] : {std::pair{KvType::Q8_0, StorageType::Q8_0}, {KvType::Q4_0, StorageType::Q4_0}})
        for (const int headSize : {32, 64, 96})
            for (const int slot : {0, 6, 15}) {
                const std::size_t n = static_cast<std::size_t>(headSize), block = static_cast<std::size_t>(kvType(type).blockBytes);
                auto k = randomRow(n, 1), v = randomRow(n, 2);
                std::fill(v.begin(), v.begin() + 32, 0.0f);  // a block that has no scale
                std::vector<std::byte> kTile(kvTileBytes(type, headSize), kOther), vTile = kTile;
                ASSERT_EQ(kTile.size(), n / 32 * block * 16);
                table().storeKv(k.data(), v.data(), headSize, type, slot, kTile.data(), vTile.data());
                std::vector<std::byte> kBlocks(n / 32 * block), vBlocks = kBlocks;
                findFormat(storage)->encode(k.data(), n, kBlocks.data());
                findFormat(storage)->encode(v.data(), n, vBlocks.data());
                std::size_t written = 0;
                for (std::size_t b = 0; b < n / 32; ++b) {
                    const std::byte *kAt = &kTile[b * block * 16], *vAt = &vTile[b * block * 16];
                    const std::byte *kWant = &kBlocks[b * block], *vWant = &vBlocks[b * block];
                    for (int i = 0; i < 2; ++i) {
                        ASSERT_EQ(kAt[2 * slot + i], kWant[i]);
                        ASSERT_EQ(vAt[2 * slot + i], vWant[i]);
                    }
                    const auto nibbleOf = [](const std::byte* quants, int d) {
                        return std::to_integer<int>(quants[d % 16]) >> (d < 16 ? 0 : 4) & 15;
                    };
                    for (int d = 0; d < 32; ++d) {
                        if (type == KvType::Q8_0) {
                            ASSERT_EQ(kAt[32 + d * 16 + slot], kWant[2 + d]);
                            ASSERT_EQ(vAt[32 + slot * 32 + d], vWant[2 + d]);
                        } else {
                            const int inTile = std::to_integer<int>(kAt[32 + d / 2 * 16 + slot]);
                            ASSERT_EQ(inTile >> (d % 2 ? 4 : 0) & 15, nibbleOf(kWant + 2, d));
                            ASSERT_EQ(vAt[32 + slot * 16 + d % 16], vWant[2 + d % 16]);
                        }
                    }
                }
                for (const std::byte x : kTile) written += x != kOther;
                EXPECT_LE(written, n / 32 * block);
            }
}

INSTANTIATE_TEST_SUITE_P(Isas, StoreKv, everyIsa(), isaName);

class FoldCut : public PerIsa {};

TEST_P(FoldCut, EmptyTakesTheCutAsItIs) {
    const auto out = randomRow(80, 3);
    std::vector<float> run(80, NAN);  // what an empty result holds is not read
    float max = NAN, sum = 0;
    table().foldCut(&max, &sum, run.data(), -3.0f, 17.5f, out.data(), 80);
    EXPECT_EQ(max, -3.0f);
    EXPECT_EQ(sum, 17.5f);
    EXPECT_TRUE(sameBits(run, out));
}

TEST_P(FoldCut, EqualBits) {
    for (const int headSize : {7, 8, 16, 64, 80, 128})
        for (const float max : {-200.0f, -90.0f, -1.0f, 0.0f, 0.5f, 1.0f, 95.0f, 300.0f}) {
            const std::size_t n = static_cast<std::size_t>(headSize);
            const auto out = randomRow(n, 5);
            std::vector<float> want = randomRow(n, 6), got = want;
            float wantMax = 0.5f, wantSum = 12.0f, gotMax = 0.5f, gotSum = 12.0f;
            scalar().foldCut(&wantMax, &wantSum, want.data(), max, 3.0f, out.data(), headSize);
            table().foldCut(&gotMax, &gotSum, got.data(), max, 3.0f, out.data(), headSize);
            ASSERT_EQ(wantMax, gotMax);
            ASSERT_EQ(wantSum, gotSum);
            ASSERT_TRUE(sameBits(want, got));
        }
}

// A context of several cuts, folded in order, is one softmax over all of it.
TEST_P(FoldCut, CutsFoldedAreOneSoftmax) {
    const int size = 64, tokens = 3 * kCutTokens + 77;
    const auto q = randomRow(size, 7, 0.4f);
    float runMax = 0, runSum = 0;
    std::vector<float> run(size);
    std::vector<double> score, values;
    for (int start = 0; start < tokens; start += kCutTokens) {
        const int count = std::min(kCutTokens, tokens - start);
        Cut cut(KvType::F16, size);
        cut.fill(scalar(), count, static_cast<unsigned>(start) + 10);
        const Result r = cut.attend(table(), q, {{0, count - 1}});
        table().foldCut(&runMax, &runSum, run.data(), r.max[0], r.sum[0], r.out.data(), size);
        for (int t = 0; t < count; ++t) {
            double s = 0;
            for (int d = 0; d < size; ++d) s += double{q[d]} * cut.key(t)[d];
            score.push_back(s);
            values.insert(values.end(), cut.value(t), cut.value(t) + size);
        }
    }
    const double max = *std::max_element(score.begin(), score.end());
    double sum = 0;
    std::vector<double> want(size);
    for (std::size_t t = 0; t < score.size(); ++t) {
        const double p = std::exp(score[t] - max);
        sum += p;
        for (int d = 0; d < size; ++d) want[d] += p * values[t * size + d];
    }
    for (int d = 0; d < size; ++d) EXPECT_NEAR(run[d] / runSum, want[d] / sum, 2e-6);
}

INSTANTIATE_TEST_SUITE_P(Isas, FoldCut, everyIsa(), isaName);

}  // namespace
}  // namespace gh::kernels::test
