// What of a conversation the model reads.
#pragma once

#include "app/chat/conversation.h"
#include "engine/text/chat_template.h"

namespace gh::app {

// A message with its attachments before it, each under its name in a fence that its text does not contain.
QString contentOf(const Message& message);

// The first `count` messages of the active path and the system prompt as turns. Replies that `modelKey` wrote
// go on from their ids. `foldSystem`: the system prompt stands before the first message, for templates that
// take no such role.
std::vector<ChatMessage> promptOf(const Conversation& conversation, std::size_t count,
                                  const QString& modelKey, bool foldSystem = false);

}  // namespace gh::app
