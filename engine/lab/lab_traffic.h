// An engine with a model for the lab's batching experiments: requests of exact lengths, no end of generation.
#pragma once

#include "engine/lab/notebook.h"
#include "engine/lab/policy_simulation.h"
#include "engine/lab/traffic_run.h"

namespace gh::lab {

class LabTraffic {
public:
    // Reports loading as progress. Errors of loading; Cancelled.
    static Result<std::unique_ptr<LabTraffic>> open(const Subject& subject, const Notebook& notebook);

    const telemetry::ModelFacts& facts() const { return *m_facts; }
    int tokenBudget() const { return m_config.stepTokenBudget; }
    TrafficEngine& traffic() { return *m_traffic; }

    // A request that writes exactly `length` tokens, greedily. Those of another salt share no blocks with it.
    TimedRequest request(std::vector<TokenId> prompt, int length, double arrival, std::string salt) const;
    // Error InvalidArgument names the option: prompt and reply are longer than the context.
    Result<void> checkContext(const char* option, int tokens) const;

private:
    LabTraffic() = default;
    EngineConfig m_config;
    std::shared_ptr<const telemetry::ModelFacts> m_facts;
    SamplerSettings m_sampler;
    std::unique_ptr<TrafficEngine> m_traffic;
};

// What the engine's own records say of a run.
BatchStatistics statisticsOf(const TrafficOutcome& outcome, int slotCount);

}  // namespace gh::lab
