#include "engine/model/architectures/llama.h"

#include <cmath>

#include "engine/model/architectures/common.h"

namespace gh {

Result<ModelConfig> readLlama(const ModelFile& file) {
    HyperReader reader(file, "llama");
    ModelConfig config;
    config.family = "llama";
    readShape(reader, config);
    if (reader.error()) return *reader.error();

    const double base = readRopeBase(reader, "rope.freq_base", 10000.0);
    const double scale = readLinearRopeScale(reader);
    const int dims = readRopeDims(reader, config.layer[0]);
    for (auto& layer : config.layer) {
        layer.ropeBase = base;
        layer.ropeScale = scale;
        layer.ropeDims = dims;
    }
    if (reader.error()) return *reader.error();
    numberRopeTables(config);
    config.attentionScale = 1.0f / std::sqrt(static_cast<float>(config.layer[0].headSize));
    config.activation = Activation::Silu;
    config.ropePairs = kernels::RopePairs::Adjacent;
    return config;
}

std::vector<TensorNeed> llamaTensors(const ModelConfig& config) {
    std::vector<TensorNeed> needs;
    needEnds(config, needs);
    for (int i = 0; i < config.layers; ++i) needBlock(config, i, needs);
    return needs;
}

}  // namespace gh
