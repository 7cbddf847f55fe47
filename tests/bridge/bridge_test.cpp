// Wake-ups from several threads become one delivery at a time, none is lost, and none comes after close().
#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "app/bridge/frame_gate.h"

namespace gh::app {
namespace {

TEST(FrameGate, OneDeliveryForManyWakeUps) {
    int scheduled = 0;
    FrameGate gate([&] { ++scheduled; });
    for (int i = 0; i < 100; ++i) gate.wake();
    EXPECT_EQ(scheduled, 1);
    EXPECT_TRUE(gate.take());
    EXPECT_FALSE(gate.take());
    gate.wake();
    EXPECT_EQ(scheduled, 2);
}

TEST(FrameGate, NothingIsLostBetweenThreads) {
    std::atomic<int> pending{0}, produced{0};
    FrameGate gate([&] { pending.fetch_add(1); });
    std::atomic<bool> stop{false};
    std::vector<std::thread> writers;
    for (int t = 0; t < 3; ++t) {
        writers.emplace_back([&] {
            for (int i = 0; i < 20'000; ++i) {
                produced.fetch_add(1);
                gate.wake();
            }
        });
    }
    int seen = 0, deliveries = 0;
    std::thread reader([&] {
        while (!stop.load() || pending.load() > 0) {
            if (pending.load() == 0) {
                std::this_thread::yield();
                continue;
            }
            pending.fetch_sub(1);
            gate.take();
            seen = produced.load();
            ++deliveries;
        }
    });
    for (auto& writer : writers) writer.join();
    stop = true;
    reader.join();
    EXPECT_EQ(seen, 60'000);
    EXPECT_LE(deliveries, 60'000);
    EXPECT_GE(deliveries, 1);
}

TEST(FrameGate, CloseEndsIt) {
    for (int round = 0; round < 200; ++round) {
        auto alive = std::make_unique<std::atomic<int>>(0);
        auto gate = std::make_shared<FrameGate>([target = alive.get()] { target->fetch_add(1); });
        std::thread writer([gate] {
            for (int i = 0; i < 50; ++i) {
                gate->wake();
                gate->take();
            }
        });
        gate->close();
        alive.reset();  // a schedule() after close() would touch freed memory: the sanitizers see it
        writer.join();
    }
}

TEST(FramePace, AtMostSixtyAFrameSecond) {
    FramePace pace;
    EXPECT_EQ(pace.waitMs(1000), 0);
    pace.shown(1000);
    EXPECT_NEAR(pace.waitMs(1004), FramePace::kFrameMs - 4, 1e-9);
    EXPECT_EQ(pace.waitMs(1017), 0);
    int frames = 0;
    for (double now = 2000; now < 3000; now += 0.5) {
        if (pace.waitMs(now) > 0) continue;
        pace.shown(now);
        ++frames;
    }
    EXPECT_LE(frames, 60);
    EXPECT_GE(frames, 55);
}

}  // namespace
}  // namespace gh::app
