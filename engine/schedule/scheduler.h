// Iteration-level scheduling of one model's requests: every step packs decode rows and prefill chunks under a token
// budget; a request joins or leaves at any step. First come, first served.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "engine/forward/model_runtime.h"
#include "engine/schedule/pause_clock.h"
#include "engine/schedule/request.h"

namespace gh {

struct Prompt {
    std::vector<TokenId> ids;
    std::shared_ptr<const telemetry::PromptText> text;   // never null
    std::uint32_t dropped = 0;   // messages that are not in it
};

struct SchedulerHooks {
    std::function<void(Event)> emit;
    // Prompt of a request: renders and tokenizes. Errors go to the request.
    std::function<Result<Prompt>(const SubmitRequest&)> prompt;
    Clock::time_point epoch = Clock::now();   // when the engine started: times of events are seconds since then
};

// What is recorded of a request's tokens for the window, and how much of it is kept.
struct RecordingSettings {
    bool on = true;
    int candidates = 8;                    // best candidates of each drawn token
    std::uint64_t candidateBytes = 32ull << 20;
};

class Scheduler {
public:
    // firstSequence: sequences are numbered from there, so that what is kept of models before is told apart. lastStep: the
    // engine's newest step.
    Scheduler(ModelRuntime& model, SchedulerHooks hooks, int tokenBudget, RecordingSettings recording,
              std::uint64_t firstSequence = 1, PolicySettings policy = {}, std::uint64_t lastStep = 0);
    void setPolicy(const PolicySettings& policy);
    telemetry::PolicyFacts policy() const { return m_policy; }
    std::uint64_t nextSequence() const { return m_nextSequence; }

    void submit(SubmitRequest command);
    void cancel(RequestId request);
    void cancelAll();
    void failAll(const Error& error);
    void release(ConversationId conversation);

    // Time that is no part of any reply: its tokens per second do not count it.
    PauseClock& pauseClock() { return m_pause; }

    bool hasWork() const { return !m_waiting.empty() || !m_running.empty(); }
    // Runs one iteration. Returns false when nothing could be done.
    bool step(std::uint64_t number, double startedAt);

    // What the recorder shows.
    ModelRuntime& model() const { return m_model; }
    const std::vector<std::unique_ptr<Sequence>>& sequences() const { return m_sequences; }
    const std::vector<std::unique_ptr<Request>>& running() const { return m_running; }
    const std::deque<std::unique_ptr<Request>>& waiting() const { return m_waiting; }
    const std::optional<telemetry::RequestFacts>& lastFinished() const { return m_lastFinished; }
    telemetry::StepRecord takeRecord() { return std::move(m_record); }
    std::vector<telemetry::StepMark> takeMarks() { return std::exchange(m_marks, {}); }   // since the last call
    std::uint64_t cacheVersion() const { return m_cacheVersion; }

    telemetry::RequestFacts factsOf(const Request& request) const;

private:
    struct Row {
        Request* request;
        std::uint32_t first, count;   // positions that this step computes
        bool wantsLogits;
    };

    void admitWaiting();
    bool admit(Request& request);                        // false: not yet
    std::vector<std::string> readContinued(Request& request);
    bool growOrEvict(SequenceCache& cache, std::uint64_t tokens, const Sequence* keep);
    void planRows(std::vector<Row>& rows);
    void runForward(const std::vector<Row>& rows);
    void sampleRow(const Row& row, std::span<float> logits, std::uint64_t step);
    void noteResident(const Row& row, std::uint64_t step);
    void noteDraw(Request& request, std::uint32_t position, std::uint64_t step, bool end);
    void warnBeforeFull(Request& request);
    void finish(Request& request, StopReason reason, std::optional<Error> error = {});
    double secondsSinceStart(Clock::time_point at) const;
    void mark(telemetry::MarkKind kind, const Request& request, std::uint64_t amount);
    void dropFinished();
    void dropSequence(const Sequence* sequence);

    ModelRuntime& m_model;
    SchedulerHooks m_hooks;
    int m_mostRows, m_budget = 0;
    telemetry::PolicyFacts m_policy;
    RecordingSettings m_recording;
    std::deque<std::unique_ptr<Request>> m_waiting;
    std::vector<std::unique_ptr<Request>> m_running;
    std::vector<std::unique_ptr<Sequence>> m_sequences;
    std::vector<BatchRow> m_batch;        // scratch of a step
    std::vector<int> m_logitRows;
    std::vector<float> m_logits;
    SampleResult m_drawn;
    telemetry::StepRecord m_record;
    std::vector<telemetry::StepMark> m_marks;
    PauseClock m_pause;
    std::optional<telemetry::RequestFacts> m_lastFinished;
    std::uint64_t m_nextSequence, m_cacheVersion = 1, m_stepNumber = 0;
};

}  // namespace gh
