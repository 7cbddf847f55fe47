#include "engine/base/thread_pool.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>
#include <vector>

#if defined(__x86_64__) || defined(__i386__)
#include <immintrin.h>
#endif

namespace gh {
namespace {

using Clock = std::chrono::steady_clock;

// Between two runs of one decode step lie a few microseconds: workers stay hot that long, then they sleep. Beside other
// programs a sleeper is put back at once when it is woken, while whoever yields waits a whole slice of theirs: with a
// busy process on each core, sleeping early gave a tenth more than spinning and yielding for 100 microseconds.
constexpr std::chrono::microseconds kSpin{30};
constexpr int kPausesPerLook = 32;  // looking at the clock costs more than a pause
constexpr std::size_t kMostTilesARun = std::size_t{1} << 31;

void pause() {
#if defined(__x86_64__) || defined(__i386__)
    _mm_pause();
#endif
}

// Spins until ready() holds; false when kSpin has passed.
template <class Ready>
bool spinUntil(Ready&& ready) {
    for (int i = 0; i < kPausesPerLook; ++i) {
        if (ready()) return true;
        pause();
    }
    const auto begin = Clock::now();
    for (;;) {
        for (int i = 0; i < kPausesPerLook; ++i) {
            if (ready()) return true;
            pause();
        }
        if (Clock::now() - begin > kSpin) return false;
    }
}

}  // namespace

// One word says which run is on and how many of its tiles nobody has claimed: run number in the high half,
// tiles left in the low half. A claim is a compare-and-swap that takes one tile off, so a worker that comes
// late, even runs later, either claims a tile of the run that is on now or nothing. While a claimed tile is
// unfinished its run cannot end, so the job's fields may be read without a lock after a claim and never
// otherwise.
struct ThreadPool::Impl {
    alignas(64) std::atomic<std::uint64_t> ticket{0};
    alignas(64) std::atomic<std::uint32_t> done{0};
    std::atomic<bool> callerSleeps{false};
    alignas(64) std::atomic<std::uint32_t> wakeUps{0};
    std::atomic<int> sleepers{0};
    std::atomic<bool> stop{false};

    alignas(64) const void* job = nullptr;
    void (*call)(const void*, std::size_t, int) = nullptr;
    std::size_t firstTile = 0;
    std::uint32_t count = 0;

    std::uint32_t runNumber = 0;  // caller only
    int threads = 1;
    std::vector<std::thread> workers;

    static std::uint32_t tilesLeft(std::uint64_t ticket) { return static_cast<std::uint32_t>(ticket); }

    // Works until no tile is left to claim; returns how many tiles were done.
    std::uint32_t workOff(int worker) {
        std::uint32_t finished = 0;
        std::uint64_t seen = ticket.load(std::memory_order_acquire);
        while (tilesLeft(seen) != 0) {
            if (!ticket.compare_exchange_weak(seen, seen - 1, std::memory_order_acq_rel,
                                              std::memory_order_acquire))
                continue;
            call(job, firstTile + (count - tilesLeft(seen)), worker);
            ++finished;
            seen = ticket.load(std::memory_order_acquire);
        }
        return finished;
    }

    void report(std::uint32_t finished) {
        if (finished == 0) return;
        // Sequentially consistent together with callerSleeps: either the caller sees the last tile done
        // or this thread sees that it must be woken.
        done.fetch_add(finished);
        if (callerSleeps.load()) done.notify_one();
    }

    void sleepUntilWork() {
        const std::uint32_t before = wakeUps.load();
        sleepers.fetch_add(1);
        // The same pairing as in report(): the caller puts out the ticket, then looks at sleepers.
        if (tilesLeft(ticket.load()) == 0 && !stop.load()) wakeUps.wait(before);
        sleepers.fetch_sub(1);
    }

    void wakeSleepers() {
        if (sleepers.load() == 0) return;
        wakeUps.fetch_add(1);
        wakeUps.notify_all();
    }

    void workerLoop(int worker) {
        auto somethingToDo = [this] {
            return tilesLeft(ticket.load(std::memory_order_acquire)) != 0 ||
                   stop.load(std::memory_order_relaxed);
        };
        while (!stop.load()) {
            report(workOff(worker));
            if (!spinUntil(somethingToDo)) sleepUntilWork();
        }
    }

    void waitForWorkers(std::uint32_t expected) {
        auto finished = [&] { return done.load(std::memory_order_acquire) == expected; };
        if (spinUntil(finished)) return;
        // A worker was preempted in the middle of a tile: leave it the core.
        callerSleeps.store(true);
        for (std::uint32_t seen = done.load(); seen != expected; seen = done.load()) done.wait(seen);
        callerSleeps.store(false);
    }

    void runPart(std::size_t first, std::uint32_t tiles) {
        firstTile = first;
        count = tiles;
        done.store(0, std::memory_order_relaxed);
        ticket.store((static_cast<std::uint64_t>(++runNumber) << 32) | tiles);
        wakeSleepers();
        const std::uint32_t own = workOff(0);
        if (own != tiles) waitForWorkers(tiles - own);
    }
};

ThreadPool::ThreadPool(int threads) : m_impl(std::make_unique<Impl>()) {
    m_impl->threads = threads > 0 ? threads : usableCores();
    for (int worker = 1; worker < m_impl->threads; ++worker)
        m_impl->workers.emplace_back([impl = m_impl.get(), worker] { impl->workerLoop(worker); });
}

ThreadPool::~ThreadPool() {
    m_impl->stop.store(true);
    m_impl->wakeUps.fetch_add(1);
    m_impl->wakeUps.notify_all();
    for (auto& worker : m_impl->workers) worker.join();
}

int ThreadPool::threads() const {
    return m_impl->threads;
}

void ThreadPool::runErased(std::size_t count, const void* job, void (*call)(const void*, std::size_t, int)) {
    if (m_impl->threads == 1 || count <= 1) {
        for (std::size_t tile = 0; tile < count; ++tile) call(job, tile, 0);
        return;
    }
    m_impl->job = job;
    m_impl->call = call;
    for (std::size_t first = 0; first < count; first += kMostTilesARun)
        m_impl->runPart(first, static_cast<std::uint32_t>(std::min(kMostTilesARun, count - first)));
}

}  // namespace gh
