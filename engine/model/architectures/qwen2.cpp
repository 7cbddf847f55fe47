// Qwen 1.5, 2 and 2.5: llama with halves as pairs and biases of q, k and v.
#include "engine/model/architectures/family_files.h"
#include "engine/model/architectures/llama_like.h"

namespace gh {

Result<ModelConfig> readQwen2(const ModelFile& file) {
    return readLlamaLike(file, "qwen2", kernels::RopePairs::Halves);
}

std::vector<TensorNeed> qwen2Tensors(const ModelConfig& config) { return llamaLikeTensors(config); }

}  // namespace gh
