#include "tests/engine/text/cases.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <stdexcept>

#include "engine/model/gguf.h"

namespace gh::test {

using Json = nlohmann::ordered_json;

Json readCases(const std::string& file) {
    std::ifstream in(std::string(GLASSHOUSE_TEST_DATA) + "/" + file);
    if (!in) throw std::runtime_error("no test data " + file);
    return Json::parse(in);
}

std::string fromHex(std::string_view hex) {
    std::string out;
    for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
        out += static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16));
    }
    return out;
}

std::string toHex(std::string_view bytes) {
    std::string out;
    for (const char c : bytes) {
        char two[3];
        std::snprintf(two, sizeof two, "%02x", static_cast<unsigned char>(c));
        out += two;
    }
    return out;
}

std::string inputBytes(const Json& input) {
    if (!input.contains("repeat")) return fromHex(input.at("hex").get<std::string>());
    const auto unit = input.at("repeat").get<std::string>();
    std::string out;
    for (int i = 0; i < input.at("times").get<int>(); ++i) out += unit;
    return out;
}

std::vector<TokenId> idsOf(const Json& list) {
    return list.get<std::vector<TokenId>>();
}

std::string escaped(std::string_view text) {
    std::string out;
    for (const char c : text) out += c == '\n' ? std::string("\\n") : std::string(1, c);
    return out;
}

namespace {

std::shared_ptr<const ModelFile> realFile(const std::string& caseName) {
    const char* folder = std::getenv("GLASSHOUSE_MODELS");
    const char* home = std::getenv("HOME");
    const std::string base = folder ? folder : std::string(home ? home : ".") + "/.cache/glasshouse";
    const std::string name =
        caseName.starts_with("smollm2") ? "SmolLM2-135M-Instruct.Q4_1.gguf" : "gemma-3-270m-q4_k_m.gguf";
    auto file = openGguf(base + "/" + name);
    if (!file) {
        std::printf("[ SKIPPED  ] %s is absent: %s\n", name.c_str(), file.error().message().c_str());
        return nullptr;
    }
    return *file;
}

}  // namespace

std::shared_ptr<const Tokenizer> realTokenizer(const std::string& caseName) {
    const auto file = realFile(caseName);
    if (!file) return nullptr;
    auto tokenizer = Tokenizer::create(*file);
    if (!tokenizer) throw std::runtime_error(tokenizer.error().message());
    return *tokenizer;
}

std::string realTemplate(const std::string& caseName) {
    const auto file = realFile(caseName);
    return file ? std::string(file->text("tokenizer.chat_template").value()) : std::string();
}

std::shared_ptr<const Tokenizer> dataTokenizer(const std::string& file) {
    auto opened = openGguf(std::string(GLASSHOUSE_TEST_DATA) + "/" + file);
    if (!opened) throw std::runtime_error(opened.error().message());
    auto tokenizer = Tokenizer::create(**opened);
    if (!tokenizer) throw std::runtime_error(tokenizer.error().message());
    return *tokenizer;
}

Tally::~Tally() {
    EXPECT_GT(m_ran + m_skipped, 0) << m_name;
    std::printf("[   CASES  ] %s: %d run, %d skipped\n", m_name.c_str(), m_ran, m_skipped);
}

void Tally::skipped(const std::string& id, const std::string& why) {
    ++m_skipped;
    std::printf("[ SKIPPED  ] %s: %s\n", id.c_str(), why.c_str());
}

std::string sha256(std::string_view bytes) {
    // FIPS 180-4. Constants are the fractional parts of the roots of the first primes.
    constexpr std::uint32_t k[64] = {
        0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
        0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
        0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
        0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
        0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
        0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
        0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
        0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
    std::uint32_t h[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                          0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    std::string data(bytes);
    data += '\x80';
    while (data.size() % 64 != 56) data += '\0';
    for (int shift = 56; shift >= 0; shift -= 8)
        data += static_cast<char>(static_cast<std::uint64_t>(bytes.size()) * 8 >> shift);
    for (std::size_t block = 0; block < data.size(); block += 64) {
        std::uint32_t w[64];
        for (std::size_t i = 0; i < 16; ++i) {
            w[i] = 0;
            for (std::size_t b = 0; b < 4; ++b)
                w[i] = w[i] << 8 | static_cast<unsigned char>(data[block + i * 4 + b]);
        }
        for (std::size_t i = 16; i < 64; ++i) {
            const std::uint32_t a = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ (w[i - 15] >> 3);
            const std::uint32_t b = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ (w[i - 2] >> 10);
            w[i] = w[i - 16] + a + w[i - 7] + b;
        }
        std::uint32_t v[8];
        std::copy(std::begin(h), std::end(h), v);
        for (std::size_t i = 0; i < 64; ++i) {
            const std::uint32_t s1 = std::rotr(v[4], 6) ^ std::rotr(v[4], 11) ^ std::rotr(v[4], 25);
            const std::uint32_t t1 = v[7] + s1 + ((v[4] & v[5]) ^ (~v[4] & v[6])) + k[i] + w[i];
            const std::uint32_t s0 = std::rotr(v[0], 2) ^ std::rotr(v[0], 13) ^ std::rotr(v[0], 22);
            const std::uint32_t t2 = s0 + ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
            for (std::size_t j = 7; j > 0; --j) v[j] = v[j - 1];
            v[4] += t1;
            v[0] = t1 + t2;
        }
        for (std::size_t i = 0; i < 8; ++i) h[i] += v[i];
    }
    std::string out;
    for (const std::uint32_t word : h) {
        char text[9];
        std::snprintf(text, sizeof text, "%08x", word);
        out += text;
    }
    return out;
}

}  // namespace gh::test
