// Ready-made cases (JSON files of one form) for the tests of engine/text.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "engine/text/tokenizer.h"

namespace gh::test {

nlohmann::ordered_json readCases(const std::string& file);  // below tests/data
std::string fromHex(std::string_view hex);
std::string toHex(std::string_view bytes);
std::string inputBytes(const nlohmann::ordered_json& input);  // of "hex", or "repeat" and "times"
std::vector<TokenId> idsOf(const nlohmann::ordered_json& list);
std::string sha256(std::string_view bytes);
std::string escaped(std::string_view text);  // for messages

// The tokenizer of a real model by the cases' name for it; null, with a printed word, where the file is
// absent.
std::shared_ptr<const Tokenizer> realTokenizer(const std::string& caseName);
std::string realTemplate(const std::string& caseName);
std::shared_ptr<const Tokenizer> dataTokenizer(const std::string& file);

// Counts what ran and prints it at the end: a skipped case is never silent.
class Tally {
public:
    explicit Tally(std::string name) : m_name(std::move(name)) {}
    ~Tally();
    void ran() { ++m_ran; }
    void skipped(const std::string& id, const std::string& why);

private:
    std::string m_name;
    int m_ran = 0, m_skipped = 0;
};

}  // namespace gh::test
