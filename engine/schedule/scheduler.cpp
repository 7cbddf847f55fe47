#include "engine/schedule/scheduler.h"

#include <algorithm>

namespace gh {
namespace {

double msBetween(Clock::time_point from, Clock::time_point to) {
    return std::chrono::duration<double, std::milli>(to - from).count();
}

bool isBefore(const std::unique_ptr<Request>& a, const std::unique_ptr<Request>& b) { return a->before(*b); }

}  // namespace

Scheduler::Scheduler(ModelRuntime& model, SchedulerHooks hooks, int tokenBudget, RecordingSettings recording,
                     std::uint64_t firstSequence, PolicySettings policy, std::uint64_t lastStep)
    : m_model(model), m_hooks(std::move(hooks)), m_mostRows(std::min(tokenBudget, model.maxRows())), m_recording(recording),
      m_index(model.pools()), m_peaks(model.pools().groups.size()), m_nextSequence(firstSequence), m_stepNumber(lastStep) {
    setPolicy(policy);
}

Scheduler::~Scheduler() = default;

void Scheduler::setPolicy(const PolicySettings& policy) {
    m_budget = policy.tokenBudget > 0 ? std::min(policy.tokenBudget, m_mostRows) : m_mostRows;
    if (!m_rule || policy.kind != m_policy.kind) m_rule = policyEntry(policy.kind).make();
    m_policy = {policy.kind, std::max(1, policy.mostRunning), m_budget};
}

void Scheduler::submit(SubmitRequest command) {
    auto request = std::make_unique<Request>(std::move(command));
    request->submittedStep = m_stepNumber;
    request->number = ++m_submitted;
    if (request->spec.sampleOf) {
        const auto leads = [&](const std::unique_ptr<Request>& other) {
            return other->spec.request == request->spec.sampleOf && !other->readPrompt;
        };
        request->waitsForLeader = std::any_of(m_waiting.begin(), m_waiting.end(), leads) ||
                                  std::any_of(m_running.begin(), m_running.end(), leads);
    }
    mark(telemetry::MarkKind::Submitted, *request, 0);
    m_waiting.insert(std::upper_bound(m_waiting.begin(), m_waiting.end(), request, isBefore), std::move(request));
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
    std::vector<const Sequence*> idle;
    for (const auto& sequence : m_sequences)
        if (sequence->conversation == conversation && !sequence->request) idle.push_back(sequence.get());
    for (const Sequence* sequence : idle) dropSequence(sequence);
}

bool Scheduler::step(std::uint64_t number, double startedAt) {
    const auto start = Clock::now();
    m_stepNumber = number;
    m_record = {};
    m_record.step = number;
    m_record.startedAt = startedAt;
    returnBatch();
    admitWaiting();
    std::vector<Row> rows;
    planRows(rows);
    dropFinished();
    if (rows.empty()) return false;

    const auto forwardStart = Clock::now();
    runForward(rows);
    const auto samplingStart = Clock::now();
    takeRows(rows);
    const auto samplingEnd = Clock::now();
    ++m_cacheVersion;
    recordRows(rows, msBetween(forwardStart, samplingStart));
    notePeaks();   // who has ended still holds its blocks
    returnBatch();
    dropFinished();
    m_record.samplingMs = static_cast<float>(msBetween(samplingStart, samplingEnd));
    m_record.restMs = static_cast<float>(msBetween(start, forwardStart) + msBetween(samplingEnd, Clock::now()));
    return true;
}

std::uint64_t Scheduler::predictedBytes(std::size_t group) const {
    const BlockPool& pool = *m_model.pools().groups[group];
    const kernels::KvTypes types = pool.types();
    std::uint64_t sum = 0;
    for (const auto& sequence : m_sequences)
        sum += plan::predictedBytes(pool.group(), types.k, types.v, sequence->resident(), pool.blockTokens());
    // References beyond the first of a block cost nothing.
    return sum - std::min(sum, pool.sharedBytes());
}

void Scheduler::notePeaks() {
    if (!m_recording.on) return;
    for (std::size_t g = 0; g < m_peaks.size(); ++g) {
        m_peaks[g].sharedBytes = std::max(m_peaks[g].sharedBytes, m_model.pools().groups[g]->sharedBytes());
        m_peaks[g].predictedBytes = std::max(m_peaks[g].predictedBytes, predictedBytes(g));
    }
}

double Scheduler::secondsSinceStart(Clock::time_point at) const {
    return std::chrono::duration<double>(at - m_hooks.epoch).count();
}

void Scheduler::mark(telemetry::MarkKind kind, const Request& request, std::uint64_t amount) {
    if (m_recording.on)
        m_marks.push_back({m_stepNumber, kind, request.spec.request.value, request.sequence ? request.sequence->key : 0,
                           request.spec.conversation.value, amount, request.spec.label});
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
