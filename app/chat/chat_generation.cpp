// What the controller asks of the engine, and what comes back.
#include <algorithm>
#include <iterator>
#include <QRandomGenerator>

#include "app/chat/chat_controller.h"
#include "app/chat/chat_prompt.h"
#include "app/chat/conversation_tree.h"

namespace gh::app {

// ---- sending -----------------------------------------------------------------------------------------

bool ChatController::send(const QString& text, std::vector<Attachment> attachments) {
    if ((text.trimmed().isEmpty() && attachments.empty()) || messageWaiting()) return false;
    const ConversationPtr conversation = begin();
    if (conversation->head.title.isEmpty())
        conversation->head.title = titleFrom(text.trimmed().isEmpty() ? attachments.front().name : text);
    conversation->head.draft.clear();
    m_draftTimer.stop();
    m_returned.clear();
    touch(*conversation);
    Message& message = append(*conversation, Role::User, MessageState::Waiting);
    message.text = text;
    message.attachments = std::move(attachments);
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

void ChatController::trySubmit(const ConversationPtr& conversation) {
    if (!m_model->ready() || generatingIn(conversation->head.id)) return;
    if (conversation->messages.empty() || conversation->messages.back().state != MessageState::Waiting)
        return;
    const std::uint64_t seed =
        samplingOf(*conversation).seed.value_or(QRandomGenerator::system()->generate());
    submitNew(conversation, seed, nextSample(*conversation, conversation->messages.back().id, seed));
}

void ChatController::settle(const ConversationPtr& conversation) {
    for (std::vector<Message>* list : {&conversation->messages, &conversation->aside}) {
        for (Message& message : *list) {
            if (message.state != MessageState::Waiting) continue;
            message.state = MessageState::Done;
            m_store->saveMessage(message);
        }
    }
}

// A new reply at the end of the path.
void ChatController::submitNew(const ConversationPtr& conversation, std::uint64_t seed,
                               std::uint32_t sample) {
    settle(conversation);
    Message& reply = append(*conversation, Role::Assistant, MessageState::Streaming);
    reply.model = m_model->modelKey();
    reply.stats.seed = seed;
    reply.stats.sample = sample;
    m_store->saveMessage(reply);
    if (reply.branches > 1) m_store->activate(reply.conversation, reply.parent, reply.id);
    const RowId id = reply.id;
    if (conversation == m_current) {
        if (conversation->messages.size() >= 2) emit changed(conversation->messages.size() - 2);
        emit appended();
    }
    submit(conversation, id);
}

// Has the last message of the path, a reply, written: from its ids, if it has any.
void ChatController::submit(const ConversationPtr& conversation, RowId reply, int spent) {
    const Message& message = conversation->messages.back();
    SubmitRequest request;
    request.request = Engine::newRequestId();
    request.model = m_model->id();
    request.conversation = ConversationId{std::uint64_t(conversation->head.id)};
    request.label = conversation->head.title.toStdString();
    ChatPrompt prompt = promptOf(*conversation, conversation->messages.size() - 1, m_model->modelKey());
    request.prompt = std::move(prompt.turns);
    request.foldSystem = m_noSystemRole.contains(m_model->modelKey());
    if (m_settings->contextFull() == Settings::ContextFull::DropOldest) {
        request.whenFull = WhenFull::DropOldest;
        request.droppedBefore = prompt.before(keptFrom(*conversation).value_or(0));
    }
    request.continued = message.ids;
    const SamplingSettings sampling = samplingOf(*conversation);
    request.sampler = sampling.forEngine(message.stats.seed, message.stats.sample);
    request.stops = sampling.stopsForEngine();
    request.maxTokens = sampling.maxTokens > 0 ? std::max(1, sampling.maxTokens - spent) : -1;
    m_busy[conversation->head.id] = conversation;
    m_generations[request.request] = {conversation, reply, false, false, message.ids.size(),
                                      std::move(prompt.begins), spent};
    m_saveTimer.start();
    m_bridge->post(std::move(request));
    if (conversation == m_current) emit stateChanged();
    emit busyChanged(conversation->head.id);
}

// Runs the job when nothing is being written in the conversation; what is being written is stopped for it.
void ChatController::whenIdle(const ConversationPtr& conversation, std::function<void()> job) {
    if (!generatingIn(conversation->head.id)) {
        job();
        return;
    }
    m_after[conversation->head.id] = std::move(job);
    cancel(conversation);
}

void ChatController::cancel(const ConversationPtr& conversation) {
    for (const auto& [request, generation] : m_generations) {
        if (generation.conversation == conversation) m_bridge->post(CancelRequest{request});
    }
}

void ChatController::dropIfIdle(RowId conversation) {
    const auto busy = m_busy.find(conversation);
    if (busy == m_busy.end() || generatingIn(conversation)) return;
    const std::vector<Message>& messages = busy->second->messages;
    if (messages.empty() || messages.back().state != MessageState::Waiting) m_busy.erase(busy);
}

void ChatController::stopAll() {
    for (const auto& [request, generation] : m_generations) m_bridge->post(CancelRequest{request});
}

void ChatController::stop() {
    const RequestId request = currentRequest();
    if (request) {
        m_bridge->post(CancelRequest{request});
    } else if (messageWaiting()) {
        Message& message = m_current->messages.back();
        const auto answers = [&](const Message& m) { return m.parent == message.id; };
        if (std::any_of(m_current->aside.begin(), m_current->aside.end(), answers)) {
            // It waited for one more answer and keeps those it has.
            settle(m_current);
            arrange(*m_current);
            dropIfIdle(m_current->head.id);
            emit removed();
            emit stateChanged();
            return;
        }
        if (!draft().isEmpty()) return;
        // Nothing is being written: the message that waits goes back to where it was typed.
        const QString text = message.text;
        m_returned = message.attachments;
        m_store->discardMessage(message.id);
        m_current->messages.pop_back();
        arrange(*m_current);  // an older version of the message is shown again
        dropIfIdle(m_current->head.id);
        setDraft(text);
        emit removed();
        emit draftReturned();
        emit stateChanged();
    }
}

// ---- events ------------------------------------------------------------------------------------------

void ChatController::onStarted(const RequestStarted& event) {
    const auto it = m_generations.find(event.request);
    Message* message =
        it == m_generations.end() ? nullptr : findMessage(*it->second.conversation, it->second.message);
    if (!message) return;
    message->stats.seed = event.seed;
    message->stats.contextLimit = event.contextLimit;
    message->stats.promptTokens = std::uint32_t(event.promptIds.size());
    message->stats.reusedTokens = event.reusedTokens;
    const std::vector<RowId>& begins = it->second.begins;
    const bool cut = event.droppedMessages > 0 && event.droppedMessages < begins.size();
    message->stats.keptFrom = cut ? begins[event.droppedMessages] : 0;
    if (!message->ids.empty()) {
        // The engine says what the ids of a reply that goes on show: where it was cut, half a character may
        // have been shown as a sign of its own.
        message->ids.resize(std::min(message->ids.size(), event.continuedText.size()));
        it->second.begun = message->ids.size();
        message->text.clear();
        message->tokens.clear();
        for (std::size_t i = 0; i < message->ids.size(); ++i) {
            const int begin = int(message->text.size());
            message->text += QString::fromStdString(event.continuedText[i]);
            message->tokens.push_back(
                {std::uint32_t(event.promptIds.size() + i), 0, begin, int(message->text.size())});
        }
    }
    it->second.unsaved = it->second.unshown = true;
}

void ChatController::onToken(const TokenProduced& event) {
    const auto it = m_generations.find(event.request);
    Message* message =
        it == m_generations.end() ? nullptr : findMessage(*it->second.conversation, it->second.message);
    if (!message) return;
    const int begin = int(message->text.size());
    message->text += QString::fromStdString(event.text);
    message->ids.push_back(event.id);
    message->tokens.push_back({event.position, event.step, begin, int(message->text.size())});
    message->stats.generated = std::uint32_t(message->ids.size());
    it->second.unsaved = it->second.unshown = true;
}

void ChatController::noteQueued() {
    std::set<RowId> queued;
    if (!m_generations.empty())
        for (const telemetry::RequestFacts& facts : m_bridge->latest()->requests) {
            const auto it = m_generations.find(RequestId{facts.request});
            const bool waits = facts.state == telemetry::RequestState::Waiting || facts.state == telemetry::RequestState::Preempted;
            if (waits && it != m_generations.end()) queued.insert(it->second.conversation->head.id);
        }
    if (queued == m_queued) return;
    std::set<RowId> changed;
    std::set_symmetric_difference(queued.begin(), queued.end(), m_queued.begin(), m_queued.end(),
                                  std::inserter(changed, changed.end()));
    m_queued = std::move(queued);
    for (const RowId conversation : changed) emit busyChanged(conversation);
}

void ChatController::onFrame() {
    noteQueued();
    for (auto& [request, generation] : m_generations) {
        if (!generation.unshown || generation.conversation != m_current) continue;
        generation.unshown = false;
        const std::optional<std::size_t> index = indexOf(generation.message);
        if (!index) continue;  // on another branch
        Message& message = m_current->messages[*index];
        for (const telemetry::RequestFacts& facts : m_bridge->latest()->requests) {
            if (facts.request != request.value) continue;
            if (generation.begun == 0) message.stats.ttftMs = facts.ttftMs;
            message.stats.tokensPerSecond = facts.tokensPerSecond;
        }
        emit changed(*index);
    }
}

void ChatController::takeResult(Generation& generation, Message& message, const RequestFinished& event) {
    message.text += QString::fromStdString(event.text);
    // Refused before it began: the ids are those it had.
    if (event.ids.size() >= generation.begun) message.ids = event.ids;
    message.state = MessageState::Done;
    message.stopReason = QString::fromLatin1(stopReasonName(event.reason));
    ReplyStats& stats = message.stats;
    stats.generated = std::uint32_t(message.ids.size());
    if (generation.begun == 0) stats.ttftMs = event.stats.ttftMs;
    if (generation.begun == 0 || event.stats.generated > 1)
        stats.tokensPerSecond = event.stats.tokensPerSecond;
    stats.seconds = (generation.begun == 0 ? 0 : stats.seconds) + event.stats.seconds;
    if (event.stats.promptTokens) stats.promptTokens = event.stats.promptTokens;
    stats.reusedTokens = event.stats.reusedTokens;
    if (event.error) message.error = QString::fromStdString(event.error->message());
}

void ChatController::onFinished(const RequestFinished& event) {
    const auto it = m_generations.find(event.request);
    if (it == m_generations.end()) return;
    Generation generation = it->second;
    const ConversationPtr conversation = generation.conversation;
    m_generations.erase(it);
    if (m_generations.empty()) m_saveTimer.stop();
    if (Message* message = findMessage(*conversation, generation.message)) {
        takeResult(generation, *message, event);
        if (event.error && event.error->code == ErrorCode::Template && message->text.isEmpty()) {
            onNoTemplate(conversation, message->id, QString::fromStdString(event.error->message()));
        } else if (goOnWithoutOldest(generation, *message, event)) {
            return;
        } else {
            m_store->saveMessage(*message);
            const auto index = conversation == m_current ? indexOf(message->id) : std::nullopt;
            if (index) emit changed(*index);
        }
    }
    if (auto after = m_after.extract(conversation->head.id)) after.mapped()();
    trySubmit(conversation);
    dropIfIdle(conversation->head.id);
    emit stateChanged();
    emit busyChanged(conversation->head.id);
}

// A reply that filled the context goes on, where that is wanted: the same ids, read again behind fewer turns.
bool ChatController::goOnWithoutOldest(const Generation& generation, Message& message, const RequestFinished& event) {
    const ConversationPtr& conversation = generation.conversation;
    const bool wanted = event.reason == StopReason::ContextFull && !event.error && event.stats.generated > 0 &&
                        m_settings->contextFull() == Settings::ContextFull::DropOldest;
    // What is written elsewhere now, or by another model, has no room to be made for it.
    if (!wanted || !m_model->ready() || m_after.contains(conversation->head.id) ||
        conversation->messages.back().id != message.id || message.model != m_model->modelKey())
        return false;
    message.state = MessageState::Streaming;
    message.stopReason.clear();
    m_store->saveMessage(message);
    submit(conversation, message.id, generation.spent + int(event.stats.generated));
    return true;
}

void ChatController::engineGone() {
    const auto ended = std::exchange(m_generations, {});
    m_after.clear();
    m_saveTimer.stop();
    for (const auto& [request, generation] : ended) {
        const ConversationPtr& conversation = generation.conversation;
        if (Message* message = findMessage(*conversation, generation.message)) {
            message->state = MessageState::Interrupted;
            m_store->saveMessage(*message);
            const auto index = conversation == m_current ? indexOf(message->id) : std::nullopt;
            if (index) emit changed(*index);
        }
        dropIfIdle(conversation->head.id);
        emit busyChanged(conversation->head.id);
    }
    emit stateChanged();
}

// No reply was begun: the message waits again.
void ChatController::onNoTemplate(const ConversationPtr& conversation, RowId message, const QString& why) {
    m_store->discardMessage(message);
    const auto is = [&](const Message& m) { return m.id == message; };
    const bool onPath = std::erase_if(conversation->messages, is) > 0;
    std::erase_if(conversation->aside, is);
    if (onPath && !conversation->messages.empty()) {
        conversation->messages.back().state = MessageState::Waiting;
        m_store->saveMessage(conversation->messages.back());
    }
    if (conversation == m_current) emit removed();
    const QString key = m_model->modelKey();
    if (!conversation->head.systemPrompt.trimmed().isEmpty() && m_noSystemRole.insert(key).second) {
        emit notice(tr("This model's template takes no system prompt"),
                    tr("It now stands before the first message. The template said: %1").arg(why));
        return;
    }
    m_model->needTemplate(why);
}

}  // namespace gh::app
