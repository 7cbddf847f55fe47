// Qwen 3: as Qwen 2, with norms of q and k per head in place of the biases.
#include "engine/model/architectures/common.h"
#include "engine/model/architectures/family_files.h"
#include "engine/model/architectures/rope_keys.h"

namespace gh {

Result<ModelConfig> readQwen3(const ModelFile& file) {
    HyperReader reader(file, "qwen3");
    ModelConfig config;
    config.family = "qwen3";
    readShape(reader, config);
    if (reader.error()) return *reader.error();

    readWindows(reader, config);
    readAttentionScale(reader, config, config.layer[0].headSize);
    setRope(config, readRope(reader, config));
    if (reader.error()) return *reader.error();
    config.activation = Activation::Silu;
    config.ropePairs = kernels::RopePairs::Halves;
    config.qkNorms = true;
    return config;
}

std::vector<TensorNeed> qwen3Tensors(const ModelConfig& config) {
    auto needs = decoderTensors(config);
    needRope(config, needs);
    return needs;
}

}  // namespace gh
