// RoPE as a model's file describes it, in keys of its family and in tensors:
//   rope.freq_base, rope.dimension_count
//   rope.scaling.type     none | linear | yarn | llama3 | longrope; where absent, linear
//   rope.scaling.factor   (older: rope.scale_linear) how much longer the context is than the original one
//   rope.scaling.original_context_length   context_length where absent
//   rope.scaling.attn_factor               factor of cosines and sines, beside the one that YaRN has of itself
//   rope.scaling.yarn_beta_fast, yarn_beta_slow, yarn_log_multiplier, yarn_ext_factor, yarn_attn_factor
//   rope.scaling.low_freq_factor, high_freq_factor   of llama3, where its divisors are not in the file as a tensor
//   rope_freqs.weight                           divisors of each pair's angle (Llama 3.1 and later)
//   rope_factors_short.weight, …_long.weight    the same for contexts up to the original one and above (Phi-3)
// GGUF files of llama3 scaling carry the tensor; the two keys are for readers of formats that only have parameters.
// Sources: the ggml project's RoPE operation and key names; YaRN: arXiv 2309.00071; LongRoPE: arXiv 2402.13753.
#pragma once

#include "engine/model/hyper_reader.h"
#include "engine/model/model_config.h"

namespace gh {

// Of layers without rules of their own. config.context and the head size of layer 0 are known. Errors stay in the
// reader. A kind of scaling that is not listed above is refused by name.
RopeConfig readRope(HyperReader& reader, const ModelConfig& config, double baseFallback = 10000.0);

// Base under the given key, `fallback` where absent.
double readRopeBase(HyperReader& reader, std::string_view name, double fallback);

// Gives one RopeConfig to all layers.
void setRope(ModelConfig& config, const RopeConfig& rope);
// Numbers equal configurations alike, in the order of first use (LayerConfig::ropeTable).
void numberRopeTables(ModelConfig& config);

// The tensors above, for families that may have them.
void needRope(const ModelConfig& config, std::vector<TensorNeed>& needs);

}  // namespace gh
