// What stays of a conversation whose prompt would be longer than there is room for: the system message and the newest
// turns. The oldest go whole, a question with all that follows it up to the next; the newest question always stays. The
// prompt is then made of the kept messages alone, as if the conversation had never had others.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "engine/text/chat_template.h"

namespace gh {

struct KeptPrompt {
    ChatIds chat;
    std::size_t dropped = 0;  // messages, after the system message, that are not in it
};
using PromptMaker = std::function<Result<ChatIds>(const std::vector<ChatMessage>& messages)>;

struct PromptRoom {
    std::size_t most = SIZE_MAX;      // tokens that a prompt may have
    std::size_t target = 0;           // those that one that has to be cut is cut to: so that not every turn cuts it again
    std::size_t droppedBefore = 0;    // messages that the turn before went without: good enough while it fits
};
// All messages where that fits; else without those of before; else with the fewest dropped that leave at most the target,
// or, where none does, the shortest there is. Asks `make` about log2(turns) times, as fewer turns make no longer prompt.
// foldSystem: a leading system message stands before the text of the first user's that is kept, for templates that take no
// such role. Errors of `make`.
Result<KeptPrompt> keepNewestTurns(const std::vector<ChatMessage>& messages, const PromptRoom& room, bool foldSystem,
                                   const PromptMaker& make);

// Of a context: a reply should find free what it may have at most (maxTokens < 0: no limit), but no more than a quarter of
// it; half of it where the prompt is cut. written: tokens of the reply that are there already.
PromptRoom roomFor(std::size_t contextLimit, int maxTokens, std::size_t written, std::size_t droppedBefore);

}  // namespace gh
