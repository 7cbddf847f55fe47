// What decoder-only transformer families share: the keys of their shape and the names of their tensors.
#pragma once

#include "engine/model/hyper_reader.h"
#include "engine/model/model_config.h"

namespace gh {

// Layers, width, FFN, context, heads, head size, epsilon, vocabulary (the rows of token_embd.weight) and tied
// output. Leaves RoPE, windows and whatever else the family decides. Check reader.error() afterwards; on an
// error config.layer may be empty.
void readShape(HyperReader& reader, ModelConfig& config);

// RoPE base under the given key, `fallback` where absent.
double readRopeBase(HyperReader& reader, std::string_view name, double fallback);
// Dims rotated by RoPE: rope.dimension_count, the head size where absent.
int readRopeDims(HyperReader& reader, const LayerConfig& layer);
// Factor of linear RoPE scaling, 1 without; any other kind of scaling is refused by name.
double readLinearRopeScale(HyperReader& reader);
// Gives equal (base, scale, dims) one table number, in the order of first use.
void numberRopeTables(ModelConfig& config);

// token_embd, output_norm and, where not tied, output.
void needEnds(const ModelConfig& config, std::vector<TensorNeed>& needs);
// The attention and FFN matrices of layer i and the two norms before them.
void needBlock(const ModelConfig& config, int i, std::vector<TensorNeed>& needs);
// "blk.<i>.<name>"
std::string blockTensor(int i, std::string_view name);

}  // namespace gh
