#include "engine/inspect/outliers.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <cmath>
#include <string>

#include "engine/forward/model_runtime.h"

namespace gh::inspect {
namespace {

constexpr std::array kTaps = {
    TapName{Tap::Embedding, "embedding", false},         TapName{Tap::AttentionInput, "attention-input", true},
    TapName{Tap::AttentionOutput, "attention-output", true}, TapName{Tap::FfnInput, "ffn-input", true},
    TapName{Tap::DownInput, "down-input", true},         TapName{Tap::Residual, "residual", false},
};

// LLM.int8()'s criterion.
constexpr double kLayerShare = 0.25, kPositionShare = 0.06;

Result<void> checkIds(const ModelRuntime& model, std::span<const TokenId> ids) {
    if (ids.empty()) return Error{ErrorCode::InvalidArgument, "ids", "there are no tokens to look at"};
    for (const TokenId id : ids)
        if (id < 0 || id >= model.config().vocab)
            return Error{ErrorCode::InvalidArgument, "ids",
                         "token id " + std::to_string(id) + " is outside this model's vocabulary of " +
                             std::to_string(model.config().vocab) + " tokens"};
    if (ids.size() > static_cast<std::size_t>(model.contextLimit()))
        return Error{ErrorCode::InvalidArgument, "ids",
                     std::to_string(ids.size()) + " tokens are more than the context limit of " +
                         std::to_string(model.contextLimit())};
    return {};
}

// Distinct codes of INT8 with one scale a layer.
struct UsedLevels {
    float inverse = 0;
    std::bitset<256> seen;

    void add(std::span<const float> row) {
        for (const float x : row) seen.set(static_cast<std::size_t>(std::lrint(x * inverse) + 128) & 255u);
    }
};

std::vector<SystematicOutlier> systematicOf(const std::vector<DimensionStatistics>& layers, int width) {
    std::vector<SystematicOutlier> found;
    for (int dim = 0; dim < width; ++dim) {
        std::uint64_t positions = 0, rows = 0;
        std::size_t present = 0;
        for (const DimensionStatistics& layer : layers) {
            const std::uint32_t over = layer.rows ? layer.over[0][static_cast<std::size_t>(dim)] : 0;
            if (over == 0) continue;
            ++present;
            positions += over;
            rows += layer.rows;
        }
        if (present == 0) continue;
        const SystematicOutlier candidate{dim, static_cast<double>(present) / static_cast<double>(layers.size()),
                                          static_cast<double>(positions) / static_cast<double>(rows)};
        if (candidate.layers >= kLayerShare && candidate.positions >= kPositionShare) found.push_back(candidate);
    }
    return found;
}

}  // namespace

std::span<const TapName> tapNames() { return kTaps; }

const TapName* findTap(std::string_view name) {
    const auto* found = std::ranges::find_if(kTaps, [&](const TapName& tap) { return name == tap.name; });
    return found == kTaps.end() ? nullptr : found;
}

const char* tapName(Tap tap) {
    const auto* found = std::ranges::find(kTaps, tap, &TapName::tap);
    return found == kTaps.end() ? "" : found->name;
}

int tapDims(const ModelConfig& config, Tap tap, int layer) {
    const LayerConfig& shape = config.layer[static_cast<std::size_t>(std::max(0, layer))];
    switch (tap) {
        case Tap::DownInput:
        case Tap::FfnGate:
        case Tap::FfnUp: return config.ffn;
        case Tap::AttentionOutput:
        case Tap::Q: return shape.heads * shape.headSize;
        case Tap::K:
        case Tap::V: return shape.kvHeads * shape.headSize;
        default: return config.width;
    }
}

int tapStride(const ModelConfig& config, Tap tap) {
    int stride = 0;
    for (int layer = 0; layer < config.layers; ++layer) stride = std::max(stride, tapDims(config, tap, layer));
    return stride;
}

Result<void> watchRows(ModelRuntime& model, std::span<const TokenId> ids, std::span<const Tap> taps, int chunk,
                       const RowSink& sink, const std::function<bool(double share)>& progress) {
    if (auto valid = checkIds(model, ids); !valid) return valid;
    auto pools = model.privatePools(static_cast<int>(ids.size()));
    if (!pools) return pools.error();
    SequenceCache cache(*pools);
    const auto step = static_cast<std::size_t>(std::clamp(chunk, 1, model.maxRows()));
    std::vector<BatchRow> batch;
    std::vector<float> host;
    for (std::size_t first = 0; first < ids.size(); first += step) {
        if (progress && !progress(static_cast<double>(first) / static_cast<double>(ids.size())))
            return Error{ErrorCode::Cancelled, "", "interrupted"};
        const std::size_t count = std::min(step, ids.size() - first);
        if (!cache.growTo(first + count)) return Error{ErrorCode::DoesNotFit, "cache", "the pool has no free block"};
        batch.clear();
        for (std::size_t i = first; i < first + count; ++i)
            batch.push_back({ids[i], static_cast<std::uint32_t>(i), &cache});
        const TapSink watch = [&](Tap tap, int layer, Tensor tensor, int rows) {
            if (std::ranges::find(taps, tap) == taps.end()) return;
            const int dims = tapDims(model.config(), tap, layer), stride = tapStride(model.config(), tap);
            host.resize(static_cast<std::size_t>(rows) * static_cast<std::size_t>(stride));
            model.backend().read(tensor, 0, rows, host.data());
            for (int r = 1; r < rows && dims < stride; ++r)
                std::copy_n(host.begin() + static_cast<std::ptrdiff_t>(r) * stride, dims, host.begin() + static_cast<std::ptrdiff_t>(r) * dims);
            sink(tap, layer, static_cast<std::uint32_t>(first), rows, dims, host.data());
        };
        model.forward(batch, nullptr, &watch);
        cache.dropOutOfWindow(first + count);
    }
    return {};
}

Result<Outliers> findOutliers(ModelRuntime& model, std::span<const TokenId> ids, const OutlierSpec& spec,
                              const std::function<bool(double share)>& progress) {
    const auto layers = static_cast<std::size_t>(spec.tap == Tap::Embedding ? 1 : model.config().layers);
    std::vector<PositionedStatistics> statistics(layers);
    std::vector<DimensionStatistics> inputs(2 * static_cast<std::size_t>(model.config().layers));   // of attention, of FFN
    std::vector<Tap> taps = {Tap::AttentionInput, Tap::FfnInput};
    if (std::ranges::find(taps, spec.tap) == taps.end()) taps.push_back(spec.tap);
    const std::uint32_t least = spec.skipFirst ? 1 : 0;
    const auto half = [&](double from) {
        return [&progress, from](double share) { return !progress || progress(from + share / 2); };
    };

    auto watched = watchRows(model, ids, taps, spec.chunk,
        [&](Tap tap, int layer, std::uint32_t first, int count, int dims, const float* rows) {
            const auto index = static_cast<std::size_t>(std::max(0, layer));
            if (tap == spec.tap) statistics[index].addRows(rows, count, dims, first);
            if (tap != Tap::AttentionInput && tap != Tap::FfnInput) return;
            const int skipped = first < least ? static_cast<int>(least - first) : 0;
            if (count > skipped)
                inputs[2 * index + (tap == Tap::FfnInput ? 1 : 0)].addRows(rows + static_cast<std::ptrdiff_t>(skipped) * dims,
                                                                          count - skipped, dims, first + static_cast<std::uint32_t>(skipped));
        }, half(0));
    if (!watched) return watched.error();

    Outliers result;
    result.positions = ids.size() - std::min<std::size_t>(ids.size(), least);
    std::vector<UsedLevels> levels(layers);
    for (std::size_t i = 0; i < layers; ++i) {
        LayerOutliers layer;
        layer.layer = spec.tap == Tap::Embedding ? -1 : static_cast<int>(i);
        layer.statistics = std::move(statistics[i]);
        const DimensionStatistics figures = spec.skipFirst ? layer.statistics.withoutFirst() : layer.statistics.all();
        layer.median = medianMax(figures);
        layer.octaves = octavesOf(figures);
        for (const int dim : topDimensions(figures, spec.top)) {
            const auto d = static_cast<std::size_t>(dim);
            layer.top.push_back({dim, figures.max[d], figures.maxPosition[d],
                                 layer.median > 0 ? figures.max[d] / layer.median : 0});
        }
        const float largest = layer.top.empty() ? 0.0f : layer.top.front().max;
        levels[i].inverse = largest > 0 ? 127.0f / largest : 0.0f;
        result.layers.push_back(std::move(layer));
    }

    const Tap again[] = {spec.tap};
    watched = watchRows(model, ids, again, spec.chunk,
        [&](Tap, int layer, std::uint32_t first, int count, int dims, const float* rows) {
            for (int r = 0; r < count; ++r) {
                if (first + static_cast<std::uint32_t>(r) < least) continue;
                levels[static_cast<std::size_t>(std::max(0, layer))].add(
                    std::span(rows + static_cast<std::ptrdiff_t>(r) * dims, static_cast<std::size_t>(dims)));
            }
        }, half(0.5));
    if (!watched) return watched.error();
    for (std::size_t i = 0; i < layers; ++i)
        result.layers[i].int8LevelsUsed = result.positions ? static_cast<int>(levels[i].seen.count()) : 0;
    result.systematic = systematicOf(inputs, model.config().width);
    return result;
}

}  // namespace gh::inspect
