// A list of timed requests driven through a real engine: posts each when its time has come, waits for all of them to end.
// The lab's batching experiments and `glasshouse serve-file` are built on it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/engine.h"

namespace gh::lab {

struct TimedRequest {
    double arrival = 0;              // seconds after the start
    SubmitRequest submit;            // request and model are filled in
};

struct TokenTime { TokenId id = 0; double at = 0; };   // seconds after the start

struct ServedRequest {
    double arrival = 0;              // when it was posted, seconds after the start
    std::vector<TokenId> promptIds;
    std::uint32_t reusedTokens = 0;
    std::uint64_t seed = 0;
    std::vector<TokenTime> tokens;
    std::string text;
    RequestFinished finished;        // times in its stats are the engine's
    double begun = -1, returned = 0; // admitted and ended, seconds after the start; begun < 0: never
};

struct TrafficOutcome {
    std::vector<ServedRequest> requests;          // in the order given
    std::uint64_t firstStep = 0, lastStep = 0;    // steps that ran meanwhile
    std::shared_ptr<const telemetry::Snapshot> end;   // after the last one
};

class TrafficEngine {
public:
    // Asked now and then; true: stop. Progress: the request that has just ended, the how many-th it is, of all.
    using Cancelled = std::function<bool()>;
    using Progress = std::function<void(const ServedRequest& served, std::size_t ended, std::size_t all)>;

    TrafficEngine(EngineConfig config, Cancelled cancelled);
    ~TrafficEngine();
    TrafficEngine(const TrafficEngine&) = delete;
    TrafficEngine& operator=(const TrafficEngine&) = delete;

    // Errors of loading; Cancelled. progress may be empty.
    Result<ModelLoaded> load(const std::string& path, const LoadOptions& options, const std::function<void(double share)>& progress);

    // Requests in order of arrival. Those that arrive at 0 are all there before the first step. sampleOf: index + 1 of
    // the leader in the list (RequestId of it is filled in); 0: none. Cancelled: all are cancelled, what they have is kept
    // in `outcome`, and the error is returned.
    std::optional<Error> run(const PolicySettings& policy, std::vector<TimedRequest> requests, const Progress& progress,
                             TrafficOutcome& outcome);

    Engine& engine();

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

}  // namespace gh::lab
