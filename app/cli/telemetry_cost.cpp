#include "app/cli/telemetry_cost.h"

#include <time.h>

#include <algorithm>
#include <array>

#include "app/cli/engine_session.h"
#include "app/cli/interrupt.h"

namespace gh::app {
namespace {

double seconds(clockid_t clock) {
    timespec now{};
    clock_gettime(clock, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

struct Sample {
    double wall = 0, cpu = 0;
};

Result<Sample> generateOnce(EngineSession& session, int vocabulary, int decode) {
    SubmitRequest request;
    request.request = Engine::newRequestId();
    request.model = session.model();
    std::vector<TokenId> prompt;
    for (int i = 0; i < 32; ++i)
        prompt.push_back((17 + 31 * i) % vocabulary);  // any ids do: only time is looked at
    request.prompt = std::move(prompt);
    request.maxTokens = decode;
    const double wall = seconds(CLOCK_MONOTONIC), cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
    const Generation generation = session.run(std::move(request), {});
    const Sample sample{seconds(CLOCK_MONOTONIC) - wall, seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu};
    if (interrupted()) return Error{ErrorCode::Cancelled, "bench", "interrupted"};
    if (generation.error) return *generation.error;
    const double steps = static_cast<double>(std::max<std::size_t>(1, generation.ids.size()));
    return Sample{sample.wall / steps, sample.cpu / steps};
}

}  // namespace

double median(std::vector<double> values) {
    if (values.empty()) return 0;
    std::sort(values.begin(), values.end());
    const std::size_t middle = values.size() / 2;
    return values.size() % 2 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

Result<TelemetryCost> measureTelemetryCost(const std::string& path, const LoadOptions& load, int threads,
                                           int pairs, int decode) {
    std::array<std::unique_ptr<EngineSession>, 2> sessions;  // without, with
    int vocabulary = 0;
    for (int recording = 0; recording < 2; ++recording) {
        EngineConfig config;
        config.threads = threads;
        config.recordTelemetry = recording == 1;
        sessions[recording] = std::make_unique<EngineSession>(config);
        auto loaded = sessions[recording]->load(path, load);
        if (!loaded) return loaded.error();
        vocabulary = loaded->facts->vocab;
        if (auto warmUp = generateOnce(*sessions[recording], vocabulary, decode); !warmUp)
            return warmUp.error();
    }
    TelemetryCost cost;
    std::vector<double> stepSeconds;
    for (int pair = 0; pair < pairs; ++pair) {
        std::array<Sample, 2> samples;
        for (int turn = 0; turn < 2; ++turn) {
            const int recording =
                (pair + turn) % 2;  // each goes first as often, so that a drift favours neither
            auto sample = generateOnce(*sessions[recording], vocabulary, decode);
            if (!sample) return sample.error();
            samples[recording] = *sample;
        }
        cost.wallShares.push_back(samples[1].wall / samples[0].wall - 1);
        cost.cpuShares.push_back(samples[1].cpu / samples[0].cpu - 1);
        stepSeconds.push_back(samples[0].wall);
    }
    cost.stepMs = 1e3 * median(stepSeconds);
    return cost;
}

}  // namespace gh::app
