// SentencePiece's BPE (tokenizer.ggml.model llama): spaces become U+2581, and over the whole text neighbours
// whose joined spelling is a token merge, highest score first, leftmost among equals; what is no token falls
// back to bytes.
#include <queue>
#include <unordered_map>

#include "engine/model/model_file.h"
#include "engine/text/tokenizer_list.h"
#include "engine/text/utf8.h"
#include "engine/text/vocab_tokenizer.h"

namespace gh {

namespace {

constexpr std::string_view kSpace = "\xE2\x96\x81";

class SentencePiece final : public VocabTokenizer {
public:
    Result<void> load(const ModelFile& file);

protected:
    void appendText(std::string_view text, bool afterControl, std::vector<TokenId>& ids) const override;

private:
    struct Symbol {
        std::uint32_t begin = 0, length = 0;  // length 0: merged into its left neighbour
        std::int32_t previous = -1, next = -1;
        TokenId id = -1;
    };
    struct Candidate {
        float score;
        std::int32_t left;
        std::uint32_t length;
        TokenId result;
        bool operator<(const Candidate& other) const {
            return score != other.score ? score < other.score : left > other.left;
        }
    };
    // Unused pieces may stand between two merges but not in the result: they come apart as they came
    // together.
    using Halves = std::unordered_map<TokenId, std::uint32_t>;
    void emit(std::string_view text, TokenId id, const Halves& halves, std::vector<TokenId>& ids) const;
};

Result<void> SentencePiece::load(const ModelFile& file) {
    m_model = "llama";
    m_pre = "default";
    auto vocabulary = Vocabulary::read(file, true);
    if (!vocabulary) return vocabulary.error();
    // SentencePiece's own defaults, where a file names nothing.
    Defaults defaults;
    defaults.bos = 1, defaults.eos = 2, defaults.unknown = 0;
    defaults.addBos = true, defaults.addSpacePrefix = true;
    if (auto r = adopt(file, std::move(*vocabulary), defaults); !r) return r;

    m_vocabulary.setPieces([&](TokenId id, std::string_view text, std::string& out) {
        const TokenKind k = m_vocabulary.kind(id);
        if (k == TokenKind::Byte) {
            const auto digit = [](char c) { return c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10; };
            out.push_back(static_cast<char>(digit(text[3]) * 16 + digit(text[4])));
        } else if (k == TokenKind::Normal || k == TokenKind::Unused) {
            for (std::size_t pos = 0; pos < text.size();) {
                const bool space = text.substr(pos).starts_with(kSpace);
                out.push_back(space ? ' ' : text[pos]);
                pos += space ? kSpace.size() : 1;
            }
        } else {
            out.append(text);
        }
    });
    return {};
}

void SentencePiece::appendText(std::string_view raw, bool afterControl, std::vector<TokenId>& ids) const {
    std::string text;
    text.reserve(raw.size() + raw.size() / 2);
    const bool there = m_prefixUnlessThere && (raw.starts_with(' ') || raw.starts_with(kSpace));
    if (afterControl && m_addSpacePrefix && !there) text += kSpace;
    for (const char c : raw) {
        if (c == ' ') {
            text += kSpace;
        } else {
            text += c;
        }
    }

    std::vector<Symbol> symbols;
    symbols.reserve(text.size());
    for (std::size_t pos = 0; pos < text.size();) {
        const utf8::Char c = utf8::at(text, pos);
        const std::size_t length = c.valid ? c.length : 1;
        const auto index = static_cast<std::int32_t>(symbols.size());
        symbols.push_back(
            {static_cast<std::uint32_t>(pos), static_cast<std::uint32_t>(length), index - 1, index + 1, -1});
        pos += length;
    }
    if (symbols.empty()) return;
    symbols.back().next = -1;

    const auto at = [&](std::int32_t i) -> Symbol& { return symbols[static_cast<std::size_t>(i)]; };
    const std::string_view view = text;
    Halves halves;
    const auto candidate = [&](std::int32_t left, auto push) {
        if (left < 0 || at(left).next < 0) return;
        const std::uint32_t length = at(left).length + at(at(left).next).length;
        const TokenId id = m_vocabulary.findText(view.substr(at(left).begin, length));
        if (id < 0) return;
        if (m_vocabulary.kind(id) == TokenKind::Unused) halves[id] = at(left).length;
        push(Candidate{m_vocabulary.score(id), left, length, id});
    };
    std::vector<Candidate> storage;
    storage.reserve(symbols.size());
    for (std::int32_t i = 0; i + 1 < static_cast<std::int32_t>(symbols.size()); ++i) {
        candidate(i, [&](const Candidate& c) { storage.push_back(c); });
    }
    std::priority_queue<Candidate> heap(std::less<Candidate>{}, std::move(storage));
    while (!heap.empty()) {
        const Candidate top = heap.top();
        heap.pop();
        Symbol& left = at(top.left);
        if (left.length == 0 || left.next < 0) continue;
        Symbol& right = at(left.next);
        if (left.length + right.length != top.length) continue;  // overtaken by an earlier merge
        left.length = top.length;
        left.id = top.result;
        left.next = right.next;
        right.length = 0;
        if (left.next >= 0) at(left.next).previous = top.left;
        candidate(left.previous, [&](const Candidate& c) { heap.push(c); });
        candidate(top.left, [&](const Candidate& c) { heap.push(c); });
    }

    for (std::int32_t i = 0; i >= 0; i = at(i).next) {
        const Symbol& symbol = at(i);
        const std::string_view spelled = view.substr(symbol.begin, symbol.length);
        emit(spelled, symbol.id >= 0 ? symbol.id : m_vocabulary.findText(spelled), halves, ids);
    }
}

void SentencePiece::emit(std::string_view text, TokenId id, const Halves& halves,
                         std::vector<TokenId>& ids) const {
    if (id >= 0 && m_vocabulary.kind(id) != TokenKind::Unused) {
        ids.push_back(id);
        return;
    }
    std::vector<std::string_view> parts{text};
    while (!parts.empty()) {
        const std::string_view part = parts.back();
        parts.pop_back();
        const TokenId token = m_vocabulary.findText(part);
        if (token >= 0 && m_vocabulary.kind(token) != TokenKind::Unused) {
            ids.push_back(token);
            continue;
        }
        if (const auto half = halves.find(token); token >= 0 && half != halves.end()) {
            parts.push_back(part.substr(half->second));
            parts.push_back(part.substr(0, half->second));
            continue;
        }
        // A literal U+2581 that is no piece is one of our spaces as far as the vocabulary can say.
        for (const char c : part) {
            const TokenId byte = m_vocabulary.byteToken(static_cast<unsigned char>(c));
            const TokenId fallback = byte >= 0 ? byte : m_unknown;
            if (fallback >= 0) ids.push_back(fallback);
            if (byte < 0) break;  // one unknown for the whole character
        }
    }
}

}  // namespace

Result<std::shared_ptr<const Tokenizer>> createSentencePiece(const ModelFile& file) {
    auto tokenizer = std::make_shared<SentencePiece>();
    if (auto loaded = tokenizer->load(file); !loaded) return loaded.error();
    return std::shared_ptr<const Tokenizer>(std::move(tokenizer));
}

}  // namespace gh
