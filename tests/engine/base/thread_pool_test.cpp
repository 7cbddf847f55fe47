#include "engine/base/thread_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <new>
#include <thread>
#include <vector>

namespace {

std::atomic<int> g_allocations{0};

}  // namespace

// g++ 12 pairs what it inlines of these with the library's own.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"
#endif
void* operator new(std::size_t size) {
    g_allocations.fetch_add(1, std::memory_order_relaxed);
    if (void* p = std::malloc(size != 0 ? size : 1)) return p;
    throw std::bad_alloc();
}
void operator delete(void* p) noexcept {
    std::free(p);
}
void operator delete(void* p, std::size_t) noexcept {
    std::free(p);
}

namespace gh {
namespace {

TEST(ThreadPool, RunsEachTileOnceWhateverTheThreads) {
    for (const int threads : {1, 2, 3, 8}) {
        ThreadPool pool(threads);
        EXPECT_EQ(pool.threads(), threads);
        for (const std::size_t count : {0, 1, 2, 3, 7, 64, 1000}) {
            // Plain ints: a tile run twice at once, or seen before run() returned, is a race that TSan
            // reports.
            std::vector<int> runs(count, 0), worker(count, -1);
            pool.run(count, [&](std::size_t tile, int by) {
                ++runs[tile];
                worker[tile] = by;
            });
            for (std::size_t i = 0; i < count; ++i) {
                ASSERT_EQ(runs[i], 1) << "tile " << i << " of " << count;
                ASSERT_GE(worker[i], 0);
                ASSERT_LT(worker[i], threads);
            }
        }
    }
}

TEST(ThreadPool, ManyShortRunsInARowWithPausesThatLetWorkersSleep) {
    ThreadPool pool(4);
    std::size_t sum = 0, expected = 0;
    std::vector<std::size_t> perWorker(4);
    for (int run = 0; run < 5000; ++run) {
        const auto count = static_cast<std::size_t>(run % 13);
        pool.run(count, [&](std::size_t tile, int worker) {
            perWorker[static_cast<std::size_t>(worker)] += tile + 1;
        });
        expected += count * (count + 1) / 2;
        if (run % 250 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    for (const auto part : perWorker) sum += part;
    EXPECT_EQ(sum, expected);
}

TEST(ThreadPool, AnotherWorkerTakesOverWhatASlowOneLeaves) {
    ThreadPool pool(2);
    std::atomic<int> byOthers{0};
    std::atomic<bool> slowIsIn{false};
    pool.run(100, [&](std::size_t tile, int worker) {
        if (tile == 0) {
            slowIsIn = true;
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        } else if (worker >= 0) {
            byOthers.fetch_add(1);
        }
    });
    EXPECT_TRUE(slowIsIn);
    EXPECT_EQ(byOthers, 99);
}

TEST(ThreadPool, StartsAndStopsAtOnceAlsoWithSleepingWorkers) {
    for (int i = 0; i < 50; ++i) {
        ThreadPool pool(3);
        if (i % 2 == 0) pool.run(3, [](std::size_t, int) {});
        if (i % 10 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

TEST(ThreadPool, ARunAllocatesNothing) {
    ThreadPool pool(2);
    std::atomic<std::size_t> done{0};
    pool.run(10, [&](std::size_t, int) { done.fetch_add(1); });
    const int before = g_allocations.load();
    for (int run = 0; run < 100; ++run) pool.run(10, [&](std::size_t, int) { done.fetch_add(1); });
    EXPECT_EQ(g_allocations.load(), before);
    EXPECT_EQ(done, 1010u);
}

// With every core taken by others and more workers than cores, runs still end, and none waits for a worker
// that has not begun.
TEST(ThreadPool, DoesNotCollapseBesideBusyNeighbours) {
    std::atomic<bool> stop{false};
    std::vector<std::thread> neighbours;
    for (int i = 0; i < usableCores(); ++i)
        neighbours.emplace_back([&] {
            while (!stop.load(std::memory_order_relaxed)) {
            }
        });
    ThreadPool pool(usableCores());
    std::atomic<std::size_t> done{0};
    const auto begin = std::chrono::steady_clock::now();
    for (int run = 0; run < 2000; ++run) pool.run(16, [&](std::size_t, int) { done.fetch_add(1); });
    const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - begin;
    stop = true;
    for (auto& neighbour : neighbours) neighbour.join();
    EXPECT_EQ(done, 32000u);
    RecordProperty("us_per_run", static_cast<int>(took.count() / 2000));
    std::printf("%.2f us per run beside busy neighbours\n", took.count() / 2000);
    EXPECT_LT(took.count() / 2000, 2000.0);  // a scheduler slice for each run would be 3,000 and more
}

TEST(ThreadPool, ZeroMeansTheUsableCores) {
    EXPECT_GE(usableCores(), 1);
    EXPECT_EQ(ThreadPool(0).threads(), usableCores());
}

}  // namespace
}  // namespace gh
