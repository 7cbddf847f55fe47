// Ids of a whole chat, continuing from the ids that earlier replies were generated as.
#include <algorithm>
#include <optional>

#include "engine/text/chat_template.h"
#include "engine/text/prompt_text.h"
#include "engine/text/utf8.h"

namespace gh {

namespace {

std::string_view trimmed(std::string_view text) {
    std::size_t begin = text.size(), end = 0;
    for (std::size_t pos = 0; pos < text.size();) {
        const utf8::Char c = utf8::at(text, pos);
        if (!c.valid || !utf8::isSpace(c.code)) begin = std::min(begin, pos), end = pos + c.length;
        pos += c.length;
    }
    return begin < end ? text.substr(begin, end - begin) : std::string_view();
}

// Where a message's content stands among the spans, in one stretch and as it was written, but for white space
// around it. A template that changed it, or wrote it twice, gives no place: its ids would stand for another
// text.
struct Place {
    std::size_t begin, end;
};
std::optional<Place> placeOf(const SpannedText& spans, const std::vector<ChatMessage>& messages,
                             std::size_t message) {
    const auto mine = [&](const TextSpan& span) {
        return span.content && span.message == static_cast<int>(message);
    };
    const auto first = std::find_if(spans.begin(), spans.end(), mine);
    const auto last = std::find_if_not(first, spans.end(), mine);
    if (first == spans.end() || std::any_of(last, spans.end(), mine)) return std::nullopt;
    const std::string written = plainText({first, last});
    if (trimmed(written) != trimmed(messages[message].content)) return std::nullopt;
    return Place{static_cast<std::size_t>(first - spans.begin()),
                 static_cast<std::size_t>(last - spans.begin())};
}

bool usable(const Tokenizer& tokenizer, const ChatMessage& message) {
    return message.role == "assistant" && !message.ids.empty() &&
           std::all_of(message.ids.begin(), message.ids.end(),
                       [&](TokenId id) { return id >= 0 && id < tokenizer.size(); });
}

// Drops what the template wrote between the end of the prompt that the reply answered and the reply itself,
// if that is white space only: the reply's own ids begin right after the prompt.
void cutToPrompt(SpannedText& before, const std::string& prompt) {
    const std::string text = plainText(before);
    if (!text.starts_with(prompt) || !trimmed(std::string_view(text).substr(prompt.size())).empty()) return;
    std::size_t surplus = text.size() - prompt.size();
    while (surplus > 0) {
        std::string& last = before.back().text;
        const std::size_t cut = std::min(surplus, last.size());
        last.resize(last.size() - cut);
        surplus -= cut;
        if (last.empty()) before.pop_back();
    }
}

}  // namespace

Result<ChatIds> chatIds(const Tokenizer& tokenizer, const ChatTemplate& chatTemplate,
                        const std::vector<ChatMessage>& messages, bool addGenerationPrompt) {
    ChatTemplate::Options options;
    options.addGenerationPrompt = addGenerationPrompt;
    if (tokenizer.bos() >= 0) options.bosToken = tokenizer.tokenText(tokenizer.bos());
    if (tokenizer.eos() >= 0) options.eosToken = tokenizer.tokenText(tokenizer.eos());
    auto rendered = chatTemplate.render(messages, options);
    if (!rendered) return rendered.error();

    ChatIds chat;
    chat.text = std::move(*rendered);
    if (!messages.empty() && std::all_of(chat.text.begin(), chat.text.end(), [](const auto& span) { return span.text.empty(); }))
        return Error{ErrorCode::Template, "chat template",
                     "makes an empty prompt of these messages; choose another template"};
    std::size_t done = 0;  // spans that already have ids
    std::string prefix;    // their text
    auto& ranges = chat.prompt.tokens;
    std::vector<std::pair<std::size_t, std::size_t>> replies;  // runs of tokens that are ids of earlier replies
    const auto add = [&](std::span<const TokenId> ids, std::string_view text, std::size_t at) {
        chat.ids.insert(chat.ids.end(), ids.begin(), ids.end());
        const auto places = tokenRanges(tokenizer, ids, text, static_cast<std::uint32_t>(at));
        ranges.insert(ranges.end(), places.begin(), places.end());
    };
    const auto append = [&](const SpannedText& piece) {
        const auto ids = done == 0 ? tokenizer.encode(piece) : tokenizer.encodeContinued(piece);
        add(ids, plainText(piece), prefix.size());
    };
    for (std::size_t i = 0; i < messages.size(); ++i) {
        if (!usable(tokenizer, messages[i])) continue;
        const auto place = placeOf(chat.text, messages, i);
        if (!place || place->begin < done) continue;
        SpannedText before(chat.text.begin() + static_cast<std::ptrdiff_t>(done),
                           chat.text.begin() + static_cast<std::ptrdiff_t>(place->begin));
        // The prompt that this reply answered, as it was rendered then.
        ChatTemplate::Options then = options;
        then.addGenerationPrompt = true;
        const auto asked =
            chatTemplate.render({messages.begin(), messages.begin() + static_cast<std::ptrdiff_t>(i)}, then);
        if (asked) {
            const std::string prompt = plainText(*asked);
            if (prompt.starts_with(prefix)) cutToPrompt(before, prompt.substr(prefix.size()));
        }
        append(before);
        for (; done < place->begin; ++done) prefix += chat.text[done].text;
        const std::size_t at = prefix.size();
        for (; done < place->end; ++done) prefix += chat.text[done].text;
        replies.emplace_back(chat.ids.size(), chat.ids.size() + messages[i].ids.size());
        add(messages[i].ids, std::string_view(prefix).substr(at), at);
    }
    append({chat.text.begin() + static_cast<std::ptrdiff_t>(done), chat.text.end()});

    const TokenId bos = tokenizer.bos();
    const bool addBos = tokenizer.addsBos() && bos >= 0 && (chat.ids.empty() || chat.ids.front() != bos);
    if (addBos) {
        chat.ids.insert(chat.ids.begin(), bos);
        ranges.insert(ranges.begin(), telemetry::PromptText::Range{});
    }
    telemetry::PromptText& prompt = chat.prompt;
    prompt.text = plainText(chat.text);
    prompt.spans = promptSpans(chat.text);
    prompt.origins = originsOf(ranges, prompt.spans);
    for (const auto& [begin, end] : replies)
        std::fill(prompt.origins.begin() + static_cast<std::ptrdiff_t>(begin + addBos),
                  prompt.origins.begin() + static_cast<std::ptrdiff_t>(end + addBos), telemetry::TokenOrigin::Reply);
    for (const ChatMessage& message : messages) prompt.roles.push_back(message.role);
    prompt.promptTokens = static_cast<std::uint32_t>(chat.ids.size());
    return chat;
}

}  // namespace gh
