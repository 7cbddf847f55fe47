// What a chat template makes of a conversation, as the Tokens panel shows it. Runs on any thread, within the limits of
// the interpreter.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/telemetry/snapshot.h"
#include "engine/text/kept_turns.h"

namespace gh::app {

struct PreviewQuestion {
    std::string source;
    std::vector<ChatMessage> messages;
    PromptRoom room;             // what the chat would ask for
    std::shared_ptr<const telemetry::ModelFacts> model;
    std::uint64_t sequence = 0;  // key that the answer's sequence gets
};

struct PreviewAnswer {
    std::shared_ptr<const telemetry::Snapshot> snapshot;  // one sequence: the prompt; null: an error, or no tokenizer
    bool folded = false;         // the template takes no system prompt: it stands in the first message
    bool lacksMessage = false;   // it writes nothing of the user's newest message
    std::optional<Error> error;  // of the template
};

// tokenizer: nullptr where the model's file has none that can be read.
PreviewAnswer previewOf(const Tokenizer* tokenizer, const PreviewQuestion& question);

}  // namespace gh::app
