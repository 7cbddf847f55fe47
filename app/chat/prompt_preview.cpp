#include "app/chat/prompt_preview.h"

#include <algorithm>
#include <QString>

namespace gh::app {

namespace {

std::shared_ptr<const telemetry::Snapshot> snapshotOf(const Tokenizer& tokenizer, ChatIds chat,
                                                      const PreviewQuestion& question) {
    telemetry::ChunkedLog<telemetry::TokenFacts> tokens;
    for (std::size_t i = 0; i < chat.ids.size(); ++i) {
        telemetry::TokenFacts facts;
        facts.id = chat.ids[i];
        facts.special = tokenizer.isSpecial(facts.id);
        facts.text = std::string(tokenizer.piece(facts.id));
        facts.origin = chat.prompt.origins[i];
        tokens.append(std::move(facts));
    }
    auto list = std::make_shared<std::vector<telemetry::SequenceTokens>>();
    list->push_back({question.sequence, tokens.view(), {},
                     std::make_shared<const telemetry::PromptText>(std::move(chat.prompt))});
    auto snapshot = std::make_shared<telemetry::Snapshot>();
    snapshot->model = question.model;
    snapshot->tokens = std::move(list);
    return snapshot;
}

// By the spans, which know whose a text is, or by the words, where a filter made others of them.
bool lacksMessage(const telemetry::PromptText& prompt, const std::vector<ChatMessage>& messages) {
    const auto newest = std::find_if(messages.rbegin(), messages.rend(), [](const ChatMessage& m) { return m.role == "user"; });
    if (newest == messages.rend()) return false;
    const QString words = QString::fromStdString(newest->content).trimmed();
    if (words.isEmpty() || QString::fromStdString(prompt.text).contains(words)) return false;
    const auto role = std::find(prompt.roles.rbegin(), prompt.roles.rend(), "user");
    const auto index = static_cast<std::int32_t>(std::distance(role, prompt.roles.rend())) - 1;
    return std::none_of(prompt.spans.begin(), prompt.spans.end(), [&](const telemetry::PromptText::Span& span) {
        return span.content && span.message == index && span.begin < span.end;
    });
}

}  // namespace

PreviewAnswer previewOf(const Tokenizer* tokenizer, const PreviewQuestion& question) {
    PreviewAnswer answer;
    const auto parsed = ChatTemplate::parse(question.source);
    if (!parsed) {
        answer.error = parsed.error();
        return answer;
    }
    if (!tokenizer) return answer;
    const auto make = [&](const std::vector<ChatMessage>& messages) { return chatIds(*tokenizer, **parsed, messages); };
    auto kept = keepNewestTurns(question.messages, question.room, false, make);
    // As the chat asks again.
    if (!kept && !question.messages.empty() && question.messages.front().role == "system") {
        if (auto again = keepNewestTurns(question.messages, question.room, true, make)) {
            kept = std::move(again);
            answer.folded = true;
        }
    }
    if (!kept) {
        answer.error = kept.error();
        return answer;
    }
    answer.lacksMessage = lacksMessage(kept->chat.prompt, question.messages);
    answer.snapshot = snapshotOf(*tokenizer, std::move(kept->chat), question);
    return answer;
}

}  // namespace gh::app
