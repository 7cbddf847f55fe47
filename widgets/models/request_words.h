// What the Requests panel says in words: what a request does in a step, what it found in the cache and why not more.
#pragma once

#include <cstdint>
#include <optional>
#include <QString>

#include "widgets/models/request_lanes.h"

namespace gh::widgets {

QString partWords(LanePart part);                        // "reads a chunk of its prompt"
QString partName(LanePart part);                         // of a legend: "Prefill chunk"
QString partExplanation(LanePart part);

// Where it stands: "waits in the queue, place 3", "writes", "ended at step 113". With a step, what it did in that one.
QString laneState(const Lane& lane, std::uint64_t now, std::optional<std::uint64_t> step = {});
// Prompt, what of it was found in the cache and why not the rest, times, preemptions: sentences. snapshot: whose tokens
// give the text of the first differing one.
QString laneStory(const Lane& lane, const telemetry::Snapshot& snapshot);
// Why the prompt was not taken from the cache as far as it might have been; empty: it was, or that is not known.
QString missWords(const telemetry::PrefixHit& hit, const telemetry::Snapshot& snapshot, std::uint64_t sequence);

QString laneHover(const Lane& lane, std::optional<std::uint64_t> step, std::uint64_t now);   // rich text
QString tokensHover(const telemetry::StepRecord& record, std::uint32_t budget);              // rich text

}  // namespace gh::widgets
