// Tokens of a cached sequence and the characters of the conversation they stand for, both ways. The
// sequence's own bytes are searched for each message in order, so prompts, replies and reopened conversations
// are all found alike.
#pragma once

#include <optional>
#include <vector>

#include "app/chat/conversation.h"
#include "app/chat/message_layout.h"
#include "engine/telemetry/snapshot.h"
#include "widgets/clock.h"
#include "widgets/selection.h"

namespace gh::app {

// Per message: its tokens' ranges, in order of position. Empty: not in the cache (any more).
std::vector<std::vector<TokenRange>> alignTokens(const Conversation& conversation,
                                                 const telemetry::SequenceTokens& sequence);

// The sequence of a conversation; null: it has none in the cache.
const telemetry::SequenceFacts* sequenceOf(const telemetry::Snapshot& snapshot, RowId conversation);
const telemetry::SequenceTokens* tokensOf(const telemetry::Snapshot& snapshot, std::uint64_t key);

// Tokens of the conversation as every figure of the window counts them: those in the cache, and the newest drawn one,
// which enters it with the next step. Now, or at the end of the step that a scrubbed clock shows.
std::uint64_t tokensOn(const telemetry::Snapshot& snapshot, const telemetry::SequenceFacts& sequence,
                       const widgets::ClockModel& clock);

// The same in words: a past step at which the conversation had none says so.
QString tokensInWords(const telemetry::Snapshot& snapshot, const telemetry::SequenceFacts& sequence,
                      const widgets::ClockModel& clock);

// What of the conversation's text is selected, one range a message.
std::vector<std::pair<std::size_t, TextRange>> selectedRanges(const Conversation& conversation,
                                                              const telemetry::Snapshot& snapshot,
                                                              const widgets::Selection& selection);

// What of the conversation's text was not there yet at the end of the step: from the first token that was drawn later,
// to the end. Empty where the sequence is not in the cache any more: then nothing is known.
std::vector<std::pair<std::size_t, TextRange>> laterRanges(const Conversation& conversation,
                                                           const telemetry::Snapshot& snapshot, std::uint64_t step);

// The selection that a click on a character makes: the tokens of its word, their steps and the block of the
// first.
std::optional<widgets::Selection> selectionAt(const Conversation& conversation,
                                              const telemetry::Snapshot& snapshot, std::size_t message,
                                              int source);

}  // namespace gh::app
