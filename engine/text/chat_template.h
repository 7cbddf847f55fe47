// Chat templates: a small Jinja interpreter (engine/text/jinja_*: lexer, parser and evaluator apart) whose
// strings carry content spans through every concatenation and filter, so that typed markers stay text.
#pragma once

#include <ctime>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/ids.h"
#include "engine/base/result.h"
#include "engine/telemetry/token_log.h"
#include "engine/text/tokenizer.h"

namespace gh {

struct ChatMessage {
    std::string role;  // system, user, assistant
    std::string content;
    std::vector<TokenId>
        ids;  // assistant: the ids it was generated as (without the end marker); empty: re-tokenize
};

class ChatTemplate {
public:
    // Error code Template, with line and column.
    static Result<std::shared_ptr<const ChatTemplate>> parse(std::string source);
    const std::string& source() const { return m_source; }

    struct Options {
        bool addGenerationPrompt = true;
        std::string bosToken, eosToken;
        std::optional<std::tm> clock;  // fixed clock in tests
    };
    // Error code Template: raised text, or what failed and where. Never a silent default.
    Result<SpannedText> render(const std::vector<ChatMessage>& messages, const Options& options) const;

private:
    struct Impl;
    std::shared_ptr<const Impl> m_impl;
    std::string m_source;
};

// Where in the source an error of parse() or render() stands: line and column (in bytes), both from 1; nothing where the
// error does not say.
struct TemplatePlace {
    int line = 0, column = 0;
};
std::optional<TemplatePlace> templatePlace(const Error& error);

// Named templates that a user can choose for a model without one, or when the model's own fails.
struct NamedTemplate {
    const char* name;
    const char* source;
};
std::span<const NamedTemplate> namedTemplates();  // chatml, gemma, llama3, plain …

// Ids of a whole chat. Turns that carry ids continue from those, never from re-tokenized text: the text
// before each such turn is tokenized as it was when that turn was generated. Exactly one BOS by the model's
// rule (a template that writes its own BOS gets no second one).
struct ChatIds {
    std::vector<TokenId> ids;
    SpannedText text;
    telemetry::PromptText prompt;  // the text again, with each token's place in it and who wrote it
};
Result<ChatIds> chatIds(const Tokenizer& tokenizer, const ChatTemplate& chatTemplate,
                        const std::vector<ChatMessage>& messages, bool addGenerationPrompt = true);

}  // namespace gh
