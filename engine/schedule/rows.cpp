// The rows of a step: they are computed, their tokens are in the cache then, and from the logits tokens are drawn.
#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/schedule/scheduler.h"

namespace gh {

using telemetry::RowKind;

void Scheduler::runForward(const std::vector<Row>& rows) {
    m_batch.clear();
    m_logitRows.clear();
    for (const Row& row : rows) {
        // A row of padding has no token of its own; it takes the last one.
        for (std::uint32_t p = row.first; p < row.first + row.count; ++p)
            m_batch.push_back({row.request->idAt(std::min(p, row.request->total() - 1)), p, &row.request->sequence->cache});
        if (row.wantsLogits) m_logitRows.push_back(static_cast<int>(m_batch.size()) - 1);
    }
    StepTimes times;
    m_model.forward(m_batch, m_recording.on ? &times : nullptr);
    const auto headStart = Clock::now();
    m_logits.resize(m_logitRows.size() * static_cast<std::size_t>(m_model.config().vocab));
    m_model.logits(m_logitRows, m_logits.data());
    m_record.headMs = static_cast<float>(std::chrono::duration<double, std::milli>(Clock::now() - headStart).count());
    m_record.embedMs = static_cast<float>(times.embedSeconds * 1e3);
    m_record.layers = std::move(times.layers);
}

void Scheduler::takeRows(const std::vector<Row>& rows) {
    const auto vocab = static_cast<std::size_t>(m_model.config().vocab);
    std::size_t logitIndex = 0;
    for (const Row& row : rows) {
        Request& request = *row.request;
        noteResident(row);
        if (!row.wantsLogits) continue;
        const std::span<float> logits = std::span(m_logits).subspan(vocab * logitIndex++, vocab);
        if (row.padding) continue;
        std::vector<Request*> samples;
        if (!request.readPrompt) {
            request.readPrompt = true;
            samples = forkSamples(request);
            freeSamplesOf(request.spec.request);
        }
        // Drawing changes the logits.
        if (!samples.empty()) m_sharedLogits.assign(logits.begin(), logits.end());
        sampleRow(request, logits);
        for (Request* sample : samples) {
            std::copy(m_sharedLogits.begin(), m_sharedLogits.end(), logits.begin());
            sampleRow(*sample, logits);
        }
    }
}

// The rows' tokens are in the cache now.
void Scheduler::noteResident(const Row& row) {
    Request& request = *row.request;
    Sequence& sequence = *request.sequence;
    request.lastRow = m_stepNumber;
    if (row.padding) {
        sequence.cache.shrinkTo(row.first);
        return;
    }
    const std::uint32_t end = row.first + row.count;
    m_tokens.clear();
    for (std::uint32_t p = row.first; p < end; ++p) m_tokens.push_back(request.idAt(p));
    sequence.cache.append(m_tokens);
    sequence.noteChange(row.first);
    noteTokens(request, row.first, end);
    request.computed = std::max(request.computed, end);
    sequence.lastUsedStep = m_stepNumber;
    request.lastStep = m_stepNumber;
}

// For the window: positions [first, end) of the request are resident.
void Scheduler::noteTokens(Request& request, std::uint32_t first, std::uint32_t end) {
    if (!m_recording.on) return;
    const auto& tokenizer = m_model.tokenizer();
    const auto& origins = request.promptText->origins;
    for (std::uint32_t p = first; p < end; ++p) {
        const TokenId id = request.idAt(p);
        // Of a reply that goes on, what it had is read again and not drawn.
        const bool generated = p >= request.given();
        const auto origin = generated                     ? telemetry::TokenOrigin::Generated
                            : p >= request.prompt.size() ? telemetry::TokenOrigin::Reply
                            : p < origins.size()         ? origins[p]
                                                         : telemetry::TokenOrigin::Given;
        request.sequence->facts.append({id, tokenizer.isSpecial(id), generated, m_stepNumber, std::string(tokenizer.piece(id)), origin});
    }
}

void Scheduler::sampleRow(Request& request, std::span<float> logits) {
    const std::uint32_t position = request.total();   // of the token to be drawn
    // Padding rows of the embedding stand for no token and must never be drawn.
    const auto tokens = std::min(logits.size(), static_cast<std::size_t>(m_model.tokenizer().size()));
    std::fill(logits.begin() + static_cast<std::ptrdiff_t>(tokens), logits.end(), -std::numeric_limits<float>::infinity());
    if (m_hooks.logits) m_hooks.logits(request.spec.request, position, logits);
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
    if (m_recording.on && m_recording.candidates > 0) noteDraw(request, position, end);
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
    m_hooks.emit(TokenProduced{request.spec.request, request.spec.conversation, id, position, m_stepNumber, std::move(shown), m_drawn,
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
void Scheduler::noteDraw(Request& request, std::uint32_t position, bool end) {
    const auto& tokenizer = m_model.tokenizer();
    auto draw = std::make_shared<telemetry::DrawFacts>();
    draw->id = m_drawn.id;
    draw->rank = m_drawn.rank;
    draw->logProbability = m_drawn.logProbability;
    draw->entropy = m_drawn.entropy;
    draw->temperature = request.spec.sampler.temperature;
    draw->vocabulary = static_cast<std::uint32_t>(tokenizer.size());
    draw->allowed = m_drawn.allowed;
    draw->step = m_stepNumber;
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
    changeDraws(*request.sequence, [&](telemetry::DrawLog& draws) {
        draws.truncate(position);   // an older one of a reply that went on from here
        draws.set(position, std::move(draw));
    });
    while (m_drawBytes > m_recording.candidateBytes) {
        std::uint64_t oldest = UINT64_MAX;
        Sequence* holder = nullptr;
        for (const auto& sequence : m_sequences) {
            if (const auto drawnAt = sequence->draws.oldestStep(); drawnAt < oldest) {
                oldest = drawnAt;
                holder = sequence.get();
            }
        }
        if (!holder) return;
        bool dropped = false;
        changeDraws(*holder, [&](telemetry::DrawLog& draws) { dropped = draws.dropOldest(); });
        if (!dropped) return;
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

// What the step did. A mixed one is split by the operations of its rows.
void Scheduler::recordRows(const std::vector<Row>& rows, double forwardMs) {
    std::uint64_t decodeOps = 0;
    std::size_t at = 0;
    const auto add = [&](const Row& row, std::uint32_t first, std::uint32_t count, RowKind kind) {
        if (count == 0) return;
        const bool reads = kind == RowKind::Prefill || kind == RowKind::Recompute;
        if (!reads) decodeOps += m_model.work(Batch(m_batch.data() + at, count), 1).operations;
        (reads ? m_record.prefillTokens : kind == RowKind::Padding ? m_record.paddingTokens : m_record.decodeTokens) += count;
        at += count;
        m_record.rows.push_back({row.request->spec.request.value, row.request->sequence->key, first, count, kind});
    };
    for (const Row& row : rows) {
        if (row.padding || row.decodes) {
            add(row, row.first, row.count, row.padding ? RowKind::Padding : RowKind::Decode);
        } else {
            const std::uint32_t again = std::min(row.again, row.count);
            add(row, row.first, again, RowKind::Recompute);
            const std::uint32_t rest = row.first + again;
            add(row, rest, row.count - again, rest >= row.request->given() ? RowKind::Decode : RowKind::Prefill);
        }
        m_record.sequences.push_back(row.request->sequence->key);
        m_record.contextTokens = std::max(m_record.contextTokens, row.first + row.count);
    }
    const BatchWork work = m_model.work(m_batch, static_cast<int>(m_logitRows.size()));
    m_record.weightBytes = work.weightBytes;
    m_record.cacheBytes = work.cacheBytes;
    m_record.operations = work.operations;
    const double share = m_record.prefillTokens == 0                             ? 1.0
                         : m_record.decodeTokens + m_record.paddingTokens == 0 ? 0.0
                                                                                 : static_cast<double>(decodeOps) / static_cast<double>(work.operations);
    m_record.decodeMs = static_cast<float>(forwardMs * share);
    m_record.prefillMs = static_cast<float>(forwardMs * (1 - share));
}

}  // namespace gh
