// The tree of a conversation's messages: which path through it is shown, and what lies beside it.
#pragma once

#include "app/chat/conversation.h"

namespace gh::app {

// Puts the active path into `messages` and the rest into `aside`, and counts branches. Of several active
// siblings the newest counts, of none the newest too; a message whose parent is missing stands at the root,
// so that nothing is lost.
void arrange(Conversation& conversation);

// Versions of messages[index], oldest first, itself among them.
std::vector<RowId> siblingsOf(const Conversation& conversation, std::size_t index);

// A new message at the end of the path, `parent` being the last one. Its siblings, if any, lie aside.
Message& append(Conversation& conversation, Role role, MessageState state);

// Lays messages[first...] aside.
void cutPath(Conversation& conversation, std::size_t first);

// Makes the path lead through that message, wherever it is. false: there is no such message.
bool activate(Conversation& conversation, RowId message);

// Every message, oldest first, but none before its parent, whatever their ids say; those of a circle last.
std::vector<const Message*> parentsFirst(const Conversation& conversation);

// On any branch; null: none.
Message* findMessage(Conversation& conversation, RowId message);
const Message* findMessage(const Conversation& conversation, RowId message);

}  // namespace gh::app
