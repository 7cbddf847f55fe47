#include "engine/text/vocab_tokenizer.h"

#include <algorithm>

#include "engine/model/model_file.h"
#include "engine/text/utf8.h"

namespace gh {

namespace {

// Longer markers do not exist; the bound keeps the trie of a hostile file small.
constexpr std::size_t kLongestMarker = 512;

// Tokens with which models end a reply although the file may name only one of them as EOS.
constexpr std::string_view kEndMarkers[] = {
    "<|im_end|>", "<|endoftext|>",   "<end_of_turn>", "<|eot_id|>", "<|eom_id|>", "<|end|>",
    "<|eot|>",    "<|end_of_text|>", "<|return|>",    "<EOT>",      "<end_of_utterance>",
    "<|END_OF_TURN_TOKEN|>",         "<\uFF5Cend\u2581of\u2581sentence\uFF5C>",
};
// The same, but short enough to be a word of somebody's text where the file does not call it a control token.
constexpr std::string_view kEndOfSequence = "</s>";

}  // namespace

Result<void> VocabTokenizer::adopt(const ModelFile& file, Vocabulary vocabulary, const Defaults& defaults) {
    m_vocabulary = std::move(vocabulary);
    m_warnings = m_vocabulary.warnings();

    const auto idOf = [&](const char* key, TokenId fallback) -> TokenId {
        if (!file.find(key)) return m_vocabulary.contains(fallback) ? fallback : -1;
        const auto id = file.integer(key);
        if (id && *id < static_cast<std::uint64_t>(m_vocabulary.size())) return static_cast<TokenId>(*id);
        m_warnings.push_back(std::string(key) + ": " +
                             (id ? "token " + std::to_string(*id) : "not a token id") +
                             " is not in the vocabulary of " + std::to_string(m_vocabulary.size()) +
                             " tokens; running without it");
        return -1;
    };
    m_bos = idOf("tokenizer.ggml.bos_token_id", defaults.bos);
    m_eos = idOf("tokenizer.ggml.eos_token_id", defaults.eos);
    m_unknown = idOf("tokenizer.ggml.unknown_token_id", defaults.unknown);
    // Typed text must not become a control token, whatever the file calls unknown.
    if (m_unknown >= 0 && m_vocabulary.kind(m_unknown) == TokenKind::Control &&
        m_vocabulary.text(m_unknown) != "<unk>") {
        m_unknown = -1;
    }
    const TokenId eot = idOf("tokenizer.ggml.eot_token_id", -1);
    const TokenId eom = idOf("tokenizer.ggml.eom_token_id", -1);

    if (!file.find("tokenizer.ggml.token_type")) {
        // Without types nothing would be a control token, and the ends of turns would be shown as text.
        for (const TokenId id : {m_bos, m_eos, eot, eom}) {
            if (id >= 0) m_vocabulary.setKind(id, TokenKind::Control);
        }
    }

    const auto flag = [&](const char* key, bool fallback, bool& out) -> Result<void> {
        const auto value = file.flagOr(key, fallback);
        if (!value) return value.error();
        out = *value;
        return {};
    };
    if (auto r = flag("tokenizer.ggml.add_bos_token", defaults.addBos, m_addBos); !r) return r;
    if (auto r = flag("tokenizer.ggml.add_eos_token", false, m_addEos); !r) return r;
    if (auto r = flag("tokenizer.ggml.add_space_prefix", defaults.addSpacePrefix, m_addSpacePrefix); !r)
        return r;
    constexpr const char* kPrefixKind = "tokenizer.space_prefix";
    if (file.find(kPrefixKind)) {
        const auto kind = file.text(kPrefixKind);
        if (!kind) return kind.error();
        m_prefixUnlessThere = true;
        m_prefixOnce = *kind == "first";
    }
    m_addBos = m_addBos && m_bos >= 0;
    m_addEos = m_addEos && m_eos >= 0;

    // Some files call the ends of turns plain tokens; shown as text, they would end no reply.
    for (const std::string_view marker : kEndMarkers) {
        const TokenId id = m_vocabulary.find(marker);
        if (id < 0) continue;
        m_vocabulary.setKind(id, TokenKind::Control);
        m_endOfGeneration.push_back(id);
    }
    if (const TokenId id = m_vocabulary.find(kEndOfSequence); id >= 0 && m_vocabulary.kind(id) == TokenKind::Control)
        m_endOfGeneration.push_back(id);

    for (TokenId id = 0; id < m_vocabulary.size(); ++id) {
        const TokenKind k = m_vocabulary.kind(id);
        const bool marker = k == TokenKind::Control || k == TokenKind::UserDefined || k == TokenKind::Unknown;
        if (marker && m_vocabulary.text(id).size() <= kLongestMarker)
            m_markers.add(m_vocabulary.text(id), id);
    }

    for (const TokenId id : {m_eos, eot, eom}) {
        if (id >= 0) m_endOfGeneration.push_back(id);
    }
    constexpr const char* kMoreEnds = "tokenizer.ggml.eos_token_ids";
    if (file.find(kMoreEnds)) {
        const auto ends = file.integers(kMoreEnds);
        if (!ends) return ends.error();
        for (const std::int64_t id : *ends) {
            if (id >= 0 && id < m_vocabulary.size()) m_endOfGeneration.push_back(static_cast<TokenId>(id));
        }
    }
    if (auto r = readStripping(file); !r) return r;
    std::sort(m_endOfGeneration.begin(), m_endOfGeneration.end());
    m_endOfGeneration.erase(std::unique(m_endOfGeneration.begin(), m_endOfGeneration.end()),
                            m_endOfGeneration.end());
    return {};
}

// Which markers take the white space behind them away. GGUF has no key for it; of Phi-3's tokenizer it is known.
Result<void> VocabTokenizer::readStripping(const ModelFile& file) {
    constexpr const char* kStripping = "tokenizer.rstrip_token_ids";
    if (file.find(kStripping)) {
        const auto ids = file.integers(kStripping);
        if (!ids) return ids.error();
        for (const std::int64_t id : *ids) {
            if (id >= 0 && id < m_vocabulary.size()) m_stripsAfter.push_back(static_cast<TokenId>(id));
        }
    } else if (const auto family = file.text("general.architecture"); family && *family == "phi3" && m_model == "llama") {
        for (TokenId id = 0; id < m_vocabulary.size(); ++id) {
            const std::string_view text = m_vocabulary.text(id);
            const bool marker = m_vocabulary.kind(id) == TokenKind::Control || m_vocabulary.kind(id) == TokenKind::UserDefined;
            if (marker && text != "<unk>" && text != "<s>" && text != "<|endoftext|>") m_stripsAfter.push_back(id);
        }
    }
    std::sort(m_stripsAfter.begin(), m_stripsAfter.end());
    return {};
}

template <class Special>
std::vector<TokenId> VocabTokenizer::encodeCut(std::string_view text, bool continued, Special special) const {
    std::vector<TokenId> ids;
    bool afterControl = !continued;
    std::size_t begin = 0;
    const auto flush = [&](std::size_t end) {
        if (end <= begin) return;
        appendText(text.substr(begin, end - begin), afterControl, ids);
        afterControl = false;
    };
    for (std::size_t pos = 0; pos < text.size();) {
        const MarkerTrie::Hit hit = m_markers.longest(text, pos, [&](TokenId id, std::size_t length) {
            return m_vocabulary.kind(id) == TokenKind::UserDefined || special(pos, length);
        });
        if (hit.id < 0) {
            ++pos;
            continue;
        }
        flush(pos);
        ids.push_back(hit.id);
        afterControl = !m_prefixOnce;
        pos += hit.length;
        if (std::binary_search(m_stripsAfter.begin(), m_stripsAfter.end(), hit.id)) {
            for (utf8::Char c; pos < text.size() && (c = utf8::at(text, pos)).valid && utf8::isSpace(c.code);) pos += c.length;
        }
        begin = pos;
    }
    flush(text.size());
    return ids;
}

std::vector<TokenId> VocabTokenizer::encode(std::string_view text, bool parseSpecial) const {
    return encodeCut(text, false, [&](std::size_t, std::size_t) { return parseSpecial; });
}

std::vector<TokenId> VocabTokenizer::encodeSpans(const SpannedText& spans, bool continued) const {
    const std::string text = plainText(spans);
    // Ends of the stretches that are not content; a control marker must lie within one of them, neighbours
    // joined.
    struct Stretch {
        std::size_t begin, end;
    };
    std::vector<Stretch> open;
    std::size_t pos = 0;
    for (const TextSpan& span : spans) {
        const std::size_t end = pos + span.text.size();
        if (!span.content && end > pos) {
            if (!open.empty() && open.back().end == pos) {
                open.back().end = end;
            } else {
                open.push_back({pos, end});
            }
        }
        pos = end;
    }
    std::size_t current = 0;  // positions come in ascending order
    return encodeCut(text, continued, [&](std::size_t begin, std::size_t length) {
        while (current < open.size() && open[current].end <= begin) ++current;
        return current < open.size() && open[current].begin <= begin && begin + length <= open[current].end;
    });
}

}  // namespace gh
