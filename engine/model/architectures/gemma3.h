// Gemma 3 (text): five windowed layers, then a full one; norms of q and k per head; norms after attention and
// FFN; GELU (tanh); RoPE on halves with one base in windowed layers and another in full ones; embeddings ×
// √width. Norm weights in GGUF files already hold the 1 that the model adds. Source: the Gemma 3 report and
// model cards.
#pragma once

#include "engine/model/model_config.h"

namespace gh {

Result<ModelConfig> readGemma3(const ModelFile& file);
std::vector<TensorNeed> gemma3Tensors(const ModelConfig& config);

}  // namespace gh
