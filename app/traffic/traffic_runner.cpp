#include "app/traffic/traffic_runner.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gh::app {

using telemetry::TrafficSettings;

// A message that somebody typed waits for no synthetic request that came up to 1,024 steps before it.
constexpr int kBehindPeople = -4;

TrafficRunner::TrafficRunner(EngineBridge* bridge, ModelSession* model, QObject* parent)
    : QObject(parent), m_bridge(bridge), m_model(model) {
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &TrafficRunner::arrive);
    connect(bridge, &EngineBridge::requestFinished, this, &TrafficRunner::onFinished);
    connect(bridge, &EngineBridge::frameDone, this, &TrafficRunner::tell);
    connect(bridge, &EngineBridge::modelUnloaded, this, [this] { end(); });
    connect(model, &ModelSession::changed, this, &TrafficRunner::onModel);
    connect(&m_desk, &widgets::RequestsDesk::startWanted, this, &TrafficRunner::start);
    connect(&m_desk, &widgets::RequestsDesk::stopWanted, this, &TrafficRunner::stop);
    connect(&m_desk, &widgets::RequestsDesk::policyWanted, this, [this](const telemetry::PolicyFacts& policy) {
        m_bridge->post(SetPolicy{{policy.kind, policy.mostRunning, policy.tokenBudget}});
    });
}

void TrafficRunner::onModel() {
    if (running() && m_model->id() != m_of) end();
    tell();
}

void TrafficRunner::start() {
    const telemetry::ModelFacts* facts = m_model->facts();
    if (running() || !facts) return;
    m_counts = {};
    if (auto good = validate(m_desk.traffic(), std::uint32_t(facts->contextLimit)); !good)
        return end(QString::fromStdString(good.error().message()));
    m_generator = std::make_unique<TrafficGenerator>(m_desk.traffic(), TrafficVocabulary{facts->vocab, facts->specials});
    m_of = m_model->id();
    m_noEnd.clear();
    for (const TokenId id : facts->ends) m_noEnd.emplace_back(id, -std::numeric_limits<float>::infinity());
    m_clock.start();
    m_lateBy = 0;
    if (m_desk.traffic().arrival == TrafficSettings::Arrival::Users) {
        for (std::uint32_t i = 0; i < m_desk.traffic().users; ++i) submit();
    } else {
        arrive();
    }
    tell();
}

void TrafficRunner::stop() {
    for (const RequestId request : m_open) m_bridge->post(CancelRequest{request});
    end();
}

void TrafficRunner::engineGone() {
    end();
}

void TrafficRunner::end(const QString& trouble) {
    m_timer.stop();
    m_generator.reset();
    m_open.clear();  // what is said of them from now on is not ours
    widgets::TrafficState state = m_desk.state();
    state.trouble = trouble;
    m_desk.setState(state);
    tell();
}

void TrafficRunner::submit() {
    SyntheticRequest made = m_generator->next();
    SubmitRequest request;
    request.request = Engine::newRequestId();
    request.model = m_of;
    request.label = tr("Synthetic %1").arg(made.number).toStdString();
    request.prompt = std::move(made.prompt);
    request.maxTokens = int(made.replyTokens);
    request.priority = kBehindPeople;
    request.sampler.seed = made.seed;
    request.sampler.temperature = 1;
    request.sampler.topK = 40;
    request.sampler.logitBias = m_noEnd;
    m_open.insert(request.request);
    ++m_counts.submitted;
    m_bridge->post(std::move(request));
}

void TrafficRunner::arrive() {
    if (!running()) return;
    const auto now = [this] { return double(m_clock.elapsed() - m_lateBy) / 1e3; };
    while (m_generator->nextArrival() <= now()) {
        if (m_open.size() >= kMostAtOnce) {
            ++m_counts.heldBack;
            return;  // it comes as one ends, and those after it as much later: a paused engine finds no hour's worth
        }
        submit();
    }
    m_timer.start(int(std::clamp(std::ceil((m_generator->nextArrival() - now()) * 1e3), 1.0, 60'000.0)));
}

void TrafficRunner::onFinished(const RequestFinished& event) {
    if (m_open.erase(event.request) == 0) return;
    ++(event.reason == StopReason::Failed ? m_counts.failed : m_counts.finished);
    if (!running()) return;
    // A model that refuses every request would be asked without end.
    if (event.reason == StopReason::Failed && m_counts.finished == 0 && m_counts.failed >= 8) {
        stop();
        return end(event.error ? QString::fromStdString(event.error->message()) : QString());
    }
    if (m_generator->settings().arrival == TrafficSettings::Arrival::Users) {
        if (event.reason == StopReason::Cancelled) return;
        submit();
    } else if (!m_timer.isActive()) {
        m_lateBy = std::max(m_lateBy, qint64(m_clock.elapsed() - std::llround(m_generator->nextArrival() * 1e3)));
        arrive();
    }
}

// Once a frame at most: the form need not know of every request.
void TrafficRunner::tell() {
    widgets::TrafficState state = m_desk.state();
    state.possible = m_model->facts() != nullptr && !m_model->loading();
    state.running = running();
    state.contextTokens = m_model->facts() ? std::uint32_t(m_model->facts()->contextLimit) : 0;
    state.counts = m_counts;
    m_desk.setState(state);
}

}  // namespace gh::app
