// Llama 2 and 3, Mistral, SmolLM and whatever else their converter calls llama.
#include "engine/model/architectures/common.h"
#include "engine/model/architectures/family_files.h"
#include "engine/model/architectures/rope_keys.h"

namespace gh {

Result<ModelConfig> readLlama(const ModelFile& file) {
    HyperReader reader(file, "llama");
    ModelConfig config;
    config.family = "llama";
    readShape(reader, config);
    if (reader.error()) return *reader.error();

    readWindows(reader, config);  // Mistral
    readAttentionScale(reader, config, config.layer[0].headSize);
    setRope(config, readRope(reader, config));
    if (reader.error()) return *reader.error();
    config.activation = Activation::Silu;
    config.ropePairs = kernels::RopePairs::Adjacent;
    return config;
}

std::vector<TensorNeed> llamaTensors(const ModelConfig& config) {
    auto needs = decoderTensors(config);
    needRope(config, needs);
    return needs;
}

}  // namespace gh
