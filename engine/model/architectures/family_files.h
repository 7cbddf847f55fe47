// What each family's file gives to architecture_list.cpp.
#pragma once

#include "engine/model/model_config.h"

namespace gh {

Result<ModelConfig> readLlama(const ModelFile& file);
std::vector<TensorNeed> llamaTensors(const ModelConfig& config);

Result<ModelConfig> readGemma3(const ModelFile& file);
std::vector<TensorNeed> gemma3Tensors(const ModelConfig& config);

Result<ModelConfig> readQwen2(const ModelFile& file);
std::vector<TensorNeed> qwen2Tensors(const ModelConfig& config);

Result<ModelConfig> readQwen3(const ModelFile& file);
std::vector<TensorNeed> qwen3Tensors(const ModelConfig& config);

Result<ModelConfig> readGemma2(const ModelFile& file);
std::vector<TensorNeed> gemma2Tensors(const ModelConfig& config);

Result<ModelConfig> readPhi3(const ModelFile& file);
std::vector<TensorNeed> phi3Tensors(const ModelConfig& config);

}  // namespace gh
