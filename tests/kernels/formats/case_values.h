// Reading the case files in tests/data/quant.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "kernels/formats/format.h"

namespace gh::kernels::test {

inline nlohmann::json readCases(const std::string& name) {
    std::ifstream file(std::string(GLASSHOUSE_TEST_DATA "/quant/") + name);
    EXPECT_TRUE(file) << name;
    return nlohmann::json::parse(file).at("cases");
}

inline std::vector<std::byte> fromHex(const std::string& hex) {
    std::vector<std::byte> bytes(hex.size() / 2);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        bytes[i] = static_cast<std::byte>(std::stoi(hex.substr(2 * i, 2), nullptr, 16));
    }
    return bytes;
}

inline std::vector<float> floatsFromHex(const std::string& hex) {
    const std::vector<std::byte> bytes = fromHex(hex);
    std::vector<float> values(bytes.size() / 4);
    std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
}

inline const Format* formatNamed(const std::string& name) {
    for (const Format& format : formatList()) {
        if (format.name == name) return &format;
    }
    return nullptr;
}

inline std::vector<float> decodeAll(const Format& format, const std::vector<std::byte>& bytes) {
    std::vector<float> values(bytes.size() / format.blockBytes * format.blockValues);
    format.decode(bytes.data(), values.size(), values.data());
    return values;
}

}  // namespace gh::kernels::test
