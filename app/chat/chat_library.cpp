// Conversations as things: named, pinned, copied, thrown away and brought back, written to files, searched.
#include <algorithm>
#include <QFileInfo>

#include "app/chat/chat_controller.h"
#include "app/chat/conversation_tree.h"

namespace gh::app {

void ChatController::rename(RowId id, const QString& title) {
    const QString name = title.simplified();
    ConversationHead* head = headOf(id);
    if (!head || name.isEmpty() || head->title == name) return;
    head->title = name;
    if (const ConversationPtr conversation = known(id)) conversation->head.title = name;
    m_store->saveTitle(id, name);
    emit headChanged(id);
}

void ChatController::setPinned(RowId id, bool pinned) {
    ConversationHead* head = headOf(id);
    if (!head || head->pinned == pinned) return;
    head->pinned = pinned;
    if (const ConversationPtr conversation = known(id)) conversation->head.pinned = pinned;
    m_store->savePinned(id, pinned);
    emit headChanged(id);
    emit headsChanged();
}

void ChatController::duplicate(RowId id) {
    const ConversationHead* head = headOf(id);
    if (!head) return;
    if (m_current && m_current->head.id == id) saveAll();  // the copy has what is on the screen
    m_store->duplicate(id, tr("%1 (copy)").arg(head->title));
}

void ChatController::remove(RowId id) {
    ConversationHead* head = headOf(id);
    if (!head) return;
    const int row = int(head - m_heads.data());
    m_removed.push_back(*head);
    m_heads.removeAt(row);
    m_store->setRemoved(id, true);
    m_after.erase(id);
    if (m_wanted == id) m_wanted = 0;
    if (m_hit && m_hit->conversation == id) m_hit.reset();
    if (const ConversationPtr conversation = known(id)) {
        cancel(conversation);
        settle(conversation);
        dropIfIdle(id);
        m_store->saveDraft(id, conversation->head.draft);
    }
    m_bridge->post(ReleaseConversation{ConversationId{std::uint64_t(id)}});
    if (m_current && m_current->head.id == id) {
        m_draftTimer.stop();
        show(nullptr);
        if (!m_heads.isEmpty()) openConversation(m_heads[std::min(row, int(m_heads.size()) - 1)].id);
    }
    emit headsChanged();
    const QString& title = m_removed.back().title;
    emit removedConversation(title.isEmpty() ? tr("New chat") : title);
}

void ChatController::removeAll() {
    if (busyAnywhere()) return;
    for (const ConversationHead& head : m_heads)
        m_bridge->post(ReleaseConversation{ConversationId{std::uint64_t(head.id)}});
    m_draftTimer.stop();
    m_busy.clear();
    m_after.clear();
    m_removed.clear();
    m_heads.clear();
    m_newDraft.clear();
    m_wanted = 0;
    m_hit.reset();
    show(nullptr);
    m_store->removeAll();
    emit headsChanged();
    emit stateChanged();
}

void ChatController::undoRemove() {
    if (m_removed.empty()) return;
    const ConversationHead head = m_removed.back();
    m_removed.pop_back();
    m_store->setRemoved(head.id, false);
    const auto at = std::find_if(m_heads.begin(), m_heads.end(),
                                 [&](const auto& h) { return h.updated < head.updated; });
    m_heads.insert(at, head);
    emit headsChanged();
    openConversation(head.id);
}

void ChatController::onAdded(const ConversationHead& head) {
    const auto at = std::find_if(m_heads.begin(), m_heads.end(),
                                 [&](const auto& h) { return h.updated <= head.updated; });
    m_heads.insert(at, head);
    emit headsChanged();
    openConversation(head.id);
}

void ChatController::exportTo(RowId id, const QString& file) {
    saveAll();  // what is on the screen, to the last token
    m_store->exportTo(id, file);
}

void ChatController::importFrom(const QString& file) {
    m_store->importFrom(file);
}

// ---- search --------------------------------------------------------------------------------------------

void ChatController::search(const QString& text) {
    m_store->search(text);
}

void ChatController::openHit(const SearchHit& hit) {
    if (!headOf(hit.conversation)) return;  // removed since it was found
    m_hit = hit;
    if (m_current && m_current->head.id == hit.conversation) {
        m_wanted = 0;
        showHit();
    } else {
        openConversation(hit.conversation);
    }
}

void ChatController::showHit() {
    const SearchHit hit = *std::exchange(m_hit, std::nullopt);
    if (hit.message != 0 && !indexOf(hit.message)) {
        const Message* message = findMessage(*m_current, hit.message);
        if (!message) return;
        if (messageWaiting()) {
            settle(m_current);
            dropIfIdle(m_current->head.id);
        }
        activate(*m_current, hit.message);
        for (const Message& m : m_current->messages) {
            if (m.branches > 1) m_store->activate(m.conversation, m.parent, m.id);
        }
        emit removed();
        emit stateChanged();
    }
    emit found(hit.conversation, hit.message, hit.inMessage);
}

}  // namespace gh::app
