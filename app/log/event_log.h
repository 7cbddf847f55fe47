// Writes what happens between window and engine to the log: loads, requests by id and counts, troubles by their codes.
// Never a word of a chat.
#pragma once

#include <QObject>

#include "app/bridge/engine_bridge.h"
#include "app/chat/conversation_store.h"

namespace gh::app {

class EventLog : public QObject {
    Q_OBJECT
public:
    EventLog(EngineBridge* bridge, ConversationStore* store, QObject* parent = nullptr);
};

}  // namespace gh::app
