// The encoders of tests/support against the program's decoders.
#include "tests/support/encode.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <random>

namespace gh {
namespace {

TEST(TestEncoders, CoverEveryListedFormatAndComeBackWithinAStep) {
    std::mt19937 random(3);
    std::vector<float> values(1024);
    for (auto& value : values) value = static_cast<float>(random()) / 2147483648.0f - 1.0f;
    for (const auto& format : kernels::formatList()) {
        ASSERT_TRUE(test::canEncode(format.type))
            << format.name << ": add an encoder to tests/support/encode.cpp";
        const test::Bytes bytes = test::encode(format.type, values);
        ASSERT_EQ(bytes.size(), values.size() / static_cast<std::size_t>(format.blockValues) *
                                    static_cast<std::size_t>(format.blockBytes));
        std::vector<float> back(values.size());
        format.decode(bytes.data(), values.size(), back.data());
        double squares = 0, errors = 0;
        for (std::size_t i = 0; i < values.size(); ++i) {
            squares += double(values[i]) * values[i];
            errors += (double(values[i]) - back[i]) * (double(values[i]) - back[i]);
        }
        // Even four bits keep values spread evenly over [-1, 1] to a tenth.
        EXPECT_LT(std::sqrt(errors / squares), 0.1) << format.name;
        EXPECT_EQ(format.firstNonFinite(bytes.data(), values.size()), std::nullopt) << format.name;
    }
}

TEST(TestEncoders, HalvesRoundToEven) {
    const kernels::Format* f16 = kernels::findFormat(kernels::StorageType::F16);
    for (int bits = 0; bits < 0x7c00; ++bits) {  // every finite half comes back
        const std::uint16_t half[] = {static_cast<std::uint16_t>(bits),
                                      static_cast<std::uint16_t>(bits | 0x8000)};
        float values[2];
        f16->decode(reinterpret_cast<const std::byte*>(half), 2, values);
        const test::Bytes back = test::encode(kernels::StorageType::F16, values);
        ASSERT_EQ(std::memcmp(back.data(), half, sizeof(half)), 0) << bits;
    }
    const float ties[] = {1.0f + 0x1p-11f, 1.0f + 3 * 0x1p-11f, 65519.0f, 65520.0f, 0x1p-25f, 3 * 0x1p-25f};
    const std::uint16_t wanted[] = {0x3c00, 0x3c02, 0x7bff, 0x7c00, 0x0000, 0x0002};
    const test::Bytes back = test::encode(kernels::StorageType::F16, ties);
    EXPECT_EQ(std::memcmp(back.data(), wanted, sizeof(wanted)), 0);
}

}  // namespace
}  // namespace gh
