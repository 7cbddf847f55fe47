// What decoder-only transformer families share: the keys of their shape and the names of their tensors.
#pragma once

#include "engine/model/hyper_reader.h"
#include "engine/model/model_config.h"

namespace gh {

// Layers, width, FFN, context, heads, head size, epsilon, vocabulary (the rows of token_embd.weight), tied output and
// fused tensors; refuses keys of relatives that change the computation. Leaves RoPE, windows and whatever else the family
// decides. Check reader.error() afterwards; on an error config.layer may be empty.
void readShape(HyperReader& reader, ModelConfig& config);

// Windows of attention.sliding_window (one for all layers or one a layer; 0: none; the fallback where absent) on the
// layers that attention.sliding_window_pattern names: true for each of them, or a number p for all but each p-th
// (0: all). A window that no context leaves is none (Phi-3-mini-128k has one of 262,144). Returns which layers are
// windowed ones all the same.
std::vector<bool> readWindows(HyperReader& reader, ModelConfig& config, int windowFallback = 0, int patternFallback = 0);
// attention.scale; where absent 1 / sqrt(scaledBy).
void readAttentionScale(HyperReader& reader, ModelConfig& config, int scaledBy);
// attn_logit_softcapping and final_logit_softcapping, 0: none. readShape does it with 0 for both.
void readSoftCaps(HyperReader& reader, ModelConfig& config, double attentionFallback, double logitFallback);

// token_embd, output_norm and, where not tied, output.
void needEnds(const ModelConfig& config, std::vector<TensorNeed>& needs);
// A norm's weights.
void needVector(std::string name, int values, std::vector<TensorNeed>& needs);
// The attention and FFN matrices of layer i with their biases where the file has them, fused where the configuration
// says so, and the norms that it says.
void needBlock(const ModelConfig& config, int i, std::vector<TensorNeed>& needs);
// Both for all layers: a family that has nothing else.
std::vector<TensorNeed> decoderTensors(const ModelConfig& config);
// "blk.<i>.<name>"
std::string blockTensor(int i, std::string_view name);

}  // namespace gh
