#include "tests/engine/engine/engine_driver.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace gh::test {

EngineConfig EngineDriver::quickConfig(int stepTokens) {
    EngineConfig config;
    config.threads = 2;
    config.stepTokenBudget = stepTokens;
    config.publishIntervalMs = 0;
    return config;
}

EngineDriver::EngineDriver(EngineConfig config) : m_engine(std::make_unique<Engine>(config)) {
    m_engine->setWakeUp([this] {
        const auto snapshot = m_engine->snapshot();
        const std::lock_guard lock(m_mutex);
        ++m_wakes;
        if (snapshot->version != m_lastVersion) {
            m_lastVersion = snapshot->version;
            ++m_snapshots;
            if (snapshot->blocks)
                for (const auto& pool : snapshot->blocks->pools) m_disagreements += pool.predictedBytes != pool.allocatedBytes ? 1 : 0;
        }
        m_woken.notify_all();
    });
}

EngineDriver::~EngineDriver() = default;

bool EngineDriver::wait(const std::function<bool()>& done) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    for (;;) {
        std::uint64_t wakes = 0;
        {
            const std::lock_guard lock(m_mutex);
            wakes = m_wakes;
        }
        for (Event& event : m_engine->takeEvents()) m_events.push_back(std::move(event));
        if (done()) return true;
        std::unique_lock lock(m_mutex);
        if (!m_woken.wait_until(lock, end, [&] { return m_wakes != wakes; })) {
            ADD_FAILURE() << "the engine did not come to what was waited for";
            return false;
        }
    }
}

bool EngineDriver::waitFor(const std::function<bool(const std::vector<Event>&)>& done) {
    return wait([&] { return done(m_events); });
}

bool EngineDriver::waitForSnapshot(const std::function<bool(const telemetry::Snapshot&)>& done) {
    return wait([&] { return done(*m_engine->snapshot()); });
}

bool EngineDriver::load(const std::string& path, const LoadOptions& options) {
    const ModelId id = Engine::newModelId();
    post(LoadModel{id, path, options});
    bool loaded = false;
    waitFor([&](const std::vector<Event>& events) {
        for (const Event& event : events) {
            if (const auto* e = std::get_if<ModelLoaded>(&event); e && e->facts->id == id.value) {
                loaded = true;
                m_model = id;
                m_facts = e->facts;
                return true;
            }
            if (const auto* e = std::get_if<LoadFailed>(&event); e && e->model == id) {
                m_loadError = e->error;
                return true;
            }
        }
        return false;
    });
    return loaded;
}

SamplerSettings EngineDriver::noEnd() {
    SamplerSettings settings;
    settings.logitBias = {{2, -std::numeric_limits<float>::infinity()}};
    return settings;
}

RequestId EngineDriver::submit(std::vector<TokenId> prompt, int maxTokens, ConversationId conversation, SamplerSettings sampler) {
    SubmitRequest command;
    command.request = Engine::newRequestId();
    command.model = m_model;
    command.conversation = conversation;
    command.label = "test";
    command.prompt = std::move(prompt);
    command.sampler = std::move(sampler);
    command.maxTokens = maxTokens;
    const RequestId id = command.request;
    post(std::move(command));
    return id;
}

RequestFinished EngineDriver::finish(RequestId request) {
    RequestFinished result;
    waitFor([&](const std::vector<Event>&) {
        const auto found = eventsOf<RequestFinished>(request);
        if (!found.empty()) result = found.front();
        return !found.empty();
    });
    return result;
}

std::size_t EngineDriver::disagreements() {
    const std::lock_guard lock(m_mutex);
    return m_disagreements;
}

std::size_t EngineDriver::snapshotsSeen() {
    const std::lock_guard lock(m_mutex);
    return m_snapshots;
}

std::uint64_t allocated(const telemetry::Snapshot& snapshot) {
    std::uint64_t sum = 0;
    if (snapshot.blocks)
        for (const auto& pool : snapshot.blocks->pools) sum += pool.allocatedBytes;
    return sum;
}

std::vector<TokenId> someIds(int count, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<TokenId> ids{1};
    while (static_cast<int>(ids.size()) < count) ids.push_back(static_cast<TokenId>(3 + random() % 250));
    return ids;
}

std::vector<TokenId> joined(std::vector<TokenId> a, const std::vector<TokenId>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

}  // namespace gh::test
