#include "app/chat/chat_prompt.h"

#include <algorithm>

#include "app/chat/conversation_markdown.h"

namespace gh::app {

QString contentOf(const Message& message) {
    if (message.attachments.empty()) return message.text;
    QString content;
    for (const Attachment& file : message.attachments) {
        const QString fence = markdown::fenceFor(file.text);
        content += file.name + QLatin1Char('\n') + fence + QLatin1Char('\n') + file.text;
        if (!file.text.endsWith('\n')) content += '\n';
        content += fence + QStringLiteral("\n\n");
    }
    return content + message.text;
}

std::uint32_t ChatPrompt::before(RowId message) const {
    const auto at = std::find(begins.begin(), begins.end(), message);
    return at == begins.end() ? 0 : std::uint32_t(at - begins.begin());
}

ChatPrompt promptOf(const Conversation& conversation, std::size_t count, const QString& modelKey) {
    ChatPrompt prompt;
    std::vector<ChatMessage>& turns = prompt.turns;
    const QString system = conversation.head.systemPrompt.trimmed();
    if (!system.isEmpty()) turns.push_back({"system", system.toStdString(), {}});
    for (std::size_t i = 0; i < std::min(count, conversation.messages.size()); ++i) {
        const Message& message = conversation.messages[i];
        // A reply that failed before its first token is no turn; one that was stopped is, even when empty.
        if (message.role == Role::Assistant && !message.error.isEmpty() && message.text.isEmpty()) continue;
        const std::string content = contentOf(message).toStdString();
        if (message.role == Role::User && !turns.empty() && turns.back().role == "user") {
            // Templates refuse two turns of one side: a question without an answer is asked together with the
            // next.
            turns.back().content.append("\n\n").append(content);
            continue;
        }
        const char* role = message.role == Role::Assistant ? "assistant"
                           : message.role == Role::System  ? "system"
                                                           : "user";
        ChatMessage turn{role, content, {}};
        if (message.role == Role::Assistant && message.model == modelKey) turn.ids = message.ids;
        turns.push_back(std::move(turn));
        prompt.begins.push_back(message.id);
    }
    return prompt;
}

}  // namespace gh::app
