// The loader cases in tests/data/gguf.
#pragma once

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/gguf_writer.h"

namespace gh::test {

inline std::string dataPath(const std::string& name) {
    return std::string(GLASSHOUSE_TEST_DATA) + "/" + name;
}

inline nlohmann::json readJson(const std::string& name) {
    std::ifstream in(dataPath(name));
    return nlohmann::json::parse(in);
}

inline Bytes readBytes(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    const auto* raw = reinterpret_cast<const std::byte*>(text.data());
    return {raw, raw + text.size()};
}

}  // namespace gh::test
