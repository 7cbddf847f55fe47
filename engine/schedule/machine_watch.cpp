#include "engine/schedule/machine_watch.h"

#include <algorithm>

#include <spdlog/spdlog.h>

namespace gh {
namespace {

using namespace std::chrono_literals;

constexpr auto kIdle = 400ms;                        // nobody who is about to send a message waits for it
constexpr auto kBetween = 20s;
constexpr int kTimes = 4;                            // for each model
constexpr std::uint64_t kReadMost = std::uint64_t{128} << 20;   // beyond what caches of such machines hold
constexpr double kSeconds = 0.2;

}  // namespace

std::optional<MachineWatch::Clock::duration> MachineWatch::waits(std::uint64_t step, Clock::time_point now) const {
    if (!m_on || m_times >= kTimes) return std::nullopt;
    if (m_probe) return Clock::duration::zero();
    if (m_times == 0) return kIdle;
    // What nothing has run beside since would come out the same again.
    if (step == m_lastStep) return std::nullopt;
    return std::max<Clock::duration>(kIdle, m_last + kBetween - now);
}

bool MachineWatch::advance(ModelRuntime& model, std::uint64_t step, Clock::time_point now) {
    if (!m_probe)
        m_probe = std::make_unique<LimitsProbe>(model.threads(), model.isa(),
                                                std::min(model.facts()->weightBytes, kReadMost), kSeconds);
    const Result<bool> done = m_probe->advance();
    if (done && !*done) return false;
    m_last = now;
    m_lastStep = step;
    ++m_times;
    const std::unique_ptr<LimitsProbe> probe = std::move(m_probe);
    if (!done) {
        spdlog::debug("{}", done.error().message());
        return false;
    }
    m_best = bestOf(m_best, probe->limits());
    m_facts = telemetry::MachineFacts{
        m_best.readBytesPerSecond, m_best.readBytes,
        model.facts()->activations == "f32" ? m_best.f32OpsPerSecond : m_best.int8OpsPerSecond};
    return true;
}

void MachineWatch::forgetModel() {
    *this = MachineWatch(m_on);
}

}  // namespace gh
