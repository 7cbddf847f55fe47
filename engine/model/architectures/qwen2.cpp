// Qwen 1.5, 2 and 2.5: llama with halves as pairs and biases of q, k and v.
#include "engine/model/architectures/common.h"
#include "engine/model/architectures/family_files.h"
#include "engine/model/architectures/rope_keys.h"

namespace gh {

Result<ModelConfig> readQwen2(const ModelFile& file) {
    HyperReader reader(file, "qwen2");
    ModelConfig config;
    config.family = "qwen2";
    readShape(reader, config);
    if (reader.error()) return *reader.error();

    readWindows(reader, config);
    readAttentionScale(reader, config, config.layer[0].headSize);
    setRope(config, readRope(reader, config));
    if (reader.error()) return *reader.error();
    config.activation = Activation::Silu;
    config.ropePairs = kernels::RopePairs::Halves;
    return config;
}

std::vector<TensorNeed> qwen2Tensors(const ModelConfig& config) {
    auto needs = decoderTensors(config);
    needRope(config, needs);
    return needs;
}

}  // namespace gh
