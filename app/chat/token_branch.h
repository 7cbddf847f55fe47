// A position of a cached sequence as a token of a reply: where a panel's "branch here" leads in the conversation.
#pragma once

#include <memory>
#include <optional>

#include "app/chat/conversation.h"
#include "engine/telemetry/snapshot.h"

namespace gh::app {

struct ReplyToken {
    std::size_t message = 0;  // index into Conversation::messages
    std::size_t token = 0;    // of its ids; their count: what would come after the last
};
// Nothing where no reply of the active path has written that position, or it stands there with other tokens.
std::optional<ReplyToken> replyTokenAt(const Conversation& conversation,
                                       const telemetry::SequenceTokens& sequence, std::uint32_t position);

class ChatController;
// What a click on a candidate does: the reply that wrote this position goes on from `token` in a branch of its own; its
// conversation is opened first where another is on show. Says why by ChatController::notice where it cannot.
void branchAt(ChatController* chat, std::shared_ptr<const telemetry::Snapshot> snapshot, std::uint64_t sequence,
              std::uint32_t position, TokenId token, const QString& text);

}  // namespace gh::app
