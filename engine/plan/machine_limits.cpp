#include "engine/plan/machine_limits.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>

#include "engine/base/thread_pool.h"
#include "engine/forward/weight_arena.h"
#include "kernels/peaks.h"

namespace gh {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::size_t kTileBytes = 256 * 1024;   // as large as the tiles of a matrix product, or nearly
constexpr double kRegisterSeconds = 0.02;        // one round of a loop on registers

double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

// Rate of the best of rounds that together take `seconds`.
template <class Round>
double bestRate(double workOfARound, double seconds, Round&& round) {
    double best = 0;
    const auto begin = Clock::now();
    do {
        const auto start = Clock::now();
        round();
        best = std::max(best, workOfARound / since(start));
    } while (since(begin) < seconds);
    return best;
}

}  // namespace

Result<MachineLimits> measureMachineLimits(ThreadPool& threads, kernels::Isa isa, std::uint64_t bytes, double seconds) {
    const kernels::PeakLoops& loops = kernels::peakLoops(isa);
    std::atomic<std::uint64_t> sink{0};
    MachineLimits limits;

    const std::size_t tiles = std::max<std::size_t>(1, (bytes + kTileBytes - 1) / kTileBytes);
    limits.readBytes = tiles * kTileBytes;
    WeightArena arena;
    std::byte* data = arena.allocate(limits.readBytes);
    if (!data)
        return Error{ErrorCode::DoesNotFit, "machine limits",
                     "there is no memory for a stream read of " + std::to_string(limits.readBytes) + " bytes"};
    threads.run(tiles, [&](std::size_t tile, int) { std::memset(data + tile * kTileBytes, 1, kTileBytes); });
    limits.readBytesPerSecond = bestRate(static_cast<double>(limits.readBytes), seconds / 3, [&] {
        threads.run(tiles, [&](std::size_t tile, int) {
            sink.fetch_add(loops.read(data + tile * kTileBytes, kTileBytes), std::memory_order_relaxed);
        });
    });

    const auto onRegisters = [&](auto loop, std::uint64_t operations) {
        // How many rounds take kRegisterSeconds is found by doubling, which also lets the clock rise.
        std::size_t rounds = 1024;
        for (auto start = Clock::now(); ; start = Clock::now()) {
            sink.fetch_add(static_cast<std::uint64_t>(loop(rounds)), std::memory_order_relaxed);
            if (since(start) > kRegisterSeconds / 2) break;
            rounds *= 2;
        }
        const auto count = static_cast<std::size_t>(threads.threads());
        return bestRate(static_cast<double>(rounds * operations) * static_cast<double>(count), seconds / 3, [&] {
            threads.run(count, [&](std::size_t, int) {
                sink.fetch_add(static_cast<std::uint64_t>(loop(rounds)), std::memory_order_relaxed);
            });
        });
    };
    limits.int8OpsPerSecond = onRegisters(loops.int8, loops.int8Operations);
    limits.f32OpsPerSecond = onRegisters([&](std::size_t rounds) { return static_cast<std::uint64_t>(std::abs(loops.f32(rounds))); }, loops.f32Operations);
    return limits;
}

}  // namespace gh
