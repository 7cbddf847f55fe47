// What a step costs on this machine, from steps that ran: seconds by number of rows, and what each token that they see
// adds. A period is the time from one step's beginning to the next one's, so that sampling, scheduling and publishing are
// in it.
#pragma once

#include <map>
#include <vector>

#include "engine/lab/policy_simulation.h"
#include "engine/telemetry/snapshot.h"

namespace gh::lab {

// Of a log in which index 0 is the engine's first step. Null: not kept, or not there yet.
const telemetry::StepRecord* recordOf(const telemetry::LogView<telemetry::StepRecord>& steps, std::uint64_t step);

class StepCosts {
public:
    // Steps first … last of a run in which one followed the other without a pause. What the log no longer holds is
    // left out.
    void add(const telemetry::LogView<telemetry::StepRecord>& steps, std::uint64_t first, std::uint64_t last);
    void add(const StepLoad& load, double seconds);
    bool empty() const { return m_samples.empty(); }

    // Between measured numbers of rows on the line through them; beyond the largest in proportion to it.
    StepCost function() const;

    static StepLoad loadOf(const telemetry::StepRecord& record);

private:
    struct Sample { StepLoad load; double seconds; };
    std::vector<Sample> m_samples;
};

}  // namespace gh::lab
