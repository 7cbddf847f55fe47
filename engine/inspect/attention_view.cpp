#include "engine/inspect/attention_view.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "engine/forward/model_runtime.h"
#include "engine/inspect/outliers.h"

namespace gh::inspect {
namespace {

struct LayerRows {
    std::vector<float> q, k;   // [position][heads × head size], [position][KV heads × head size]
};

Result<LayerRows> layerRows(ModelRuntime& model, std::span<const TokenId> ids, int layer,
                            const std::function<bool(double share)>& progress) {
    LayerRows rows;
    const Tap taps[] = {Tap::Q, Tap::K};
    auto done = watchRows(model, ids, taps, model.maxRows(),
        [&](Tap tap, int at, std::uint32_t, int count, int dims, const float* values) {
            if (at != layer) return;
            std::vector<float>& to = tap == Tap::Q ? rows.q : rows.k;
            to.insert(to.end(), values, values + static_cast<std::ptrdiff_t>(count) * dims);
        }, progress);
    if (!done) return done.error();
    return rows;
}

// Softmax of one query over positions first…query, into weights[first…query].
void weigh(const float* q, const float* keys, int stride, int size, int first, int query, float cap, float* weights) {
    float largest = -INFINITY;
    for (int p = first; p <= query; ++p) {
        const float* k = keys + static_cast<std::ptrdiff_t>(p) * stride;
        float score = 0;
        for (int i = 0; i < size; ++i) score += q[i] * k[i];
        if (cap > 0) score = cap * std::tanh(score / cap);
        weights[p] = score;
        largest = std::max(largest, score);
    }
    double sum = 0;
    for (int p = first; p <= query; ++p) {
        weights[p] = std::exp(weights[p] - largest);
        sum += weights[p];
    }
    for (int p = first; p <= query; ++p) weights[p] = static_cast<float>(weights[p] / sum);
}

}  // namespace

Result<AttentionView> attentionView(ModelRuntime& model, std::span<const TokenId> ids, int layer, int query,
                                    const std::function<bool(double share)>& progress) {
    const ModelConfig& config = model.config();
    if (layer < 0 || layer >= config.layers)
        return Error{ErrorCode::InvalidArgument, "layer", std::to_string(layer) + " is none of this model's " +
                                                              std::to_string(config.layers) + " layers, counted from 0"};
    if (query < 0 || static_cast<std::size_t>(query) >= ids.size())
        return Error{ErrorCode::InvalidArgument, "position", std::to_string(query) + " is outside the " +
                                                                 std::to_string(ids.size()) + " tokens"};
    const LayerConfig& shape = config.layer[static_cast<std::size_t>(layer)];
    auto rows = layerRows(model, ids, layer, [&](double share) { return !progress || progress(share / 2); });
    if (!rows) return rows.error();

    AttentionView view{layer, query, shape.window, {}};
    const int count = static_cast<int>(ids.size()), size = shape.headSize;
    const int qStride = shape.heads * size, kStride = shape.kvHeads * size, group = shape.heads / shape.kvHeads;
    std::vector<float> weights(ids.size());
    for (int h = 0; h < shape.heads; ++h) {
        if (progress && !progress(0.5 + 0.5 * h / shape.heads)) return Error{ErrorCode::Cancelled, "", "interrupted"};
        HeadView head;
        std::vector<double> given(ids.size());
        std::vector<int> seenBy(ids.size());
        const float* keys = rows->k.data() + h / group * size;
        for (int t = 0; t < count; ++t) {
            const int first = shape.window > 0 ? std::max(0, t + 1 - shape.window) : 0;
            weigh(rows->q.data() + static_cast<std::ptrdiff_t>(t) * qStride + h * size, keys, kStride, size, first, t,
                  config.attentionCap, weights.data());
            for (int p = first; p < t; ++p) {
                given[static_cast<std::size_t>(p)] += weights[static_cast<std::size_t>(p)];
                ++seenBy[static_cast<std::size_t>(p)];
            }
            if (t != query) continue;
            head.weights.assign(static_cast<std::size_t>(query) + 1, 0.0f);
            std::copy(weights.begin() + first, weights.begin() + query + 1, head.weights.begin() + first);
        }
        head.meanShares.resize(ids.size());
        for (std::size_t p = 0; p < ids.size(); ++p) {
            if (seenBy[p] == 0) continue;
            head.meanShares[p] = static_cast<float>(given[p] / seenBy[p]);
            if (head.meanShares[p] >= kSinkShare && seenBy[p] >= kLeastQueries) head.sinks.push_back(static_cast<int>(p));
        }
        view.heads.push_back(std::move(head));
    }
    return view;
}

}  // namespace gh::inspect
