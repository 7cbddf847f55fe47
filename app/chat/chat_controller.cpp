#include "app/chat/chat_controller.h"

#include <algorithm>
#include <QRandomGenerator>

namespace gh::app {

ChatController::ChatController(EngineBridge* bridge, ConversationStore* store, ModelSession* model,
                               Settings* settings, QObject* parent)
    : QObject(parent), m_bridge(bridge), m_store(store), m_model(model), m_settings(settings) {
    connect(store, &ConversationStore::opened, this, &ChatController::onOpened);
    connect(store, &ConversationStore::loaded, this, &ChatController::onLoaded);
    connect(bridge, &EngineBridge::requestStarted, this, &ChatController::onStarted);
    connect(bridge, &EngineBridge::tokenProduced, this, &ChatController::onToken);
    connect(bridge, &EngineBridge::requestFinished, this, &ChatController::onFinished);
    connect(bridge, &EngineBridge::contextNearlyFull, this, [this](const ContextNearlyFull& event) {
        if (m_current && event.conversation.value == std::uint64_t(m_current->head.id)) {
            emit nearlyFull(event.tokensLeft, event.limit);
        }
    });
    connect(bridge, &EngineBridge::frameDone, this, &ChatController::onFrame);
    connect(model, &ModelSession::changed, this, &ChatController::trySubmitAll);
    m_saveTimer.setInterval(kSaveMs);
    connect(&m_saveTimer, &QTimer::timeout, this, [this] {
        for (auto& [request, generation] : m_generations) {
            Message* message = generation.unsaved ? find(generation) : nullptr;
            if (message) m_store->saveMessage(*message);
            generation.unsaved = false;
        }
    });
    m_draftTimer.setSingleShot(true);
    m_draftTimer.setInterval(kSaveMs);
    connect(&m_draftTimer, &QTimer::timeout, this, [this] {
        if (m_current) m_store->saveDraft(m_current->head.id, m_current->head.draft);
    });
}

// ---- conversations -----------------------------------------------------------------------------------

void ChatController::onOpened(const QVector<ConversationHead>& heads) {
    // What was begun before the file was read stays in front.
    for (const ConversationHead& head : heads) m_heads.append(head);
    emit headsChanged();
    if (m_current || m_heads.isEmpty() || !m_newDraft.isEmpty()) return;
    const RowId last = m_settings->lastConversation();
    const bool known =
        std::any_of(m_heads.begin(), m_heads.end(), [&](const auto& h) { return h.id == last; });
    if (last != -1) openConversation(known ? last : m_heads.front().id);
}

void ChatController::openConversation(RowId id) {
    if (m_current && m_current->head.id == id) return;
    const auto busy = m_busy.find(id);
    if (busy != m_busy.end()) {
        m_wanted = 0;
        show(busy->second);
        return;
    }
    m_wanted = id;
    m_store->load(id);
}

void ChatController::onLoaded(const Conversation& conversation) {
    if (conversation.head.id != m_wanted) return;  // another one was asked for since
    m_wanted = 0;
    show(std::make_shared<Conversation>(conversation));
}

void ChatController::show(std::shared_ptr<Conversation> conversation) {
    if (m_draftTimer.isActive() && m_current) m_store->saveDraft(m_current->head.id, m_current->head.draft);
    m_draftTimer.stop();
    const std::shared_ptr<Conversation> previous =
        std::exchange(m_current, std::move(conversation));  // the view lets go first
    m_settings->setLastConversation(m_current ? m_current->head.id : -1);
    emit currentChanged();
    emit stateChanged();
}

void ChatController::newConversation() {
    m_wanted = 0;
    if (m_current) show(nullptr);
}

QString ChatController::draft() const {
    return m_current ? m_current->head.draft : m_newDraft;
}

void ChatController::setDraft(const QString& draft) {
    if (!m_current) {
        m_newDraft = draft;
        if (draft.trimmed().isEmpty()) return;
        // Text typed into an empty window is kept like any other: it begins its conversation.
        m_current = std::make_shared<Conversation>();
        m_current->head.id = newRowId();
        m_current->head.created = m_current->head.updated = QDateTime::currentDateTime();
        m_newDraft.clear();
        m_current->head.draft = draft;
        m_store->saveHead(m_current->head);
        m_heads.prepend(m_current->head);
        m_settings->setLastConversation(m_current->head.id);
        emit headsChanged();
        emit currentChanged();
        return;
    }
    if (m_current->head.draft == draft) return;
    m_current->head.draft = draft;
    for (ConversationHead& head : m_heads) {
        if (head.id == m_current->head.id) head.draft = draft;
    }
    if (!m_draftTimer.isActive()) m_draftTimer.start();  // not restarted: saved while the user goes on typing
}

void ChatController::touch(Conversation& conversation) {
    conversation.head.updated = QDateTime::currentDateTime();
    m_store->saveHead(conversation.head);
    auto at = std::find_if(m_heads.begin(), m_heads.end(),
                           [&](const auto& h) { return h.id == conversation.head.id; });
    if (at != m_heads.end()) m_heads.erase(at);
    m_heads.prepend(conversation.head);
    emit headsChanged();
}

// ---- state -------------------------------------------------------------------------------------------

bool ChatController::generatingIn(RowId conversation) const {
    return std::any_of(m_generations.begin(), m_generations.end(),
                       [&](const auto& g) { return g.second.conversation->head.id == conversation; });
}

bool ChatController::generating() const {
    return m_current && generatingIn(m_current->head.id);
}

RequestId ChatController::currentRequest() const {
    for (const auto& [request, generation] : m_generations) {
        if (generation.conversation == m_current) return request;
    }
    return {};
}

bool ChatController::messageWaiting() const {
    return m_current && !m_current->messages.empty() &&
           m_current->messages.back().state == MessageState::Waiting;
}

Message* ChatController::find(Generation& generation) {
    for (auto& message : generation.conversation->messages) {
        if (message.id == generation.message) return &message;
    }
    return nullptr;
}

Message& ChatController::add(Conversation& conversation, Role role, MessageState state) {
    Message message;
    message.id = newRowId();
    message.conversation = conversation.head.id;
    message.parent = conversation.messages.empty() ? 0 : conversation.messages.back().id;
    message.role = role;
    message.state = state;
    message.created = QDateTime::currentDateTime();
    conversation.messages.push_back(std::move(message));
    return conversation.messages.back();
}

// ---- sending -----------------------------------------------------------------------------------------

bool ChatController::send(const QString& text) {
    if (text.trimmed().isEmpty() || messageWaiting()) return false;
    if (!m_current) setDraft(text);
    const auto conversation = m_current;
    if (conversation->head.title.isEmpty()) conversation->head.title = titleFrom(text);
    conversation->head.draft.clear();
    m_draftTimer.stop();
    touch(*conversation);
    Message& message = add(*conversation, Role::User, MessageState::Waiting);
    message.text = text;
    m_store->saveMessage(message);
    m_busy[conversation->head.id] = conversation;
    emit appended();
    trySubmit(conversation);
    emit stateChanged();
    return true;
}

void ChatController::trySubmitAll() {
    const auto busy = m_busy;  // submitting changes it
    for (const auto& [id, conversation] : busy) trySubmit(conversation);
    emit stateChanged();
}

void ChatController::trySubmit(const std::shared_ptr<Conversation>& conversation) {
    if (!m_model->ready() || generatingIn(conversation->head.id)) return;
    if (conversation->messages.empty() || conversation->messages.back().state != MessageState::Waiting)
        return;
    submit(conversation, m_settings->sampling().seed.value_or(QRandomGenerator::system()->generate()), 0);
}

void ChatController::submit(const std::shared_ptr<Conversation>& conversation, std::uint64_t seed,
                            std::uint32_t sample) {
    for (std::size_t i = 0; i < conversation->messages.size(); ++i) {
        Message& message = conversation->messages[i];
        if (message.state != MessageState::Waiting) continue;
        message.state = MessageState::Done;
        m_store->saveMessage(message);
    }
    SubmitRequest request;
    request.request = Engine::newRequestId();
    request.model = m_model->id();
    request.conversation = ConversationId{std::uint64_t(conversation->head.id)};
    request.label = conversation->head.title.toStdString();
    request.prompt = promptOf(*conversation);
    const SamplingSettings sampling = m_settings->sampling();
    request.sampler = sampling.forEngine(seed, sample);
    request.maxTokens = sampling.maxTokens > 0 ? sampling.maxTokens : -1;

    Message& reply = add(*conversation, Role::Assistant, MessageState::Streaming);
    reply.model = m_model->modelKey();
    reply.stats.seed = seed;
    reply.stats.sample = sample;
    m_store->saveMessage(reply);
    m_busy[conversation->head.id] = conversation;
    m_generations[request.request] = {conversation, reply.id, false, false};
    m_saveTimer.start();
    if (conversation == m_current) {
        if (conversation->messages.size() >= 2) emit changed(conversation->messages.size() - 2);
        emit appended();
        emit stateChanged();
    }
    m_bridge->post(std::move(request));
    emit headsChanged();
}

std::vector<ChatMessage> ChatController::promptOf(const Conversation& conversation) const {
    std::vector<ChatMessage> prompt;
    const QString key = m_model->modelKey();
    for (const Message& message : conversation.messages) {
        const char* role = message.role == Role::Assistant ? "assistant"
                           : message.role == Role::System  ? "system"
                                                           : "user";
        // A reply that failed before its first token is no turn; one that was stopped is, even when empty.
        if (message.role == Role::Assistant && !message.error.isEmpty() && message.text.isEmpty()) continue;
        if (message.role == Role::User && !prompt.empty() && prompt.back().role == "user") {
            // Templates refuse two turns of one side: a question without an answer is asked together with the
            // next.
            prompt.back().content.append("\n\n").append(message.text.toStdString());
            continue;
        }
        ChatMessage turn{role, message.text.toStdString(), {}};
        if (message.role == Role::Assistant && message.model == key) turn.ids = message.ids;
        prompt.push_back(std::move(turn));
    }
    return prompt;
}

void ChatController::regenerate() {
    if (!m_current || m_current->messages.empty() || generating() || messageWaiting()) return;
    const auto conversation = m_current;
    if (conversation->messages.back().role == Role::User) {
        Message& message = conversation->messages.back();
        message.state = MessageState::Waiting;
        m_busy[conversation->head.id] = conversation;
        emit changed(conversation->messages.size() - 1);
        trySubmit(conversation);
        emit stateChanged();
        return;
    }
    if (!m_model->ready()) return;
    // The same seed with the next sample number: another answer, and still one that can be had again.
    const Message& old = conversation->messages.back();
    const std::uint64_t seed = m_settings->sampling().seed.value_or(old.stats.seed);
    const std::uint32_t sample = old.stats.sample + 1;
    m_store->retireMessage(old.id);
    conversation->messages.pop_back();
    emit removed();
    submit(conversation, seed, sample);
}

void ChatController::stop() {
    const RequestId request = currentRequest();
    if (request) {
        m_bridge->post(CancelRequest{request});
    } else if (messageWaiting() && draft().isEmpty()) {
        // Nothing is being written: the message that waits goes back to where it was typed.
        const QString text = m_current->messages.back().text;
        m_store->retireMessage(m_current->messages.back().id);
        m_current->messages.pop_back();
        m_busy.erase(m_current->head.id);
        setDraft(text);
        emit removed();
        emit draftReturned();
        emit stateChanged();
    }
}

// ---- events ------------------------------------------------------------------------------------------

void ChatController::onStarted(const RequestStarted& event) {
    const auto it = m_generations.find(event.request);
    Message* message = it == m_generations.end() ? nullptr : find(it->second);
    if (!message) return;
    message->stats.seed = event.seed;
    message->stats.contextLimit = event.contextLimit;
    message->stats.promptTokens = std::uint32_t(event.promptIds.size());
    message->stats.reusedTokens = event.reusedTokens;
    it->second.unsaved = it->second.unshown = true;
}

void ChatController::onToken(const TokenProduced& event) {
    const auto it = m_generations.find(event.request);
    Message* message = it == m_generations.end() ? nullptr : find(it->second);
    if (!message) return;
    const int begin = int(message->text.size());
    message->text += QString::fromStdString(event.text);
    message->ids.push_back(event.id);
    message->tokens.push_back({event.position, event.step, begin, int(message->text.size())});
    ++message->stats.generated;
    it->second.unsaved = it->second.unshown = true;
}

void ChatController::onFrame() {
    for (auto& [request, generation] : m_generations) {
        if (!std::exchange(generation.unshown, false) || generation.conversation != m_current) continue;
        Message* message = find(generation);
        if (!message) continue;
        for (const telemetry::RequestFacts& facts : m_bridge->latest()->requests) {
            if (facts.request != request.value) continue;
            message->stats.ttftMs = facts.ttftMs;
            message->stats.tokensPerSecond = facts.tokensPerSecond;
        }
        emit changed(qulonglong(message - m_current->messages.data()));
    }
}

void ChatController::onFinished(const RequestFinished& event) {
    const auto it = m_generations.find(event.request);
    if (it == m_generations.end()) return;
    Generation generation = it->second;
    m_generations.erase(it);
    if (m_generations.empty()) m_saveTimer.stop();
    Message* message = find(generation);
    if (message) {
        message->text += QString::fromStdString(event.text);
        message->ids = event.ids;
        message->state = MessageState::Done;
        message->stopReason = QString::fromLatin1(stopReasonName(event.reason));
        message->stats.ttftMs = event.stats.ttftMs;
        message->stats.tokensPerSecond = event.stats.tokensPerSecond;
        message->stats.seconds = event.stats.seconds;
        message->stats.generated = event.stats.generated;
        if (event.stats.promptTokens) message->stats.promptTokens = event.stats.promptTokens;
        message->stats.reusedTokens = event.stats.reusedTokens;
        const bool noTemplate = event.error && event.error->code == ErrorCode::Template;
        if (event.error) message->error = QString::fromStdString(event.error->message());
        if (noTemplate && message->text.isEmpty()) {
            // No reply was begun: the message waits again, and the window asks which template to use.
            const RowId id = message->id;
            m_store->retireMessage(id);
            std::erase_if(generation.conversation->messages, [&](const Message& m) { return m.id == id; });
            if (!generation.conversation->messages.empty()) {
                generation.conversation->messages.back().state = MessageState::Waiting;
                m_store->saveMessage(generation.conversation->messages.back());
            }
            if (generation.conversation == m_current) emit removed();
            m_model->needTemplate(QString::fromStdString(event.error->message()));
        } else {
            m_store->saveMessage(*message);
            if (generation.conversation == m_current)
                emit changed(qulonglong(message - m_current->messages.data()));
        }
    }
    trySubmit(generation.conversation);
    const auto& messages = generation.conversation->messages;
    const bool waits = !messages.empty() && messages.back().state == MessageState::Waiting;
    if (!generatingIn(generation.conversation->head.id) && !waits)
        m_busy.erase(generation.conversation->head.id);
    emit stateChanged();
    emit headsChanged();
}

void ChatController::saveAll() {
    for (auto& [request, generation] : m_generations) {
        if (Message* message = find(generation)) m_store->saveMessage(*message);
        generation.unsaved = false;
    }
    if (m_current) m_store->saveDraft(m_current->head.id, m_current->head.draft);
}

}  // namespace gh::app
