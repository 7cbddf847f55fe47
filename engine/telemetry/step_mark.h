// What happened at which step, for the marks on the scrub bar and the lanes of requests: one came, began, wrote its
// first token, was preempted, ended; the context filled up; blocks of an idle conversation were taken from it.
#pragma once

#include <cstdint>
#include <string>

namespace gh::telemetry {

enum class MarkKind : std::uint8_t {
    Started,             // admitted: its first rows are in this step
    FirstToken,
    Finished,            // end of generation, a stop string, or as many tokens as were asked for
    Stopped,             // cancelled
    Failed,
    ContextNearlyFull,
    ContextFull,
    Evicted,             // an idle sequence gave its blocks to a running one
    Submitted,           // in the queue now
    Preempted,           // a running request gave its blocks to another, and waits to be computed again
    Resumed,             // admitted again after that
};

struct StepMark {
    std::uint64_t step = 0;
    MarkKind kind = MarkKind::Started;
    std::uint64_t request = 0, sequence = 0, conversation = 0;
    std::uint64_t amount = 0;      // Started: prompt tokens; Finished, Stopped, Preempted: tokens written; nearly full: tokens left;
                                   // Evicted: tokens; Resumed: tokens to compute again; Submitted: 0
    std::string label;             // of the sequence
};

}  // namespace gh::telemetry
