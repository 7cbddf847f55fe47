// What Llama, Qwen and Phi have in common: pre-norm blocks, SwiGLU, rotary positions, windows where the file names them.
#pragma once

#include <string>

#include "engine/model/architectures/common.h"

namespace gh {

// family: as general.architecture and the prefix of the keys. pairs: which values a rotation turns together.
Result<ModelConfig> readLlamaLike(const ModelFile& file, const std::string& family, kernels::RopePairs pairs);
std::vector<TensorNeed> llamaLikeTensors(const ModelConfig& config);

}  // namespace gh
