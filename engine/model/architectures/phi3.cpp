// Phi 3 and 4: llama with halves as pairs, q, k and v in one tensor, gate and up in another, LongRoPE. A window holds
// where the file names one, as transformers has it; llama.cpp leaves it out, which shows beyond its 2,047 tokens.
#include "engine/model/architectures/family_files.h"
#include "engine/model/architectures/llama_like.h"

namespace gh {

Result<ModelConfig> readPhi3(const ModelFile& file) {
    return readLlamaLike(file, "phi3", kernels::RopePairs::Halves);
}

std::vector<TensorNeed> phi3Tensors(const ModelConfig& config) { return llamaLikeTensors(config); }

}  // namespace gh
