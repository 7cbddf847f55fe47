// Cuts a text into the pieces within which byte-level BPE merges: Unicode patterns, run through PCRE2.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"

namespace gh {

// What tokenizer.ggml.pre stands for. The patterns are applied one after the other, each to the pieces of the
// one before; what a pattern matches and what lies between its matches are pieces.
struct PreTokenizerRule {
    std::vector<const char*> names;
    std::vector<const char*> patterns;
    bool wholePieceFirst = false;  // a piece that is a token needs no merges
    bool addsBos = false;          // where the file does not say
    // The same in tokenizer.json: the steps of its pre_tokenizer, a line each ("split REGEX", "digit", "digits", "gpt2"
    // for ByteLevel with its own pattern, "bytes" for ByteLevel without).
    std::vector<std::string> forms{};
};
const std::vector<PreTokenizerRule>& preTokenizerList();
const PreTokenizerRule* findPreTokenizer(std::string_view name);
// By its form in tokenizer.json; wholePieceFirst: ignore_merges there. Null: none of ours.
const PreTokenizerRule* findPreTokenizerForm(std::string_view form, bool wholePieceFirst);

class PreTokenizer {
public:
    static Result<std::shared_ptr<const PreTokenizer>> compile(const PreTokenizerRule& rule);
    ~PreTokenizer();
    // The pieces in order; joined they are the text, byte for byte. Invalid UTF-8 stands in pieces of its
    // own.
    std::vector<std::string_view> split(std::string_view text) const;

private:
    PreTokenizer() = default;
    struct Code;
    std::vector<Code> m_codes;
};

}  // namespace gh
