// Llama 2 and 3, Mistral, SmolLM and whatever else their converter calls llama.
#include "engine/model/architectures/family_files.h"
#include "engine/model/architectures/llama_like.h"

namespace gh {

Result<ModelConfig> readLlama(const ModelFile& file) {
    return readLlamaLike(file, "llama", kernels::RopePairs::Adjacent);
}

std::vector<TensorNeed> llamaTensors(const ModelConfig& config) { return llamaLikeTensors(config); }

}  // namespace gh
