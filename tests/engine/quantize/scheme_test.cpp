// Schemes: the ready-made cases on plain values, and of each listed one that its forms agree: stored, decoded, cut into parts,
// as levels, as the blocks that run.
#include "engine/quantize/scheme.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <random>

#include "engine/base/thread_pool.h"
#include "engine/quantize/int_steps.h"
#include "engine/quantize/nf4_steps.h"

namespace gh::quantize {
namespace {

using Json = nlohmann::json;

// Groups of a case, each rounded by its own scale in full precision.
template <int kBits>
void expectInt(const std::vector<float>& x, int group, std::size_t& at, std::size_t& scaleAt, const std::string& id,
               const Json& q, const Json& scales, const Json& values) {
    const int n = static_cast<int>(x.size());
    for (int begin = 0; begin < n; begin += group) {
        const int count = std::min(group, n - begin);
        const float scale = Symmetric<kBits>::scaleOf(x.data() + begin, count);
        EXPECT_FLOAT_EQ(scale, scales[scaleAt].get<float>()) << id;
        ++scaleAt;
        std::vector<std::uint8_t> codes(static_cast<std::size_t>(count));
        Symmetric<kBits>::round(x.data() + begin, count, scale, codes.data());
        for (int i = 0; i < count; ++i, ++at) {
            EXPECT_EQ(int{codes[static_cast<std::size_t>(i)]} - Symmetric<kBits>::kOffset, q[at].get<int>()) << id << " value " << at;
            EXPECT_FLOAT_EQ(Symmetric<kBits>::value(codes[static_cast<std::size_t>(i)], scale), values[at].get<float>()) << id;
        }
    }
}

void expectCase(const std::string& id, int bits, const std::vector<float>& x, int group, const Json& expected) {
    std::size_t at = 0, scale = 0;
    if (bits == 8) expectInt<8>(x, group, at, scale, id, expected.at("q"), expected.at("scales"), expected.at("dequantized"));
    else expectInt<4>(x, group, at, scale, id, expected.at("q"), expected.at("scales"), expected.at("dequantized"));
}

TEST(Schemes, ReadyMadeCases) {
    std::ifstream file(GLASSHOUSE_TEST_DATA "/numeric/nf4_int.json");
    const auto cases = Json::parse(file).at("cases");
    EXPECT_EQ(cases.size(), 25u);
    for (const auto& c : cases) {
        const std::string id = c.at("id");
        const auto& input = c.at("input");
        const auto& expected = c.at("expected");
        if (id == "nf4-codebook") {
            for (std::size_t i = 0; i < 16; ++i) EXPECT_EQ(kernels::kNf4Levels[i], expected.at("values")[i].get<float>());
        } else if (id.starts_with("nf4")) {
            const auto x = input.at("x").get<std::vector<float>>();
            for (std::size_t begin = 0; begin < x.size(); begin += 64) {
                const int n = static_cast<int>(std::min<std::size_t>(64, x.size() - begin));
                const float absmax = largestMagnitude(x.data() + begin, n);
                EXPECT_FLOAT_EQ(absmax, expected.at("absmax")[begin / 64].get<float>()) << id;
                std::uint8_t codes[64];
                nf4Round(x.data() + begin, n, absmax, codes);
                for (int i = 0; i < n; ++i) {
                    const auto at = begin + static_cast<std::size_t>(i);
                    EXPECT_EQ(int{codes[i]}, expected.at("codes")[at].get<int>()) << id << " value " << at;
                    EXPECT_FLOAT_EQ(nf4Value(codes[i], absmax), expected.at("dequantized")[at].get<float>()) << id;
                }
            }
        } else if (input.contains("axis")) {
            const auto rows = input.at("x").get<std::vector<std::vector<float>>>();
            for (std::size_t row = 0; row < rows.size(); ++row) {
                const int bits = input.at("bits"), n = static_cast<int>(rows[row].size());
                if (input.contains("vector")) {
                    const auto v = input.at("vector").get<std::vector<double>>();
                    double y = 0;
                    for (std::size_t i = 0; i < v.size(); ++i) {
                        const float s = bits == 8 ? Symmetric<8>::scaleOf(rows[row].data(), n) : Symmetric<4>::scaleOf(rows[row].data(), n);
                        y += v[i] * static_cast<double>(bits == 8 ? Symmetric<8>::restored(rows[row][i], s) : Symmetric<4>::restored(rows[row][i], s));
                    }
                    EXPECT_NEAR(y, expected.at("y")[row].get<double>(), 1e-5 * std::fabs(y) + 1e-12) << id;
                    continue;
                }
                expectCase(id, bits, rows[row], n,
                           {{"q", expected.at("q")[row]}, {"scales", Json::array({expected.at("scales")[row]})}, {"dequantized", expected.at("dequantized")[row]}});
            }
        } else {
            const auto x = input.at("x").get<std::vector<float>>();
            expectCase(id, input.at("bits"), x, input.at("group").is_null() ? static_cast<int>(x.size()) : input.at("group").get<int>(), expected);
        }
    }
}

constexpr int kRows = 37;

// Rows of the kinds that go wrong: zeros, tiny values, an outlier, all equal.
std::vector<float> someMatrix(int cols, unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<float> normal(0.0f, 0.05f);
    std::vector<float> w(static_cast<std::size_t>(kRows) * static_cast<std::size_t>(cols));
    for (float& v : w) v = normal(random);
    const auto row = [&](int r) { return w.data() + static_cast<std::ptrdiff_t>(r) * cols; };
    std::fill_n(row(3), cols, 0.0f);
    std::fill_n(row(5), cols, 1e-30f);
    row(7)[cols / 2] = 50.0f;
    std::fill_n(row(9), cols, -0.25f);
    return w;
}

std::vector<float> decoded(const QuantizedMatrix& m) {
    std::vector<float> all(static_cast<std::size_t>(m.rows) * static_cast<std::size_t>(m.cols));
    for (int row = 0; row < m.rows; ++row)
        m.scheme->decode(m.bytes.data(), m.rows, m.cols, row, all.data() + static_cast<std::ptrdiff_t>(row) * m.cols);
    return all;
}

std::vector<int> widths(const Scheme& scheme) {
    std::vector<int> all;
    for (const int cols : {1, 7, 33, 64, 96, 100, 192, 256, 576, 1280})
        if (scheme.fits(cols)) all.push_back(cols);
    return all;
}

TEST(Schemes, FormsAgree) {
    ThreadPool pool(3);
    for (const Scheme& scheme : schemeList())
        for (const int cols : widths(scheme))
            for (const ScaleChoice choice : {ScaleChoice::AbsMax, ScaleChoice::LeastSquares}) {
                SCOPED_TRACE(testing::Message() << scheme.name << " " << cols << (choice == ScaleChoice::AbsMax ? "" : " least squares"));
                const auto w = someMatrix(cols, static_cast<unsigned>(cols));
                const auto matrix = quantizeMatrix(scheme, w.data(), kRows, cols, choice, &pool);
                ASSERT_TRUE(matrix) << matrix.error().message();
                EXPECT_EQ(matrix->bytes.size(), scheme.bytes(kRows, cols));
                const auto values = decoded(*matrix);

                // Row by row gives the bytes of all at once.
                std::vector<std::byte> parts(matrix->bytes.size());
                const float tensorScale = scheme.measure ? scheme.measure(w.data(), kRows, cols, choice) : 0;
                for (int row = kRows - 1; row >= 0; --row) scheme.encode(w.data(), kRows, cols, row, row + 1, choice, tensorScale, parts.data());
                EXPECT_TRUE(parts == matrix->bytes);

                // The blocks that run have the values, to the bit.
                const kernels::Format* format = kernels::findFormat(scheme.runsAs(cols));
                ASSERT_NE(format, nullptr);
                ASSERT_EQ(cols % format->blockValues, 0);
                std::vector<std::byte> blocks(static_cast<std::size_t>(cols / format->blockValues * format->blockBytes));
                std::vector<float> run(static_cast<std::size_t>(cols));
                std::vector<std::uint8_t> codes(static_cast<std::size_t>(cols));
                for (int row = 0; row < kRows; ++row) {
                    scheme.toBlocks(matrix->bytes.data(), kRows, cols, row, blocks.data());
                    format->decode(blocks.data(), run.size(), run.data());
                    ASSERT_EQ(std::memcmp(run.data(), values.data() + static_cast<std::ptrdiff_t>(row) * cols, run.size() * sizeof(float)), 0) << row;
                    if (!scheme.codes) continue;
                    // Every value is the level that its code says.
                    scheme.codes(matrix->bytes.data(), kRows, cols, row, codes.data());
                    for (int i = 0; i < cols; i += 13) {
                        const auto levels = scheme.levelsOf(matrix->bytes.data(), kRows, cols, row, i);
                        ASSERT_LE(levels.values.size(), static_cast<std::size_t>(scheme.levels));
                        ASSERT_TRUE(std::is_sorted(levels.values.begin(), levels.values.end()));
                        const auto code = static_cast<std::size_t>(codes[static_cast<std::size_t>(i)]);
                        ASSERT_LT(code, levels.values.size());
                        const std::size_t place = levels.scale < 0 ? levels.values.size() - 1 - code : code;
                        const float value = values[static_cast<std::size_t>(row) * static_cast<std::size_t>(cols) + static_cast<std::size_t>(i)];
                        ASSERT_NEAR(levels.values[place], value, 1e-5f * std::fabs(levels.values.back() - levels.values.front()) + 1e-9f)
                            << row << " " << i;
                    }
                }
                for (int i = 0; i < cols; ++i) ASSERT_EQ(values[static_cast<std::size_t>(3 * cols + i)], 0.0f);   // zeros stay
            }
}

TEST(Schemes, LeastSquaresIsNoWorse) {
    const auto w = someMatrix(576, 4);
    for (const Scheme& scheme : schemeList()) {
        if (scheme.gguf) continue;
        double error[2] = {};
        for (const ScaleChoice choice : {ScaleChoice::AbsMax, ScaleChoice::LeastSquares}) {
            const auto values = decoded(*quantizeMatrix(scheme, w.data(), kRows, 576, choice, nullptr));
            for (std::size_t i = 0; i < w.size(); ++i) error[static_cast<int>(choice)] += std::pow(double{values[i]} - double{w[i]}, 2);
        }
        EXPECT_LE(error[1], error[0] * 1.01) << scheme.name;
    }
}

TEST(Schemes, BitsAWeight) {
    const auto bits = [](const char* name, int rows = 1536, int cols = 512) { return bitsPerWeight(*findScheme(name), rows, cols); };
    EXPECT_DOUBLE_EQ(bits("int4-group128"), 4.125);
    EXPECT_DOUBLE_EQ(bits("int4-group64"), 4.25);
    EXPECT_DOUBLE_EQ(bits("int4-group64-asym"), 4.5);
    EXPECT_DOUBLE_EQ(bits("int3-group128"), 3.125);
    EXPECT_DOUBLE_EQ(bits("int8-row"), 8 + 16.0 / 512);
    EXPECT_NEAR(bits("int8-tensor"), 8, 1e-4);
    EXPECT_DOUBLE_EQ(bits("nf4"), 4.25);
    EXPECT_NEAR(bits("nf4-dq"), 4 + 8.0 / 64 + 32.0 / (64 * 256), 1e-9);   // 0.127 for scales
    EXPECT_DOUBLE_EQ(bits("q4_0"), 4.5);
    // A shorter last group has its own scale: 576 = 4 * 128 + 64.
    EXPECT_DOUBLE_EQ(bits("int4-group128", 10, 576), 4 + 5 * 16.0 / 576);
    // 4 spans of 128 inputs and a half one, of 16 rows.
    EXPECT_DOUBLE_EQ(residentBits(*findScheme("int4-group128"), 1536, 576), 8 * (4 * 1088 + 576) / (16.0 * 576));
}

TEST(Schemes, WhatCannotBeHeldIsSaid) {
    auto w = someMatrix(64, 8);
    w[64 * 11 + 5] = std::numeric_limits<float>::quiet_NaN();
    w[64 * 20 + 1] = std::numeric_limits<float>::infinity();
    for (const Scheme& scheme : schemeList()) {
        if (!scheme.fits(64)) {
            EXPECT_FALSE(quantizeMatrix(scheme, w.data(), kRows, 64, ScaleChoice::AbsMax, nullptr)) << scheme.name;
            continue;
        }
        const auto matrix = quantizeMatrix(scheme, w.data(), kRows, 64, ScaleChoice::AbsMax, nullptr);
        ASSERT_FALSE(matrix) << scheme.name;
        EXPECT_EQ(matrix.error().code, ErrorCode::InvalidArgument);
        EXPECT_NE(matrix.error().detail.find("row 11, column 5"), std::string::npos) << matrix.error().message();
    }
    std::vector<float> large(64, 1e9f);
    EXPECT_FALSE(quantizeMatrix(*findScheme("int8-row"), large.data(), 1, 64, ScaleChoice::AbsMax, nullptr));
    EXPECT_TRUE(quantizeMatrix(*findScheme("f32"), large.data(), 1, 64, ScaleChoice::AbsMax, nullptr));
}

TEST(Schemes, NamesAndTypesAreTheirOwn) {
    for (const Scheme& scheme : schemeList()) {
        EXPECT_EQ(findScheme(scheme.name), &scheme);
        EXPECT_EQ(schemeOfType(scheme.fileType), &scheme) << scheme.name;
        EXPECT_EQ(scheme.gguf, scheme.nearest == nullptr) << scheme.name;
        if (scheme.nearest) { EXPECT_TRUE(findScheme(scheme.nearest) && findScheme(scheme.nearest)->gguf) << scheme.name; }
        EXPECT_TRUE(fittingScheme(scheme, 576).scheme->fits(576)) << scheme.name;
    }
    EXPECT_EQ(findScheme("int5"), nullptr);
    EXPECT_STREQ(fittingScheme(*findScheme("q4_k"), 576).scheme->name, "q5_0");
}

}  // namespace
}  // namespace gh::quantize
