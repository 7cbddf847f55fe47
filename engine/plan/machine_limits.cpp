#include "engine/plan/machine_limits.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstring>

#include "engine/base/thread_pool.h"
#include "engine/forward/weight_arena.h"
#include "kernels/peaks.h"

namespace gh {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::size_t kTileBytes = 256 * 1024;      // as large as the tiles of a matrix product, or nearly
constexpr std::size_t kFillBytes = 16 * 1024 * 1024; // written in one piece: the pages come with it
constexpr double kRegisterSeconds = 0.02;           // one round of a loop on registers

double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

}  // namespace

struct LimitsProbe::Impl {
    enum class Stage { Fill, Read, Int8, F32, Done };

    ThreadPool& threads;
    const kernels::PeakLoops& loops;
    double stageSeconds;
    MachineLimits limits;
    Stage stage = Stage::Fill;
    WeightArena arena;
    std::byte* data = nullptr;
    std::size_t tiles = 0, filled = 0, rounds = 0;
    double spent = 0;                                 // seconds in this stage
    std::atomic<std::uint64_t> sink{0};

    void fill() {
        const std::size_t count = std::min(tiles - filled, kFillBytes / kTileBytes);
        threads.run(count, [&](std::size_t tile, int) { std::memset(data + (filled + tile) * kTileBytes, 1, kTileBytes); });
        filled += count;
        if (filled == tiles) stage = Stage::Read;
    }

    // One round; the best of a stage counts, and after its seconds the next begins.
    template <class Round>
    void timed(double& best, double work, Stage next, Round&& round) {
        const auto start = Clock::now();
        round();
        const double seconds = since(start);
        best = std::max(best, work / seconds);
        spent += seconds;
        if (spent < stageSeconds) return;
        spent = 0;
        rounds = 0;
        stage = next;
    }

    void read() {
        timed(limits.readBytesPerSecond, static_cast<double>(limits.readBytes), Stage::Int8, [&] {
            threads.run(tiles, [&](std::size_t tile, int) {
                sink.fetch_add(loops.read(data + tile * kTileBytes, kTileBytes), std::memory_order_relaxed);
            });
        });
    }

    template <class Loop>
    void onRegisters(double& best, std::uint64_t operations, Stage next, Loop&& loop) {
        if (rounds == 0) {
            // How many rounds take kRegisterSeconds is found by doubling, which also lets the clock rise.
            rounds = 1024;
            for (auto start = Clock::now();; start = Clock::now()) {
                sink.fetch_add(static_cast<std::uint64_t>(loop(rounds)), std::memory_order_relaxed);
                if (since(start) > kRegisterSeconds / 2) return;
                rounds *= 2;
            }
        }
        const auto count = static_cast<std::size_t>(threads.threads());
        timed(best, static_cast<double>(rounds * operations) * static_cast<double>(count), next, [&] {
            threads.run(count, [&](std::size_t, int) {
                sink.fetch_add(static_cast<std::uint64_t>(loop(rounds)), std::memory_order_relaxed);
            });
        });
    }
};

LimitsProbe::LimitsProbe(ThreadPool& threads, kernels::Isa isa, std::uint64_t bytes, double seconds)
    : m_impl(new Impl{threads, kernels::peakLoops(isa), seconds / 3, {}}) {
    m_impl->tiles = static_cast<std::size_t>(std::max<std::uint64_t>(1, (bytes + kTileBytes - 1) / kTileBytes));
    m_impl->limits.readBytes = m_impl->tiles * kTileBytes;
}

LimitsProbe::~LimitsProbe() = default;

const MachineLimits& LimitsProbe::limits() const { return m_impl->limits; }

Result<bool> LimitsProbe::advance() {
    Impl& p = *m_impl;
    if (!p.data) p.data = p.arena.allocate(p.limits.readBytes);
    if (!p.data)
        return Error{ErrorCode::DoesNotFit, "machine limits",
                     "there is no memory for a stream read of " + std::to_string(p.limits.readBytes) + " bytes"};
    switch (p.stage) {
        case Impl::Stage::Fill: p.fill(); break;
        case Impl::Stage::Read: p.read(); break;
        case Impl::Stage::Int8:
            p.onRegisters(p.limits.int8OpsPerSecond, p.loops.int8Operations, Impl::Stage::F32, p.loops.int8);
            break;
        case Impl::Stage::F32:
            p.onRegisters(p.limits.f32OpsPerSecond, p.loops.f32Operations, Impl::Stage::Done, [&](std::size_t rounds) {
                return static_cast<std::uint64_t>(std::abs(p.loops.f32(rounds)));
            });
            break;
        case Impl::Stage::Done: break;
    }
    return p.stage == Impl::Stage::Done;
}

MachineLimits bestOf(const MachineLimits& a, const MachineLimits& b) {
    return {std::max(a.readBytesPerSecond, b.readBytesPerSecond), std::max(a.readBytes, b.readBytes),
            std::max(a.int8OpsPerSecond, b.int8OpsPerSecond), std::max(a.f32OpsPerSecond, b.f32OpsPerSecond)};
}

Result<MachineLimits> measureMachineLimits(ThreadPool& threads, kernels::Isa isa, std::uint64_t bytes, double seconds) {
    LimitsProbe probe(threads, isa, bytes, seconds);
    for (;;) {
        const Result<bool> done = probe.advance();
        if (!done) return done.error();
        if (*done) return probe.limits();
    }
}

}  // namespace gh
