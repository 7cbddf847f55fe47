// A sequence: the tokens of one conversation (or anonymous request) and their cache.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "engine/base/ids.h"
#include "engine/cache/sequence_cache.h"
#include "engine/telemetry/snapshot.h"

namespace gh {

struct Sequence {
    Sequence(std::uint64_t sequenceKey, ModelPools& pools, PrefixIndex& index) : key(sequenceKey), cache(pools, &index) {}

    std::uint64_t key;
    ConversationId conversation;
    RequestId request;                 // running one, 0 = idle
    std::string label;
    SequenceCache cache;               // knows the resident tokens
    telemetry::ChunkedLog<telemetry::TokenFacts> facts;   // the same, for the window
    telemetry::DrawLog draws;          // what each drawn token was drawn from
    std::shared_ptr<const telemetry::PromptText> prompt;  // of its newest request
    std::uint64_t lastUsedStep = 0;
    // First position whose token is another than when the recorder last looked.
    static constexpr std::uint32_t kUnchanged = UINT32_MAX;
    std::uint32_t changedFrom = kUnchanged;

    std::uint32_t resident() const { return cache.resident(); }
    void noteChange(std::uint32_t from) { changedFrom = std::min(changedFrom, from); }
};

}  // namespace gh
