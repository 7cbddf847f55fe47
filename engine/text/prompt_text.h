// Which bytes of a rendered prompt each of its tokens stands for, and who wrote them. The ids come from the tokenizer,
// the spans from the template; nothing here decides what is read.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "engine/base/ids.h"
#include "engine/telemetry/token_log.h"
#include "engine/text/tokenizer.h"

namespace gh {

// Bytes of `text` for each of the ids that were made from it, offset by `base`. A token that no text stands for gets
// an empty range where it stands. Where pieces and text part (a space that the tokenizer put before a word, a
// character that the vocabulary lacks, a reply's ids where the template trimmed it), the next piece is looked for a
// little further on.
std::vector<telemetry::PromptText::Range> tokenRanges(const Tokenizer& tokenizer, std::span<const TokenId> ids,
                                                      std::string_view text, std::uint32_t base = 0);

// Spans of a rendered text, by bytes.
std::vector<telemetry::PromptText::Span> promptSpans(const SpannedText& text);

// Template, Content or Mixed for each range.
std::vector<telemetry::TokenOrigin> originsOf(const std::vector<telemetry::PromptText::Range>& tokens,
                                              const std::vector<telemetry::PromptText::Span>& spans);

// A plain text as a prompt: all of it is content.
telemetry::PromptText plainPrompt(const Tokenizer& tokenizer, std::span<const TokenId> ids, std::string_view text);

// How many BOS tokens the ids begin with. More than one is a mistake of the template or of who wrote the ids: models
// are trained on exactly one.
std::size_t leadingBos(std::span<const TokenId> ids, TokenId bos);

}  // namespace gh
