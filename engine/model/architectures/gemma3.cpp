#include "engine/model/architectures/gemma3.h"

#include <cmath>

#include "engine/model/architectures/common.h"

namespace gh {
namespace {

constexpr int kPattern = 6;              // every sixth layer sees the whole context
constexpr double kWindowBase = 10000.0;  // not stored in older files
constexpr double kFullBase = 1000000.0;
// The 27B model divides its queries by sqrt(width / heads) and not by sqrt(head size); its files do not say
// so, and readers tell it by its layers.
constexpr int kLayersOf27B = 62;

}  // namespace

Result<ModelConfig> readGemma3(const ModelFile& file) {
    HyperReader reader(file, "gemma3");
    ModelConfig config;
    config.family = "gemma3";
    readShape(reader, config);
    if (reader.error()) return *reader.error();

    const int window = reader.integerOr("attention.sliding_window", 0, 0, 1 << 30);
    const int pattern = reader.integerOr("attention.sliding_window_pattern", kPattern, 1, 1 << 16);
    const double fullBase = readRopeBase(reader, "rope.freq_base", kFullBase);
    const double windowBase = readRopeBase(reader, "rope.freq_base_swa", kWindowBase);
    const double fullScale = readLinearRopeScale(reader);  // windowed layers are never scaled
    const int dims = readRopeDims(reader, config.layer[0]);
    for (const char* cap : {"attn_logit_softcapping", "final_logit_softcapping"})
        if (reader.numberOr(cap, 0.0, 0.0, 1e6) != 0.0)
            reader.fail(cap, "is set; capped logits are not supported", ErrorCode::Unsupported);
    if (reader.error()) return *reader.error();

    for (int i = 0; i < config.layers; ++i) {
        LayerConfig& layer = config.layer[static_cast<std::size_t>(i)];
        const bool windowed = window > 0 && i % pattern != pattern - 1;
        layer.window = windowed ? window : 0;
        layer.ropeBase = windowed ? windowBase : fullBase;
        layer.ropeScale = windowed ? 1.0 : fullScale;
        layer.ropeDims = dims;
    }
    numberRopeTables(config);
    const LayerConfig& first = config.layer[0];
    const int scaledBy = config.layers == kLayersOf27B ? config.width / first.heads : first.headSize;
    config.attentionScale = 1.0f / std::sqrt(static_cast<float>(scaledBy));
    config.embeddingScale = std::sqrt(static_cast<float>(config.width));
    config.activation = Activation::GeluTanh;
    config.ropePairs = kernels::RopePairs::Halves;
    config.qkNorms = true;
    config.postNorms = true;
    return config;
}

std::vector<TensorNeed> gemma3Tensors(const ModelConfig& config) {
    std::vector<TensorNeed> needs;
    needEnds(config, needs);
    for (int i = 0; i < config.layers; ++i) {
        needBlock(config, i, needs);
        const auto headSize = static_cast<std::uint64_t>(config.layer[static_cast<std::size_t>(i)].headSize);
        const auto width = static_cast<std::uint64_t>(config.width);
        needs.push_back({blockTensor(i, "attn_q_norm.weight"), {headSize}});
        needs.push_back({blockTensor(i, "attn_k_norm.weight"), {headSize}});
        needs.push_back({blockTensor(i, "post_attention_norm.weight"), {width}});
        needs.push_back({blockTensor(i, "post_ffw_norm.weight"), {width}});
    }
    return needs;
}

}  // namespace gh
