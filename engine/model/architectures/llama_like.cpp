#include "engine/model/architectures/llama_like.h"

#include "engine/model/architectures/rope_keys.h"

namespace gh {

Result<ModelConfig> readLlamaLike(const ModelFile& file, const std::string& family, kernels::RopePairs pairs) {
    HyperReader reader(file, family);
    ModelConfig config;
    config.family = family;
    readShape(reader, config);
    if (reader.error()) return *reader.error();

    readWindows(reader, config);
    readAttentionScale(reader, config, config.layer[0].headSize);
    setRope(config, readRope(reader, config));
    if (reader.error()) return *reader.error();
    config.activation = Activation::Silu;
    config.ropePairs = pairs;
    return config;
}

std::vector<TensorNeed> llamaLikeTensors(const ModelConfig& config) {
    auto needs = decoderTensors(config);
    needRope(config, needs);
    return needs;
}

}  // namespace gh
