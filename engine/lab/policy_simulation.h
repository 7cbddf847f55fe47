// Static and continuous batching on paper: the rules of engine/schedule/policies on a list of requests, at a given cost of
// a step. Nothing is computed, so a simulation takes no time; how far it is from reality, `lab policies` prints.
#pragma once

#include <functional>
#include <vector>

#include "engine/engine.h"
#include "engine/lab/batch_statistics.h"

namespace gh::lab {

struct PlannedRequest {
    double arrival = 0;     // seconds
    int prompt = 1, output = 1;
};

// What a step's cost depends on.
struct StepLoad {
    int rows = 0;                    // prefill, decode and padding
    std::uint64_t context = 0;       // tokens that its rows see, summed
};
using StepCost = std::function<double(const StepLoad& load)>;   // seconds

struct Simulated {
    BatchStatistics statistics;
    std::vector<Arrived> requests;   // in the order given
};

// Requests in order of arrival. A request that arrived takes part from the next step boundary on; its first token is drawn
// in the step that reads the last of its prompt. Continuous: it returns with the step of its last token. Static: slots are
// filled only when none is taken; members that ended compute a padding row a step until the longest one has ended, and
// all return then.
Simulated simulate(const PolicySettings& policy, int tokenBudget, const std::vector<PlannedRequest>& requests, const StepCost& cost);

}  // namespace gh::lab
