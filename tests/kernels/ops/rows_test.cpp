// Row operations: equal bits on every instruction set at every length, and right against double.
#include <cmath>
#include <functional>

#include "tests/kernels/ops/isa_cases.h"

namespace gh::kernels::test {
namespace {

constexpr int kLengths[] = {1,  2,  3,  7,  8,  9,  15,  16,  17,  24,  31,  32,
                            33, 48, 63, 64, 65, 80, 100, 255, 576, 640, 1537};

// Ordinary values, and the odd ones that may stand in a row: zeros, subnormals, large ones.
std::vector<float> mixedRow(std::size_t n, unsigned seed) {
    std::vector<float> row = randomRow(n, seed, 3.0f);
    const float odd[] = {0.0f, -0.0f, 1e-40f, -3e-42f, 88.5f, -104.2f, 1e18f, -1e18f, 20.0f, -20.0f, 1e-20f};
    for (std::size_t i = 0; i < n; i += 5) row[i] = odd[(i / 5 + seed) % std::size(odd)];
    return row;
}

using Op = std::function<void(const KernelTable&, const std::vector<float>& a, const std::vector<float>& b,
                              std::vector<float>& out)>;
struct NamedOp {
    const char* name;
    Op run;
};

const NamedOp kOps[] = {
    {"rmsNorm", [](auto& t, auto& a, auto& b,
                   auto& out) { t.rmsNorm(a.data(), b.data(), a.size(), 1e-5f, out.data()); }},
    {"rmsNorm without weight",
     [](auto& t, auto& a, auto&, auto& out) { t.rmsNorm(a.data(), nullptr, a.size(), 1e-6f, out.data()); }},
    {"add", [](auto& t, auto& a, auto& b, auto& out) { t.add(a.data(), b.data(), a.size(), out.data()); }},
    {"scale",
     [](auto& t, auto& a, auto&, auto& out) { t.scale(a.data(), 25.298221f, a.size(), out.data()); }},
    {"siluMul",
     [](auto& t, auto& a, auto& b, auto& out) { t.siluMul(a.data(), b.data(), a.size(), out.data()); }},
    {"geluTanhMul",
     [](auto& t, auto& a, auto& b, auto& out) { t.geluTanhMul(a.data(), b.data(), a.size(), out.data()); }},
    {"softCap", [](auto& t, auto& a, auto&, auto& out) { t.softCap(a.data(), 30.0f, a.size(), out.data()); }},
    {"expRow", [](auto& t, auto& a, auto&, auto& out) { t.expRow(a.data(), a.size(), out.data()); }},
    {"dot", [](auto& t, auto& a, auto& b, auto& out) { out[0] = t.dot(a.data(), b.data(), a.size()); }},
};

class Rows : public PerIsa {};

TEST_P(Rows, EqualBitsAtEveryLength) {
    for (const NamedOp& op : kOps) {
        for (const int n : kLengths) {
            for (unsigned seed = 0; seed < 4; ++seed) {
                const bool odd = seed % 2 == 1;
                const auto a = odd ? mixedRow(n, seed) : randomRow(n, seed);
                const auto b = randomRow(n, seed + 100);
                // One value beyond the row, which must stay as it is.
                std::vector<float> want(n + 1, 7.0f), got(n + 1, 7.0f);
                op.run(scalar(), a, b, want);
                op.run(table(), a, b, got);
                ASSERT_TRUE(sameBits(want, got)) << op.name << ", " << n << " elements";
                ASSERT_EQ(got[n], 7.0f) << op.name << ", " << n << " elements";
            }
        }
    }
}

TEST_P(Rows, InPlaceGivesTheSame) {
    const auto x = randomRow(577, 3), w = randomRow(577, 4);
    std::vector<float> apart(x.size()), inPlace = x;
    table().rmsNorm(x.data(), w.data(), 577, 1e-5f, apart.data());
    table().rmsNorm(inPlace.data(), w.data(), 577, 1e-5f, inPlace.data());
    EXPECT_TRUE(sameBits(apart, inPlace));
    table().siluMul(x.data(), w.data(), 577, apart.data());
    inPlace = x;
    table().siluMul(inPlace.data(), w.data(), 577, inPlace.data());
    EXPECT_TRUE(sameBits(apart, inPlace));
}

TEST_P(Rows, DotIsTheWrittenOrder) {
    const auto a = randomRow(83, 5), b = randomRow(83, 6);
    float lane[16] = {};
    for (int i = 0; i < 83; ++i) lane[i % 16] = std::fma(a[i], b[i], lane[i % 16]);
    for (int half = 8; half > 0; half /= 2)
        for (int j = 0; j < half; ++j) lane[j] += lane[j + half];
    EXPECT_EQ(table().dot(a.data(), b.data(), 83), lane[0]);
}

TEST_P(Rows, RmsNormAgainstDouble) {
    const int n = 576;
    const auto x = randomRow(n, 7, 20.0f), w = randomRow(n, 8);
    std::vector<float> out(n);
    table().rmsNorm(x.data(), w.data(), n, 1e-5f, out.data());
    double squares = 0;
    for (const float v : x) squares += double{v} * v;
    for (int i = 0; i < n; ++i) {
        const double want = x[i] / std::sqrt(squares / n + 1e-5) * w[i];
        EXPECT_NEAR(out[i], want, std::abs(want) * 1e-6);
    }
}

TEST_P(Rows, ActivationsAgainstDouble) {
    std::vector<float> x;
    for (float v = -30.0f; v < 30.0f; v += 0.037f) x.push_back(v);
    const std::vector<float> one(x.size(), 1.0f);
    std::vector<float> silu(x.size()), gelu(x.size());
    table().siluMul(x.data(), one.data(), static_cast<int>(x.size()), silu.data());
    table().geluTanhMul(x.data(), one.data(), static_cast<int>(x.size()), gelu.data());
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double v = x[i];
        const double wantSilu = v / (1 + std::exp(-v));
        EXPECT_NEAR(silu[i], wantSilu, std::abs(wantSilu) * 4e-7) << v;
        const double inner = std::sqrt(2 / M_PI) * (v + 0.044715 * v * v * v);
        const double wantGelu = 0.5 * v * (1 + std::tanh(inner));
        EXPECT_NEAR(gelu[i], wantGelu, 1e-6 * std::max(1.0, std::abs(v) * 0.3)) << v;
    }
}

TEST_P(Rows, ActivationsOfExtremesAreFinite) {
    const std::vector<float> x = {-3e38f, -1000.0f, 1000.0f, 3e38f}, one(4, 1.0f);
    std::vector<float> out(4);
    table().siluMul(x.data(), one.data(), 4, out.data());
    EXPECT_TRUE(sameBits(out, std::vector<float>{-0.0f, -0.0f, 1000.0f, 3e38f}));
    table().geluTanhMul(x.data(), one.data(), 4, out.data());
    EXPECT_EQ(out[0], 0.0f);
    EXPECT_EQ(out[1], 0.0f);
    EXPECT_EQ(out[2], 1000.0f);
    EXPECT_EQ(out[3], 3e38f);
}

INSTANTIATE_TEST_SUITE_P(Isas, Rows, everyIsa(), isaName);

}  // namespace
}  // namespace gh::kernels::test
