// Text to ids and back. Special (control) tokens are parsed only where the caller says so.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/ids.h"
#include "engine/base/result.h"

namespace gh {

class GgufFile;

enum class TokenKind : std::uint8_t { Normal, Unknown, Control, UserDefined, Unused, Byte };

// A text with spans: what a user, a file or a tool wrote is content; special tokens are parsed only outside of it.
struct TextSpan {
    std::string text;
    bool content = false;
    int message = -1;        // index of the message whose content this is, -1 otherwise
};
using SpannedText = std::vector<TextSpan>;
std::string plainText(const SpannedText& spans);

class Tokenizer {
public:
    virtual ~Tokenizer() = default;

    // Families: tokenizer.ggml.model gpt2 (byte-level BPE + pre-tokenizer pattern) and llama (SentencePiece scores).
    // Errors name the key or token. vocabRows: rows of the embedding, ids beyond are impossible.
    static Result<std::shared_ptr<const Tokenizer>> create(const GgufFile& file);

    // parseSpecial: control and user-defined markers in the text become their ids; else control markers are text.
    // No BOS is added here.
    virtual std::vector<TokenId> encode(std::string_view text, bool parseSpecial) const = 0;
    // Specials are parsed outside content only; text between two parsed specials is tokenized in one piece, across
    // span borders.
    std::vector<TokenId> encode(const SpannedText& text) const;
    // The model's own BOS/EOS rule (add_bos_token, add_eos_token): exactly one BOS even if the ids begin with it.
    std::vector<TokenId> withModelSpecials(std::vector<TokenId> ids) const;

    // Exact bytes of a token as it appears in decoded text; control tokens give their marker when special, else nothing.
    virtual std::string_view piece(TokenId id) const = 0;        // bytes, control tokens: their marker
    std::string decode(std::span<const TokenId> ids, bool special) const;

    virtual int size() const = 0;
    virtual TokenKind kind(TokenId id) const = 0;
    bool isSpecial(TokenId id) const { return kind(id) == TokenKind::Control; }
    bool isEndOfGeneration(TokenId id) const;                     // EOS, EOT, <|im_end|>, <end_of_turn> …
    TokenId bos() const { return m_bos; }                         // -1: none
    TokenId eos() const { return m_eos; }
    bool addsBos() const { return m_addBos; }
    bool addsEos() const { return m_addEos; }
    const std::string& modelName() const { return m_model; }      // "gpt2", "llama"
    const std::string& preName() const { return m_pre; }          // "smollm", "default", …
    virtual std::string_view tokenText(TokenId id) const = 0;     // as spelled in the vocabulary
    const std::vector<std::string>& warnings() const { return m_warnings; }

protected:
    // Ids of the special markers in `text` (outside content), longest first match.
    TokenId m_bos = -1, m_eos = -1;
    bool m_addBos = false, m_addEos = false;
    std::string m_model, m_pre;
    std::vector<TokenId> m_endOfGeneration;
    std::vector<std::string> m_warnings;
};

}  // namespace gh
