// What the Tokens panel shows, as JSON: where a prompt's tokens come from, and what each drawn one was drawn from.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>

#include "app/cli/engine_session.h"
#include "engine/telemetry/token_log.h"
#include "engine/text/tokenizer.h"

namespace gh::app {

// Spans of the rendered prompt in order: who wrote the text, and which tokens hold some of it ([first, end); a token
// across a border is in both). Special tokens by position.
nlohmann::ordered_json promptSpansJson(const Tokenizer& tokenizer, std::span<const TokenId> ids,
                                       const telemetry::PromptText& prompt);

// One entry a drawn token, the end marker too.
nlohmann::ordered_json drawsJson(const Tokenizer& tokenizer, const Generation& generation);

}  // namespace gh::app
