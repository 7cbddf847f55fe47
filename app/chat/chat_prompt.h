// What of a conversation the model reads.
#pragma once

#include "app/chat/conversation.h"
#include "engine/text/chat_template.h"

namespace gh::app {

// A message with its attachments before it, each under its name in a fence that its text does not contain.
QString contentOf(const Message& message);

struct ChatPrompt {
    std::vector<ChatMessage> turns;
    std::vector<RowId> begins;  // of each turn but the system prompt: the first message in it
    std::uint32_t before(RowId message) const;  // such turns before the one that begins with it; none begins so: 0
};
// The first `count` messages of the active path and the system prompt as turns. Replies that `modelKey` wrote
// go on from their ids.
ChatPrompt promptOf(const Conversation& conversation, std::size_t count, const QString& modelKey);

}  // namespace gh::app
