// Llama family: pre-norm transformer, SwiGLU, RoPE on adjacent pairs (GGUF files store q and k permuted for
// it). Key names: the ggml project's docs/gguf.md.
#pragma once

#include "engine/model/model_config.h"

namespace gh {

Result<ModelConfig> readLlama(const ModelFile& file);
std::vector<TensorNeed> llamaTensors(const ModelConfig& config);

}  // namespace gh
