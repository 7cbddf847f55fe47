// What a model is, independent of the file format it came from.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/model/model_file.h"
#include "engine/plan/cache_formula.h"
#include "kernels/kernel_table.h"

namespace gh {

enum class Activation : std::uint8_t { Silu, GeluTanh };

struct LayerConfig {
    int heads = 0, kvHeads = 0;
    int headSize = 0;  // of q and k; value size is equal in the families so far
    int window = 0;    // 0 = full attention; else the query and window-1 tokens before it
    double ropeBase = 10000.0;
    double ropeScale = 1.0;  // linear: angles are divided by this
    int ropeDims = 0;        // dims rotated, even, <= headSize
    int ropeTable = 0;       // index of the (base, scale, dims) table this layer uses
};

struct ModelConfig {
    std::string family;  // as listed in architecture_list
    std::string name;    // general.name or the file's name
    int layers = 0, width = 0, ffn = 0, vocab = 0, context = 0;
    std::vector<LayerConfig> layer;  // one per layer
    float normEps = 1e-5f;
    float embeddingScale = 1.0f;  // gemma: sqrt(width), rounded as the reference does (f32)
    float attentionScale = 0.0f;  // multiplies q
    Activation activation = Activation::Silu;
    kernels::RopePairs ropePairs = kernels::RopePairs::Adjacent;
    bool qkNorms = false;     // RMS norm per head on q and k before RoPE
    bool postNorms = false;   // norm after attention and after FFN, before the residual add
    bool tiedOutput = false;  // output head = token embedding
};

// Layers grouped by equal cache shape (plan::LayerGroup), full groups before windowed ones.
std::vector<plan::LayerGroup> layerGroups(const ModelConfig& config);

// Tensors of a model under the names GGUF gives them (token_embd.weight, blk.N.attn_q.weight …).
struct TensorNeed {
    std::string name;
    std::vector<std::uint64_t> dims;  // expected ne
    bool optional = false;            // biases: absent is fine
};

// One family = one file in architectures/ + one line in architecture_list.cpp.
struct Architecture {
    const char* name;  // general.architecture
    Result<ModelConfig> (*read)(const ModelFile& file);
    std::vector<TensorNeed> (*tensors)(const ModelConfig& config);
};
std::span<const Architecture> architectureList();
const Architecture* findArchitecture(std::string_view name);

// Everything `info` and loading check except the values: architecture, keys, tokenizer lengths, tensors and
// shapes. Error codes: BadFile or Unsupported. Vocabulary and rows of token_embd are compared.
struct CheckedModel {
    std::shared_ptr<const ModelFile> file;
    ModelConfig config;
    const Architecture* architecture = nullptr;
    std::vector<const ModelTensor*>
        tensors;  // those the architecture needs, in the order of Architecture::tensors, present ones
    std::vector<std::string> warnings;
};
Result<CheckedModel> checkModel(std::shared_ptr<const ModelFile> file);
// checkModel(open(path)), with the extra rule that a folder or another format is named in the error.
Result<CheckedModel> openModel(const std::string& path);

// Scans the values of a tensor (floats, block scales): error names tensor and index of the first non-finite
// one.
Result<void> checkFinite(const ModelTensor& tensor);

}  // namespace gh
