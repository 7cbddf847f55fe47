// Rows of a step, and the blocks that they are written into: who has to give way when there are none left.
#include <algorithm>

#include "engine/schedule/scheduler.h"

namespace gh {

using telemetry::RequestState;

void Scheduler::planRows(std::vector<Row>& rows) {
    const auto active = [&] {
        return std::any_of(m_running.begin(), m_running.end(), [](const auto& request) { return request->isActive(); });
    };
    while (rows.empty() && active()) {
        m_wishes.clear();
        m_rule->plan(m_running, static_cast<std::uint32_t>(m_budget), m_stepNumber, m_wishes);
        grant(m_wishes, rows);
        if (!rows.empty() || !active()) return;
        // Whom the rule asked for got no blocks. The first in order gets them from all others, or fails for want of them.
        m_wishes.clear();
        for (const auto& request : m_running)
            if (request->isActive()) m_wishes.push_back({request.get(), request->total() - request->sequence->resident()});
        grant(m_wishes, rows);
    }
}

void Scheduler::grant(std::span<const RowWish> wishes, std::vector<Row>& rows) {
    auto budget = static_cast<std::uint32_t>(m_budget);
    for (const RowWish& wish : wishes) {
        if (budget == 0) return;
        Request& request = *wish.request;
        if (request.state == RequestState::Padding) {
            // At the place behind its last token, which nobody ever sees. No block for it, or no place: then it is left out.
            const std::uint32_t place = request.sequence->resident();
            const bool isPlace = place < static_cast<std::uint32_t>(m_model.contextLimit());
            if (!isPlace || !request.sequence->cache.prepare(place + 1ull)) continue;
            rows.push_back({&request, place, 1, true, true, false, 0});
            --budget;
        }
        if (!request.isActive()) continue;   // it has just given way
        const std::uint32_t have = request.sequence->resident();
        const std::uint32_t count = makeRoom(request, std::min(wish.most, budget), rows, budget);
        if (count == 0) continue;
        const bool decodes = request.state == RequestState::Decode;
        const std::uint32_t again = request.computed - std::min(request.computed, have);
        rows.push_back({&request, have, count, have + count == request.total(), false, decodes, again});
        budget -= count;
    }
}

// Blocks for the next `count` positions, or for fewer; 0: not in this step. Windowed groups take chunk by chunk, so that they
// give back behind what they take ahead.
std::uint32_t Scheduler::makeRoom(Request& request, std::uint32_t count, std::vector<Row>& rows, std::uint32_t& budget) {
    SequenceCache& cache = request.sequence->cache;
    for (;;) {
        if (cache.prepare(cache.resident() + std::uint64_t{count})) return count;
        if (evictIdle(request.sequence)) continue;
        if (const std::uint64_t room = cache.room(); room > 0) {
            count = static_cast<std::uint32_t>(std::min<std::uint64_t>(count, room));
            continue;
        }
        // Who has ended and only waits for its batch, then whoever comes last.
        Request* gives = nullptr;
        bool othersHold = false;
        for (const auto& other : m_running) {
            if (other.get() == &request) continue;
            othersHold = othersHold || other->isActive();
            if (other->state == RequestState::Padding) {
                gives = other.get();
                break;
            }
            if (other->isActive() && request.before(*other)) gives = other.get();
        }
        if (!gives) {
            // They come first. The next step may find them gone.
            if (!othersHold) {
                const auto& pools = m_model.pools();
                finish(request, StopReason::Failed,
                       Error{ErrorCode::DoesNotFit, "cache",
                             "the request needs blocks for " + std::to_string(cache.resident() + 1) + " tokens, the cache holds " +
                                 std::to_string(pools.groups.front()->blocks()) + " blocks of " +
                                 std::to_string(pools.groups.front()->blockTokens()) +
                                 " tokens in all; shorten it, or open the model with a larger context"});
                letGo(request);
            }
            return 0;
        }
        const auto row = std::find_if(rows.begin(), rows.end(), [&](const Row& r) { return r.request == gives; });
        if (row != rows.end()) {
            budget += row->count;
            rows.erase(row);
        }
        if (gives->state == RequestState::Padding) {
            complete(*gives, *gives->ended, {});
            letGo(*gives);
        } else {
            preempt(*gives);
        }
    }
}

// Idle conversations give their blocks back, least recently used first. What was in them stays findable until it is
// overwritten.
bool Scheduler::evictIdle(const Sequence* keep) {
    const Sequence* oldest = nullptr;
    for (const auto& sequence : m_sequences) {
        if (sequence->request || sequence.get() == keep) continue;
        if (!oldest || sequence->lastUsedStep < oldest->lastUsedStep) oldest = sequence.get();
    }
    if (!oldest) return false;
    if (m_recording.on)
        m_marks.push_back({m_stepNumber, telemetry::MarkKind::Evicted, 0, oldest->key, oldest->conversation.value,
                           oldest->resident(), oldest->label});
    dropSequence(oldest);
    return true;
}

// What it has written stays, and is not drawn again: when it is its turn once more, prompt and output are read like a longer
// prompt, as far as the cache does not still have them.
void Scheduler::preempt(Request& request) {
    mark(telemetry::MarkKind::Preempted, request, request.generated());
    ++request.preemptions;
    request.state = RequestState::Preempted;
    Sequence& sequence = *request.sequence;
    sequence.cache.clear();
    sequence.facts.truncate(0);
    sequence.noteChange(0);
    ++m_cacheVersion;
    const auto at = std::find_if(m_running.begin(), m_running.end(), [&](const auto& other) { return other.get() == &request; });
    std::unique_ptr<Request> owned = std::move(*at);
    m_running.erase(at);
    m_waiting.insert(std::upper_bound(m_waiting.begin(), m_waiting.end(), owned,
                                      [](const auto& a, const auto& b) { return a->before(*b); }),
                     std::move(owned));
}

void Scheduler::preemptForTest(RequestId id) {
    for (const auto& request : m_running)
        if (request->spec.request == id && request->isActive()) return preempt(*request);
}

}  // namespace gh
