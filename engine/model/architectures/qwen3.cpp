// Qwen 3: as Qwen 2, with norms of q and k per head in place of the biases.
#include "engine/model/architectures/family_files.h"
#include "engine/model/architectures/llama_like.h"

namespace gh {

Result<ModelConfig> readQwen3(const ModelFile& file) {
    auto config = readLlamaLike(file, "qwen3", kernels::RopePairs::Halves);
    if (config) config->qkNorms = true;
    return config;
}

std::vector<TensorNeed> qwen3Tensors(const ModelConfig& config) { return llamaLikeTensors(config); }

}  // namespace gh
