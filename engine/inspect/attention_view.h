// Where the heads of a layer look: the softmax weights of queries over the tokens they see, computed from the keys and
// queries at the taps (keys before the cache rounds them).
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

// A key position that the later queries of a head give at least this share of their attention, on average, is a sink.
constexpr double kSinkShare = 0.3;

struct HeadView {
    std::vector<float> weights;     // of the query over positions 0…query; 0 outside the window; the sum is 1
    std::vector<float> meanShares;  // a key position: mean weight over the queries behind it that see it; 0 for the last
    std::vector<int> sinks;         // positions with meanShares >= kSinkShare, seen by at least kLeastQueries queries
};
constexpr int kLeastQueries = 4;

struct AttentionView {
    int layer = 0, query = 0, window = 0;
    std::vector<HeadView> heads;
};

// ids are computed anew, past any cache. layer: 0…layers - 1; query: a position of ids. Errors: InvalidArgument, DoesNotFit,
// Cancelled. O(ids² × heads × head size).
Result<AttentionView> attentionView(ModelRuntime& model, std::span<const TokenId> ids, int layer, int query,
                                    const std::function<bool(double share)>& progress = {});

}  // namespace gh::inspect
