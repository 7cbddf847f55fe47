// What is known of requests on their way through the engine, and of the policy by which it takes them.
#pragma once

#include <cstdint>
#include <string>

namespace gh::telemetry {

// By which rule requests share the steps.
enum class BatchPolicy : std::uint8_t {
    Continuous,   // a request joins and leaves at any step
    Static,       // a batch is filled, runs until its longest member has ended, and returns as one; for comparison
};

struct PolicyFacts {
    BatchPolicy kind = BatchPolicy::Continuous;
    int mostRunning = 0;     // requests that may run at once: the slots
    int tokenBudget = 0;     // rows a step may have
};

// Why a prompt was not taken from the cache to its last token but one (that one is always computed).
enum class PrefixMiss : std::uint8_t {
    None,                  // it was
    FirstDifferingToken,   // what is held goes on with another token
    PartialBlock,          // what went on with the same tokens was a block that was not full, and went with its owner
    Evicted,               // it was held, and its blocks were given to others
    WindowEvicted,         // full layers hold it, windowed ones no longer hold what the next token sees
    OtherAdapter,          // it is held, computed with another adapter
    OtherSalt,             // it is held under another salt
    NothingCached,         // nothing is held that goes on from here
};

struct PrefixHit {
    std::uint32_t hitTokens = 0;    // prompt tokens that were not computed
    PrefixMiss miss = PrefixMiss::None;
    std::uint32_t position = 0;     // of the first token for which `miss` is the reason
    std::int32_t heldToken = -1, askedToken = -1;   // there; FirstDifferingToken alone
    bool operator==(const PrefixHit&) const = default;
};

enum class RequestState : std::uint8_t {
    Waiting,     // in the queue
    Prefill,     // its prompt is being read
    Decode,
    Done,
    Preempted,   // in the queue again: its blocks went to others, and what it had will be computed once more
    Padding,     // static batches: it has ended, and its row is computed until the batch returns
};

struct RequestFacts {
    std::uint64_t request = 0, sequence = 0, conversation = 0;
    RequestState state = RequestState::Waiting;
    std::uint32_t promptTokens = 0, prefilled = 0, reusedTokens = 0, generated = 0;   // promptTokens: 0 until it was its turn once
    double ttftMs = 0;             // 0 until the first token
    double tokensPerSecond = 0;    // decode only: (generated - 1) / time since the first token
    std::string label;
    int priority = 0;
    std::uint64_t sampleOf = 0;    // the request whose prompt it shares; 0: none
    PrefixHit hit;                 // of its newest admission
    std::uint32_t preemptions = 0;
    std::uint64_t submittedStep = 0;   // the newest finished step when it came
    std::uint32_t queuePlace = 0;  // 1: next; 0: not in the queue
    double submittedAt = 0;        // seconds since the engine started
};

}  // namespace gh::telemetry
