#include "engine/model/architectures/common.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace gh {
namespace {

// Far above any real model, low enough that products of two stay within 63 bits and of one with a head count
// within 31.
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

    int headSize = 0;
    if (reader.has("attention.key_length")) {
        headSize = reader.integer("attention.key_length", 2, kMostHeadSize);
    } else {
        for (const int count : heads)
            if (count != heads[0]) {
                reader.fail("attention.head_count", "differs between layers, which needs the key " +
                                                        reader.key("attention.key_length"));
                return;
            }
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

}  // namespace

void readShape(HyperReader& reader, ModelConfig& config) {
    const ModelFile& file = reader.file();
    config.name = file.path().substr(file.path().find_last_of('/') + 1);
    if (const auto name = file.text("general.name"); name && !name->empty()) config.name = std::string(*name);

    // A layer has several tensors, so more layers than tensors are a lie that must not reserve memory first.
    const int mostLayers = static_cast<int>(std::min<std::size_t>(file.tensors().size(), 1 << 16));
    config.layers =
        reader.integer("block_count", 1, std::max(mostLayers, 1), "the number of tensors in the file");
    config.width = reader.integer("embedding_length", 1, kMostWidth);
    config.context = reader.integer("context_length", 1, kMostContext);
    if (reader.error()) return;
    const auto ffn = reader.perLayer("feed_forward_length", config.layers, 1, kMostWidth);
    config.ffn = ffn[0];
    if (std::any_of(ffn.begin(), ffn.end(), [&](int size) { return size != ffn[0]; }))
        reader.fail("feed_forward_length", "differs between layers, which is not supported",
                    ErrorCode::Unsupported);
    if (reader.has("expert_count") && reader.integer("expert_count", 0, kMostHeads) > 0)
        reader.fail("expert_count", "is above 0; mixtures of experts are not supported",
                    ErrorCode::Unsupported);
    if (reader.error()) return;
    readHeads(reader, config);
    config.normEps = static_cast<float>(reader.number("attention.layer_norm_rms_epsilon", 1e-12, 1.0));
    readVocabulary(reader, config);
    config.tiedOutput = file.tensor("output.weight") == nullptr;
}

double readRopeBase(HyperReader& reader, std::string_view name, double fallback) {
    // Below 1 angles would grow with the dimension; a tiny base would even overflow them.
    return reader.numberOr(name, fallback, 1.0, 1e12);
}

int readRopeDims(HyperReader& reader, const LayerConfig& layer) {
    const int dims =
        reader.integerOr("rope.dimension_count", layer.headSize, 2, layer.headSize, "the head size");
    if (dims % 2 != 0)
        reader.fail("rope.dimension_count", "is " + std::to_string(dims) + ", expected an even number");
    return dims;
}

double readLinearRopeScale(HyperReader& reader) {
    const std::string type = reader.textOr("rope.scaling.type", "linear");
    if (type == "none") return 1.0;
    if (type != "linear") {
        reader.fail("rope.scaling.type", "is \"" + type + "\"; only linear scaling is supported",
                    ErrorCode::Unsupported);
        return 1.0;
    }
    // 0 stands for "no scaling" in files; scale_linear is the key's name before there were kinds.
    for (const char* name : {"rope.scaling.factor", "rope.scale_linear"})
        if (const double factor = reader.numberOr(name, 0.0, 0.0, 1e6); factor != 0.0) {
            if (factor >= 1e-3) return factor;
            reader.fail(name, "is " + std::to_string(factor) + ", expected 0 (no scaling) or 0.001 and more");
        }
    return 1.0;
}

void numberRopeTables(ModelConfig& config) {
    std::vector<std::array<double, 3>> tables;
    for (auto& layer : config.layer) {
        const std::array<double, 3> table{layer.ropeBase, layer.ropeScale,
                                          static_cast<double>(layer.ropeDims)};
        const auto found = std::find(tables.begin(), tables.end(), table);
        layer.ropeTable = static_cast<int>(found - tables.begin());
        if (found == tables.end()) tables.push_back(table);
    }
}

std::string blockTensor(int i, std::string_view name) {
    return "blk." + std::to_string(i) + "." + std::string(name);
}

void needEnds(const ModelConfig& config, std::vector<TensorNeed>& needs) {
    const auto width = static_cast<std::uint64_t>(config.width);
    const auto vocab = static_cast<std::uint64_t>(config.vocab);
    needs.push_back({"token_embd.weight", {width, vocab}});
    needs.push_back({"output_norm.weight", {width}});
    if (!config.tiedOutput) needs.push_back({"output.weight", {width, vocab}});
}

void needBlock(const ModelConfig& config, int i, std::vector<TensorNeed>& needs) {
    const LayerConfig& layer = config.layer[static_cast<std::size_t>(i)];
    const auto width = static_cast<std::uint64_t>(config.width);
    const auto ffn = static_cast<std::uint64_t>(config.ffn);
    const auto headSize = static_cast<std::uint64_t>(layer.headSize);
    const std::uint64_t q = headSize * static_cast<std::uint64_t>(layer.heads);
    const std::uint64_t kv = headSize * static_cast<std::uint64_t>(layer.kvHeads);
    auto need = [&](std::string_view name, std::vector<std::uint64_t> dims) {
        needs.push_back({blockTensor(i, name), std::move(dims)});
    };
    need("attn_norm.weight", {width});
    need("attn_q.weight", {width, q});
    need("attn_k.weight", {width, kv});
    need("attn_v.weight", {width, kv});
    need("attn_output.weight", {q, width});
    need("ffn_norm.weight", {width});
    need("ffn_gate.weight", {width, ffn});
    need("ffn_up.weight", {width, ffn});
    need("ffn_down.weight", {ffn, width});
}

}  // namespace gh
