#include "engine/text/prompt_text.h"

#include <algorithm>

#include "engine/text/utf8.h"

namespace gh {

using telemetry::PromptText;
using telemetry::TokenOrigin;

namespace {

// How far on a piece is looked for: further than any character that a vocabulary may lack, near enough that a common
// word is not found somewhere else.
constexpr std::size_t kLook = 32;

}  // namespace

std::vector<PromptText::Range> tokenRanges(const Tokenizer& tokenizer, std::span<const TokenId> ids,
                                           std::string_view text, std::uint32_t base) {
    std::vector<PromptText::Range> ranges;
    ranges.reserve(ids.size());
    std::size_t pos = 0;
    const auto take = [&](std::size_t begin, std::size_t length) {
        ranges.push_back({base + static_cast<std::uint32_t>(begin), base + static_cast<std::uint32_t>(begin + length)});
        pos = begin + length;
    };
    for (const TokenId id : ids) {
        if (id < 0 || id >= tokenizer.size()) {
            take(pos, 0);
            continue;
        }
        std::string_view piece = tokenizer.piece(id);
        const std::string_view rest = text.substr(pos);
        if (tokenizer.kind(id) == TokenKind::Unknown && !rest.starts_with(piece)) {
            take(pos, rest.empty() ? 0 : utf8::at(text, pos).length);   // a character that the vocabulary lacks
            continue;
        }
        if (!rest.starts_with(piece) && piece.starts_with(' ')) {
            const std::string_view word = piece.substr(1);
            if (rest.starts_with(word)) {   // the space is the tokenizer's own
                take(pos, word.size());
                continue;
            }
        }
        if (rest.starts_with(piece)) {
            take(pos, piece.size());
            continue;
        }
        const std::size_t at = piece.empty() ? std::string_view::npos : rest.substr(0, kLook + piece.size()).find(piece);
        if (at == std::string_view::npos)
            take(pos, 0);
        else
            take(pos + at, piece.size());
    }
    return ranges;
}

std::vector<PromptText::Span> promptSpans(const SpannedText& text) {
    std::vector<PromptText::Span> spans;
    std::uint32_t pos = 0;
    for (const TextSpan& span : text) {
        const auto end = pos + static_cast<std::uint32_t>(span.text.size());
        if (end > pos) spans.push_back({pos, end, span.content, span.message});
        pos = end;
    }
    return spans;
}

std::vector<TokenOrigin> originsOf(const std::vector<PromptText::Range>& tokens, const std::vector<PromptText::Span>& spans) {
    std::vector<TokenOrigin> origins;
    origins.reserve(tokens.size());
    std::size_t current = 0;   // tokens and spans both come in ascending order
    for (const PromptText::Range& token : tokens) {
        while (current < spans.size() && spans[current].end <= token.begin) ++current;
        bool content = false, other = token.begin == token.end;
        for (std::size_t s = current; s < spans.size() && spans[s].begin < token.end; ++s)
            (spans[s].content ? content : other) = true;
        if (token.begin == token.end) content = false;
        origins.push_back(content ? (other ? TokenOrigin::Mixed : TokenOrigin::Content) : TokenOrigin::Template);
    }
    return origins;
}

PromptText plainPrompt(const Tokenizer& tokenizer, std::span<const TokenId> ids, std::string_view text) {
    PromptText prompt;
    prompt.text = text;
    if (!text.empty()) prompt.spans.push_back({0, static_cast<std::uint32_t>(text.size()), true, -1});
    prompt.tokens = tokenRanges(tokenizer, ids, text);
    prompt.origins = originsOf(prompt.tokens, prompt.spans);
    prompt.promptTokens = static_cast<std::uint32_t>(ids.size());
    return prompt;
}

std::size_t leadingBos(std::span<const TokenId> ids, TokenId bos) {
    if (bos < 0) return 0;
    return static_cast<std::size_t>(std::find_if(ids.begin(), ids.end(), [&](TokenId id) { return id != bos; }) - ids.begin());
}

}  // namespace gh
