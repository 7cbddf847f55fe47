#include "engine/schedule/scheduler.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gh {
namespace {

double msBetween(Clock::time_point from, Clock::time_point to) {
    return std::chrono::duration<double, std::milli>(to - from).count();
}

std::uint32_t commonPrefix(const std::vector<TokenId>& a, const std::vector<TokenId>& b) {
    const auto end = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
    return static_cast<std::uint32_t>(end.first - a.begin());
}

}  // namespace

Scheduler::Scheduler(ModelRuntime& model, SchedulerHooks hooks, int tokenBudget, RecordingSettings recording,
                     std::uint64_t firstSequence, PolicySettings policy, std::uint64_t lastStep)
    : m_model(model), m_hooks(std::move(hooks)), m_mostRows(std::min(tokenBudget, model.maxRows())), m_recording(recording),
      m_nextSequence(firstSequence), m_stepNumber(lastStep) {
    setPolicy(policy);
}

void Scheduler::setPolicy(const PolicySettings& policy) {
    m_budget = policy.tokenBudget > 0 ? std::min(policy.tokenBudget, m_mostRows) : m_mostRows;
    m_policy = {policy.kind, std::max(1, policy.mostRunning), m_budget};
}

void Scheduler::submit(SubmitRequest command) {
    m_waiting.push_back(std::make_unique<Request>(std::move(command)));
    m_waiting.back()->submittedStep = m_stepNumber;
    mark(telemetry::MarkKind::Submitted, *m_waiting.back(), 0);
}

void Scheduler::cancel(RequestId id) {
    for (auto& request : m_running)
        if (request->spec.request == id) finish(*request, StopReason::Cancelled);
    for (auto& request : m_waiting)
        if (request->spec.request == id) finish(*request, StopReason::Cancelled);
    dropFinished();
}

void Scheduler::cancelAll() {
    for (auto& request : m_running) finish(*request, StopReason::Cancelled);
    for (auto& request : m_waiting) finish(*request, StopReason::Cancelled);
    dropFinished();
}

void Scheduler::failAll(const Error& error) {
    for (auto& request : m_running) finish(*request, StopReason::Failed, error);
    for (auto& request : m_waiting) finish(*request, StopReason::Failed, error);
    dropFinished();
}

void Scheduler::release(ConversationId conversation) {
    for (const auto& sequence : m_sequences) {
        if (sequence->conversation == conversation && !sequence->request) {
            dropSequence(sequence.get());
            return;
        }
    }
}

// ---- admission -------------------------------------------------------------------------------------------

void Scheduler::admitWaiting() {
    while (!m_waiting.empty() && m_running.size() < static_cast<std::size_t>(m_policy.mostRunning)) {
        if (!admit(*m_waiting.front())) return;
        // One that was refused, or whose reply had ended, leaves with dropFinished(), which lets go of its sequence.
        m_running.push_back(std::move(m_waiting.front()));
        m_waiting.pop_front();
    }
}

bool Scheduler::admit(Request& request) {
    if (request.prompt.empty()) {
        auto prompt = m_hooks.prompt(request.spec);
        const auto refuse = [&](Error error) {
            finish(request, StopReason::Failed, std::move(error));
            return true;
        };
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
        const auto limit = static_cast<std::size_t>(m_model.contextLimit());
        if (const std::size_t given = ids.size() + request.spec.continued.size(); given > limit) {
            if (request.spec.whenFull == WhenFull::DropOldest && !request.spec.continued.empty()) {
                // All that may be dropped is: the reply with its question alone fills the context.
                finish(request, StopReason::ContextFull);
                return true;
            }
            return refuse({ErrorCode::InvalidArgument, "prompt",
                           "it has " + std::to_string(given) + " tokens, the context limit is " + std::to_string(limit) +
                               "; shorten it, start a new chat, or open the model with a larger context"});
        }
        request.prompt = std::move(ids);
        request.promptText = std::move(prompt->text);
        request.dropped = prompt->dropped;
    }

    Sequence* sequence = nullptr;
    if (request.spec.conversation) {
        for (const auto& candidate : m_sequences)
            if (candidate->conversation == request.spec.conversation) sequence = candidate.get();
        if (sequence && sequence->request) return false;   // the turn before is still running
    }
    if (!sequence) {
        m_sequences.push_back(std::make_unique<Sequence>(m_nextSequence++, m_model.pools()));
        sequence = m_sequences.back().get();
        sequence->conversation = request.spec.conversation;
    }
    // The last given token is always computed: its logits draw the first new token.
    std::vector<TokenId> given = request.prompt;
    given.insert(given.end(), request.output.begin(), request.output.end());
    const std::uint32_t shared = std::min(commonPrefix(sequence->ids, given), request.given() - 1);
    const auto kept = static_cast<std::uint32_t>(sequence->cache.usablePrefix(shared));
    if (kept == 0) sequence->cache.clear();
    // What was drawn as far as both agree stays known, and what was drawn where they part: a branch shows both.
    std::uint32_t agreed = 0;
    while (agreed < std::min(sequence->resident(), request.total()) && sequence->ids[agreed] == request.idAt(agreed)) ++agreed;
    sequence->draws.truncate(agreed + 1);
    sequence->cutTo(kept);
    ++m_cacheVersion;
    request.sequence = sequence;
    request.reused = kept;
    request.state = telemetry::RequestState::Prefill;
    request.firstStep = m_stepNumber;
    request.started = Clock::now();
    request.hit.hitTokens = kept;
    m_record.hitTokens += kept;
    sequence->request = request.spec.request;
    sequence->label = request.spec.label;
    sequence->prompt = request.promptText;
    m_hooks.emit(RequestStarted{request.spec.request, request.spec.conversation, request.prompt, kept,
                                request.spec.sampler.seed, static_cast<std::uint32_t>(m_model.contextLimit()),
                                readContinued(request), request.dropped});
    mark(telemetry::MarkKind::Started, request, request.prompt.size());
    if (request.ended) finish(request, *request.ended);
    return true;
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

// Idle conversations give their blocks back when a running request needs them, least recently used first.
bool Scheduler::growOrEvict(SequenceCache& cache, std::uint64_t tokens, const Sequence* keep) {
    while (!cache.growTo(tokens)) {
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
    }
    return true;
}

void Scheduler::dropSequence(const Sequence* sequence) {
    std::erase_if(m_sequences, [&](const auto& owned) { return owned.get() == sequence; });
    ++m_cacheVersion;
}

// ---- one iteration -------------------------------------------------------------------------------------------

void Scheduler::planRows(std::vector<Row>& rows) {
    int budget = m_budget;
    for (auto& request : m_running) {
        if (request->state != telemetry::RequestState::Decode || budget == 0) continue;
        Sequence& sequence = *request->sequence;
        if (!growOrEvict(sequence.cache, sequence.resident() + 1ull, &sequence)) {
            finish(*request, StopReason::ContextFull,
                   Error{ErrorCode::DoesNotFit, "cache", "no free cache block: other requests hold them all; what was written is kept"});
            continue;
        }
        rows.push_back({request.get(), sequence.resident(), 1, true});
        --budget;
    }
    for (auto& request : m_running) {
        if (request->state != telemetry::RequestState::Prefill || budget == 0) continue;
        const std::uint32_t have = request->sequence->resident();
        const auto left = request->given() - have;
        const std::uint32_t count = std::min(left, static_cast<std::uint32_t>(budget));
        // Blocks are taken chunk by chunk, so that windowed layers give back behind what they take ahead. Out of blocks:
        // the request waits for running ones to end.
        if (!growOrEvict(request->sequence->cache, have + count, request->sequence)) continue;
        rows.push_back({request.get(), have, count, count == left});
        budget -= static_cast<int>(count);
    }
}

bool Scheduler::step(std::uint64_t number, double startedAt) {
    const auto start = Clock::now();
    m_stepNumber = number;
    m_record = {};
    m_record.step = number;
    m_record.startedAt = startedAt;
    admitWaiting();
    std::vector<Row> rows;
    planRows(rows);
    // Nobody can go on and nobody will end: the youngest has to give its blocks back.
    while (rows.empty() && !m_running.empty()) {
        const auto youngest = std::find_if(m_running.rbegin(), m_running.rend(), [](const auto& request) {
            return request->state != telemetry::RequestState::Done;
        });
        if (youngest == m_running.rend()) break;
        finish(**youngest, StopReason::Failed,
               Error{ErrorCode::DoesNotFit, "cache",
                     "no free cache block for the prompt's next tokens; shorten it, or open the model with a larger context"});
        dropFinished();
        planRows(rows);
    }
    dropFinished();
    if (rows.empty()) return false;

    const auto forwardStart = Clock::now();
    runForward(rows);
    const auto samplingStart = Clock::now();

    std::size_t logitIndex = 0;
    const auto vocab = static_cast<std::size_t>(m_model.config().vocab);
    for (const Row& row : rows) {
        noteResident(row, number);
        if (row.wantsLogits) sampleRow(row, std::span(m_logits).subspan(vocab * logitIndex++, vocab), number);
    }
    const auto samplingEnd = Clock::now();
    ++m_cacheVersion;

    // A mixed step is split by the operations of its rows.
    std::uint64_t decodeOps = 0;
    std::size_t at = 0;
    for (const Row& row : rows) {
        const Batch part(m_batch.data() + at, row.count);
        if (row.first >= row.request->given()) {
            decodeOps += m_model.work(part, 1).operations;
            m_record.decodeTokens += 1;
        } else {
            m_record.prefillTokens += row.count;
        }
        at += row.count;
        m_record.rows.push_back({row.request->spec.request.value, row.request->sequence ? row.request->sequence->key : 0, row.first,
                                 row.count,
                                 row.first >= row.request->given() ? telemetry::RowKind::Decode : telemetry::RowKind::Prefill});
        m_record.sequences.push_back(row.request->sequence ? row.request->sequence->key : 0);
        m_record.contextTokens = std::max(m_record.contextTokens, row.first + row.count);
    }
    const BatchWork work = m_model.work(m_batch, static_cast<int>(m_logitRows.size()));
    m_record.weightBytes = work.weightBytes;
    m_record.cacheBytes = work.cacheBytes;
    m_record.operations = work.operations;
    const double forwardMs = msBetween(forwardStart, samplingStart);
    const double share = m_record.prefillTokens == 0   ? 1.0
                         : m_record.decodeTokens == 0 ? 0.0
                                                       : static_cast<double>(decodeOps) / static_cast<double>(work.operations);
    m_record.decodeMs = static_cast<float>(forwardMs * share);
    m_record.prefillMs = static_cast<float>(forwardMs * (1 - share));
    m_record.samplingMs = static_cast<float>(msBetween(samplingStart, samplingEnd));
    dropFinished();
    m_record.restMs = static_cast<float>(msBetween(start, forwardStart) + msBetween(samplingEnd, Clock::now()));
    return true;
}

void Scheduler::runForward(const std::vector<Row>& rows) {
    m_batch.clear();
    m_logitRows.clear();
    for (const Row& row : rows) {
        for (std::uint32_t i = 0; i < row.count; ++i)
            m_batch.push_back({row.request->idAt(row.first + i), row.first + i, &row.request->sequence->cache});
        if (row.wantsLogits) m_logitRows.push_back(static_cast<int>(m_batch.size()) - 1);
    }
    StepTimes times;
    m_model.forward(m_batch, m_recording.on ? &times : nullptr);
    const auto headStart = Clock::now();
    m_logits.resize(m_logitRows.size() * static_cast<std::size_t>(m_model.config().vocab));
    m_model.logits(m_logitRows, m_logits.data());
    m_record.headMs = static_cast<float>(msBetween(headStart, Clock::now()));
    m_record.embedMs = static_cast<float>(times.embedSeconds * 1e3);
    m_record.layers = std::move(times.layers);
}

// The rows' tokens are in the cache now.
void Scheduler::noteResident(const Row& row, std::uint64_t step) {
    Request& request = *row.request;
    Sequence& sequence = *request.sequence;
    for (std::uint32_t p = row.first; p < row.first + row.count; ++p) {
        const TokenId id = request.idAt(p);
        sequence.ids.push_back(id);
        sequence.changedFrom = std::min(sequence.changedFrom, p);
        if (!m_recording.on) continue;
        const auto& tokenizer = m_model.tokenizer();
        // Of a reply that goes on, what it had is read again and not drawn.
        const bool generated = p >= request.given();
        const auto& origins = request.promptText->origins;
        const auto origin = generated                     ? telemetry::TokenOrigin::Generated
                            : p >= request.prompt.size() ? telemetry::TokenOrigin::Reply
                            : p < origins.size()         ? origins[p]
                                                         : telemetry::TokenOrigin::Given;
        sequence.facts.append({id, tokenizer.isSpecial(id), generated, step, std::string(tokenizer.piece(id)), origin});
    }
    sequence.cache.dropOutOfWindow(sequence.resident());
    sequence.lastUsedStep = step;
    request.lastStep = step;
    if (request.firstStep == 0 || request.firstStep > step) request.firstStep = step;
}

void Scheduler::sampleRow(const Row& row, std::span<float> logits, std::uint64_t step) {
    Request& request = *row.request;
    const std::uint32_t position = request.total();   // of the token to be drawn
    // Padding rows of the embedding stand for no token and must never be drawn.
    const auto tokens = std::min(logits.size(), static_cast<std::size_t>(m_model.tokenizer().size()));
    std::fill(logits.begin() + static_cast<std::ptrdiff_t>(tokens), logits.end(), -std::numeric_limits<float>::infinity());
    const int keep = std::max(request.spec.keepCandidates, m_recording.on ? m_recording.candidates : 0);
    const auto drawn = request.sampler.sampleInto(m_drawn, logits, request.prompt, request.output, position, keep);
    const auto now = Clock::now();
    if (!drawn) {
        finish(request, StopReason::Failed, drawn.error());
        return;
    }
    request.state = telemetry::RequestState::Decode;

    const TokenId id = m_drawn.id;
    const bool end = m_model.tokenizer().isEndOfGeneration(id);
    if (m_recording.on && m_recording.candidates > 0) noteDraw(request, position, step, end);
    m_drawn.top.resize(std::min(m_drawn.top.size(), static_cast<std::size_t>(request.spec.keepCandidates)));
    if (end) {
        if (request.spec.keepCandidates > 0) request.endDraw = m_drawn;
        finish(request, StopReason::EndOfGeneration);
        return;
    }
    if (request.generated() == 0) {
        request.firstToken = now;
        request.pausedBefore = m_pause.total();
        mark(telemetry::MarkKind::FirstToken, request, 0);
    }
    request.lastToken = now;
    request.pausedSince = m_pause.total() - request.pausedBefore;
    request.output.push_back(id);
    std::string shown = request.push(id, m_model.tokenizer());
    m_hooks.emit(TokenProduced{request.spec.request, request.spec.conversation, id, position, step, std::move(shown), m_drawn,
                               secondsSinceStart(now)});
    if (request.stops.stopped()) {
        finish(request, StopReason::StopString);
    } else if (request.spec.maxTokens >= 0 && request.generated() >= static_cast<std::size_t>(request.spec.maxTokens)) {
        finish(request, StopReason::MaxTokens);
    } else if (request.total() > static_cast<std::uint32_t>(m_model.contextLimit())) {
        // The token just drawn has no room to be read, so nothing can follow it.
        finish(request, StopReason::ContextFull);
    } else {
        warnBeforeFull(request);
    }
}

// What the token was drawn from, for the window; the oldest records go when all take more than they may.
void Scheduler::noteDraw(Request& request, std::uint32_t position, std::uint64_t step, bool end) {
    const auto& tokenizer = m_model.tokenizer();
    auto draw = std::make_shared<telemetry::DrawFacts>();
    draw->id = m_drawn.id;
    draw->rank = m_drawn.rank;
    draw->logProbability = m_drawn.logProbability;
    draw->entropy = m_drawn.entropy;
    draw->temperature = request.spec.sampler.temperature;
    draw->vocabulary = static_cast<std::uint32_t>(tokenizer.size());
    draw->allowed = m_drawn.allowed;
    draw->step = step;
    draw->end = end;
    for (const StageSurvivors& stage : m_drawn.stages) draw->stages.push_back({stage.stage, stage.before, stage.after});
    const auto add = [&](TokenId id, float logit, float probability, std::uint32_t rank) {
        draw->candidates.push_back({id, logit, probability, rank, tokenizer.isSpecial(id), std::string(tokenizer.piece(id))});
    };
    const std::size_t best = std::min(m_drawn.top.size(), static_cast<std::size_t>(m_recording.candidates));
    draw->candidates.reserve(best + (m_drawn.rank >= best));
    for (std::size_t i = 0; i < best; ++i)
        add(m_drawn.top[i].id, m_drawn.top[i].logit, m_drawn.top[i].probability, static_cast<std::uint32_t>(i));
    if (m_drawn.rank >= best) add(m_drawn.id, m_drawn.logit, std::exp(m_drawn.logProbability), m_drawn.rank);
    telemetry::DrawLog& draws = request.sequence->draws;
    draws.truncate(position);   // an older one of a reply that went on from here
    draws.set(position, std::move(draw));
    const auto kept = [&] {
        std::uint64_t bytes = 0;
        for (const auto& sequence : m_sequences) bytes += sequence->draws.bytes();
        return bytes;
    };
    while (kept() > m_recording.candidateBytes) {
        std::uint64_t oldest = UINT64_MAX;
        Sequence* holder = nullptr;
        for (const auto& sequence : m_sequences) {
            if (const auto drawnAt = sequence->draws.oldestStep(); drawnAt < oldest) {
                oldest = drawnAt;
                holder = sequence.get();
            }
        }
        if (!holder || !holder->draws.dropOldest()) return;
    }
}

void Scheduler::warnBeforeFull(Request& request) {
    const auto limit = static_cast<std::uint32_t>(m_model.contextLimit());
    const std::uint32_t left = limit - std::min(limit, request.total());
    // 64 tokens or 5 %, but on a tiny context not before three quarters are used.
    if (request.warnedFull || left > std::min(std::max(64u, limit / 20), limit / 4)) return;
    request.warnedFull = true;
    mark(telemetry::MarkKind::ContextNearlyFull, request, left);
    m_hooks.emit(ContextNearlyFull{request.spec.request, request.spec.conversation, left, limit});
}

double Scheduler::secondsSinceStart(Clock::time_point at) const {
    return std::chrono::duration<double>(at - m_hooks.epoch).count();
}

void Scheduler::mark(telemetry::MarkKind kind, const Request& request, std::uint64_t amount) {
    if (m_recording.on)
        m_marks.push_back({m_stepNumber, kind, request.spec.request.value, request.sequence ? request.sequence->key : 0,
                           request.spec.conversation.value, amount, request.spec.label});
}

// ---- the end of a request ---------------------------------------------------------------------------------

void Scheduler::finish(Request& request, StopReason reason, std::optional<Error> error) {
    if (request.state == telemetry::RequestState::Done) return;
    RequestFinished event;
    event.request = request.spec.request;
    event.conversation = request.spec.conversation;
    event.reason = reason;
    event.text = request.stops.push(request.utf8.finish()) + request.stops.finish();
    event.ids = request.output;
    event.error = std::move(error);
    event.endDraw = std::move(request.endDraw);
    auto& stats = event.stats;
    stats.promptTokens = static_cast<std::uint32_t>(request.prompt.size());
    stats.reusedTokens = request.reused;
    stats.generated = static_cast<std::uint32_t>(request.generated());
    stats.ttftMs = request.ttftMs();
    stats.tokensPerSecond = request.tokensPerSecond();
    stats.seconds = request.secondsSinceSubmit();
    stats.firstStep = request.firstStep;
    stats.lastStep = request.lastStep;
    stats.hit = request.hit;
    stats.preemptions = request.preemptions;
    stats.submittedAt = secondsSinceStart(request.submitted);
    stats.finishedAt = secondsSinceStart(Clock::now());
    if (request.started > Clock::time_point()) {
        stats.startedAt = secondsSinceStart(request.started);
        stats.queueMs = msBetween(request.submitted, request.started);
    }
    if (Sequence* sequence = request.sequence) {
        // Blocks grown for tokens that were never computed go back, or the count would not match the formula.
        sequence->cache.shrinkTo(sequence->resident());
        // The allocator's count, less what the tables of other sequences hold.
        std::uint64_t others = 0;
        for (const auto& other : m_sequences)
            if (other.get() != sequence) others += other->cache.heldBytes();
        stats.predictedBytes = sequence->cache.predictedBytes(sequence->resident());
        stats.allocatedBytes = m_model.pools().allocatedBytes() - others;
        stats.blocks = sequence->cache.heldBlocks();
        stats.reservedBytes = m_model.pools().reservedBytes();
        stats.blockTokens = m_model.pools().groups.front()->blockTokens();
    }
    if (request.sequence) {
        using telemetry::MarkKind;
        mark(reason == StopReason::Cancelled     ? MarkKind::Stopped
             : reason == StopReason::Failed      ? MarkKind::Failed
             : reason == StopReason::ContextFull ? MarkKind::ContextFull
                                                 : MarkKind::Finished,
             request, request.generated());
    }
    m_lastFinished = factsOf(request);
    m_lastFinished->state = telemetry::RequestState::Done;
    request.state = telemetry::RequestState::Done;
    m_hooks.emit(std::move(event));
}

void Scheduler::dropFinished() {
    const auto done = [](const std::unique_ptr<Request>& request) { return request->state == telemetry::RequestState::Done; };
    for (auto& request : m_running) {
        if (!done(request) || !request->sequence) continue;
        Sequence* sequence = request->sequence;
        request->sequence = nullptr;
        sequence->request = {};
        if (!sequence->conversation || sequence->resident() == 0) dropSequence(sequence);
        ++m_cacheVersion;
    }
    std::erase_if(m_running, done);
    std::erase_if(m_waiting, done);
}

telemetry::RequestFacts Scheduler::factsOf(const Request& request) const {
    telemetry::RequestFacts facts;
    facts.request = request.spec.request.value;
    facts.conversation = request.spec.conversation.value;
    facts.sequence = request.sequence ? request.sequence->key : 0;
    facts.state = request.state;
    facts.promptTokens = static_cast<std::uint32_t>(request.prompt.size());
    facts.prefilled = request.sequence ? std::min(request.sequence->resident(), facts.promptTokens) : 0;
    facts.reusedTokens = request.reused;
    facts.generated = static_cast<std::uint32_t>(request.generated());
    facts.ttftMs = request.ttftMs();
    facts.tokensPerSecond = request.tokensPerSecond();
    facts.label = request.spec.label;
    facts.priority = request.spec.priority;
    facts.sampleOf = request.spec.sampleOf.value;
    facts.hit = request.hit;
    facts.preemptions = request.preemptions;
    facts.submittedStep = request.submittedStep;
    facts.submittedAt = secondsSinceStart(request.submitted);
    return facts;
}

}  // namespace gh
