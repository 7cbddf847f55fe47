// The tokens of a model file, checked once and then trusted: spelling, kind, score, and the way back from a
// spelling to its id. One arena of bytes for all of them: a vocabulary has up to 262,144 tokens and must be
// there in a blink.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/ids.h"
#include "engine/base/result.h"
#include "engine/text/tokenizer.h"

namespace gh {

class Vocabulary {
public:
    // Reads tokenizer.ggml.tokens, token_type and, where `scores` asks for them, scores. Errors (BadFile)
    // name the key or the token. Doubtful but harmless things become warnings.
    static Result<Vocabulary> read(const ModelFile& file, bool scores);

    int size() const { return static_cast<int>(m_kinds.size()); }
    bool contains(TokenId id) const { return id >= 0 && id < size(); }
    std::string_view text(TokenId id) const { return slice(m_texts, id); }
    // Bytes of a token in decoded text; the same as its spelling until setPieces.
    std::string_view piece(TokenId id) const {
        return m_pieces.ends.empty() ? text(id) : slice(m_pieces, id);
    }
    TokenKind kind(TokenId id) const { return m_kinds[static_cast<std::size_t>(id)]; }
    float score(TokenId id) const { return m_scores[static_cast<std::size_t>(id)]; }

    // Lowest id with this spelling, -1 if none.
    TokenId find(std::string_view text) const { return find(text, hash(text)); }
    // The same, but only tokens that text may become: no control, unknown or byte tokens.
    TokenId findText(std::string_view text) const;
    // The token <0xHH> of a byte, -1 if none (SentencePiece).
    TokenId byteToken(unsigned char byte) const { return m_byteTokens[byte]; }

    void setKind(TokenId id, TokenKind kind) { m_kinds[static_cast<std::size_t>(id)] = kind; }
    const std::vector<std::string>& warnings() const { return m_warnings; }

    // Fills the pieces: convert(id, text, out) appends the bytes of a token.
    template <class Convert>
    void setPieces(Convert convert) {
        m_pieces.bytes.reserve(m_texts.bytes.size());
        m_pieces.ends.reserve(m_kinds.size());
        for (TokenId id = 0; id < size(); ++id) {
            convert(id, text(id), m_pieces.bytes);
            m_pieces.ends.push_back(static_cast<std::uint32_t>(m_pieces.bytes.size()));
        }
    }

    static std::uint64_t hash(std::string_view text);

private:
    struct Strings {
        std::string bytes;
        std::vector<std::uint32_t> ends;
    };
    static std::string_view slice(const Strings& strings, TokenId id) {
        const auto i = static_cast<std::size_t>(id);
        const std::uint32_t begin = i == 0 ? 0 : strings.ends[i - 1];
        return {strings.bytes.data() + begin, strings.ends[i] - begin};
    }
    TokenId find(std::string_view text, std::uint64_t hash) const;
    void index();
    Result<void> readKinds(const ModelFile& file);
    Result<void> readScores(const ModelFile& file);
    Result<void> readByteTokens();

    Strings m_texts, m_pieces;
    std::vector<TokenKind> m_kinds;
    std::vector<float> m_scores;
    // Open addressing; a slot is (upper half of the hash, id + 1), 0 when free: most misses never touch the
    // arena.
    std::vector<std::uint64_t> m_slots;
    std::array<TokenId, 256> m_byteTokens{};
    std::vector<std::string> m_warnings;
};

}  // namespace gh
