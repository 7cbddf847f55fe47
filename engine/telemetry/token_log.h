// What is known of a sequence's tokens beyond their ids: the text that the prompt was made from, and of every drawn
// position what else could have been drawn. Plain values, const once shared.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace gh::telemetry {

// Who wrote a token's text.
enum class TokenOrigin : std::uint8_t {
    Given,       // a prompt that was given as ids or as plain text: nothing more is known
    Template,    // the chat template
    Content,     // a message, a file, a tool
    Mixed,       // a token across the border of the two
    Reply,       // an earlier reply, read again as the ids that it was generated as
    Generated,   // drawn here
};

// A prompt as the template rendered it. Offsets are bytes of `text`.
struct PromptText {
    struct Span {
        std::uint32_t begin = 0, end = 0;
        bool content = false;
        std::int32_t message = -1;           // whose content it is: index into roles; -1: the template's own
    };
    struct Range {
        std::uint32_t begin = 0, end = 0;    // empty: a token that no text stands for (a BOS that the model's rule adds)
    };
    std::string text;                        // empty: the prompt was given as ids
    std::vector<Span> spans;
    std::vector<std::string> roles;          // of the messages: "system", "user", "assistant"
    std::vector<Range> tokens;               // by position; empty: given as ids
    std::vector<TokenOrigin> origins;        // by position; empty: given as ids
    std::uint32_t promptTokens = 0;
};

// A token that could have been drawn.
struct CandidateFacts {
    std::int32_t id = 0;
    float logit = 0;                         // after bias and penalties
    float probability = 0;                   // after bias and penalties, before the filters, at temperature 1
    std::uint32_t rank = 0;                  // 0 = the likeliest
    bool special = false;
    std::string text;                        // bytes, may be a part of a character
};

// A filter of the sampler that is on, and how many tokens it was given and left.
struct StageFacts {
    const char* name = "";                   // "top-k", "top-p", "min-p": static strings
    std::uint32_t before = 0, after = 0;
};

struct DrawFacts {
    std::int32_t id = 0;                     // what was drawn
    std::uint32_t rank = 0;                  // of it; 0 = the likeliest
    float logProbability = 0;                // of it, as CandidateFacts::probability
    float entropy = 0;                       // bits, of the whole vocabulary, as the probabilities
    float temperature = 0;                   // 0 = the likeliest survivor was taken
    std::uint32_t vocabulary = 0, allowed = 0;   // tokens there are; those that no bias forbids
    std::uint64_t step = 0;
    bool end = false;                        // an end marker: it ended the reply and is no part of it
    std::vector<StageFacts> stages;          // in the order in which they act
    std::vector<CandidateFacts> candidates;  // the best few in order, then the drawn one when it is not among them

    // Every filter keeps the best in order, so the rank says it all; nullptr: it survived.
    const StageFacts* removedBy(std::uint32_t candidateRank) const {
        for (const StageFacts& stage : stages)
            if (candidateRank >= stage.after) return &stage;
        return nullptr;
    }
    std::uint32_t survivors() const { return stages.empty() ? allowed : stages.back().after; }
    std::size_t bytes() const {
        std::size_t sum = sizeof *this + stages.capacity() * sizeof(StageFacts) + candidates.capacity() * sizeof(CandidateFacts);
        for (const CandidateFacts& candidate : candidates)
            if (candidate.text.capacity() > kInlineText) sum += candidate.text.capacity() + 1;
        return sum;
    }
    static constexpr std::size_t kInlineText = 15;   // a std::string of up to this many bytes has them in itself
};

// Draws by position, shared with readers in whole chunks; positions that were not drawn hold nothing.
class DrawView {
public:
    static constexpr std::size_t kChunk = 64;
    using Chunk = std::array<std::shared_ptr<const DrawFacts>, kChunk>;

    std::uint32_t end() const { return m_end; }          // one past the newest drawn position, 0: none
    // nullptr: not drawn, or not kept (TokenFacts::origin tells which).
    const DrawFacts* at(std::uint32_t position) const {
        if (position >= m_end) return nullptr;
        const auto& chunk = m_chunks[position / kChunk];
        return chunk ? (*chunk)[position % kChunk].get() : nullptr;
    }

private:
    friend class DrawLog;
    std::vector<std::shared_ptr<const Chunk>> m_chunks;
    std::uint32_t m_end = 0;
};

// The writer's side, one a sequence, owned by the engine thread.
class DrawLog {
public:
    static constexpr std::size_t kChunk = DrawView::kChunk;

    // position: at or after end().
    void set(std::uint32_t position, std::shared_ptr<const DrawFacts> draw) {
        const std::size_t chunk = position / kChunk;
        if (chunk > m_full.size()) {
            close();
            m_full.resize(chunk);
        }
        const std::size_t bytes = draw->bytes();
        m_bytes += bytes;
        m_tailBytes += bytes;
        m_tail[position % kChunk] = std::move(draw);
        m_end = position + 1;
        if (m_end % kChunk == 0) close();
    }
    // Forgets the draws of `count` and later positions (a sequence that is cut back).
    void truncate(std::uint32_t count) {
        if (count >= m_end) return;
        const std::size_t chunk = count / kChunk;
        if (chunk < m_full.size()) {
            m_tail = m_full[chunk] ? *m_full[chunk] : DrawView::Chunk{};
            m_full.resize(chunk);
        }
        for (std::size_t i = count % kChunk; i < kChunk; ++i) m_tail[i].reset();
        m_end = count;
        m_oldest = std::min(m_oldest, m_full.size());
        recount();
    }
    // Drops the oldest full chunk that holds anything; false: there is none.
    bool dropOldest() {
        skipEmpty();
        if (m_oldest >= m_full.size()) return false;
        m_bytes -= bytesOf(*m_full[m_oldest]);
        m_full[m_oldest++].reset();
        return true;
    }
    // Step of the oldest draw in a full chunk; UINT64_MAX: there is none.
    std::uint64_t oldestStep() {
        skipEmpty();
        if (m_oldest >= m_full.size()) return UINT64_MAX;
        for (const auto& draw : *m_full[m_oldest])
            if (draw) return draw->step;
        return UINT64_MAX;
    }
    std::uint32_t end() const { return m_end; }
    std::size_t bytes() const { return m_bytes; }
    DrawView view() const {
        DrawView view;
        view.m_chunks = m_full;
        if (m_end > m_full.size() * kChunk) view.m_chunks.push_back(std::make_shared<const DrawView::Chunk>(m_tail));
        view.m_end = m_end;
        return view;
    }

private:
    static std::size_t bytesOf(const DrawView::Chunk& chunk) {
        std::size_t sum = 0;
        for (const auto& draw : chunk)
            if (draw) sum += draw->bytes();
        return sum;
    }
    void skipEmpty() {
        while (m_oldest < m_full.size() && !m_full[m_oldest]) ++m_oldest;
    }
    void close() {
        m_full.push_back(m_tailBytes ? std::make_shared<const DrawView::Chunk>(std::move(m_tail)) : nullptr);
        m_tail = {};
        m_tailBytes = 0;
    }
    void recount() {
        m_tailBytes = bytesOf(m_tail);
        m_bytes = m_tailBytes;
        for (const auto& chunk : m_full)
            if (chunk) m_bytes += bytesOf(*chunk);
    }

    std::vector<std::shared_ptr<const DrawView::Chunk>> m_full;   // null: nothing drawn there, or not kept
    DrawView::Chunk m_tail;
    std::size_t m_bytes = 0, m_tailBytes = 0, m_oldest = 0;       // m_oldest: full chunks before it hold nothing
    std::uint32_t m_end = 0;
};

}  // namespace gh::telemetry
