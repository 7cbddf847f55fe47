// Other versions of messages: edited, written again, continued, branched at a token; and the way between
// them.
#include <algorithm>

#include "app/chat/chat_controller.h"
#include "app/chat/conversation_tree.h"

namespace gh::app {

std::optional<std::size_t> ChatController::indexOf(RowId message) const {
    if (!m_current) return std::nullopt;
    for (std::size_t i = m_current->messages.size(); i-- > 0;) {
        if (m_current->messages[i].id == message) return i;
    }
    return std::nullopt;
}

// Lays messages[index...] aside and puts another version of messages[index] in its place, unsaved.
Message& ChatController::addSibling(const ConversationPtr& conversation, std::size_t index, Role role,
                                    MessageState state) {
    cutPath(*conversation, index);
    return append(*conversation, role, state);
}

std::uint32_t ChatController::nextSample(const Conversation& conversation, RowId parent,
                                         std::uint64_t seed) const {
    std::uint32_t next = 0;
    for (const std::vector<Message>* list : {&conversation.messages, &conversation.aside}) {
        for (const Message& m : *list) {
            if (m.parent == parent && m.role == Role::Assistant && m.stats.seed == seed)
                next = std::max(next, m.stats.sample + 1);
        }
    }
    return next;
}

void ChatController::editAndSend(qulonglong index, const QString& text) {
    if (!m_current || index >= m_current->messages.size() || text.trimmed().isEmpty()) return;
    const ConversationPtr conversation = m_current;
    if (conversation->messages[index].role != Role::User) return;
    settle(conversation);
    const std::vector<Attachment> attachments = conversation->messages[index].attachments;
    Message& message = addSibling(conversation, std::size_t(index), Role::User, MessageState::Waiting);
    message.text = text;
    message.attachments = attachments;
    m_store->saveMessage(message);
    m_store->activate(message.conversation, message.parent, message.id);
    m_busy[conversation->head.id] = conversation;
    touch(*conversation);
    m_after.erase(conversation->head.id);  // asked for earlier, of a path that is left
    cancel(conversation);                  // when it has stopped, the message goes out
    emit removed();
    trySubmit(conversation);
    emit stateChanged();
}

void ChatController::regenerate() {
    if (m_current && !m_current->messages.empty()) regenerate(m_current->messages.size() - 1);
}

void ChatController::regenerate(qulonglong index) {
    if (!m_current || index >= m_current->messages.size() || messageWaiting()) return;
    const ConversationPtr conversation = m_current;
    if (conversation->messages[index].role != Role::Assistant) {
        if (index + 1 < conversation->messages.size()) {
            regenerate(index + 1);
            return;
        }
        // A message without an answer.
        Message& message = conversation->messages[index];
        message.state = MessageState::Waiting;
        m_store->saveMessage(message);
        m_busy[conversation->head.id] = conversation;
        emit changed(index);
        trySubmit(conversation);
        emit stateChanged();
        return;
    }
    if (!m_model->ready()) return;
    const RowId old = conversation->messages[index].id;
    whenIdle(conversation, [this, conversation, old] {
        const auto at = std::find_if(conversation->messages.begin(), conversation->messages.end(),
                                     [&](const Message& m) { return m.id == old; });
        if (at == conversation->messages.end() || !m_model->ready()) return;
        // The same seed with the next sample number: another answer, and still one that can be had again.
        const std::uint64_t seed = samplingOf(*conversation).seed.value_or(at->stats.seed);
        const std::uint32_t sample = nextSample(*conversation, at->parent, seed);
        cutPath(*conversation, std::size_t(at - conversation->messages.begin()));
        if (conversation == m_current) emit removed();
        submitNew(conversation, seed, sample);
    });
}

void ChatController::showBranch(qulonglong index, int branch) {
    if (!m_current || index >= m_current->messages.size()) return;
    const std::vector<RowId> siblings = siblingsOf(*m_current, index);
    if (branch < 0 || branch >= int(siblings.size())) return;
    const RowId wanted = siblings[std::size_t(branch)];
    if (wanted == m_current->messages[index].id) return;
    // A message that waits on the branch that is left is not sent from there.
    if (messageWaiting()) {
        settle(m_current);
        dropIfIdle(m_current->head.id);
    }
    const RowId parent = m_current->messages[index].parent;
    activate(*m_current, wanted);
    m_store->activate(m_current->head.id, parent, wanted);
    emit removed();
    emit stateChanged();
}

// ---- going on ----------------------------------------------------------------------------------------

bool ChatController::canContinue() const {
    if (!m_current || m_current->messages.empty() || generating() || !m_model->ready()) return false;
    const Message& last = m_current->messages.back();
    if (last.role != Role::Assistant || last.model != m_model->modelKey()) return false;
    if (last.state == MessageState::Interrupted) return true;
    if (last.stopReason == "context_full")
        return std::uint32_t(m_model->facts()->contextLimit) > last.stats.contextLimit ||
               m_settings->contextFull() == Settings::ContextFull::DropOldest;
    return last.stopReason == "cancelled" || last.stopReason == "max_tokens" ||
           (last.stopReason == "failed" && !last.ids.empty());
}

void ChatController::continueReply() {
    if (!canContinue()) return;
    const ConversationPtr conversation = m_current;
    Message& reply = conversation->messages.back();
    reply.state = MessageState::Streaming;
    reply.stopReason.clear();
    reply.error.clear();
    m_store->saveMessage(reply);
    emit changed(conversation->messages.size() - 1);
    submit(conversation, reply.id);
}

void ChatController::branchAtToken(qulonglong index, std::size_t token, TokenId candidate,
                                   const QString& candidateText) {
    if (!m_current || index >= m_current->messages.size() || !m_model->ready()) return;
    const ConversationPtr conversation = m_current;
    const RowId old = conversation->messages[index].id;
    whenIdle(conversation, [this, conversation, old, token, candidate, candidateText] {
        const auto at = std::find_if(conversation->messages.begin(), conversation->messages.end(),
                                     [&](const Message& m) { return m.id == old; });
        if (at == conversation->messages.end() || !m_model->ready()) return;
        if (at->role != Role::Assistant || token > at->ids.size() || at->model != m_model->modelKey()) {
            emit notice(tr("This reply cannot branch here"),
                        tr("Its tokens are those of another model. Open %1 to branch from it.")
                            .arg(at->model.section(':', 0, -3)));
            return;
        }
        settle(conversation);
        const Message from = *at;
        Message& reply = addSibling(conversation, std::size_t(at - conversation->messages.begin()),
                                    Role::Assistant, MessageState::Streaming);
        reply.model = from.model;
        reply.ids.assign(from.ids.begin(), from.ids.begin() + std::ptrdiff_t(token));
        reply.ids.push_back(candidate);
        reply.stats.seed = from.stats.seed;
        reply.stats.sample = from.stats.sample;
        // Until the engine says what these ids show.
        if (token < from.tokens.size()) reply.text = from.text.left(from.tokens[token].begin);
        reply.text += candidateText;
        m_store->saveMessage(reply);
        m_store->activate(reply.conversation, reply.parent, reply.id);
        if (conversation == m_current) emit removed();
        submit(conversation, reply.id);
    });
}

// ---- system prompt and sampling ------------------------------------------------------------------------

SamplingSettings ChatController::samplingOf(const Conversation& conversation) const {
    if (conversation.head.sampling) return *conversation.head.sampling;
    if (const auto own = m_settings->modelDefaults(m_model->modelKey())) return *own;
    return m_settings->sampling();
}

SamplingSettings ChatController::samplingInUse() const {
    static const Conversation kNone;
    return samplingOf(m_current ? *m_current : kNone);
}

ChatController::SamplingOrigin ChatController::samplingOrigin() const {
    if (m_current && m_current->head.sampling) return SamplingOrigin::Chat;
    return m_settings->modelDefaults(m_model->modelKey()) ? SamplingOrigin::Model : SamplingOrigin::App;
}

void ChatController::setSystemPrompt(const QString& text) {
    if (!m_current && text.trimmed().isEmpty()) return;
    const ConversationPtr conversation = begin();
    if (conversation->head.systemPrompt == text) return;
    conversation->head.systemPrompt = text;
    m_store->saveHead(conversation->head);
    emit headChanged(conversation->head.id);
}

void ChatController::setSampling(const std::optional<SamplingSettings>& sampling) {
    if (!m_current && !sampling) return;
    const ConversationPtr conversation = begin();
    if (conversation->head.sampling == sampling) return;
    conversation->head.sampling = sampling;
    m_store->saveHead(conversation->head);
    emit headChanged(conversation->head.id);
}

}  // namespace gh::app
