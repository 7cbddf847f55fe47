#include "app/compare/compare_runner.h"

#include <algorithm>

#include "app/chat/chat_prompt.h"
#include "app/settings/engine_settings.h"
#include "engine/evaluate/comparison.h"

namespace gh::app {

namespace {

using State = telemetry::ComparisonState;

constexpr int kContext = 4096;       // tokens that each variant's own cache is made for, where the settings leave it open
constexpr quint64 kAsked = ~quint64{0};   // CompareDesk::running until the engine says an id

}  // namespace

CompareRunner::CompareRunner(EngineBridge* bridge, ModelSession* model, ChatController* chat, QuantizeRunner* weights, Settings* settings, QObject* parent)
    : QObject(parent), m_bridge(bridge), m_model(model), m_chat(chat), m_weights(weights), m_settings(settings) {
    m_desk.wish.variants = {{widgets::kAsStored, {}, {}}, {QStringLiteral("int4-row"), {}, {}}};
    m_desk.wish.prompt = tr("Why is the sky blue?");
    connect(model, &ModelSession::changed, this, &CompareRunner::refresh);
    connect(chat, &ChatController::currentChanged, this, &CompareRunner::refresh);
    connect(chat, &ChatController::appended, this, &CompareRunner::refresh);
    connect(chat, &ChatController::removed, this, &CompareRunner::refresh);
    connect(weights->desk(), &widgets::QuantizeDesk::variantsChanged, this, &CompareRunner::refresh);
    connect(weights->desk(), &widgets::QuantizeDesk::rulesChanged, this, &CompareRunner::refresh);
    connect(weights->desk(), &widgets::QuantizeDesk::schemesChanged, this, &CompareRunner::refresh);
    connect(bridge, &EngineBridge::snapshotChanged, this, &CompareRunner::onSnapshot);
    connect(&m_desk, &widgets::CompareDesk::startWanted, this, &CompareRunner::start);
    connect(&m_desk, &widgets::CompareDesk::stopWanted, this, [this] { m_bridge->post(StopComparison{}); });
    for (const kernels::KvTypeEntry& type : kernels::kvTypeList()) m_desk.cacheTypes << QString::fromUtf8(type.word);
    refresh();
}

std::vector<ChatMessage> CompareRunner::chatPrompt() const {
    const Conversation* chat = m_chat->current();
    if (!chat) return {};
    const auto last = std::find_if(chat->messages.rbegin(), chat->messages.rend(), [](const Message& m) { return m.role == Role::User; });
    if (last == chat->messages.rend()) return {};
    return promptOf(*chat, std::size_t(chat->messages.rend() - last), m_model->modelKey()).turns;
}

void CompareRunner::refresh() {
    const widgets::QuantizeDesk& weights = *m_weights->desk();
    m_desk.possible = m_model->facts() != nullptr;
    if (!m_desk.possible) m_desk.running = 0;
    const Conversation* chat = m_chat->current();
    m_desk.chatHasMessage = chat && std::any_of(chat->messages.begin(), chat->messages.end(), [](const Message& m) { return m.role == Role::User; });
    m_desk.choices = {{widgets::kAsStored, weights.titleOf(widgets::kAsStored)}};
    if (!weights.rules().rules.empty()) m_desk.choices.push_back({widgets::kDraft, tr("The rules as they are now")});
    for (const widgets::VariantFacts& variant : weights.variants) m_desk.choices.push_back({QStringLiteral("variant:%1").arg(variant.id), variant.name});
    for (const widgets::SchemeFacts& scheme : weights.schemes) m_desk.choices.push_back({scheme.name, scheme.title});
    for (widgets::CompareVariant& variant : m_desk.wish.variants)   // one that is gone
        if (std::none_of(m_desk.choices.begin(), m_desk.choices.end(), [&](const auto& choice) { return choice.subject == variant.subject; })) variant.subject = widgets::kAsStored;
    emit m_desk.changed();
}

void CompareRunner::start() {
    const telemetry::ModelFacts* facts = m_model->facts();
    if (!facts || m_desk.running != 0) return;
    const widgets::CompareWish& wish = m_desk.wish;
    auto spec = std::make_shared<evaluate::ComparisonSpec>();
    for (const widgets::CompareVariant& asked : wish.variants) {
        evaluate::Variant variant;
        variant.path = facts->path;
        variant.load = loadOptions(*m_settings);
        if (variant.load.contextTokens == 0 && variant.load.cacheBytes == 0) variant.load.contextTokens = std::min(kContext, facts->context);
        variant.load.weights = m_weights->weightsOf(asked.subject);
        QString name = m_weights->desk()->titleOf(asked.subject);
        if (asked.subject == widgets::kDraft) name = m_weights->nameOf(asked.subject);
        for (const auto& [word, type] : {std::pair(asked.keys, &variant.load.kvTypes.k), std::pair(asked.values, &variant.load.kvTypes.v)})
            if (const kernels::KvTypeEntry* entry = kernels::findKvType(word.toStdString())) *type = entry->type;
        if (!asked.keys.isEmpty() || !asked.values.isEmpty()) name += QStringLiteral(" · ") + QString::fromStdString(kernels::kvTypesName(variant.load.kvTypes));
        if (m_model->templateInUse() != m_model->ownTemplate()) variant.load.chatTemplate = m_model->templateInUse();
        variant.name = name.toStdString();
        spec->variants.push_back(std::move(variant));
    }
    if (wish.lastMessage) spec->prompt = chatPrompt();
    else if (!m_model->templateInUse().empty()) {
        ChatMessage message;
        message.role = "user";
        message.content = wish.prompt.toStdString();
        spec->prompt = std::vector<ChatMessage>{std::move(message)};
    } else {
        spec->prompt = wish.prompt.toStdString();
    }
    spec->mode = wish.mode;
    spec->sampler.temperature = float(wish.temperature);
    spec->maxTokens = wish.maxTokens;
    spec->threads = engineConfig(*m_settings).threads;
    const auto& now = m_bridge->latest()->comparison;
    m_before = now ? now->id : 0;
    m_desk.running = kAsked;
    m_desk.trouble.clear();
    m_bridge->post(StartComparison{std::move(spec)});
    emit m_desk.changed();
}

void CompareRunner::onSnapshot(const widgets::SnapshotPtr& snapshot) {
    const auto& comparison = snapshot->comparison;
    if (m_desk.running == 0 || !comparison || comparison->id == m_before) return;
    const bool ended = comparison->state == State::Done || comparison->state == State::Cancelled || comparison->state == State::Failed;
    const quint64 running = ended ? 0 : comparison->id;
    if (running == m_desk.running) return;
    m_desk.running = running;
    emit m_desk.changed();
}

}  // namespace gh::app
