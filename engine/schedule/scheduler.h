// Iteration-level scheduling of one model's requests: every step packs decode rows and prefill chunks under a token
// budget; a request joins or leaves at any step. A policy says who may join and who asks for rows; who comes first is
// Request::before. When blocks run out: what nobody holds, then what idle conversations hold, then the running request
// that comes last is preempted, and computed again later.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "engine/cache/prefix_index.h"
#include "engine/forward/model_runtime.h"
#include "engine/schedule/pause_clock.h"
#include "engine/schedule/policies/policy.h"
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
    // For tests: every row of logits that a token is about to be drawn from, and the position of that token.
    std::function<void(RequestId, std::uint32_t position, std::span<const float>)> logits = {};
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
    ~Scheduler();
    // At the next step. What runs goes on under the new rule; of a static batch, who had ended returns.
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

    // As if another needed its blocks.
    void preemptForTest(RequestId request);

    bool hasWork() const { return !m_waiting.empty() || !m_running.empty(); }
    // Runs one iteration. Returns false when nothing could be done.
    bool step(std::uint64_t number, double startedAt);

    // What the recorder shows.
    ModelRuntime& model() const { return m_model; }
    const PrefixIndex& prefixes() const { return m_index; }
    const std::vector<std::unique_ptr<Sequence>>& sequences() const { return m_sequences; }   // in order of their keys
    const std::vector<std::unique_ptr<Request>>& running() const { return m_running; }        // in order
    const std::deque<std::unique_ptr<Request>>& waiting() const { return m_waiting; }         // in order
    const std::optional<telemetry::RequestFacts>& lastFinished() const { return m_lastFinished; }
    telemetry::StepRecord takeRecord() { return std::move(m_record); }
    std::vector<telemetry::StepMark> takeMarks() { return std::exchange(m_marks, {}); }   // since the last call
    std::uint64_t cacheVersion() const { return m_cacheVersion; }

    telemetry::RequestFacts factsOf(const Request& request) const;
    // Of one pool, from shape and resident tokens, less what is shared: reads no count of allocated blocks.
    std::uint64_t predictedBytes(std::size_t group) const;
    struct PoolPeaks { std::uint64_t sharedBytes = 0, predictedBytes = 0; };
    const std::vector<PoolPeaks>& peaks() const { return m_peaks; }   // by group

private:
    struct Row {
        Request* request;
        std::uint32_t first, count;   // positions that this step computes
        bool wantsLogits;
        bool padding = false, decodes = false;
        std::uint32_t again = 0;      // so many of them have been computed before
    };
    enum class Admission { Begun, Ended, NotYet, Awaits };   // Awaits: blocks that another computes
    enum class Fit { Now, WithoutIdle, No };

    // ---- admission.cpp: from the queue to the batch
    void admitWaiting();
    Admission admit(Request& request);
    bool letAnotherRead(Request& request, std::span<const TokenId> tokens, std::uint32_t held);
    bool awaitsBlocks(Request& request) const;
    bool readPrompt(Request& request);                   // false: refused
    Fit fits(const Request& request, const PrefixMatch& match) const;
    void begin(Request& request, const PrefixMatch& match, std::span<const TokenId> tokens);
    void announce(Request& request);
    std::vector<std::string> readContinued(Request& request);
    Sequence& newSequence(ConversationId conversation);
    std::vector<Request*> forkSamples(Request& leader);  // who goes on from its prompt now
    void freeSamplesOf(RequestId leader);                // whether they went on or not: they wait for it no more

    // ---- room.cpp: rows and the blocks for them
    void planRows(std::vector<Row>& rows);
    void grant(std::span<const RowWish> wishes, std::vector<Row>& rows);
    std::uint32_t makeRoom(Request& request, std::uint32_t count, std::vector<Row>& rows, std::uint32_t& budget);
    bool evictIdle(const Sequence* keep);
    void preempt(Request& request);

    // ---- rows.cpp: a step's rows, and what is drawn from them
    void runForward(const std::vector<Row>& rows);
    void takeRows(const std::vector<Row>& rows);
    void noteResident(const Row& row);
    void noteTokens(Request& request, std::uint32_t first, std::uint32_t end);
    void sampleRow(Request& request, std::span<float> logits);
    void noteDraw(Request& request, std::uint32_t position, bool end);
    void warnBeforeFull(Request& request);
    void recordRows(const std::vector<Row>& rows, double forwardMs);

    // ---- finishing.cpp
    void finish(Request& request, StopReason reason, std::optional<Error> error = {});
    void complete(Request& request, StopReason reason, std::optional<Error> error);
    void returnBatch();                                  // of a static batch that is done
    RequestStats statsOf(Request& request);
    void dropFinished();
    void letGo(Request& request);                        // of its sequence
    void dropSequence(const Sequence* sequence);

    void notePeaks();
    double secondsSinceStart(Clock::time_point at) const;
    void mark(telemetry::MarkKind kind, const Request& request, std::uint64_t amount);
    template <class Change>
    void changeDraws(Sequence& sequence, Change change) {   // keeps the sum of their bytes
        m_drawBytes -= sequence.draws.bytes();
        change(sequence.draws);
        m_drawBytes += sequence.draws.bytes();
    }

    ModelRuntime& m_model;
    SchedulerHooks m_hooks;
    int m_mostRows, m_budget = 0;
    telemetry::PolicyFacts m_policy;
    std::unique_ptr<Policy> m_rule;
    RecordingSettings m_recording;
    PrefixIndex m_index;                                 // before the sequences, which are entered there
    std::deque<std::unique_ptr<Request>> m_waiting;
    std::vector<std::unique_ptr<Request>> m_running;
    std::vector<std::unique_ptr<Sequence>> m_sequences;
    std::vector<RowWish> m_wishes;                       // scratch of a step, as what follows
    std::vector<BatchRow> m_batch;
    std::vector<int> m_logitRows;
    std::vector<TokenId> m_tokens;
    std::vector<float> m_logits, m_sharedLogits;
    SampleResult m_drawn;
    telemetry::StepRecord m_record;
    std::vector<telemetry::StepMark> m_marks;
    PauseClock m_pause;
    std::vector<PoolPeaks> m_peaks;
    std::optional<telemetry::RequestFacts> m_lastFinished;
    std::uint64_t m_nextSequence, m_cacheVersion = 1, m_stepNumber = 0, m_submitted = 0, m_drawBytes = 0;
};

}  // namespace gh
