// What the Tokens panel says about a sequence, derived from a snapshot: no widget in it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <QString>
#include <string_view>
#include <vector>

#include "engine/telemetry/snapshot.h"
#include "widgets/panel.h"

namespace gh::widgets {

// Who wrote a token's text, as the panel tells them apart.
enum class TokenVoice { Given, Template, System, User, Assistant, Tool, Content, Generated };

// One sequence of a snapshot by position: cheap to copy, holds the snapshot.
class TokenSequence {
public:
    TokenSequence() = default;
    // None when the snapshot holds no such sequence.
    TokenSequence(SnapshotPtr snapshot, std::uint64_t key);

    explicit operator bool() const { return m_tokens != nullptr; }
    std::uint64_t key() const { return m_tokens ? m_tokens->key : 0; }
    const telemetry::SequenceFacts* facts() const { return m_facts; }
    const telemetry::Snapshot& snapshot() const { return *m_snapshot; }
    const telemetry::PromptText* prompt() const { return m_tokens->prompt.get(); }

    // Positions there are: those in the cache, and the newest drawn one, which may not be in it.
    std::uint32_t size() const { return m_size; }
    std::uint32_t resident() const { return m_resident; }
    std::int32_t id(std::uint32_t position) const;
    std::string_view bytes(std::uint32_t position) const;
    bool special(std::uint32_t position) const;
    std::uint64_t step(std::uint32_t position) const;        // that computed it, or drew it when it is not in the cache
    // Of a scrubbed clock's step (nothing: live): whether the token was written by then, and how many were.
    bool thereAt(std::uint32_t position, std::optional<std::uint64_t> clock) const {
        return !clock || writtenAt(*m_tokens, position) <= *clock;
    }
    std::uint32_t reachedAt(std::optional<std::uint64_t> clock) const {
        return clock ? std::min(m_size, widgets::reachedAt(*m_tokens, *clock)) : m_size;
    }
    telemetry::TokenOrigin origin(std::uint32_t position) const;
    TokenVoice voice(std::uint32_t position) const;
    int message(std::uint32_t position) const;               // of the prompt, -1: none
    // What it was drawn from; nullptr: it was not drawn here, or the record is not kept.
    const telemetry::DrawFacts* draw(std::uint32_t position) const { return m_tokens->draws.at(position); }
    bool wasDrawn(std::uint32_t position) const { return origin(position) == telemetry::TokenOrigin::Generated; }
    // Of the token that stands here (after bias and penalties, before the filters, at temperature 1), and its rank (0: the
    // likeliest). Nothing where it was not drawn, or where a branch put one here that is not among the candidates.
    std::optional<double> probability(std::uint32_t position) const;
    std::optional<std::uint32_t> rank(std::uint32_t position) const;
    // Another token than the drawn one stands here: the reply branches.
    bool branched(std::uint32_t position) const;

    // Leading BOS tokens beyond the first are a mistake; 0 when there is none.
    std::uint32_t surplusBos() const { return m_surplusBos; }
    // The first position that the widest of the windowed layers still sees; 0: all, or no layer is windowed.
    std::uint32_t firstInWindow() const { return m_firstInWindow; }
    bool outOfWindow(std::uint32_t position) const { return position < m_firstInWindow; }
    int window() const { return m_window; }
    int windowLayers() const { return m_windowLayers; }
    int fullLayers() const { return m_fullLayers; }
    // Drawn, but the context has no room to read it.
    bool overContext(std::uint32_t position) const { return m_contextLimit > 0 && position >= m_contextLimit; }
    std::uint32_t contextLimit() const { return m_contextLimit; }

private:
    const telemetry::TokenFacts* token(std::uint32_t position) const { return m_tokens->tokens.find(position); }
    const telemetry::CandidateFacts* candidate(std::uint32_t position, std::int32_t id) const;

    SnapshotPtr m_snapshot;
    const telemetry::SequenceTokens* m_tokens = nullptr;
    const telemetry::SequenceFacts* m_facts = nullptr;
    std::uint32_t m_size = 0, m_resident = 0, m_surplusBos = 0, m_firstInWindow = 0, m_contextLimit = 0;
    int m_window = 0, m_windowLayers = 0, m_fullLayers = 0;
};

// The sequence that is worth showing when nobody chose one: the running one, else the one written last. 0: none.
std::uint64_t liveSequence(const telemetry::Snapshot& snapshot);
// The same of a past step: the one written last by then. Before the first token of all it is the live one.
std::uint64_t sequenceAt(const telemetry::Snapshot& snapshot, std::uint64_t step);

// A piece as a cell shows it: on one line, white space as signs; bytes that are no whole character in hexadecimal.
QString pieceText(std::string_view bytes);
bool isWholeText(std::string_view bytes);                    // UTF-8 without a cut character

QString voiceName(TokenVoice voice);                         // "template", "user", "reply" …
QString stageName(const char* stage);                        // "top-k": names of samplers are the same everywhere
// "49,152 tokens → top-k 40 (−49,112) → top-p 12 (−28) → one drawn at temperature 0.80".
QString stageLine(const telemetry::DrawFacts& draw);
QString stageHover(const telemetry::DrawFacts& draw);        // one line a stage
// "chosen", "removed by top-p", "survived".
QString candidateFate(const telemetry::DrawFacts& draw, const telemetry::CandidateFacts& candidate);
QString probabilityText(double probability);                 // "62.1 %", "< 0.1 %"
QString bitsText(double bits);                               // "1.84 bits"

// Positions first..last (inclusive) as ids with spaces between, as a Python list, as text.
QString idsText(const TokenSequence& sequence, std::uint32_t first, std::uint32_t last);
QString pythonList(const TokenSequence& sequence, std::uint32_t first, std::uint32_t last);
QString plainTextOf(const TokenSequence& sequence, std::uint32_t first, std::uint32_t last);

// Everything about a position: the hover (rich text), and in words for a screen reader.
QString tokenHover(const TokenSequence& sequence, std::uint32_t position);
QString tokenSpoken(const TokenSequence& sequence, std::uint32_t position);
// Why no probability stands at this position.
QString noDrawReason(const TokenSequence& sequence, std::uint32_t position);

// What must be said about the sequence as a whole; empty: nothing.
struct TokenNotice {
    bool warning = false;
    QString text;
    bool operator==(const TokenNotice&) const = default;
};
std::vector<TokenNotice> noticesOf(const TokenSequence& sequence);

}  // namespace gh::widgets
