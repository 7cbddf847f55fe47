#include "engine/telemetry/history.h"

#include <algorithm>

namespace gh::telemetry {
namespace {

// Below this a keyframe would cost more than replaying.
constexpr std::size_t kLeastEvents = 256;
// Versions of rebuilt maps are their steps, apart from those of live maps.
constexpr std::uint64_t kRebuilt = std::uint64_t{1} << 63;

SequenceFacts* find(BlockMap& map, std::uint64_t key) {
    // Keys only ever grow, and maps list sequences in order of them.
    const auto at = std::lower_bound(map.sequences.begin(), map.sequences.end(), key,
                                     [](const SequenceFacts& facts, std::uint64_t k) { return facts.key < k; });
    return at != map.sequences.end() && at->key == key ? &*at : nullptr;
}

void apply(BlockMap& map, const CellChange& change) { map.pools[change.pool].cells[change.block] = change.cell; }
void apply(BlockMap& map, const TokensChange& change) {
    if (SequenceFacts* facts = find(map, change.key)) facts->tokens = change.tokens;
}
void apply(BlockMap& map, const FiguresChange& change) {
    map.pools[change.pool].predictedBytes = change.predictedBytes;
    map.pools[change.pool].allocatedBytes = change.allocatedBytes;
    map.pools[change.pool].facts = change.facts;
}
void apply(BlockMap& map, const SequenceChange& change) {
    if (SequenceFacts* facts = find(map, change.facts->key)) *facts = *change.facts;
    else map.sequences.insert(std::lower_bound(map.sequences.begin(), map.sequences.end(), change.facts->key,
                                               [](const SequenceFacts& f, std::uint64_t k) { return f.key < k; }),
                              *change.facts);
}
void apply(BlockMap& map, const SequenceGone& change) {
    std::erase_if(map.sequences, [&](const SequenceFacts& facts) { return facts.key == change.key; });
}

// Used or cached is a matter of the owner, and not logged block by block.
void settle(BlockMap& map) {
    for (BlockPool& pool : map.pools) {
        std::uint64_t key = 0;
        const SequenceFacts* owner = nullptr;
        for (BlockCell& cell : pool.cells) {
            if (cell.owner == 0) continue;
            if (cell.owner != key) owner = find(map, key = cell.owner);
            if (owner) cell.state = owner->running ? BlockState::Used : BlockState::Cached;
        }
    }
}

std::size_t bytesOf(const BlockMap& map) {
    std::size_t sum = sizeof map;
    for (const BlockPool& pool : map.pools) sum += sizeof pool + pool.cells.size() * sizeof(BlockCell);
    for (const SequenceFacts& facts : map.sequences) sum += sizeof facts + facts.label.size();
    return sum;
}

std::size_t bytesOf(const HistoryEvent& event) {
    const auto* sequence = std::get_if<SequenceChange>(&event.what);
    return sizeof event + (sequence ? sizeof(SequenceFacts) + sequence->facts->label.size() : 0);
}

}  // namespace

// ---- reading ------------------------------------------------------------------------------------------

const BlockHistory::Segment* BlockHistory::segmentOf(std::uint64_t step) const {
    const auto after = std::upper_bound(m_segments.begin(), m_segments.end(), step,
                                        [](std::uint64_t s, const auto& segment) { return s < segment->firstStep; });
    if (after == m_segments.begin()) return nullptr;
    const Segment& segment = **(after - 1);
    return step <= segment.lastStep ? &segment : nullptr;
}

std::shared_ptr<const BlockMap> BlockHistory::at(std::uint64_t step) const {
    const Segment* segment = segmentOf(step);
    if (!segment) return nullptr;
    auto map = std::make_shared<BlockMap>(*segment->keyframe);
    for (std::size_t i = 0; i < segment->events.size() && segment->events[i].step <= step; ++i)
        std::visit([&](const auto& change) { apply(*map, change); }, segment->events[i].what);
    settle(*map);
    map->version = kRebuilt | step;
    return map;
}

std::vector<CellChange> BlockHistory::changesOf(std::uint64_t step) const {
    std::vector<CellChange> changes;
    // A step whose end is a keyframe has its events in the segment before.
    const Segment* segment = segmentOf(step);
    if (segment && segment->keyStep == step && step > 0) {
        const Segment* before = segmentOf(step - 1);
        segment = before ? before : segment;
    }
    if (!segment) return changes;
    for (std::size_t i = 0; i < segment->events.size() && segment->events[i].step <= step; ++i)
        if (const auto* cell = std::get_if<CellChange>(&segment->events[i].what))
            if (segment->events[i].step == step) changes.push_back(*cell);
    std::sort(changes.begin(), changes.end(), [](const CellChange& a, const CellChange& b) {
        return a.pool != b.pool ? a.pool < b.pool : a.block < b.block;
    });
    return changes;
}

// ---- writing ------------------------------------------------------------------------------------------

void BlockHistoryLog::begin(std::uint64_t step, BlockMap map) {
    end();
    m_open.emplace(Open());  // clang 14 finds no default constructor of a nested struct yet
    m_open->state = std::move(map);
    for (const BlockPool& pool : m_open->state.pools) m_open->cells += pool.cells.size();
    startSegment(step);
}

void BlockHistoryLog::startSegment(std::uint64_t step) {
    Open& open = *m_open;
    settle(open.state);
    open.segment = {step, step, step, std::make_shared<const BlockMap>(open.state), {}};
    open.events = ChunkedLog<HistoryEvent>();
    open.bytes = bytesOf(open.state);
    m_view.reset();
}

void BlockHistoryLog::append(std::uint64_t step, decltype(HistoryEvent::what) what) {
    HistoryEvent event{step, std::move(what)};
    std::visit([&](const auto& change) { apply(m_open->state, change); }, event.what);
    m_open->bytes += bytesOf(event);
    m_open->events.append(std::move(event));
}

void BlockHistoryLog::closeStep(std::uint64_t step, std::uint64_t oldest) {
    Open& open = *m_open;
    open.segment.lastStep = step;
    m_view.reset();
    // Replaying as many events as a map has cells costs about what copying the map does. A small budget needs more
    // keyframes, or nothing but all could be dropped.
    const std::size_t events = open.events.size();
    if (events >= std::max(kLeastEvents, open.cells) || (events >= kLeastEvents && open.bytes > m_budget / 4)) {
        // The step's state is the new keyframe; the segment that ends still gives the steps before, and holds its events.
        closeSegment();
        startSegment(step);
    }
    dropOld(oldest);
}

void BlockHistoryLog::closeSegment() {
    Open& open = *m_open;
    open.segment.events = open.events.view();
    m_closed.push_back(std::make_shared<const BlockHistory::Segment>(open.segment));
    m_closedBytes.push_back(open.bytes);
    m_closedSum += open.bytes;
}

void BlockHistoryLog::dropOld(std::uint64_t oldest) {
    std::size_t drop = 0;
    while (drop < m_closed.size()) {
        const bool unasked = m_closed[drop]->lastStep < oldest;
        if (!unasked && m_closedSum + m_open->bytes <= m_budget) break;
        m_closedSum -= m_closedBytes[drop];
        ++drop;
    }
    m_closed.erase(m_closed.begin(), m_closed.begin() + static_cast<std::ptrdiff_t>(drop));
    m_closedBytes.erase(m_closedBytes.begin(), m_closedBytes.begin() + static_cast<std::ptrdiff_t>(drop));
}

void BlockHistoryLog::end() {
    if (!m_open) return;
    closeSegment();
    m_open.reset();
    m_view.reset();
}

std::shared_ptr<const BlockHistory> BlockHistoryLog::view() {
    if (m_view) return m_view;
    auto view = std::make_shared<BlockHistory>();
    view->m_segments.reserve(m_closed.size() + 1);
    view->m_segments = m_closed;
    view->m_bytes = m_closedSum;
    if (m_open) {
        auto segment = std::make_shared<BlockHistory::Segment>(m_open->segment);
        segment->events = m_open->events.view();
        view->m_segments.push_back(std::move(segment));
        view->m_bytes += m_open->bytes;
    }
    return m_view = std::move(view);
}

// ---- a snapshot of then -------------------------------------------------------------------------------

std::size_t tokensAt(const LogView<TokenFacts>& tokens, std::uint64_t step) {
    // Positions enter the cache in order, so their steps never fall.
    std::size_t low = 0, high = tokens.size();
    while (low < high) {
        const std::size_t middle = (low + high) / 2;
        if (tokens[middle].step <= step) low = middle + 1;
        else high = middle;
    }
    return low;
}

std::shared_ptr<const Snapshot> asOf(const Snapshot& now, std::uint64_t step) {
    std::shared_ptr<const BlockMap> blocks = now.history ? now.history->at(step) : nullptr;
    if (!blocks) return nullptr;
    auto then = std::make_shared<Snapshot>(now);
    then->step = step;
    then->blocks = std::move(blocks);
    then->chains.reset();   // the index knows what is there now
    if (now.tokens) {
        auto tokens = std::make_shared<std::vector<SequenceTokens>>(*now.tokens);
        for (SequenceTokens& sequence : *tokens) sequence.tokens = sequence.tokens.prefix(tokensAt(sequence.tokens, step));
        then->tokens = std::move(tokens);
    }
    return then;
}

}  // namespace gh::telemetry
