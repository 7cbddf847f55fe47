// The engine can be let go at any moment of loading and generating, from any state, and be called from several threads.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <random>
#include <thread>

#include "tests/engine/engine/engine_driver.h"
#include "tests/support/tiny_model.h"

namespace gh::test {
namespace {

using Clock = std::chrono::steady_clock;

SubmitRequest request(ModelId model, std::uint64_t conversation, unsigned seed, int maxTokens) {
    SubmitRequest command;
    command.request = Engine::newRequestId();
    command.model = model;
    command.conversation = ConversationId{conversation};
    command.prompt = someIds(10 + static_cast<int>(seed % 60), seed);
    command.sampler = EngineDriver::noEnd();
    command.maxTokens = maxTokens;
    return command;
}

TEST(EngineLifetime, ExistsAndGoes) {
    for (int i = 0; i < 20; ++i) Engine engine;
    Engine engine;
    ASSERT_TRUE(engine.snapshot());
    EXPECT_EQ(engine.snapshot()->state, telemetry::EngineState::Empty);
    EXPECT_TRUE(engine.takeEvents().empty());
}

TEST(EngineLifetime, DestroyedAtAnyMoment) {
    const std::string paths[] = {tinyModelFile(tinyOptions("llama", kernels::StorageType::Q4_1)),
                                 tinyModelFile(tinyOptions("gemma3", kernels::StorageType::Q8_0)),
                                 GLASSHOUSE_TEST_DATA "/gguf/missing_tensor.gguf"};
    std::mt19937 random(1);
    const auto below = [&](unsigned n) { return random() % n; };
    double longest = 0;
    for (int round = 0; round < 60; ++round) {
        EngineConfig config = EngineDriver::quickConfig(1 + static_cast<int>(below(20)));
        config.threads = 1 + static_cast<int>(below(3));
        auto engine = std::make_unique<Engine>(config);
        std::atomic<int> wakes{0};
        engine->setWakeUp([&] { ++wakes; });
        ModelId model;
        const auto commands = below(12);
        for (unsigned i = 0; i <= commands; ++i) {
            switch (below(9)) {
                case 0:
                case 1:
                case 2:
                    model = Engine::newModelId();
                    engine->post(LoadModel{model, paths[below(3)], {}});
                    break;
                case 3:
                case 4: engine->post(request(model, below(3), random(), 300)); break;
                case 5: engine->post(CancelLoad{}); break;
                case 6: engine->post(SetPaused{below(2) == 0}); break;
                case 7: engine->post(StepOnce{}); break;
                default: engine->post(UnloadModel{model}); break;
            }
            if (below(3) == 0) std::this_thread::sleep_for(std::chrono::microseconds(below(4000)));
            if (below(3) == 0) engine->takeEvents();
        }
        const auto start = Clock::now();
        engine.reset();
        longest = std::max(longest, std::chrono::duration<double>(Clock::now() - start).count());
    }
    EXPECT_LT(longest, 2.0);
}

TEST(EngineLifetime, ALoadThatIsCancelledOrReplacedComesToNothing) {
    const std::string llama = tinyModelFile(tinyOptions("llama")), gemma = tinyModelFile(tinyOptions("gemma3"));
    EngineDriver driver;
    for (int i = 0; i < 10; ++i) {
        driver.post(LoadModel{Engine::newModelId(), llama, {}});
        if (i % 2 == 0) driver.post(CancelLoad{});
    }
    ASSERT_TRUE(driver.load(gemma));
    EXPECT_EQ(driver.facts()->family, "gemma3");
    EXPECT_EQ(driver.generate(someIds(12, 1), 4).size(), 4u);
}

// Threads that post, read snapshots and take events at once: every request that was submitted ends exactly once.
TEST(EngineLifetime, ManyCallers) {
    Engine engine(EngineDriver::quickConfig(16));
    const ModelId model = Engine::newModelId();
    engine.post(LoadModel{model, tinyModelFile(tinyOptions("llama", kernels::StorageType::Q8_0)), {}});
    while (!engine.snapshot()->model) std::this_thread::sleep_for(std::chrono::milliseconds(1));

    constexpr unsigned kThreads = 3, kEach = 8;
    std::atomic<bool> reading{true};
    std::thread reader([&] {
        std::uint64_t version = 0;
        while (reading) {
            const auto snapshot = engine.snapshot();
            EXPECT_GE(snapshot->version, version);
            version = snapshot->version;
            if (!snapshot->steps.empty()) {
                EXPECT_LE(snapshot->steps.back().step, snapshot->step);
            }
            std::this_thread::yield();
        }
    });
    std::vector<std::thread> posters;
    for (unsigned t = 0; t < kThreads; ++t)
        posters.emplace_back([&, t] {
            for (unsigned i = 0; i < kEach; ++i) {
                SubmitRequest command = request(model, t, t * 100 + i, 5);
                const RequestId id = command.request;
                engine.post(std::move(command));
                if (i % 3 == 2) engine.post(CancelRequest{id});
            }
        });
    for (auto& poster : posters) poster.join();
    std::size_t finished = 0;
    const auto end = Clock::now() + std::chrono::seconds(20);
    while (finished < kThreads * kEach && Clock::now() < end) {
        for (const Event& event : engine.takeEvents()) finished += std::holds_alternative<RequestFinished>(event) ? 1 : 0;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    reading = false;
    reader.join();
    EXPECT_EQ(finished, kThreads * kEach);
}

// Let go in full traffic, under either policy, with a queue, samples and a pool that is too small for all.
TEST(EngineLifetime, ClosedInFullTraffic) {
    const std::string path = tinyModelFile(tinyOptions("gemma3", kernels::StorageType::Q8_0));
    for (const BatchPolicy kind : {BatchPolicy::Continuous, BatchPolicy::Static}) {
        EngineConfig config = EngineDriver::quickConfig(32);
        config.policy.kind = kind;
        auto engine = std::make_unique<Engine>(config);
        const ModelId model = Engine::newModelId();
        LoadOptions options;
        options.contextTokens = 160;
        engine->post(LoadModel{model, path, options});
        while (!engine->snapshot()->model) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        // Step by step as far as the queue is looked at: this thread may be kept waiting for longer than all would take.
        engine->post(SetPaused{true});
        RequestId leader;
        for (unsigned i = 0; i < 300; ++i) {
            SubmitRequest command = request(model, i % 5, i, 60);
            command.priority = static_cast<int>(i % 3);
            if (i % 4 == 0) leader = command.request;
            else command.sampleOf = leader;
            engine->post(std::move(command));
        }
        for (int i = 0; i < 40; ++i) engine->post(StepOnce{});
        while (engine->snapshot()->step < 40) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        EXPECT_GT(engine->snapshot()->waiting, 200u);
        EXPECT_EQ(engine->snapshot()->policy.kind, kind);
        engine->post(SetPaused{false});
        const auto start = Clock::now();
        engine.reset();
        EXPECT_LT(std::chrono::duration<double>(Clock::now() - start).count(), 2);
    }
}

}  // namespace
}  // namespace gh::test
