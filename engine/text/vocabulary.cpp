#include "engine/text/vocabulary.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "engine/model/model_file.h"

namespace gh {

namespace {

constexpr const char* kTokens = "tokenizer.ggml.tokens";
constexpr const char* kTypes = "tokenizer.ggml.token_type";
constexpr const char* kScores = "tokenizer.ggml.scores";

Error bad(const char* key, std::string detail) {
    return {ErrorCode::BadFile, key, std::move(detail)};
}

const ModelArray* arrayOf(const ModelFile& file, const char* key) {
    const ModelValue* value = file.find(key);
    return value ? std::get_if<ModelArray>(&value->data) : nullptr;
}

bool isInteger(ValueType type) {
    switch (type) {
        case ValueType::F32:
        case ValueType::F64:
        case ValueType::Bool:
        case ValueType::String:
        case ValueType::Array:
            return false;
        default:
            return true;
    }
}

int hexDigit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return -1;
}

}  // namespace

std::uint64_t Vocabulary::hash(std::string_view text) {
    // Multiply and rotate on eight bytes at a time; the vocabulary is no hostile input by its size alone, and
    // a crowded table only costs time, never an answer.
    constexpr std::uint64_t kMultiplier = 0x9E3779B97F4A7C15ull;
    std::uint64_t h = text.size() * kMultiplier;
    const char* data = text.data();
    std::size_t left = text.size();
    for (; left >= 8; data += 8, left -= 8) {
        std::uint64_t word;
        std::memcpy(&word, data, 8);
        h = std::rotl((h ^ word) * kMultiplier, 29);
    }
    std::uint64_t word = 0;
    if (left > 0) std::memcpy(&word, data, left);
    h = (h ^ word) * kMultiplier;
    h ^= h >> 32;
    return h * kMultiplier;
}

TokenId Vocabulary::find(std::string_view text, std::uint64_t hash) const {
    const std::size_t mask = m_slots.size() - 1;
    for (std::size_t i = hash & mask;; i = (i + 1) & mask) {
        const std::uint64_t slot = m_slots[i];
        if (slot == 0) return -1;
        if ((slot ^ hash) >> 32 == 0) {
            const auto id = static_cast<TokenId>(static_cast<std::uint32_t>(slot) - 1);
            if (this->text(id) == text) return id;
        }
    }
}

TokenId Vocabulary::findText(std::string_view text) const {
    const TokenId id = find(text);
    if (id < 0) return -1;
    const TokenKind k = kind(id);
    return k == TokenKind::Normal || k == TokenKind::UserDefined || k == TokenKind::Unused ? id : -1;
}

void Vocabulary::index() {
    m_slots.assign(std::bit_ceil(m_kinds.size() * 2 + 2), 0);
    const std::size_t mask = m_slots.size() - 1;
    int duplicates = 0;
    std::string first;
    for (TokenId id = 0; id < size(); ++id) {
        const std::string_view spelled = text(id);
        const std::uint64_t h = hash(spelled);
        std::size_t i = h & mask;
        TokenId same = -1;
        for (; m_slots[i] != 0; i = (i + 1) & mask) {
            if ((m_slots[i] ^ h) >> 32 != 0) continue;
            const auto other = static_cast<TokenId>(static_cast<std::uint32_t>(m_slots[i]) - 1);
            if (text(other) == spelled) {
                same = other;
                break;
            }
        }
        if (same < 0) {
            m_slots[i] = (h >> 32 << 32) | static_cast<std::uint32_t>(id + 1);
        } else if (duplicates++ == 0) {
            first = std::string("\"").append(spelled) + "\" (ids " + std::to_string(same) + " and " +
                    std::to_string(id) + ")";
        }
    }
    if (duplicates > 0) {
        m_warnings.push_back(std::string(kTokens) + ": " + std::to_string(duplicates) +
                             " token(s) spelled like an earlier one, first " + first +
                             "; the lowest id is used");
    }
}

Result<void> Vocabulary::readKinds(const ModelFile& file) {
    if (!file.find(kTypes)) return {};
    const ModelArray* array = arrayOf(file, kTypes);
    if (!array || !isInteger(array->element)) return bad(kTypes, "expected an array of integers");
    if (array->count != m_kinds.size()) {
        return bad(kTypes, "found " + std::to_string(array->count) + " entries for " +
                               std::to_string(m_kinds.size()) +
                               " tokens; the file is damaged or badly converted");
    }
    const auto types = file.integers(kTypes);
    if (!types) return types.error();
    constexpr TokenKind kKinds[] = {TokenKind::Normal,  TokenKind::Normal,      TokenKind::Unknown,
                                    TokenKind::Control, TokenKind::UserDefined, TokenKind::Unused,
                                    TokenKind::Byte};
    for (std::size_t i = 0; i < m_kinds.size(); ++i) {
        const std::int64_t type = (*types)[i];
        if (type < 0 || type >= static_cast<std::int64_t>(std::size(kKinds))) {
            return bad(kTypes,
                       "entry " + std::to_string(i) + " is " + std::to_string(type) + ", expected 1 to 6");
        }
        m_kinds[i] = kKinds[type];
    }
    return {};
}

Result<void> Vocabulary::readScores(const ModelFile& file) {
    if (!file.find(kScores)) return bad(kScores, "missing, and this kind of tokenizer merges by score");
    const ModelArray* array = arrayOf(file, kScores);
    // Bytes and the like were never scores: such a file was written with the wrong type.
    const bool numbers = array && (array->element == ValueType::F32 || array->element == ValueType::F64 ||
                                   array->element == ValueType::I32 || array->element == ValueType::I64);
    if (!numbers) return bad(kScores, "expected an array of floats, found another type");
    if (array->count != m_kinds.size()) {
        return bad(kScores, "found " + std::to_string(array->count) + " scores for " +
                                std::to_string(m_kinds.size()) + " tokens");
    }
    auto scores = file.floats(kScores);
    if (!scores) return scores.error();
    for (std::size_t i = 0; i < scores->size(); ++i) {
        if (std::isnan((*scores)[i])) return bad(kScores, "score " + std::to_string(i) + " is not a number");
    }
    m_scores = std::move(*scores);
    return {};
}

Result<void> Vocabulary::readByteTokens() {
    m_byteTokens.fill(-1);
    for (TokenId id = 0; id < size(); ++id) {
        if (kind(id) != TokenKind::Byte) continue;
        const std::string_view spelled = text(id);
        const bool form = spelled.size() == 6 && spelled.starts_with("<0x") && spelled.back() == '>';
        const int high = form ? hexDigit(spelled[3]) : -1, low = form ? hexDigit(spelled[4]) : -1;
        if (high < 0 || low < 0) {
            return bad(kTokens, "token " + std::to_string(id) + " is a byte token but spelled \"" +
                                    std::string(spelled) + "\", expected <0x00> to <0xFF>");
        }
        TokenId& slot = m_byteTokens[static_cast<std::size_t>(high * 16 + low)];
        if (slot < 0) slot = id;
    }
    return {};
}

Result<Vocabulary> Vocabulary::read(const ModelFile& file, bool scores) {
    const auto texts = file.strings(kTokens);
    if (!texts) return texts.error();
    if (texts->empty()) return bad(kTokens, "the vocabulary is empty");
    std::uint64_t total = 0;
    for (const std::string_view text : *texts) total += text.size();
    if (texts->size() > std::numeric_limits<std::int32_t>::max() / 2 ||
        total > std::numeric_limits<std::uint32_t>::max() / 2) {
        return bad(kTokens, "more tokens or text than any vocabulary has");
    }

    Vocabulary v;
    v.m_texts.bytes.reserve(total);
    v.m_texts.ends.reserve(texts->size());
    for (const std::string_view text : *texts) {
        v.m_texts.bytes.append(text);
        v.m_texts.ends.push_back(static_cast<std::uint32_t>(v.m_texts.bytes.size()));
    }
    v.m_kinds.assign(texts->size(), TokenKind::Normal);
    if (auto done = v.readKinds(file); !done) return done.error();
    if (scores) {
        if (auto done = v.readScores(file); !done) return done.error();
    }
    if (auto done = v.readByteTokens(); !done) return done.error();
    v.index();
    return v;
}

}  // namespace gh
