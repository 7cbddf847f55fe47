// F16 both ways, against the definition (halves as mantissa times power of two) and across instruction sets.
#include <cmath>
#include <limits>

#include "tests/kernels/ops/isa_cases.h"

namespace gh::kernels::test {
namespace {

std::vector<std::uint16_t> allHalves() {
    std::vector<std::uint16_t> row(65536);
    for (std::size_t i = 0; i < row.size(); ++i) row[i] = static_cast<std::uint16_t>(i);
    return row;
}

double valueOfHalf(int bits) {  // finite ones, sign off
    const int exponent = bits >> 10, mantissa = bits & 0x3ff;
    return exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(1024 + mantissa, exponent - 25);
}

class Half : public PerIsa {};

TEST_P(Half, EveryHalfBecomesItsFloat) {
    const auto halves = allHalves();
    std::vector<float> got(halves.size()), want(halves.size());
    table().fromF16(halves.data(), halves.size(), got.data());
    scalar().fromF16(halves.data(), halves.size(), want.data());
    ASSERT_TRUE(sameBits(want, got));
    for (int i = 0; i < 0x7c00; ++i) {
        ASSERT_EQ(got[i], valueOfHalf(i)) << i;
        ASSERT_EQ(got[i | 0x8000], -valueOfHalf(i)) << i;
    }
    EXPECT_EQ(got[0x7c00], std::numeric_limits<float>::infinity());
    EXPECT_EQ(got[0xfc00], -std::numeric_limits<float>::infinity());
    for (int i = 0x7c01; i < 0x8000; ++i) ASSERT_TRUE(std::isnan(got[i])) << i;
}

TEST_P(Half, EveryHalfComesBack) {
    const auto halves = allHalves();
    std::vector<float> floats(halves.size());
    std::vector<std::uint16_t> back(halves.size());
    table().fromF16(halves.data(), halves.size(), floats.data());
    table().toF16(floats.data(), floats.size(), back.data());
    for (std::size_t i = 0; i < halves.size(); ++i) {
        const bool nan = (i & 0x7fff) > 0x7c00;
        ASSERT_EQ(back[i], nan ? (i | 0x200) : i);
    }
}

// Between each half and the next: below the middle down, above it up, the middle itself to the even one.
TEST_P(Half, RoundsToNearestEven) {
    std::vector<float> x;
    std::vector<std::uint16_t> want;
    for (int i = 0; i < 0x7c00; ++i) {
        const double here = valueOfHalf(i), next = i == 0x7bff ? 65536.0 : valueOfHalf(i + 1);
        const auto middle = static_cast<float>((here + next) / 2);
        for (const int sign : {0, 0x8000}) {
            const float s = sign ? -1.0f : 1.0f;
            for (const float v : {std::nextafter(middle, 0.0f), middle, std::nextafter(middle, 1e6f)}) {
                x.push_back(s * v);
                const bool up = v > middle || (v == middle && i % 2 == 1);
                want.push_back(static_cast<std::uint16_t>((up ? i + 1 : i) | sign));
            }
        }
    }
    std::vector<std::uint16_t> got(x.size());
    table().toF16(x.data(), x.size(), got.data());
    for (std::size_t i = 0; i < x.size(); ++i) ASSERT_EQ(got[i], want[i]) << x[i];
}

TEST_P(Half, EqualBitsForAnyFloat) {
    std::vector<float> x;
    for (std::uint64_t bits = 0; bits <= 0xffffffffu; bits += 16411)
        x.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    std::vector<std::uint16_t> got(x.size()), want(x.size());
    table().toF16(x.data(), x.size(), got.data());
    scalar().toF16(x.data(), x.size(), want.data());
    ASSERT_TRUE(sameBits(want, got));
}

TEST_P(Half, LeavesWhatIsBeyondTheRow) {
    for (std::size_t n = 0; n < 40; ++n) {
        const std::vector<float> x = randomRow(n, static_cast<unsigned>(n));
        std::vector<std::uint16_t> out(n + 1, 0x1234);
        table().toF16(x.data(), n, out.data());
        ASSERT_EQ(out[n], 0x1234);
        std::vector<float> back(n + 1, 5.0f);
        table().fromF16(out.data(), n, back.data());
        ASSERT_EQ(back[n], 5.0f);
        for (std::size_t i = 0; i < n; ++i) ASSERT_NEAR(back[i], x[i], std::abs(x[i]) * 0x1p-11 + 0x1p-25);
    }
}

INSTANTIATE_TEST_SUITE_P(Isas, Half, everyIsa(), isaName);

}  // namespace
}  // namespace gh::kernels::test
