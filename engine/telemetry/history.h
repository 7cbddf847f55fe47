// The past of the block maps, kept as a log: what changed in each step, and now and then a whole map (a keyframe) from
// which a past one is rebuilt. A byte budget bounds it; what is older is not kept.
//
// A state is the one at the end of a step. What happens between two steps (a conversation is released, a request
// cancelled) belongs to the later one.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "engine/telemetry/snapshot.h"

namespace gh::telemetry {

enum class BlockChange : std::uint8_t {
    Allocated,
    Filled,              // more of its tokens are written
    Cut,                 // fewer: its sequence was cut back
    Reused,              // given back and handed out again within the step
    Shared,              // references changed
    Freed,               // its content may still be kept (BlockState::Reusable)
    Evicted,             // freed because a running sequence needed blocks
    FoundAgain,          // nobody held it, and a sequence took it with the content that was kept
    Overwritten,         // kept content was given up for another
    Copied,              // taken as a copy of another, before a write
    Forgotten,           // nobody holds it, and its content cannot be found any more
};

struct CellChange {
    BlockChange kind = BlockChange::Allocated;
    std::uint8_t pool = 0;
    std::uint32_t block = 0;
    BlockCell cell;                // what it is now
};
struct TokensChange { std::uint64_t key = 0; std::uint32_t tokens = 0; };                      // resident now
struct FiguresChange { std::uint8_t pool = 0; std::uint64_t predictedBytes = 0, allocatedBytes = 0; PoolFacts facts; };
struct SequenceChange { std::shared_ptr<const SequenceFacts> facts; };                         // new, or not as it was
struct SequenceGone { std::uint64_t key = 0; bool evicted = false; };

struct HistoryEvent {
    std::uint64_t step = 0;
    std::variant<CellChange, TokensChange, FiguresChange, SequenceChange, SequenceGone> what;
};

// What readers get: const, shared with the snapshot.
class BlockHistory {
public:
    // A keyframe and what changed since, up to the next one.
    struct Segment {
        std::uint64_t firstStep = 0, lastStep = 0;   // whose states it can give
        std::uint64_t keyStep = 0;                   // the keyframe holds the changes up to this step
        std::shared_ptr<const BlockMap> keyframe;
        LogView<HistoryEvent> events;
    };

    std::uint64_t firstStep() const { return m_segments.empty() ? 0 : m_segments.front()->firstStep; }   // 0: nothing is kept
    std::uint64_t lastStep() const { return m_segments.empty() ? 0 : m_segments.back()->lastStep; }
    // The map at the end of that step; null: not kept (or there was no model).
    std::shared_ptr<const BlockMap> at(std::uint64_t step) const;
    // What the step did to blocks, in order of pool and block. Empty for the first step of a model.
    std::vector<CellChange> changesOf(std::uint64_t step) const;
    std::size_t bytes() const { return m_bytes; }
    std::size_t keyframes() const { return m_segments.size(); }

private:
    friend class BlockHistoryLog;
    const Segment* segmentOf(std::uint64_t step) const;
    std::vector<std::shared_ptr<const Segment>> m_segments;
    std::size_t m_bytes = 0;
};

// The writer's side, owned by the engine thread. Work a step is in proportion to what changed; keyframes are as far
// apart as they are large.
class BlockHistoryLog {
public:
    explicit BlockHistoryLog(std::size_t byteBudget = kByteBudget) : m_budget(byteBudget) {}
    static constexpr std::size_t kByteBudget = std::size_t{16} << 20;   // 4,096 steps of many requests on a large pool

    bool isOpen() const { return m_open.has_value(); }
    // A model's first step: the map at its end. What was kept of another model stays.
    void begin(std::uint64_t step, BlockMap map);
    // The map at the end of the last closed step, with the events appended since; cells' states may be old.
    const BlockMap& state() const { return m_open->state; }
    void append(std::uint64_t step, decltype(HistoryEvent::what) what);
    // All of the step's events are in. Steps before `oldest` are no longer asked for.
    void closeStep(std::uint64_t step, std::uint64_t oldest);
    void end();                                      // the model goes
    std::shared_ptr<const BlockHistory> view();

private:
    struct Open {
        BlockHistory::Segment segment;
        ChunkedLog<HistoryEvent> events;
        BlockMap state;
        std::size_t bytes = 0, cells = 0;
    };
    void startSegment(std::uint64_t step);
    void closeSegment();
    void dropOld(std::uint64_t oldest);

    std::size_t m_budget;
    std::vector<std::shared_ptr<const BlockHistory::Segment>> m_closed;
    std::vector<std::size_t> m_closedBytes;
    std::size_t m_closedSum = 0;
    std::optional<Open> m_open;
    std::shared_ptr<const BlockHistory> m_view;      // null: something changed since
};

// A snapshot as it was at the end of that step: blocks of then and tokens that were there. Null: not kept. What is not
// a matter of that step (model, step records, requests, ledger) is as it is now.
std::shared_ptr<const Snapshot> asOf(const Snapshot& now, std::uint64_t step);

// How many of a sequence's tokens had been computed at the end of that step (positions 0 … n-1).
std::size_t tokensAt(const LogView<TokenFacts>& tokens, std::uint64_t step);

}  // namespace gh::telemetry
