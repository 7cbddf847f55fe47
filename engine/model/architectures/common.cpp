#include "engine/model/architectures/common.h"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace gh {
namespace {

// Far above any real model, low enough that products of two stay within 63 bits and of one with a head count
// within 31.
constexpr int kMostLayers = 1 << 10;
constexpr int kMostWidth = 1 << 20;
constexpr int kMostHeads = 1 << 12;
constexpr int kMostHeadSize = 1 << 12;
constexpr int kMostContext = 1 << 30;
constexpr int kMostRows = 1 << 28;

void readVocabulary(HyperReader& reader, ModelConfig& config) {
    const ModelTensor* embedding = reader.file().tensor("token_embd.weight");
    if (embedding == nullptr || embedding->dims.size() < 2) return;  // the tensor check names it
    if (embedding->dims[1] <= static_cast<std::uint64_t>(kMostRows))
        config.vocab = static_cast<int>(embedding->dims[1]);
}

void readHeads(HyperReader& reader, ModelConfig& config) {
    const auto heads = reader.perLayer("attention.head_count", config.layers, 1, kMostHeads);
    const auto kvHeads = reader.has("attention.head_count_kv")
                             ? reader.perLayer("attention.head_count_kv", config.layers, 1, kMostHeads)
                             : heads;
    if (reader.error()) return;

    // Layers share the tensors of a step, and int8 activations are as long as those are wide.
    if (std::any_of(heads.begin(), heads.end(), [&](int count) { return count != heads[0]; }))
        reader.fail("attention.head_count", "differs between layers, which is not supported",
                    ErrorCode::Unsupported);
    int headSize = 0;
    if (reader.has("attention.key_length")) {
        headSize = reader.integer("attention.key_length", 2, kMostHeadSize);
    } else {
        headSize = config.width / heads[0];
        if (headSize * heads[0] != config.width || headSize < 2 || headSize > kMostHeadSize) {
            reader.fail("attention.head_count", "is " + std::to_string(heads[0]) +
                                                    ", which does not divide the width " +
                                                    std::to_string(config.width) + " into heads of 2 to " +
                                                    std::to_string(kMostHeadSize) + " values");
            return;
        }
    }
    if (headSize % 2 != 0)
        reader.fail("attention.key_length",
                    "is " + std::to_string(headSize) + ", expected an even head size");
    if (reader.has("attention.value_length")) {
        const int valueSize = reader.integer("attention.value_length", 1, kMostHeadSize);
        if (!reader.error() && valueSize != headSize)
            reader.fail("attention.value_length",
                        "is " + std::to_string(valueSize) + " with keys of " + std::to_string(headSize) +
                            "; only equal sizes are supported",
                        ErrorCode::Unsupported);
    }
    for (std::size_t i = 0; i < heads.size(); ++i)
        if (heads[i] % kvHeads[i] != 0) {
            reader.fail("attention.head_count_kv", "is " + std::to_string(kvHeads[i]) +
                                                       ", which does not divide the " +
                                                       std::to_string(heads[i]) + " query heads");
            return;
        }
    if (reader.error()) return;
    config.layer.resize(heads.size());
    for (std::size_t i = 0; i < heads.size(); ++i) {
        config.layer[i].heads = heads[i];
        config.layer[i].kvHeads = kvHeads[i];
        config.layer[i].headSize = headSize;
    }
}

// Keys of related families that change what is computed, by their value that changes nothing; 0 does so for all.
void refuseRelatives(HyperReader& reader) {
    struct Key {
        const char* name;
        double harmless;
        const char* what;
    };
    constexpr Key kKeys[] = {
        {"expert_count", 0, "mixtures of experts"},
        {"logit_scale", 1, "scaled logits"},
        {"residual_scale", 1, "scaled residuals"},
        {"embedding_scale", 1, "embeddings scaled by a key"},
        {"attention.output_scale", 1, "scaled attention outputs"},
        {"attention.value_scale", 1, "scaled values"},
        {"attention.temperature_scale", 0, "attention temperatures"},
        {"attention.temperature_length", 0, "attention temperatures"},
        {"attention.max_alibi_bias", 0, "ALiBi biases"},
        {"attention.clamp_kqv", 0, "clamped queries, keys and values"},
        {"attention.relative_buckets_count", 0, "relative positions in buckets"},
        {"attention.shared_kv_layers", 0, "layers that share their cache"},
        {"activation_sparsity_scale", 0, "sparse activations"},
    };
    for (const auto& key : kKeys)
        if (const double value = reader.numberOr(key.name, 0.0, -1e30, 1e30); value != 0.0 && value != key.harmless) {
            std::ostringstream problem;
            problem << "is " << value << "; " << key.what << " are not supported";
            reader.fail(key.name, problem.str(), ErrorCode::Unsupported);
        }
    if (!reader.flagOr("attention.causal", true))
        reader.fail("attention.causal", "is false; models that look ahead are not supported", ErrorCode::Unsupported);
    if (reader.flagOr("use_parallel_residual", false))
        reader.fail("use_parallel_residual", "is set; parallel residuals are not supported", ErrorCode::Unsupported);
}

}  // namespace

void readShape(HyperReader& reader, ModelConfig& config) {
    const ModelFile& file = reader.file();
    config.name = file.path().substr(file.path().find_last_of('/') + 1);
    if (const auto name = file.text("general.name"); name && !name->empty()) config.name = std::string(*name);

    // A layer has several tensors, so more layers than tensors are a lie that must not reserve memory first.
    const auto tensors = file.tensors().size();
    const bool few = tensors < static_cast<std::size_t>(kMostLayers);
    config.layers = reader.integer("block_count", 1, few ? std::max(static_cast<int>(tensors), 1) : kMostLayers,
                                   few ? "the number of tensors in the file" : "the most that is supported");
    config.width = reader.integer("embedding_length", 1, kMostWidth);
    config.context = reader.integer("context_length", 1, kMostContext);
    if (reader.error()) return;
    const auto ffn = reader.perLayer("feed_forward_length", config.layers, 1, kMostWidth);
    config.ffn = ffn[0];
    if (std::any_of(ffn.begin(), ffn.end(), [&](int size) { return size != ffn[0]; }))
        reader.fail("feed_forward_length", "differs between layers, which is not supported",
                    ErrorCode::Unsupported);
    refuseRelatives(reader);
    if (reader.error()) return;
    readHeads(reader, config);
    config.normEps = static_cast<float>(reader.number("attention.layer_norm_rms_epsilon", 1e-12, 1.0));
    readVocabulary(reader, config);
    config.tiedOutput = file.tensor("output.weight") == nullptr;
    config.fusedQkv = file.tensor("blk.0.attn_qkv.weight") != nullptr;
    const ModelTensor* up = file.tensor("blk.0.ffn_up.weight");
    config.fusedGateUp = file.tensor("blk.0.ffn_gate.weight") == nullptr && up != nullptr && up->dims.size() > 1 &&
                         up->dims[1] == 2 * static_cast<std::uint64_t>(config.ffn);
    readSoftCaps(reader, config, 0.0, 0.0);
}

std::vector<bool> readWindows(HyperReader& reader, ModelConfig& config, int windowFallback, int patternFallback) {
    constexpr const char* kWindow = "attention.sliding_window";
    constexpr const char* kPattern = "attention.sliding_window_pattern";
    constexpr int kMostWindow = 1 << 30;
    const auto windows = reader.has(kWindow) ? reader.perLayer(kWindow, config.layers, 0, kMostWindow)
                                             : std::vector<int>(config.layer.size(), windowFallback);
    const auto flags = reader.flagPerLayer(kPattern, config.layers);
    std::vector<bool> found(config.layer.size());
    const int pattern = flags ? 0 : reader.integerOr(kPattern, patternFallback, 0, 1 << 16);
    for (std::size_t i = 0; i < config.layer.size(); ++i) {
        const auto layer = static_cast<int>(i);
        const bool windowed = windows[i] > 0 && (flags ? (*flags)[i] : pattern == 0 || layer % pattern != pattern - 1);
        found[i] = windowed;
        config.layer[i].window = windowed && windows[i] < config.context ? windows[i] : 0;
    }
    return found;
}

void readAttentionScale(HyperReader& reader, ModelConfig& config, int scaledBy) {
    const double scale = reader.numberOr("attention.scale", 0.0, 0.0, 1e3);
    config.attentionScale =
        scale > 0.0 ? static_cast<float>(scale) : 1.0f / std::sqrt(static_cast<float>(scaledBy));
}

void readSoftCaps(HyperReader& reader, ModelConfig& config, double attentionFallback, double logitFallback) {
    const auto cap = [&](const char* name, double fallback) {
        const double value = reader.numberOr(name, fallback, 0.0, 1e6);
        if (value > 0.0 && value < 1e-3) reader.fail(name, "is below 0.001, expected 0 (none) or more");
        return static_cast<float>(value);
    };
    config.attentionCap = cap("attn_logit_softcapping", attentionFallback);
    config.logitCap = cap("final_logit_softcapping", logitFallback);
}

std::string blockTensor(int i, std::string_view name) {
    return "blk." + std::to_string(i) + "." + std::string(name);
}

void needVector(std::string name, int values, std::vector<TensorNeed>& needs) {
    needs.push_back({.name = std::move(name), .dims = {static_cast<std::uint64_t>(values)}});
}

void needEnds(const ModelConfig& config, std::vector<TensorNeed>& needs) {
    const auto width = static_cast<std::uint64_t>(config.width);
    const auto vocab = static_cast<std::uint64_t>(config.vocab);
    needs.push_back({.name = "token_embd.weight", .dims = {width, vocab}});
    needVector("output_norm.weight", config.width, needs);
    if (!config.tiedOutput) needs.push_back({.name = "output.weight", .dims = {width, vocab}});
}

void needBlock(const ModelConfig& config, int i, std::vector<TensorNeed>& needs) {
    const LayerConfig& layer = config.layer[static_cast<std::size_t>(i)];
    const auto width = static_cast<std::uint64_t>(config.width);
    const auto ffn = static_cast<std::uint64_t>(config.ffn);
    const auto headSize = static_cast<std::uint64_t>(layer.headSize);
    const std::uint64_t q = headSize * static_cast<std::uint64_t>(layer.heads);
    const std::uint64_t kv = headSize * static_cast<std::uint64_t>(layer.kvHeads);
    struct Product {
        std::string name;
        std::uint64_t rows;
    };
    // A matrix of one product or of several whose rows stand one after another, and its bias if it has one.
    const auto matrix = [&](const std::string& name, std::uint64_t inputs, const std::vector<Product>& products) {
        TensorNeed weight, bias;
        weight.name = blockTensor(i, name + ".weight");
        bias.name = blockTensor(i, name + ".bias");
        std::uint64_t rows = 0;
        for (const auto& product : products) {
            rows += product.rows;
            if (products.size() == 1) continue;
            weight.parts.push_back({blockTensor(i, product.name + ".weight"), product.rows});
            bias.parts.push_back({blockTensor(i, product.name + ".bias"), product.rows});
        }
        weight.dims = {inputs, rows};
        bias.dims = {rows};
        bias.optional = true;
        needs.push_back(std::move(weight));
        needs.push_back(std::move(bias));
    };
    needVector(blockTensor(i, "attn_norm.weight"), config.width, needs);
    if (config.fusedQkv) {
        matrix("attn_qkv", width, {{"attn_q", q}, {"attn_k", kv}, {"attn_v", kv}});
    } else {
        matrix("attn_q", width, {{"attn_q", q}});
        matrix("attn_k", width, {{"attn_k", kv}});
        matrix("attn_v", width, {{"attn_v", kv}});
    }
    if (config.qkNorms) {
        needVector(blockTensor(i, "attn_q_norm.weight"), layer.headSize, needs);
        needVector(blockTensor(i, "attn_k_norm.weight"), layer.headSize, needs);
    }
    matrix("attn_output", q, {{"attn_output", width}});
    if (config.postNorms) needVector(blockTensor(i, "post_attention_norm.weight"), config.width, needs);
    needVector(blockTensor(i, "ffn_norm.weight"), config.width, needs);
    if (config.fusedGateUp) {
        matrix("ffn_up", width, {{"ffn_gate", ffn}, {"ffn_up", ffn}});
    } else {
        matrix("ffn_gate", width, {{"ffn_gate", ffn}});
        matrix("ffn_up", width, {{"ffn_up", ffn}});
    }
    matrix("ffn_down", ffn, {{"ffn_down", width}});
    if (config.postNorms) needVector(blockTensor(i, "post_ffw_norm.weight"), config.width, needs);
}

std::vector<TensorNeed> decoderTensors(const ModelConfig& config) {
    std::vector<TensorNeed> needs;
    needEnds(config, needs);
    for (int i = 0; i < config.layers; ++i) needBlock(config, i, needs);
    return needs;
}

}  // namespace gh
