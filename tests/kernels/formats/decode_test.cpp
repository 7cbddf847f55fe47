// Reference decoders against answers computed elsewhere: the ready-made cases and the Python package `gguf`.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "kernels/formats/format.h"
#include "kernels/formats/half.h"
#include "tests/kernels/formats/case_values.h"

namespace gh::kernels {
namespace {

using namespace test;

// Equal bits, except that the two zeros count as one.
void expectSame(const std::vector<float>& got, const std::vector<float>& want, const std::string& id) {
    ASSERT_EQ(got.size(), want.size()) << id;
    for (std::size_t i = 0; i < got.size(); ++i) {
        if (got[i] == 0.0f && want[i] == 0.0f) continue;
        ASSERT_EQ(std::bit_cast<std::uint32_t>(got[i]), std::bit_cast<std::uint32_t>(want[i]))
            << id << " value " << i << ": " << got[i] << ", expected " << want[i];
    }
}

TEST(Decode, ReadyMadeCases) {
    std::set<std::string> seen;
    for (const char* file : {"quant_decode.json", "quant_k.json", "quant_blocks.json"}) {
        for (const auto& c : readCases(file)) {
            const auto& input = c.at("input");
            const auto& expected = c.at("expected");
            const std::string type = input.at("type");
            const Format* format = formatNamed(type);
            ASSERT_TRUE(format) << type;
            const auto& holder = input.contains("bytes_hex") ? input : expected;
            if (!holder.contains("bytes_hex") || !expected.contains("dequantized_f32le_hex")) continue;
            if (expected.value("finite", true) == false) continue;
            expectSame(decodeAll(*format, fromHex(holder.at("bytes_hex"))),
                       floatsFromHex(expected.at("dequantized_f32le_hex")), c.at("id"));
            seen.insert(type);
        }
    }
    EXPECT_EQ(seen.size(), 10u);  // all that the cases have; PythonPackage has every listed format
}

TEST(Decode, PythonPackage) {
    std::set<std::string> seen;
    for (const auto& c : readCases("gguf_package_decode.json")) {
        const std::string type = c.at("type");
        const Format* format = formatNamed(type);
        ASSERT_TRUE(format) << type;
        expectSame(decodeAll(*format, fromHex(c.at("bytes_hex"))), floatsFromHex(c.at("f32le_hex")), type);
        seen.insert(type);
    }
    for (const Format& format : formatList()) EXPECT_TRUE(seen.contains(format.name)) << format.name;
}

TEST(Decode, EveryHalf) {
    for (unsigned bits = 0; bits < 0x10000; ++bits) {
        const auto half = static_cast<std::uint16_t>(bits);
        const int exponent = static_cast<int>(bits >> 10) & 31;
        const double fraction = (bits & 0x3FF) / 1024.0;
        const double sign = bits & 0x8000 ? -1 : 1;
        const float got = halfToFloat(half);
        if (exponent == 31) {
            EXPECT_EQ(std::isnan(got), fraction != 0);
            EXPECT_EQ(std::isinf(got), fraction == 0);
        } else {
            const double want =
                exponent ? sign * std::ldexp(1 + fraction, exponent - 15) : sign * std::ldexp(fraction, -14);
            ASSERT_EQ(got, want) << bits;
            ASSERT_EQ(std::signbit(got), sign < 0);
        }
    }
}

// A scale that is infinite or NaN is found wherever it stands, and the index is that of its block's first
// value.
TEST(Decode, FirstNonFinite) {
    for (const Format& format : formatList()) {
        constexpr int kBlocks = 5000;
        std::vector<std::byte> data(static_cast<std::size_t>(kBlocks) * format.blockBytes);
        const std::size_t values = static_cast<std::size_t>(kBlocks) * format.blockValues;
        EXPECT_FALSE(format.firstNonFinite(data.data(), values)) << format.name;
        int places = 0;
        for (int offset = 0; offset + 1 < format.blockBytes; ++offset) {
            for (const int block : {0, 1, 4097, kBlocks - 1}) {
                auto broken = data;
                std::byte* at = broken.data() + static_cast<std::size_t>(block) * format.blockBytes + offset;
                at[0] = std::byte{0x80};
                at[1] = std::byte{0xFF};
                std::vector<float> decoded(format.blockValues);
                format.decode(at - offset, format.blockValues, decoded.data());
                const bool bad =
                    std::any_of(decoded.begin(), decoded.end(), [](float v) { return !std::isfinite(v); });
                const auto found = format.firstNonFinite(broken.data(), values);
                ASSERT_EQ(found.has_value(), bad) << format.name << " byte " << offset;
                if (bad) {
                    ASSERT_EQ(*found, static_cast<std::size_t>(block) * format.blockValues);
                    ++places;
                }
            }
        }
        EXPECT_GT(places, 0) << format.name;
    }
}

TEST(FormatList, Names) {
    for (const Format& format : formatList()) {
        EXPECT_EQ(findFormat(format.type), &format);
        EXPECT_EQ(storageTypeName(static_cast<std::uint32_t>(format.type)), format.name);
        EXPECT_EQ(format.integer, format.packing != nullptr) << format.name;
    }
    EXPECT_EQ(findFormat(4u), nullptr);
    EXPECT_EQ(findFormat(255u), nullptr);
    EXPECT_EQ(storageTypeName(16), "IQ2_XXS");
    EXPECT_EQ(storageTypeName(39), "MXFP4");
    EXPECT_EQ(storageTypeName(255), "type 255");
    EXPECT_NE(storageTypeName(4).find("removed"), std::string_view::npos);
    EXPECT_NE(storageTypeName(5).find("removed"), std::string_view::npos);
}

}  // namespace
}  // namespace gh::kernels
