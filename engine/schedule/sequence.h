// A sequence: the tokens of one conversation (or anonymous request) and their cache.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/base/ids.h"
#include "engine/cache/sequence_cache.h"
#include "engine/telemetry/snapshot.h"

namespace gh {

struct Sequence {
    Sequence(std::uint64_t sequenceKey, ModelPools& pools) : key(sequenceKey), cache(pools) {}

    std::uint64_t key;
    ConversationId conversation;
    RequestId request;                 // running one, 0 = idle
    std::string label;
    SequenceCache cache;
    std::vector<TokenId> ids;          // resident tokens, by position
    telemetry::ChunkedLog<telemetry::TokenFacts> facts;   // the same, for the window
    std::uint64_t lastUsedStep = 0;

    std::uint32_t resident() const { return static_cast<std::uint32_t>(ids.size()); }
    // Keeps the first `tokens` tokens.
    void cutTo(std::uint32_t tokens) {
        cache.shrinkTo(tokens);
        ids.resize(tokens);
        facts.truncate(tokens);
    }
};

}  // namespace gh
