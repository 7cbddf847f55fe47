// Waits for the conversation store's answers.
#pragma once

#include <QTest>

#include "app/chat/conversation_store.h"

namespace gh::app::test {

inline QVector<ConversationHead> openedHeads(ConversationStore& store) {
    QVector<ConversationHead> heads;
    bool done = false;
    const auto c =
        QObject::connect(&store, &ConversationStore::opened, [&](const QVector<ConversationHead>& h) {
            heads = h;
            done = true;
        });
    if (!QTest::qWaitFor([&] { return done; }, 20'000)) qFatal("the store did not open");
    QObject::disconnect(c);
    return heads;
}

inline Conversation loaded(ConversationStore& store, RowId id) {
    Conversation result;
    bool done = false;
    const auto c =
        QObject::connect(&store, &ConversationStore::loaded, [&](const Conversation& conversation) {
            result = conversation;
            done = true;
        });
    store.load(id);
    if (!QTest::qWaitFor([&] { return done; }, 5000)) qFatal("the conversation did not load");
    QObject::disconnect(c);
    return result;
}

inline QVector<SearchHit> found(ConversationStore& store, const QString& text) {
    QVector<SearchHit> result;
    bool done = false;
    const auto c = QObject::connect(&store, &ConversationStore::searched,
                                    [&](const QString&, const QVector<SearchHit>& hits) {
                                        result = hits;
                                        done = true;
                                    });
    store.search(text);
    if (!QTest::qWaitFor([&] { return done; }, 20'000)) qFatal("the search did not answer");
    QObject::disconnect(c);
    return result;
}

// One that duplicate() or importFrom() made.
template <class F>
ConversationHead added(ConversationStore& store, F&& make) {
    ConversationHead head;
    const auto c =
        QObject::connect(&store, &ConversationStore::added, [&](const ConversationHead& h) { head = h; });
    make();
    if (!QTest::qWaitFor([&] { return head.id != 0; }, 5000)) qFatal("no conversation was added");
    QObject::disconnect(c);
    return head;
}

inline ConversationHead headOf(RowId id, const QString& title) {
    ConversationHead head;
    head.id = id;
    head.title = title;
    head.created = head.updated = QDateTime::currentDateTime();
    return head;
}

inline Message messageOf(RowId conversation, RowId parent, Role role, const QString& text) {
    Message m;
    m.id = newRowId();
    m.conversation = conversation;
    m.parent = parent;
    m.role = role;
    m.created = QDateTime::currentDateTime();
    m.text = text;
    return m;
}

}  // namespace gh::app::test
