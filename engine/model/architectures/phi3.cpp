// Phi 3 and 4: llama with halves as pairs, q, k and v in one tensor, gate and up in another, LongRoPE. A window holds
// where the file names one, as transformers has it; llama.cpp leaves it out, which shows beyond its 2,047 tokens.
#include "engine/model/architectures/common.h"
#include "engine/model/architectures/family_files.h"
#include "engine/model/architectures/rope_keys.h"

namespace gh {

Result<ModelConfig> readPhi3(const ModelFile& file) {
    HyperReader reader(file, "phi3");
    ModelConfig config;
    config.family = "phi3";
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

std::vector<TensorNeed> phi3Tensors(const ModelConfig& config) {
    auto needs = decoderTensors(config);
    needRope(config, needs);
    return needs;
}

}  // namespace gh
