// Encoders against answers computed elsewhere, the ready-made cases and the Python package `gguf`, and, where they search,
// against the error of the ggml project's own search.
#include "kernels/formats/encode.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>
#include <set>

#include "tests/kernels/formats/case_values.h"

namespace gh::kernels {
namespace {

using namespace test;

std::vector<std::byte> encodeAll(const Format& format, const std::vector<float>& values) {
    std::vector<std::byte> bytes(values.size() / format.blockValues * format.blockBytes);
    format.encode(values.data(), values.size(), bytes.data());
    return bytes;
}

double rootMeanSquare(const std::vector<float>& a, const std::vector<float>& b) {
    double squares = 0;
    for (std::size_t i = 0; i < a.size(); ++i) squares += (double(a[i]) - b[i]) * (double(a[i]) - b[i]);
    return std::sqrt(squares / static_cast<double>(a.size()));
}

TEST(Encode, ReadyMadeBlocks) {
    for (const auto& c : readCases("quant_blocks.json")) {
        const std::string id = c.at("id");
        const auto& expected = c.at("expected");
        const Format* format = formatNamed(c.at("input").at("type"));
        ASSERT_TRUE(format);
        const auto values = floatsFromHex(c.at("input").at("x_f32le_hex"));
        std::vector<std::byte> bytes(values.size() / format->blockValues * format->blockBytes);
        const auto fault = encodeChecked(*format, values.data(), values.size(), bytes.data());
        if (expected.contains("error")) {
            ASSERT_TRUE(fault) << id;
            const bool overflow = expected.at("error") == "overflow";
            EXPECT_EQ(fault->kind == EncodeFault::Kind::Overflow, overflow) << id;
            EXPECT_EQ(fault->index, expected.value("index", std::size_t{0})) << id;
            continue;
        }
        ASSERT_FALSE(fault) << id;
        if (expected.contains("accept_bytes_hex")) {
            const auto& accepted = expected.at("accept_bytes_hex");
            EXPECT_TRUE(std::ranges::any_of(accepted, [&](const auto& hex) { return fromHex(hex) == bytes; })) << id;
        } else if (!expected.value("bytes_optional", false)) {
            EXPECT_EQ(bytes, fromHex(expected.at("bytes_hex"))) << id;
        }
        const auto back = decodeAll(*format, bytes);
        EXPECT_EQ(back, floatsFromHex(expected.at("dequantized_f32le_hex"))) << id;
        const float most = expected.value("max_abs", std::numeric_limits<float>::infinity());
        for (const float v : back) EXPECT_LE(std::fabs(v), most) << id;
        const auto zeros = std::count(back.begin(), back.begin() + format->blockValues, 0.0f);
        EXPECT_EQ(zeros, expected.value("zeros_in_first_block", zeros)) << id;
    }
}

TEST(Encode, PythonPackage) {
    std::set<std::string> seen;
    for (const auto& c : readCases("gguf_package_encode.json")) {
        const std::string type = c.at("type");
        const Format* format = formatNamed(type);
        ASSERT_TRUE(format);
        EXPECT_EQ(encodeAll(*format, floatsFromHex(c.at("f32le_hex"))), fromHex(c.at("bytes_hex"))) << type;
        seen.insert(type);
    }
    EXPECT_EQ(seen.size(), 7u);  // all that it encodes
}

TEST(Encode, SearchBeatsTheReference) {
    for (const auto& c : readCases("quant_k.json")) {
        const std::string id = c.at("id");
        const Format* format = formatNamed(c.at("input").at("type"));
        ASSERT_TRUE(format);
        const auto values = floatsFromHex(c.at("input").at("x_f32le_hex"));
        const double error = rootMeanSquare(decodeAll(*format, encodeAll(*format, values)), values);
        const double reference = c.at("expected").at("reference_rmse");
        EXPECT_LE(error, c.at("expected").at("own_quantizer_rmse_max").get<double>()) << id;
        if (std::getenv("GLASSHOUSE_VERBOSE"))
            std::printf("%-20s %.6g, reference %.6g\n", id.c_str(), error, reference);
        // What weights look like.
        EXPECT_LT(error, id.ends_with("gauss") ? 0.99 * reference : 1.0) << id;
    }
}

// Every listed format, values of every size: they come back within a step, and nothing becomes infinite.
TEST(Encode, ComesBackWithinAStep) {
    std::mt19937 rng(3);
    for (const Format& format : formatList()) {
        for (const float size : {1e-3f, 1.0f, 300.0f}) {
            std::vector<float> values(1024);
            for (auto& value : values) value = (static_cast<float>(rng()) / 2147483648.0f - 1.0f) * size;
            const auto bytes = encodeAll(format, values);
            const auto back = decodeAll(format, bytes);
            // Of values spread evenly n bits leave 1 / 2^n of their size; scales take half a bit and more. Floats
            // have seven bits and more beside exponent and sign.
            const double bits = format.blockValues == 1 ? 8 : 8.0 * format.blockBytes / format.blockValues - 0.9;
            EXPECT_LT(rootMeanSquare(back, values), size * std::exp2(-bits)) << format.name;
            EXPECT_EQ(format.firstNonFinite(bytes.data(), values.size()), std::nullopt) << format.name;
        }
    }
}

// A super-block with a block of zeros, one value that dwarfs the rest, one sign only; and values F16 scales cannot hold.
TEST(Encode, OddBlocks) {
    std::mt19937 rng(4);
    std::normal_distribution<float> normal;
    for (const Format& format : formatList()) {
        if (format.blockValues == 1) continue;
        for (int kind = 0; kind < 5; ++kind) {
            std::vector<float> values(512);
            for (auto& v : values) v = normal(rng);
            if (kind == 0) std::fill_n(values.begin() + 32, 64, 0.0f);
            if (kind == 1) values[77] = 1e4f;
            for (auto& v : values) {
                if (kind == 2) v = std::fabs(v);
                if (kind == 3) v = -std::fabs(v);
                if (kind == 4) v *= 1e-6f;
            }
            std::vector<std::byte> bytes(values.size() / format.blockValues * format.blockBytes);
            ASSERT_FALSE(encodeChecked(format, values.data(), values.size(), bytes.data())) << format.name << kind;
            const auto back = decodeAll(format, bytes);
            const double error = rootMeanSquare(back, values), size = rootMeanSquare(values, std::vector<float>(512));
            EXPECT_LE(error, size) << format.name << kind;
        }
        std::vector<float> huge(512, 1e38f);
        huge[300] = -1e38f;
        std::vector<std::byte> bytes(huge.size() / format.blockValues * format.blockBytes);
        const auto fault = encodeChecked(format, huge.data(), huge.size(), bytes.data());
        ASSERT_TRUE(fault) << format.name;
        EXPECT_EQ(fault->kind, EncodeFault::Kind::Overflow) << format.name;
        EXPECT_EQ(fault->index, 0u) << format.name;
    }
}

TEST(Encode, HalvesRoundToEven) {
    const Format* f16 = findFormat(StorageType::F16);
    const std::vector<float> ties{1.0f + 0x1p-11f, 1.0f + 3 * 0x1p-11f, 65519.0f, 65520.0f, 0x1p-25f, 3 * 0x1p-25f};
    const std::uint16_t wanted[] = {0x3c00, 0x3c02, 0x7bff, 0x7c00, 0x0000, 0x0002};
    const auto bytes = encodeAll(*f16, ties);
    EXPECT_EQ(std::memcmp(bytes.data(), wanted, sizeof(wanted)), 0);
}

}  // namespace
}  // namespace gh::kernels
