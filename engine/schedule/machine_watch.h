// Measures the machine's limits while an engine has nothing else to do, a piece at a time. Other programs make a
// figure too low, never too high: it is measured again after later work, and the best counts.
#pragma once

#include <chrono>
#include <memory>
#include <optional>

#include "engine/forward/model_runtime.h"
#include "engine/plan/machine_limits.h"
#include "engine/telemetry/snapshot.h"

namespace gh {

class MachineWatch {
public:
    using Clock = std::chrono::steady_clock;

    explicit MachineWatch(bool on) : m_on(on) {}

    // How long to stay idle before the next piece; nothing: there is none to do now. step: newest step.
    std::optional<Clock::duration> waits(std::uint64_t step, Clock::time_point now = Clock::now()) const;
    // One piece, some 20 ms at most. True: facts() have changed.
    bool advance(ModelRuntime& model, std::uint64_t step, Clock::time_point now = Clock::now());
    void interrupt() { m_probe.reset(); }   // there is work: the pieces so far are void
    void forgetModel();                     // another one reads other bytes
    const std::optional<telemetry::MachineFacts>& facts() const { return m_facts; }

private:
    bool m_on;
    int m_times = 0;                        // finished for this model
    std::uint64_t m_lastStep = 0;
    Clock::time_point m_last{};
    std::unique_ptr<LimitsProbe> m_probe;
    MachineLimits m_best;
    std::optional<telemetry::MachineFacts> m_facts;
};

}  // namespace gh
