#include "app/chat/chat_controller.h"

#include <algorithm>

#include "app/chat/conversation_tree.h"

namespace gh::app {

ChatController::ChatController(EngineBridge* bridge, ConversationStore* store, ModelSession* model,
                               Settings* settings, QObject* parent)
    : QObject(parent), m_bridge(bridge), m_store(store), m_model(model), m_settings(settings) {
    connect(store, &ConversationStore::opened, this, &ChatController::onOpened);
    connect(store, &ConversationStore::loaded, this, &ChatController::onLoaded);
    connect(store, &ConversationStore::added, this, &ChatController::onAdded);
    connect(store, &ConversationStore::searched, this, &ChatController::searched);
    connect(store, &ConversationStore::exported, this, &ChatController::exported);
    connect(store, &ConversationStore::fileFailed, this, &ChatController::notice);
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
    connect(model, &ModelSession::templateChanged, this, [this] { m_noSystemRole.erase(m_model->modelKey()); });
    m_saveTimer.setInterval(kSaveMs);
    connect(&m_saveTimer, &QTimer::timeout, this, [this] {
        for (auto& [request, generation] : m_generations) {
            Message* message =
                generation.unsaved ? findMessage(*generation.conversation, generation.message) : nullptr;
            if (message) m_store->saveMessage(*message);
            generation.unsaved = false;
        }
    });
    m_draftTimer.setSingleShot(true);
    m_draftTimer.setInterval(kSaveMs);
    connect(&m_draftTimer, &QTimer::timeout, this, &ChatController::saveTyped);
}

// ---- conversations -----------------------------------------------------------------------------------

void ChatController::onOpened(const QVector<ConversationHead>& heads) {
    // What was begun before the file was read stays in front.
    for (const ConversationHead& head : heads) m_heads.append(head);
    emit headsChanged();
    if (m_current || m_heads.isEmpty() || !m_newDraft.isEmpty()) return;
    const RowId last = m_settings->lastConversation();
    if (last != -1) openConversation(headOf(last) ? last : m_heads.front().id);
}

ConversationHead* ChatController::headOf(RowId id) {
    const auto at = std::find_if(m_heads.begin(), m_heads.end(), [&](const auto& h) { return h.id == id; });
    return at == m_heads.end() ? nullptr : &*at;
}

void ChatController::openConversation(RowId id) {
    if (m_hit && m_hit->conversation != id) m_hit.reset();  // given up
    if (m_current && m_current->head.id == id) {
        m_wanted = 0;
        return;
    }
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
    const ConversationHead* head = headOf(conversation.head.id);
    if (!head) return;  // removed while it was read
    const auto shown = std::make_shared<Conversation>(conversation);
    shown->head.title = head->title;  // renamed or pinned while it was read
    shown->head.pinned = head->pinned;
    show(shown);
}

void ChatController::show(ConversationPtr conversation) {
    if (m_draftTimer.isActive()) saveTyped();
    m_draftTimer.stop();
    m_returned.clear();
    const ConversationPtr previous =
        std::exchange(m_current, std::move(conversation));  // the view lets go first
    m_settings->setLastConversation(m_current ? m_current->head.id : -1);
    emit currentChanged();
    emit stateChanged();
    if (m_current && m_hit && m_hit->conversation == m_current->head.id) showHit();
}

void ChatController::newConversation() {
    m_wanted = 0;
    m_hit.reset();
    if (m_current) show(nullptr);
}

ChatController::ConversationPtr ChatController::begin() {
    if (m_current) return m_current;
    auto conversation = std::make_shared<Conversation>();
    conversation->head.id = newRowId();
    conversation->head.created = conversation->head.updated = QDateTime::currentDateTime();
    conversation->head.draft = std::exchange(m_newDraft, {});
    m_store->saveHead(conversation->head);
    m_heads.prepend(conversation->head);
    m_wanted = 0;
    m_hit.reset();
    m_current = conversation;
    m_settings->setLastConversation(conversation->head.id);
    emit headsChanged();
    emit currentChanged();
    return conversation;
}

QString ChatController::draft() const {
    return m_current ? m_current->head.draft : m_newDraft;
}

void ChatController::setDraft(const QString& draft) {
    if (!m_current) {
        m_newDraft = draft;
        // Text typed into an empty window is kept like any other: it begins its conversation.
        if (!draft.trimmed().isEmpty()) begin();
        return;
    }
    if (m_current->head.draft == draft) return;
    m_current->head.draft = draft;
    typed();
}

void ChatController::setDraftFiles(RowId owner, const std::vector<Attachment>& files) {
    if (!owner && (m_current || files.empty())) return;
    const ConversationPtr conversation = owner ? known(owner) : begin();
    if (conversation) {
        if (conversation->draftFiles == files) return;
        conversation->draftFiles = files;
        owner = conversation->head.id;
    }
    m_store->saveDraftFiles(owner, files);
}

void ChatController::setEdit(RowId message, const std::optional<QString>& text) {
    Message* edited = m_current ? findMessage(*m_current, message) : nullptr;
    if (!edited || edited->edit == text) return;
    edited->edit = text;
    m_edited.insert(message);
    typed();
}

void ChatController::typed() {
    if (!m_draftTimer.isActive()) m_draftTimer.start();  // not restarted: saved while the user goes on typing
}

void ChatController::saveTyped() {
    if (!m_current) return;
    m_store->saveDraft(m_current->head.id, m_current->head.draft);
    for (const RowId id : std::exchange(m_edited, {})) {
        if (const Message* message = findMessage(*m_current, id)) m_store->saveEdit(id, message->edit);
    }
    // The list names an untitled conversation by its draft.
    ConversationHead* head = m_current->head.title.isEmpty() ? headOf(m_current->head.id) : nullptr;
    if (!head || head->draft == m_current->head.draft) return;
    head->draft = m_current->head.draft;
    emit headChanged(head->id);
}

void ChatController::touch(Conversation& conversation) {
    conversation.head.updated = QDateTime::currentDateTime();
    m_store->saveHead(conversation.head);
    headSaved(conversation.head);
}

// Brings a head to the front of the list.
void ChatController::headSaved(const ConversationHead& head) {
    if (!m_heads.isEmpty() && m_heads.front().id == head.id) {
        m_heads.front() = head;
    } else {
        m_heads.removeIf([&](const ConversationHead& h) { return h.id == head.id; });
        m_heads.prepend(head);
    }
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

ChatController::ConversationPtr ChatController::known(RowId id) const {
    if (m_current && m_current->head.id == id) return m_current;
    const auto busy = m_busy.find(id);
    return busy == m_busy.end() ? nullptr : busy->second;
}

void ChatController::saveAll() {
    for (auto& [request, generation] : m_generations) {
        if (Message* message = findMessage(*generation.conversation, generation.message))
            m_store->saveMessage(*message);
        generation.unsaved = false;
    }
    saveTyped();
}

}  // namespace gh::app
