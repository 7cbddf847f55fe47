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

class ModelFile;

enum class TokenKind : std::uint8_t { Normal, Unknown, Control, UserDefined, Unused, Byte };

// A text with spans: what a user, a file or a tool wrote is content; special tokens are parsed only outside
// of it.
struct TextSpan {
    std::string text;
    bool content = false;
    int message = -1;  // index of the message whose content this is, -1 otherwise
};
using SpannedText = std::vector<TextSpan>;
std::string plainText(const SpannedText& spans);

class Tokenizer {
public:
    virtual ~Tokenizer() = default;

    // Families: tokenizer.ggml.model gpt2 (byte-level BPE + pre-tokenizer pattern) and llama (SentencePiece
    // scores). Errors name the key or token; Unsupported names the family or pattern we lack.
    static Result<std::shared_ptr<const Tokenizer>> create(const ModelFile& file);

    // parseSpecial: control and user-defined markers in the text become their ids; else control markers are
    // text. No BOS is added here.
    virtual std::vector<TokenId> encode(std::string_view text, bool parseSpecial) const = 0;
    // Specials are parsed outside content only; text between two parsed specials is tokenized in one piece,
    // across span borders.
    std::vector<TokenId> encode(const SpannedText& text) const { return encodeSpans(text, false); }
    // The same for text that follows other tokens: the space that some models put before the first word is
    // not added.
    std::vector<TokenId> encodeContinued(const SpannedText& text) const { return encodeSpans(text, true); }
    // The model's own BOS/EOS rule (add_bos_token, add_eos_token): exactly one BOS even if the ids begin with
    // it.
    std::vector<TokenId> withModelSpecials(std::vector<TokenId> ids) const;

    // Exact bytes of a token as it appears in decoded text; control tokens give their marker when special,
    // else nothing.
    virtual std::string_view piece(TokenId id) const = 0;  // bytes, control tokens: their marker
    std::string decode(std::span<const TokenId> ids, bool special) const;
    // The inverse of encode: like decode, but without the spaces that addsSpacePrefix() put there. Not for
    // generated ids, whose first space is the model's own.
    std::string decodeEncoded(std::span<const TokenId> ids, bool special) const;

    virtual int size() const = 0;
    virtual TokenKind kind(TokenId id) const = 0;
    // Not a part of the text: hidden unless specials are asked for. The unknown token stands for text that
    // was lost.
    bool isSpecial(TokenId id) const {
        return kind(id) == TokenKind::Control || kind(id) == TokenKind::Unknown;
    }
    bool isEndOfGeneration(TokenId id) const;  // EOS, EOT, <|im_end|>, <end_of_turn> …
    TokenId bos() const { return m_bos; }      // -1: none
    TokenId eos() const { return m_eos; }
    bool addsBos() const { return m_addBos; }
    bool addsEos() const { return m_addEos; }
    bool addsSpacePrefix() const {
        return m_addSpacePrefix;
    }  // a space before the first text and after markers
    const std::string& modelName() const { return m_model; }   // "gpt2", "llama"
    const std::string& preName() const { return m_pre; }       // "smollm", "default", …
    virtual std::string_view tokenText(TokenId id) const = 0;  // as spelled in the vocabulary
    const std::vector<std::string>& warnings() const { return m_warnings; }

protected:
    virtual std::vector<TokenId> encodeSpans(const SpannedText& text, bool continued) const = 0;

    TokenId m_bos = -1, m_eos = -1;
    bool m_addBos = false, m_addEos = false, m_addSpacePrefix = false;
    // transformers' Metaspace: a text that begins with a space gets no other one, and by its kind "first" only the
    // beginning of all does.
    bool m_prefixUnlessThere = false, m_prefixOnce = false;
    std::string m_model, m_pre;
    std::vector<TokenId> m_endOfGeneration;
    std::vector<std::string> m_warnings;
};

}  // namespace gh
