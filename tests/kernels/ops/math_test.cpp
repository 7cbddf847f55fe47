// exp and tanh over the whole range of floats: error in units in the last place, special values, equal bits.
#include <cmath>
#include <limits>

#include "tests/kernels/ops/isa_cases.h"
#include "tests/kernels/ops/tanh_row.h"

namespace gh::kernels::test {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();

// Floats of both signs, every stride-th bit pattern, NaN left out.
std::vector<float> floatsOfAllSizes(std::uint32_t stride) {
    std::vector<float> row;
    for (std::uint32_t bits = 0; bits <= 0x7f800000u; bits += stride) {
        row.push_back(std::bit_cast<float>(bits));
        row.push_back(std::bit_cast<float>(bits | 0x80000000u));
    }
    return row;
}

double errorInUlps(float got, double want) {
    const float nearest = static_cast<float>(want);
    const float up = std::nextafter(std::abs(nearest), kInf);
    return std::abs(got - want) / (static_cast<double>(up) - std::abs(static_cast<double>(nearest)));
}

class Math : public PerIsa {};

TEST_P(Math, ExpBelowOneUlpAndEqualBits) {
    const auto x = floatsOfAllSizes(8209);
    std::vector<float> got(x.size()), want(x.size());
    table().expRow(x.data(), static_cast<int>(x.size()), got.data());
    scalar().expRow(x.data(), static_cast<int>(x.size()), want.data());
    ASSERT_TRUE(sameBits(want, got));
    double worst = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double exact = std::exp(static_cast<double>(x[i]));
        if (exact >= 0x1.ffffffp127) {  // rounds beyond the largest float
            ASSERT_EQ(got[i], kInf) << x[i];
        } else if (exact < 0x1p-126) {  // subnormal or 0: within one step of them
            ASSERT_NEAR(got[i], exact, 0x1p-149) << x[i];
        } else {
            worst = std::max(worst, errorInUlps(got[i], exact));
        }
    }
    RecordProperty("exp_worst_ulp", std::to_string(worst));
    EXPECT_LT(worst, 1.0);
}

TEST_P(Math, ExpOfSpecialValues) {
    const std::vector<float> x = {-kInf, kInf, 0.0f, -0.0f, -1e30f, -104.0f, 89.0f, 1e30f, NAN};
    std::vector<float> y(x.size());
    table().expRow(x.data(), static_cast<int>(x.size()), y.data());
    const std::vector<float> want = {0.0f, kInf, 1.0f, 1.0f, 0.0f, 0.0f, kInf, kInf};
    EXPECT_TRUE(sameBits(want, std::vector<float>(y.begin(), y.end() - 1)));
    EXPECT_TRUE(std::isnan(y.back()));
}

TEST_P(Math, ExpGivesSubnormals) {  // nothing is flushed to zero
    const float x = -100.0f;
    float y = 0;
    table().expRow(&x, 1, &y);
    EXPECT_GT(y, 0.0f);
    EXPECT_LT(y, std::numeric_limits<float>::min());
}

TEST_P(Math, TanhBelowTwoAndAHalfUlpsAndEqualBits) {
    const auto x = floatsOfAllSizes(8209);
    std::vector<float> got(x.size()), want(x.size());
    tanhRowOf(table().name)(x.data(), static_cast<int>(x.size()), got.data());
    tanhRowOf("scalar")(x.data(), static_cast<int>(x.size()), want.data());
    ASSERT_TRUE(sameBits(want, got));
    double worst = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        ASSERT_EQ(std::signbit(got[i]), std::signbit(x[i])) << x[i];
        worst = std::max(worst, errorInUlps(got[i], std::tanh(static_cast<double>(x[i]))));
    }
    RecordProperty("tanh_worst_ulp", std::to_string(worst));
    EXPECT_LT(worst, 2.5);
    const float nan = NAN;
    float y = 0;
    tanhRowOf(table().name)(&nan, 1, &y);
    EXPECT_TRUE(std::isnan(y));
}

INSTANTIATE_TEST_SUITE_P(Isas, Math, everyIsa(), isaName);

}  // namespace
}  // namespace gh::kernels::test
