#include "app/chat/token_branch.h"

#include <algorithm>

#include "app/chat/chat_controller.h"
#include "app/chat/token_text.h"

namespace gh::app {

std::optional<ReplyToken> replyTokenAt(const Conversation& conversation,
                                       const telemetry::SequenceTokens& sequence, std::uint32_t position) {
    // Where the reply begins if its ids up to this position stand right before it.
    const auto fits = [&](const Message& message, std::uint64_t start) {
        if (start > position || position - start > message.ids.size()) return false;
        for (std::uint64_t p = start; p < position; ++p) {
            const telemetry::TokenFacts* token = sequence.tokens.find(p);
            if (!token || token->id != message.ids[p - start]) return false;
        }
        return true;
    };
    // From the end: a later reply is the better answer where both would do (one that is empty so far).
    for (std::size_t m = conversation.messages.size(); m-- > 0;) {
        const Message& message = conversation.messages[m];
        if (message.role != Role::Assistant || message.ids.empty()) continue;
        for (const std::uint64_t start : {std::uint64_t(message.stats.promptTokens),
                                          std::uint64_t(message.tokens.empty() ? 0 : message.tokens.front().position)}) {
            if (start > 0 && fits(message, start)) return ReplyToken{m, std::size_t(position - start)};
        }
    }
    // It stands elsewhere by now (another system prompt before it, a message that was edited): the longest run of a
    // reply's first ids that ends right before the position.
    for (std::size_t m = conversation.messages.size(); m-- > 0;) {
        const Message& message = conversation.messages[m];
        if (message.role != Role::Assistant || message.ids.empty()) continue;
        const std::size_t most = std::min<std::size_t>(message.ids.size(), position);
        for (std::size_t length = most; length > 0; --length)
            if (fits(message, position - length)) return ReplyToken{m, length};
    }
    return std::nullopt;
}

void branchAt(ChatController* chat, std::shared_ptr<const telemetry::Snapshot> snapshot, std::uint64_t sequence,
              std::uint32_t position, TokenId token, const QString& text) {
    const telemetry::SequenceTokens* tokens = tokensOf(*snapshot, sequence);
    RowId id = 0;
    if (snapshot->blocks) {
        for (const telemetry::SequenceFacts& facts : snapshot->blocks->sequences)
            if (facts.key == sequence) id = RowId(facts.conversation);
    }
    if (!tokens || id == 0) return;
    const auto go = [chat, snapshot, tokens, id, position, token, text] {
        const Conversation* conversation = chat->current();
        if (!conversation || conversation->head.id != id) return;
        if (const auto place = replyTokenAt(*conversation, *tokens, position))
            chat->branchAtToken(place->message, place->token, token, text);
        else
            emit chat->notice(ChatController::tr("This reply cannot branch here"),
                              ChatController::tr("The token stands in no reply of the branch that is on show."));
    };
    if (chat->current() && chat->current()->head.id == id) return go();
    QObject::connect(chat, &ChatController::currentChanged, chat, go, Qt::SingleShotConnection);
    chat->openConversation(id);
}

}  // namespace gh::app
