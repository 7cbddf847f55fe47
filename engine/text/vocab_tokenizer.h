// What all families share: the vocabulary, the model's special ids, and cutting a text at its markers. A
// family adds only how a stretch of plain text becomes ids.
#pragma once

#include "engine/text/marker_trie.h"
#include "engine/text/tokenizer.h"
#include "engine/text/vocabulary.h"

namespace gh {

class VocabTokenizer : public Tokenizer {
public:
    std::vector<TokenId> encode(std::string_view text, bool parseSpecial) const override;
    std::string_view piece(TokenId id) const override { return m_vocabulary.piece(id); }
    int size() const override { return m_vocabulary.size(); }
    TokenKind kind(TokenId id) const override { return m_vocabulary.kind(id); }
    std::string_view tokenText(TokenId id) const override { return m_vocabulary.text(id); }
    using Tokenizer::encode;

protected:
    struct Defaults {
        TokenId bos = -1, eos = -1, unknown = -1;  // where the file names none
        bool addBos = false, addSpacePrefix = false;
    };
    // Takes the vocabulary and reads the special ids and flags. Ids out of range are warned about and not
    // used.
    Result<void> adopt(const ModelFile& file, Vocabulary vocabulary, const Defaults& defaults);

    std::vector<TokenId> encodeSpans(const SpannedText& text, bool continued) const override;
    // Ids of text without markers. afterControl: it begins the whole text or follows a marker.
    virtual void appendText(std::string_view text, bool afterControl, std::vector<TokenId>& ids) const = 0;

    Vocabulary m_vocabulary;
    TokenId m_unknown = -1;

private:
    // special(begin, length): may these bytes be a control marker?
    template <class Special>
    std::vector<TokenId> encodeCut(std::string_view text, bool continued, Special special) const;

    Result<void> readStripping(const ModelFile& file);

    MarkerTrie m_markers;
    std::vector<TokenId> m_stripsAfter;  // markers that take the white space behind them away, ascending
};

}  // namespace gh
