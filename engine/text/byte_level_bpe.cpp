// Byte-level BPE (tokenizer.ggml.model gpt2): the text is cut into pieces by Unicode patterns, and within a
// piece neighbours merge in the order of the merge list, lowest rank first, leftmost among equals.
#include <algorithm>
#include <functional>
#include <queue>
#include <unordered_map>

#include "engine/model/model_file.h"
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
    Result<void> load(const ModelFile& file);

protected:
    void appendText(std::string_view text, bool, std::vector<TokenId>& ids) const override;

private:
    struct Symbol {
        TokenId id = -1;
        std::uint32_t begin = 0, length = 0;
        std::int32_t previous = -1, next = -1;
    };
    void appendPiece(std::string_view piece, std::vector<Symbol>& symbols, std::vector<TokenId>& ids) const;
    void mergeShort(std::vector<Symbol>& symbols) const;
    void mergeLong(std::vector<Symbol>& symbols) const;

    std::shared_ptr<const PreTokenizer> m_split;
    MergeTable m_merges;
    std::array<TokenId, 256> m_bytes{};
    std::vector<TokenId>
        m_replacement;  // U+FFFD, for the bytes that some vocabularies lack; never a control token
    bool m_wholePieceFirst = false;
};

Result<void> ByteLevelBpe::load(const ModelFile& file) {
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
    m_addSpacePrefix =
        false;  // a matter of SentencePiece; files of this family carry the key without meaning it

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
        m_bytes[static_cast<std::size_t>(byte)] =
            m_vocabulary.findText(alphabet.spell(static_cast<unsigned char>(byte)));
    }
    bool spellable = true;
    for (const char c : utf8::kReplacementBytes)
        spellable = spellable && m_bytes[static_cast<unsigned char>(c)] >= 0;
    std::vector<Symbol> symbols;
    if (spellable) appendPiece(utf8::kReplacementBytes, symbols, m_replacement);
    return {};
}

void ByteLevelBpe::appendText(std::string_view text, bool, std::vector<TokenId>& ids) const {
    std::vector<Symbol> symbols;
    for (const std::string_view piece : m_split->split(text)) appendPiece(piece, symbols, ids);
}

void ByteLevelBpe::appendPiece(std::string_view piece, std::vector<Symbol>& symbols,
                               std::vector<TokenId>& ids) const {
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
    // One heap entry a rank and not one a pair: a megabyte of spaces is a dozen sweeps, not a million pops.
    struct Bucket {
        std::vector<std::int32_t> lefts;
        std::size_t done = 0;
        bool sorted = true;
    };
    std::unordered_map<std::uint32_t, Bucket> buckets;
    std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> ranks;
    const auto mergeOf = [&](std::int32_t left) -> const MergeTable::Merge* {
        if (left < 0 || at(left).length == 0 || at(left).next < 0) return nullptr;
        return m_merges.find(at(left).id, at(at(left).next).id);
    };
    const auto offer = [&](std::int32_t left) -> std::uint32_t {
        const MergeTable::Merge* merge = mergeOf(left);
        if (!merge) return ~0u;
        const auto [it, added] = buckets.try_emplace(merge->rank);
        Bucket& bucket = it->second;
        if (added) ranks.push(merge->rank);
        if (!bucket.lefts.empty() && bucket.lefts.back() > left) bucket.sorted = false;
        bucket.lefts.push_back(left);
        return merge->rank;
    };
    for (std::int32_t i = 0; i + 1 < static_cast<std::int32_t>(symbols.size()); ++i) offer(i);
    while (!ranks.empty()) {
        const std::uint32_t rank = ranks.top();
        Bucket& bucket = buckets.find(rank)->second;  // stays put while others are added
        bool overtaken = false;  // a merge made way for one of lower rank, which comes first
        while (!overtaken && bucket.done < bucket.lefts.size()) {
            if (!bucket.sorted) {
                std::sort(bucket.lefts.begin() + static_cast<std::ptrdiff_t>(bucket.done),
                          bucket.lefts.end());
                bucket.sorted = true;
            }
            const std::int32_t index = bucket.lefts[bucket.done++];
            const MergeTable::Merge* merge = mergeOf(index);
            if (!merge || merge->rank != rank) continue;  // its symbols have merged otherwise
            Symbol& left = at(index);
            Symbol& right = at(left.next);
            left.id = merge->result;
            left.length += right.length;
            left.next = right.next;
            right.length = 0;
            if (left.next >= 0) at(left.next).previous = index;
            overtaken = std::min(offer(left.previous), offer(index)) < rank;
        }
        if (!overtaken) {
            ranks.pop();
            buckets.erase(rank);
        }
    }
}

}  // namespace

Result<std::shared_ptr<const Tokenizer>> createByteLevelBpe(const ModelFile& file) {
    auto tokenizer = std::make_shared<ByteLevelBpe>();
    if (auto loaded = tokenizer->load(file); !loaded) return loaded.error();
    return std::shared_ptr<const Tokenizer>(std::move(tokenizer));
}

}  // namespace gh
