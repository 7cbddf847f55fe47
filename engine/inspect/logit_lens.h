// What each layer would predict at a position: the final norm and head on its residual (nostalgebraist, "interpreting GPT:
// the logit lens", 2020).
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "engine/base/ids.h"
#include "engine/base/result.h"

namespace gh {
class ModelRuntime;
}

namespace gh::inspect {

struct LensCandidate {
    TokenId id = 0;
    float probability = 0;
};

struct LensLayer {
    int layer = 0;                    // after block `layer`, counted from 0
    std::vector<LensCandidate> top;   // most probable first, equal ones by id
    int answerRank = 0;               // 1 = first
    float answerProbability = 0;
};

struct LogitLens {
    int position = 0;
    TokenId answer = 0;               // the model's most probable token: what the last layer says
    int appearsAt = 0;                // first layer from which on every layer's most probable token is the answer
    std::vector<LensLayer> layers;
};

// keep: candidates a layer. Errors: as findOutliers; InvalidArgument: position outside ids.
Result<LogitLens> logitLens(ModelRuntime& model, std::span<const TokenId> ids, int position, int keep,
                            const std::function<bool(double share)>& progress = {});

}  // namespace gh::inspect
