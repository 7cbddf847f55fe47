// Generation without a cache: for each token a fresh pass over everything before it. Slow, and the yardstick
// for what the cache must not change.
#pragma once

#include "app/cli/engine_session.h"
#include "engine/forward/direct.h"

namespace gh::app {

struct NaiveRequest {
    std::vector<TokenId> promptIds;
    std::vector<TokenId> continued;  // of the reply, given
    SamplerSettings sampler;
    int maxTokens = -1;
    std::vector<std::string> stops;
    int keepCandidates = 0;
};

Generation generateNaively(DirectRun& model, NaiveRequest request, const TextSink& sink);

}  // namespace gh::app
