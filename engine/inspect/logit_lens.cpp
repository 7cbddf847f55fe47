#include "engine/inspect/logit_lens.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "engine/forward/model_runtime.h"
#include "engine/inspect/outliers.h"
#include "engine/sample/softmax.h"

namespace gh::inspect {
namespace {

// Most probable first, equal ones by id.
std::vector<TokenId> ranked(std::span<const float> logits, int keep) {
    std::vector<TokenId> order(logits.size());
    std::iota(order.begin(), order.end(), 0);
    const auto count = static_cast<std::ptrdiff_t>(std::min<std::size_t>(order.size(), static_cast<std::size_t>(std::max(1, keep))));
    std::partial_sort(order.begin(), order.begin() + count, order.end(), [&](TokenId a, TokenId b) {
        const float x = logits[static_cast<std::size_t>(a)], y = logits[static_cast<std::size_t>(b)];
        return x != y ? x > y : a < b;
    });
    order.resize(static_cast<std::size_t>(count));
    return order;
}

int rankOf(std::span<const float> logits, TokenId id) {
    const float value = logits[static_cast<std::size_t>(id)];
    int rank = 1;
    for (std::size_t i = 0; i < logits.size(); ++i)
        rank += logits[i] > value || (logits[i] == value && static_cast<TokenId>(i) < id) ? 1 : 0;
    return rank;
}

}  // namespace

Result<LogitLens> logitLens(ModelRuntime& model, std::span<const TokenId> ids, int position, int keep,
                            const std::function<bool(double share)>& progress) {
    if (position < 0 || static_cast<std::size_t>(position) >= ids.size())
        return Error{ErrorCode::InvalidArgument, "position",
                     std::to_string(position) + " is outside the " + std::to_string(ids.size()) + " tokens"};
    const auto layers = static_cast<std::size_t>(model.config().layers), width = static_cast<std::size_t>(model.config().width);
    std::vector<float> residuals(layers * width);
    const Tap taps[] = {Tap::Residual};
    const auto wanted = static_cast<std::uint32_t>(position);
    // What comes behind the position changes nothing before it.
    auto watched = watchRows(model, ids.first(wanted + 1), taps, model.maxRows(),
        [&](Tap, int layer, std::uint32_t first, int count, int dims, const float* rows) {
            if (wanted < first || wanted >= first + static_cast<std::uint32_t>(count)) return;
            std::copy_n(rows + static_cast<std::ptrdiff_t>(wanted - first) * dims, dims,
                        residuals.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(layer) * width));
        }, [&](double share) { return !progress || progress(share / 2); });
    if (!watched) return watched.error();

    // Rows of padding in the head stand for no token.
    const auto tokens = static_cast<std::size_t>(std::min(model.config().vocab, model.tokenizer().size()));
    std::vector<float> row(static_cast<std::size_t>(model.config().vocab)), probabilities(tokens);
    LogitLens lens;
    lens.position = position;
    // From the last layer down: the answer is known from the first row on.
    for (std::size_t back = 0; back < layers; ++back) {
        const std::size_t layer = layers - 1 - back;
        if (progress && !progress(0.5 + 0.5 * static_cast<double>(back) / static_cast<double>(layers)))
            return Error{ErrorCode::Cancelled, "", "interrupted"};
        model.logitsOf(residuals.data() + layer * width, 1, row.data());
        const std::span<const float> logits(row.data(), tokens);
        softmax(logits, probabilities);
        LensLayer one;
        one.layer = static_cast<int>(layer);
        for (const TokenId id : ranked(logits, keep)) one.top.push_back({id, probabilities[static_cast<std::size_t>(id)]});
        if (back == 0) lens.answer = one.top.front().id;
        one.answerRank = rankOf(logits, lens.answer);
        one.answerProbability = probabilities[static_cast<std::size_t>(lens.answer)];
        lens.layers.push_back(std::move(one));
    }
    std::ranges::reverse(lens.layers);
    lens.appearsAt = static_cast<int>(layers) - 1;
    while (lens.appearsAt > 0 && lens.layers[static_cast<std::size_t>(lens.appearsAt) - 1].top.front().id == lens.answer) --lens.appearsAt;
    return lens;
}

}  // namespace gh::inspect
