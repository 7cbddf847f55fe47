#include "app/chat/token_text.h"

#include <algorithm>
#include <limits>
#include <QCoreApplication>
#include <string>

#include "widgets/text/units.h"

namespace gh::app {

namespace {

struct TokenTextWords {
    Q_DECLARE_TR_FUNCTIONS(TokenTextWords)
};

// UTF-16 offset of each byte of text.toUtf8(), and one past the last.
std::vector<int> utf16Offsets(const QString& text) {
    std::vector<int> offsets;
    offsets.reserve(std::size_t(text.size()) + 1);
    for (int i = 0; i < text.size();) {
        const bool pair = text[i].isHighSurrogate() && i + 1 < text.size() && text[i + 1].isLowSurrogate();
        const ushort c = text[i].unicode();
        const int bytes = pair ? 4 : c < 0x80 ? 1 : c < 0x800 ? 2 : 3;
        offsets.insert(offsets.end(), std::size_t(bytes), i);
        i += pair ? 2 : 1;
    }
    offsets.push_back(int(text.size()));
    return offsets;
}

}  // namespace

const telemetry::SequenceFacts* sequenceOf(const telemetry::Snapshot& snapshot, RowId conversation) {
    if (!snapshot.blocks || conversation == 0) return nullptr;
    for (const telemetry::SequenceFacts& s : snapshot.blocks->sequences) {
        if (s.conversation == std::uint64_t(conversation)) return &s;
    }
    return nullptr;
}

const telemetry::SequenceTokens* tokensOf(const telemetry::Snapshot& snapshot, std::uint64_t key) {
    if (!snapshot.tokens) return nullptr;
    for (const telemetry::SequenceTokens& s : *snapshot.tokens) {
        if (s.key == key) return &s;
    }
    return nullptr;
}

std::vector<std::vector<TokenRange>> alignTokens(const Conversation& conversation,
                                                 const telemetry::SequenceTokens& sequence) {
    std::string bytes;
    std::vector<std::size_t> begins;  // of each token in bytes
    for (std::size_t i = 0; i < sequence.tokens.size(); ++i) {
        begins.push_back(bytes.size());
        // A marker's own text ("<|im_end|>") is not what anybody wrote.
        if (sequence.tokens[i].special)
            bytes += '\0';
        else
            bytes += sequence.tokens[i].text;
    }
    begins.push_back(bytes.size());

    std::vector<std::vector<TokenRange>> result(conversation.messages.size());
    std::size_t from = 0;
    for (std::size_t m = 0; m < conversation.messages.size(); ++m) {
        const Message& message = conversation.messages[m];
        const QString trimmed = message.text.trimmed();  // templates trim
        const int lead = int(message.text.indexOf(trimmed));
        std::string wanted = trimmed.toStdString();
        if (wanted.empty()) continue;
        std::size_t at = bytes.find(wanted, from);
        if (at == std::string::npos && message.state == MessageState::Streaming) {
            // The newest tokens may not be in the cache yet: look for all but the last few characters.
            for (int cut = 1; cut <= 256 && at == std::string::npos && !wanted.empty(); cut *= 4) {
                wanted.erase(wanted.size() - std::min(wanted.size(), std::size_t(cut)));
                if (!wanted.empty()) at = bytes.find(wanted, from);
            }
        }
        if (at == std::string::npos) {
            result[m] = message.tokens;  // as it was when it was written
            continue;
        }
        const std::size_t end = at + wanted.size();
        const std::vector<int> offsets = utf16Offsets(trimmed);
        auto token = std::size_t(std::upper_bound(begins.begin(), begins.end() - 1, at) - begins.begin() - 1);
        for (; token < sequence.tokens.size() && begins[token] < end; ++token) {
            const std::size_t low = std::max(begins[token], at), high = std::min(begins[token + 1], end);
            result[m].push_back({std::uint32_t(token), sequence.tokens[token].step, lead + offsets[low - at],
                                 lead + offsets[high - at]});
        }
        from = end;
    }
    return result;
}

std::uint64_t tokensOn(const telemetry::Snapshot& snapshot, const telemetry::SequenceFacts& sequence,
                       const widgets::ClockModel& clock) {
    const telemetry::SequenceTokens* tokens = tokensOf(snapshot, sequence.key);
    if (!tokens) return sequence.tokens;
    return widgets::reachedAt(*tokens, clock.isLive() ? std::numeric_limits<std::uint64_t>::max() : clock.step());
}

QString tokensInWords(const telemetry::Snapshot& snapshot, const telemetry::SequenceFacts& sequence,
                      const widgets::ClockModel& clock) {
    const std::uint64_t tokens = tokensOn(snapshot, sequence, clock);
    if (tokens > 0 || clock.isLive()) return widgets::units::tokens(tokens);
    return TokenTextWords::tr("not in the cache at step %1").arg(widgets::units::count(clock.step()));
}

std::vector<std::pair<std::size_t, TextRange>> selectedRanges(const Conversation& conversation,
                                                              const telemetry::Snapshot& snapshot,
                                                              const widgets::Selection& selection) {
    std::vector<std::pair<std::size_t, TextRange>> result;
    if (!selection.tokens) return result;
    const telemetry::SequenceFacts* facts = sequenceOf(snapshot, conversation.head.id);
    if (!facts || facts->key != selection.tokens->sequence) return result;
    const telemetry::SequenceTokens* tokens = tokensOf(snapshot, facts->key);
    if (!tokens) return result;
    const auto aligned = alignTokens(conversation, *tokens);
    for (std::size_t m = 0; m < aligned.size(); ++m) {
        TextRange range{-1, -1};
        for (const TokenRange& token : aligned[m]) {
            if (token.position < selection.tokens->first || token.position > selection.tokens->last) continue;
            if (range.begin < 0) range.begin = token.begin;
            range.end = std::max(range.end, token.end);
        }
        if (range.begin >= 0 && range.end > range.begin) result.emplace_back(m, range);
    }
    return result;
}

std::vector<std::pair<std::size_t, TextRange>> laterRanges(const Conversation& conversation,
                                                           const telemetry::Snapshot& snapshot, std::uint64_t step) {
    std::vector<std::pair<std::size_t, TextRange>> result;
    const telemetry::SequenceFacts* facts = sequenceOf(snapshot, conversation.head.id);
    const telemetry::SequenceTokens* tokens = facts ? tokensOf(snapshot, facts->key) : nullptr;
    if (!tokens) return result;
    const std::size_t there = widgets::reachedAt(*tokens, step);
    if (there >= tokens->tokens.size()) return result;
    const auto aligned = alignTokens(conversation, *tokens);
    constexpr int kEnd = std::numeric_limits<int>::max();
    for (std::size_t m = 0; m < aligned.size(); ++m) {
        if (!result.empty()) {
            result.emplace_back(m, TextRange{0, kEnd});
            continue;
        }
        const auto first = std::find_if(aligned[m].begin(), aligned[m].end(),
                                        [&](const TokenRange& token) { return token.position >= there; });
        if (first != aligned[m].end()) result.emplace_back(m, TextRange{first == aligned[m].begin() ? 0 : first->begin, kEnd});
    }
    return result;
}

std::optional<widgets::Selection> selectionAt(const Conversation& conversation,
                                              const telemetry::Snapshot& snapshot, std::size_t index,
                                              int source) {
    const telemetry::SequenceFacts* facts = sequenceOf(snapshot, conversation.head.id);
    const telemetry::SequenceTokens* tokens = facts ? tokensOf(snapshot, facts->key) : nullptr;
    if (!tokens || index >= conversation.messages.size()) return std::nullopt;
    const QString& text = conversation.messages[index].text;
    if (source < 0 || source >= text.size() || text[source].isSpace()) return std::nullopt;
    int begin = source, end = source + 1;
    while (begin > 0 && !text[begin - 1].isSpace()) --begin;
    while (end < text.size() && !text[end].isSpace()) ++end;

    const auto aligned = alignTokens(conversation, *tokens);
    std::optional<widgets::Selection::Tokens> chosen;
    std::optional<widgets::Selection::Steps> steps;
    for (const TokenRange& token : aligned[index]) {
        // A token that only brings the space before the word (" word" does, "\n" alone does not) belongs to
        // it.
        if (token.end <= begin || token.begin >= end) continue;
        if (!chosen) chosen = {facts->key, token.position, token.position};
        chosen->last = token.position;
        if (token.step == 0) continue;
        if (!steps) steps = {token.step, token.step};
        steps->first = std::min(steps->first, token.step);
        steps->last = std::max(steps->last, token.step);
    }
    if (!chosen) return std::nullopt;
    widgets::Selection selection;
    selection.tokens = chosen;
    selection.steps = steps;
    for (std::size_t pool = 0; pool < snapshot.blocks->pools.size() && !selection.block; ++pool) {
        const auto& cells = snapshot.blocks->pools[pool].cells;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            if (cells[i].owner != facts->key || chosen->first < cells[i].firstToken ||
                chosen->first >=
                    cells[i].firstToken + std::uint32_t(snapshot.blocks->pools[pool].blockTokens)) {
                continue;
            }
            selection.block = {int(pool), int(i)};
            break;
        }
    }
    return selection;
}

}  // namespace gh::app
