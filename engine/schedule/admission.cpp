// From the queue to the batch: prompts are rendered and checked, what the cache holds of them is found, what another reads
// just now is awaited, samples of one prompt fork from whoever read it.
#include <algorithm>

#include "engine/schedule/scheduler.h"

namespace gh {
namespace {

std::vector<TokenId> tokensOf(const Request& request) {
    std::vector<TokenId> tokens = request.prompt;
    tokens.insert(tokens.end(), request.output.begin(), request.output.end());
    return tokens;
}

PrefixKey keyOf(const Request& request) { return {{}, request.spec.salt}; }

}  // namespace

void Scheduler::admitWaiting() {
    for (std::size_t at = 0; at < m_waiting.size();) {
        if (!m_rule->admits(m_running, static_cast<std::size_t>(m_policy.mostRunning), m_stepNumber)) return;
        if (m_waiting[at]->waitsForLeader || awaitsBlocks(*m_waiting[at])) {
            ++at;
            continue;
        }
        const Admission outcome = admit(*m_waiting[at]);
        if (outcome == Admission::Awaits) {
            ++at;   // who comes behind may begin: it waits for tokens that are being read, not for room
            continue;
        }
        // Nobody overtakes: a small one behind it would keep it from ever getting its blocks.
        if (outcome == Admission::NotYet) return;
        std::unique_ptr<Request> request = std::move(m_waiting[at]);
        m_waiting.erase(m_waiting.begin() + static_cast<std::ptrdiff_t>(at));
        if (outcome == Admission::Ended) {
            letGo(*request);
            at = 0;   // samples that waited for it may go on, and may stand before it
            continue;
        }
        m_running.insert(std::upper_bound(m_running.begin(), m_running.end(), request,
                                          [](const auto& a, const auto& b) { return a->before(*b); }),
                         std::move(request));
    }
}

Scheduler::Admission Scheduler::admit(Request& request) {
    if (!readPrompt(request)) return Admission::Ended;
    const std::vector<TokenId> tokens = tokensOf(request);
    Sequence* own = request.sequence;
    if (!own && request.spec.conversation)
        for (const auto& sequence : m_sequences)
            if (sequence->conversation == request.spec.conversation && !sequence->request) own = sequence.get();
    // The last given token is always computed: its logits draw the next one.
    const auto most = static_cast<std::uint32_t>(tokens.size() - 1);
    PrefixMatch match = m_index.find(keyOf(request), tokens, most);
    if (letAnotherRead(request, tokens, match.tokens)) return Admission::Awaits;
    // Alone it may try whatever there is.
    while (!m_running.empty()) {
        const Fit fit = fits(request, match);
        if (fit == Fit::Now) break;
        if (fit == Fit::No) return Admission::NotYet;
        if (!evictIdle(own)) {
            // What is left is its own conversation's, and of another branch.
            if (!evictIdle(nullptr)) return Admission::NotYet;
            own = request.sequence;
        }
        match = m_index.find(keyOf(request), tokens, most);   // what was evicted may have been a part of it
    }
    if (!own) own = &newSequence(request.spec.conversation);
    request.sequence = own;
    begin(request, match, tokens);
    announce(request);
    if (request.ended) {
        complete(request, *request.ended, {});
        return Admission::Ended;
    }
    return Admission::Begun;
}

// Does another that runs read whole blocks of the same tokens just now, more of them than are held? Then they are read once
// and found by whoever waits for them. Not in a static batch: it is filled in one step, and who waited would miss it.
bool Scheduler::letAnotherRead(Request& request, std::span<const TokenId> tokens, std::uint32_t held) {
    if (m_rule->returnsTogether() || request.awaited >= Request::kMostAwaited) return false;
    const auto blockTokens = static_cast<std::uint32_t>(m_model.pools().groups.front()->blockTokens());
    request.awaitedTokens = 0;
    for (const auto& other : m_running) {
        if (other->state != telemetry::RequestState::Prefill || other->spec.salt != request.spec.salt) continue;
        // The last token of each is computed by itself: its logits draw the next one.
        const auto most = std::min(static_cast<std::uint32_t>(tokens.size()) - 1, other->total());
        std::uint32_t same = 0;
        while (same < most && tokens[same] == other->idAt(same)) ++same;
        same -= same % blockTokens;
        if (same < held + blockTokens || other->sequence->resident() >= same) continue;
        if (same <= request.awaitedTokens) continue;
        request.awaits = other->spec.request;
        request.awaitedTokens = same;
    }
    if (request.awaitedTokens > 0) ++request.awaited;
    return request.awaitedTokens > 0;
}

// As letAnotherRead() found at an earlier step, without looking at the tokens again.
bool Scheduler::awaitsBlocks(Request& request) const {
    if (request.awaitedTokens == 0) return false;
    const bool reads = !m_rule->returnsTogether() && request.awaited < Request::kMostAwaited &&
                       std::any_of(m_running.begin(), m_running.end(), [&](const auto& other) {
                           return other->spec.request == request.awaits && other->state == telemetry::RequestState::Prefill &&
                                  other->sequence->resident() < request.awaitedTokens;
                       });
    if (reads) ++request.awaited;
    else request.awaitedTokens = 0;
    return reads;
}

bool Scheduler::readPrompt(Request& request) {
    if (!request.prompt.empty()) return true;
    const auto refuse = [&](Error error) {
        complete(request, StopReason::Failed, std::move(error));
        return false;
    };
    auto prompt = m_hooks.prompt(request.spec);
    if (!prompt) return refuse(prompt.error());
    std::vector<TokenId>& ids = prompt->ids;
    if (ids.empty())
        return refuse({ErrorCode::InvalidArgument, "prompt", "there is nothing to read: the prompt has no tokens; write something first"});
    const auto outside = [&](TokenId id) { return id < 0 || id >= m_model.tokenizer().size(); };
    for (const auto* list : {&ids, &request.spec.continued}) {
        const auto id = std::find_if(list->begin(), list->end(), outside);
        if (id != list->end())
            return refuse({ErrorCode::InvalidArgument, list == &ids ? "prompt" : "continued reply",
                           "token id " + std::to_string(*id) + " is outside this model's vocabulary of " +
                               std::to_string(m_model.tokenizer().size()) + " tokens"});
    }
    // The limit is never more than the pools hold, so whoever is within it can run, if need be alone.
    const auto limit = static_cast<std::size_t>(m_model.contextLimit());
    if (const std::size_t given = ids.size() + request.spec.continued.size(); given > limit) {
        if (request.spec.whenFull == WhenFull::DropOldest && !request.spec.continued.empty()) {
            // All that may be dropped is: the reply with its question alone fills the context.
            complete(request, StopReason::ContextFull, {});
            return false;
        }
        return refuse({ErrorCode::InvalidArgument, "prompt",
                       "it has " + std::to_string(given) + " tokens, the context limit is " + std::to_string(limit) +
                           "; shorten it, start a new chat, or open the model with a larger context"});
    }
    request.prompt = std::move(ids);
    request.promptText = std::move(prompt->text);
    request.dropped = prompt->dropped;
    return true;
}

// Beside what runs: the blocks that its tokens still need, next to those that running ones need to have their prompts read,
// and one each for them to go on.
Scheduler::Fit Scheduler::fits(const Request& request, const PrefixMatch& match) const {
    const auto& pools = m_model.pools();
    const auto blocksFor = [&](const BlockPool& pool, const Request& who) {
        return plan::poolBlocks(pool.group(), who.total() + 1ull, pool.blockTokens(), m_budget, 1);
    };
    Fit fit = Fit::Now;
    for (std::size_t g = 0; g < pools.groups.size(); ++g) {
        const BlockPool& pool = *pools.groups[g];
        std::uint64_t needed = blocksFor(pool, request) + m_running.size(), shared = 0;
        for (const BlockIndex block : match.blocks[g]) shared += block != kNoBlock && pool.references(block) > 0 ? 1 : 0;
        needed -= std::min(needed, shared);
        for (const auto& other : m_running) {
            if (other->state != telemetry::RequestState::Prefill) continue;
            const std::uint64_t whole = blocksFor(pool, *other);
            const auto held = static_cast<std::uint64_t>(other->sequence->cache.table(static_cast<int>(g)).heldBlocks());
            needed += whole - std::min(whole, held);
        }
        const auto free = static_cast<std::uint64_t>(pool.freeBlocks());
        if (needed <= free) continue;
        std::uint64_t idle = 0;
        for (const auto& sequence : m_sequences)
            if (!sequence->request) idle += static_cast<std::uint64_t>(sequence->cache.table(static_cast<int>(g)).heldBlocks());
        if (needed > free + idle) return Fit::No;
        fit = Fit::WithoutIdle;
    }
    return fit;
}

void Scheduler::begin(Request& request, const PrefixMatch& match, std::span<const TokenId> tokens) {
    Sequence& sequence = *request.sequence;
    const bool resumes = request.preemptions > 0;
    // What was drawn as far as both agree stays known, and what was drawn where they part: a branch shows both.
    const auto& held = sequence.cache.ids();
    const auto parted = std::mismatch(held.begin(), held.end(), tokens.begin(), tokens.end()).first;
    const auto agreed = static_cast<std::uint32_t>(parted - held.begin());
    if (!resumes) changeDraws(sequence, [&](auto& draws) { draws.truncate(agreed + 1); });
    sequence.cache.attach(match, tokens);
    const std::uint32_t same = std::min(agreed, match.tokens);
    sequence.facts.truncate(same);
    sequence.noteChange(same);
    ++m_cacheVersion;
    request.state = telemetry::RequestState::Prefill;
    request.admittedStep = m_stepNumber;
    request.computed = std::max(request.computed, match.tokens);
    m_record.hitTokens += match.tokens;
    sequence.request = request.spec.request;
    sequence.label = request.spec.label;
    sequence.prompt = request.promptText;
    noteTokens(request, same, match.tokens);
    if (resumes) {
        mark(telemetry::MarkKind::Resumed, request, tokens.size() - match.tokens);
        return;
    }
    request.reused = match.tokens;
    request.hit = match.facts;
    request.firstStep = m_stepNumber;
    request.started = Clock::now();
}

void Scheduler::announce(Request& request) {
    if (request.announced) return;
    request.announced = true;
    m_hooks.emit(RequestStarted{request.spec.request, request.spec.conversation, request.prompt, request.reused,
                                request.spec.sampler.seed, static_cast<std::uint32_t>(m_model.contextLimit()),
                                readContinued(request), request.dropped});
    mark(telemetry::MarkKind::Started, request, request.prompt.size());
}

// Brings the text of a continued reply to where it was cut: half a character and half a stop string are held again.
std::vector<std::string> Scheduler::readContinued(Request& request) {
    std::vector<std::string> shown;
    for (const TokenId id : request.spec.continued) {
        if (m_model.tokenizer().isEndOfGeneration(id)) {
            request.output.resize(shown.size());
            request.ended = StopReason::EndOfGeneration;
            break;
        }
        shown.push_back(request.push(id, m_model.tokenizer()));
        if (request.stops.stopped()) {
            request.output.resize(shown.size());
            request.ended = StopReason::StopString;
            break;
        }
    }
    request.spec.continued = request.output;
    return shown;
}

Sequence& Scheduler::newSequence(ConversationId conversation) {
    m_sequences.push_back(std::make_unique<Sequence>(m_nextSequence++, m_model.pools(), m_index));
    m_sequences.back()->conversation = conversation;
    return *m_sequences.back();
}

// Samples of a prompt that has just been read: as many as there is place for hold all that its reader holds, and draw their
// first token from the same logits. The others find it in the cache later.
std::vector<Request*> Scheduler::forkSamples(Request& leader) {
    std::vector<Request*> forked;
    for (std::size_t at = 0; at < m_waiting.size();) {
        Request& sample = *m_waiting[at];
        const bool waits = sample.waitsForLeader && sample.spec.sampleOf == leader.spec.request;
        if (!waits || m_running.size() >= static_cast<std::size_t>(m_policy.mostRunning)) {
            ++at;
            continue;
        }
        sample.waitsForLeader = false;
        const bool readable = readPrompt(sample);
        const bool same = readable && sample.prompt == leader.prompt && sample.spec.continued.empty() &&
                          leader.spec.continued.empty() && sample.spec.salt == leader.spec.salt;
        if (readable && !same) {
            ++at;
            continue;
        }
        std::unique_ptr<Request> request = std::move(m_waiting[at]);
        m_waiting.erase(m_waiting.begin() + static_cast<std::ptrdiff_t>(at));
        if (!readable) continue;
        Sequence& sequence = newSequence(sample.spec.conversation);
        sample.sequence = &sequence;
        PrefixMatch match;   // empty: what the leader holds comes by fork()
        match.blocks.resize(sequence.cache.groups());
        match.facts.hitTokens = match.facts.position = leader.sequence->resident();
        begin(sample, match, {});
        sequence.cache.fork(leader.sequence->cache);
        noteTokens(sample, 0, sequence.resident());
        sample.computed = sample.reused = sequence.resident();
        sample.readPrompt = true;
        sample.lastRow = sample.lastStep = m_stepNumber;
        sequence.lastUsedStep = m_stepNumber;
        m_record.hitTokens += sample.reused;
        announce(sample);
        forked.push_back(&sample);
        m_running.insert(std::upper_bound(m_running.begin(), m_running.end(), request,
                                          [](const auto& a, const auto& b) { return a->before(*b); }),
                         std::move(request));
    }
    return forked;
}

void Scheduler::freeSamplesOf(RequestId leader) {
    for (const auto& request : m_waiting)
        if (request->waitsForLeader && request->spec.sampleOf == leader) request->waitsForLeader = false;
}

}  // namespace gh
