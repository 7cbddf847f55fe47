// What a model is, independent of the file format it came from.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
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

// How angles come from positions: every kind of scaling ends as a division of each pair's angle and a factor of
// the cosines and sines (architectures/rope_keys.h reads them from a file's keys and tensors).
struct RopeConfig {
    double base = 10000.0;
    double scale = 1.0;            // linear: angles are divided by this
    int dims = 0;                  // dims rotated, even, <= head size
    std::vector<double> divisors;  // of each pair's angle, [dims / 2]; empty: all 1
    double magnitude = 1.0;        // factor of cosines and sines
    // Divisors for contexts above originalContext, where a file has both (settleRope); empty: those above for all.
    std::vector<double> longDivisors;
    int originalContext = 0;
    bool operator==(const RopeConfig&) const = default;
};

struct LayerConfig {
    int heads = 0, kvHeads = 0;
    int headSize = 0;  // of q and k; value size is equal in the families so far
    int window = 0;    // 0 = full attention; else the query and window-1 tokens before it
    RopeConfig rope;
    int ropeTable = 0;  // number of this layer's RopeConfig: layers with equal ones share a table
};

struct ModelConfig {
    std::string family;  // as listed in architecture_list
    std::string name;    // general.name or the file's name
    int layers = 0, width = 0, ffn = 0, vocab = 0, context = 0;
    std::vector<LayerConfig> layer;  // one per layer
    float normEps = 1e-5f;
    float embeddingScale = 1.0f;  // gemma: sqrt(width), rounded as the reference does (f32)
    float attentionScale = 0.0f;  // multiplies q
    float attentionCap = 0.0f;    // scores become cap * tanh(score / cap); 0: they stay
    float logitCap = 0.0f;        // the same for the logits
    Activation activation = Activation::Silu;
    kernels::RopePairs ropePairs = kernels::RopePairs::Adjacent;
    bool qkNorms = false;     // RMS norm per head on q and k before RoPE
    bool postNorms = false;   // norm after attention and after FFN, before the residual add
    bool tiedOutput = false;  // output head = token embedding
    bool fusedQkv = false;    // attn_qkv: the rows of q, k and v in one tensor
    bool fusedGateUp = false; // ffn_up: the rows of gate and up in one tensor
};

// Chooses the divisors of RoPE for a context limit, which is set at load and then stays: never by the current length.
void settleRope(ModelConfig& config, int contextLimit);

// Layers grouped by equal cache shape (plan::LayerGroup), full groups before windowed ones.
std::vector<plan::LayerGroup> layerGroups(const ModelConfig& config);

// Tensors of a model under the names GGUF gives them (token_embd.weight, blk.N.attn_q.weight …).
struct TensorNeed {
    std::string name;
    std::vector<std::uint64_t> dims;  // expected ne
    bool optional = false;            // biases: absent is fine
    bool inConfig = false;            // its values are in the configuration already: no weight to load
    // A tensor that holds several one after another: its rows (of a vector: its values) are these, in this order.
    struct Part {
        std::string name;
        std::uint64_t rows;
    };
    std::vector<Part> parts{};
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
    // Those the architecture needs, in the order of Architecture::tensors, present ones. Fused ones by their parts,
    // which are views of the file like all others.
    std::vector<const ModelTensor*> tensors;
    std::shared_ptr<const std::deque<ModelTensor>> parts;
    std::vector<std::string> warnings;
};
Result<CheckedModel> checkModel(std::shared_ptr<const ModelFile> file);
// checkModel(openModelFile(path)): a GGUF file, any part of a split one, a safetensors folder.
Result<CheckedModel> openModel(const std::string& path);

// Scans the values of a tensor (floats, block scales): error names tensor and index of the first non-finite
// one.
Result<void> checkFinite(const ModelTensor& tensor);

}  // namespace gh
