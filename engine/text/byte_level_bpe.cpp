// Byte-level BPE (tokenizer.ggml.model gpt2): the text is cut into pieces by Unicode patterns, and within a piece
// neighbours merge in the order of the merge list, lowest rank first, leftmost among equals.
#include <queue>

#include "engine/model/gguf.h"
#include "engine/text/byte_alphabet.h"
#include "engine/text/merge_table.h"
#include "engine/text/pretokenizer.h"
#include "engine/text/tokenizer_list.h"
#include "engine/text/utf8.h"
#include "engine/text/vocab_tokenizer.h"

namespace gh {

namespace {

// Up to this many symbols the plain search for the best pair beats a heap.
constexpr std::size_t kShortPiece = 48;

class ByteLevelBpe final : public VocabTokenizer {
public:
    Result<void> load(const GgufFile& file);

protected:
    void appendText(std::string_view text, bool, std::vector<TokenId>& ids) const override;

private:
    struct Symbol {
        TokenId id = -1;
        std::uint32_t begin = 0, length = 0;
        std::int32_t previous = -1, next = -1;
    };
    struct Candidate {
        std::uint32_t rank;
        std::int32_t left;
        TokenId leftId, rightId, result;
        bool operator<(const Candidate& other) const {  // the top of the heap is the lowest rank, then the leftmost
            return rank != other.rank ? rank > other.rank : left > other.left;
        }
    };
    void appendPiece(std::string_view piece, std::vector<Symbol>& symbols, std::vector<TokenId>& ids) const;
    void mergeShort(std::vector<Symbol>& symbols) const;
    void mergeLong(std::vector<Symbol>& symbols) const;

    std::shared_ptr<const PreTokenizer> m_split;
    MergeTable m_merges;
    std::array<TokenId, 256> m_bytes{};
    std::vector<TokenId> m_replacement;  // U+FFFD, for the bytes that some vocabularies lack; never a control token
    bool m_wholePieceFirst = false;
};

Result<void> ByteLevelBpe::load(const GgufFile& file) {
    constexpr const char* kPre = "tokenizer.ggml.pre";
    m_model = "gpt2";
    m_pre = "default";
    if (file.find(kPre)) {
        const auto pre = file.text(kPre);
        if (!pre) return pre.error();
        m_pre = std::string(*pre);
    }
    const PreTokenizerRule* rule = findPreTokenizer(m_pre);
    if (!rule) {
        std::string known;
        for (const PreTokenizerRule& r : preTokenizerList()) {
            for (const char* name : r.names) known += (known.empty() ? "" : ", ") + std::string(name);
        }
        return Error{ErrorCode::Unsupported, kPre,
                     "the pre-tokenizer \"" + m_pre + "\" is not supported (known: " + known + ")"};
    }
    auto split = PreTokenizer::compile(*rule);
    if (!split) return split.error();
    m_split = std::move(*split);
    m_wholePieceFirst = rule->wholePieceFirst;

    auto vocabulary = Vocabulary::read(file, false);
    if (!vocabulary) return vocabulary.error();
    Defaults defaults;
    defaults.addBos = rule->addsBos;
    if (auto r = adopt(file, std::move(*vocabulary), defaults); !r) return r;
    m_addSpacePrefix = false;  // a matter of SentencePiece; files of this family carry the key without meaning it

    auto merges = MergeTable::read(file, m_vocabulary);
    if (!merges) return merges.error();
    m_merges = std::move(*merges);

    const ByteAlphabet& alphabet = ByteAlphabet::instance();
    m_vocabulary.setPieces([&](TokenId id, std::string_view text, std::string& out) {
        const TokenKind k = m_vocabulary.kind(id);
        if (k == TokenKind::Normal || k == TokenKind::Unused) {
            alphabet.decode(text, out);
        } else {
            out.append(text);  // markers are spelled as they appear in a text
        }
    });
    for (int byte = 0; byte < 256; ++byte) {
        m_bytes[static_cast<std::size_t>(byte)] = m_vocabulary.findText(alphabet.spell(static_cast<unsigned char>(byte)));
    }
    bool spellable = true;
    for (const char c : utf8::kReplacementBytes) spellable = spellable && m_bytes[static_cast<unsigned char>(c)] >= 0;
    std::vector<Symbol> symbols;
    if (spellable) appendPiece(utf8::kReplacementBytes, symbols, m_replacement);
    return {};
}

void ByteLevelBpe::appendText(std::string_view text, bool, std::vector<TokenId>& ids) const {
    std::vector<Symbol> symbols;
    for (const std::string_view piece : m_split->split(text)) appendPiece(piece, symbols, ids);
}

void ByteLevelBpe::appendPiece(std::string_view piece, std::vector<Symbol>& symbols, std::vector<TokenId>& ids) const {
    if (m_wholePieceFirst) {
        const TokenId whole = m_vocabulary.findText(ByteAlphabet::instance().encode(piece));
        if (whole >= 0) {
            ids.push_back(whole);
            return;
        }
    }
    symbols.resize(piece.size());
    const auto n = static_cast<std::int32_t>(piece.size());
    for (std::int32_t i = 0; i < n; ++i) {
        const auto u = static_cast<std::size_t>(i);
        symbols[u] = {m_bytes[static_cast<unsigned char>(piece[u])], static_cast<std::uint32_t>(i), 1, i - 1,
                      i + 1 < n ? i + 1 : -1};
    }
    if (symbols.size() <= kShortPiece) {
        mergeShort(symbols);
    } else {
        mergeLong(symbols);
    }
    for (std::int32_t i = n > 0 ? 0 : -1; i >= 0; i = symbols[static_cast<std::size_t>(i)].next) {
        const Symbol& symbol = symbols[static_cast<std::size_t>(i)];
        if (m_vocabulary.contains(symbol.id)) {
            ids.push_back(symbol.id);
            continue;
        }
        // A merge ended on a string that is no token, or the vocabulary lacks a byte.
        for (const char c : piece.substr(symbol.begin, symbol.length)) {
            const TokenId byte = m_bytes[static_cast<unsigned char>(c)];
            if (byte >= 0) {
                ids.push_back(byte);
            } else {
                ids.insert(ids.end(), m_replacement.begin(), m_replacement.end());
            }
        }
    }
}

void ByteLevelBpe::mergeShort(std::vector<Symbol>& symbols) const {
    // ranks[i]: merge of symbol i with its right neighbour; the symbols stay packed at the front.
    const MergeTable::Merge* merges[kShortPiece];
    std::size_t n = symbols.size();
    for (std::size_t i = 0; i + 1 < n; ++i) merges[i] = m_merges.find(symbols[i].id, symbols[i + 1].id);
    while (n > 1) {
        std::size_t best = n;
        for (std::size_t i = 0; i + 1 < n; ++i) {
            if (merges[i] && (best == n || merges[i]->rank < merges[best]->rank)) best = i;
        }
        if (best == n) break;
        symbols[best].id = merges[best]->result;
        symbols[best].length += symbols[best + 1].length;
        for (std::size_t i = best + 1; i + 1 < n; ++i) {
            symbols[i] = symbols[i + 1];
            merges[i] = i + 2 < n ? merges[i + 1] : nullptr;
        }
        --n;
        if (best > 0) merges[best - 1] = m_merges.find(symbols[best - 1].id, symbols[best].id);
        merges[best] = best + 1 < n ? m_merges.find(symbols[best].id, symbols[best + 1].id) : nullptr;
    }
    for (std::size_t i = 0; i < n; ++i) symbols[i].next = i + 1 < n ? static_cast<std::int32_t>(i) + 1 : -1;
}

void ByteLevelBpe::mergeLong(std::vector<Symbol>& symbols) const {
    const auto at = [&](std::int32_t i) -> Symbol& { return symbols[static_cast<std::size_t>(i)]; };
    std::vector<Candidate> storage;
    storage.reserve(symbols.size());
    const auto candidate = [&](std::int32_t left, auto push) {
        if (left < 0 || at(left).next < 0) return;
        const TokenId a = at(left).id, b = at(at(left).next).id;
        if (const MergeTable::Merge* merge = m_merges.find(a, b)) push(Candidate{merge->rank, left, a, b, merge->result});
    };
    for (std::int32_t i = 0; i + 1 < static_cast<std::int32_t>(symbols.size()); ++i) {
        candidate(i, [&](const Candidate& c) { storage.push_back(c); });
    }
    std::priority_queue<Candidate> heap(std::less<Candidate>{}, std::move(storage));
    while (!heap.empty()) {
        const Candidate top = heap.top();
        heap.pop();
        Symbol& left = at(top.left);
        // Overtaken by an earlier merge?
        if (left.length == 0 || left.id != top.leftId || left.next < 0 || at(left.next).id != top.rightId) continue;
        Symbol& right = at(left.next);
        left.id = top.result;
        left.length += right.length;
        left.next = right.next;
        right.length = 0;
        if (left.next >= 0) at(left.next).previous = top.left;
        candidate(left.previous, [&](const Candidate& c) { heap.push(c); });
        candidate(top.left, [&](const Candidate& c) { heap.push(c); });
    }
}

}  // namespace

Result<std::shared_ptr<const Tokenizer>> createByteLevelBpe(const GgufFile& file) {
    auto tokenizer = std::make_shared<ByteLevelBpe>();
    if (auto loaded = tokenizer->load(file); !loaded) return loaded.error();
    return std::shared_ptr<const Tokenizer>(std::move(tokenizer));
}

}  // namespace gh
