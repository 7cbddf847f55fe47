#include "engine/plan/model_shape.h"

#include <algorithm>
#include <array>

#include "engine/model/limited_json.h"
#include "engine/plan/checked.h"

namespace gh::plan {
namespace {

using Json = nlohmann::json;

std::uint64_t product(std::uint64_t a, std::uint64_t b) { return saturatingMultiply(a, b); }
std::uint64_t u(int n) { return static_cast<std::uint64_t>(std::max(0, n)); }

// Families whose cache is no list of keys and values of all tokens: their memory is another formula.
struct OtherCache {
    const char* key;      // of config.json; the value is not looked at
    const char* what;
};
constexpr OtherCache kOtherCaches[] = {
    {"kv_lora_rank", "latent attention (it caches one compressed vector a token)"},
    {"state_size", "recurrent layers (their state does not grow with the context)"},
    {"mamba_d_state", "recurrent layers (their state does not grow with the context)"},
    {"ssm_cfg", "recurrent layers (their state does not grow with the context)"},
    {"conv_L_cache", "convolutional layers (their cache does not grow with the context)"},
    {"linear_num_value_heads", "linear attention (its state does not grow with the context)"},
    {"recurrent_block_type", "recurrent layers (their state does not grow with the context)"},
};
constexpr int kMostLayers = 4096, kMostCount = 1 << 24;

struct Reader {
    const Json& root;
    const std::string& subject;
    std::optional<Error> error;

    int count(const char* key, int fallback, int least, int most = kMostCount) {
        if (error) return fallback;
        const auto found = root.find(key);
        if (found == root.end() || found->is_null()) {
            if (fallback >= 0) return fallback;
            error = Error{ErrorCode::BadFile, subject, std::string(key) + " is missing; a transformers config.json of a decoder has it"};
            return 0;
        }
        if (!found->is_number_integer() || found->get<std::int64_t>() < least || found->get<std::int64_t>() > most) {
            error = Error{ErrorCode::BadFile, subject,
                          std::string(key) + " is " + found->dump().substr(0, 40) + "; a whole number from " +
                              std::to_string(least) + " to " + std::to_string(most) + " is expected"};
            return 0;
        }
        return static_cast<int>(found->get<std::int64_t>());
    }
    bool flag(const char* key, bool fallback) const {
        const auto found = root.find(key);
        return found != root.end() && found->is_boolean() ? found->get<bool>() : fallback;
    }
};

// Which layers have the window: layer_types where there is one, else a period, else all.
std::vector<bool> windowedLayers(const Json& root, int layers, int period) {
    std::vector<bool> windowed(static_cast<std::size_t>(layers), true);
    const auto types = root.find("layer_types");
    for (int i = 0; i < layers; ++i) {
        const auto at = static_cast<std::size_t>(i);
        if (types != root.end() && types->is_array() && at < types->size() && (*types)[at].is_string())
            windowed[at] = (*types)[at].get<std::string>().find("sliding") != std::string::npos;
        else if (period > 0)
            windowed[at] = i % period != period - 1;
    }
    return windowed;
}

}  // namespace

std::uint64_t countParameters(const ModelShape& shape, const ShapeExtras& extras) {
    const std::uint64_t width = u(shape.width);
    std::uint64_t total = product(product(u(shape.vocab), width), shape.tied ? 1 : 2) + width;
    for (const LayerGroup& group : shape.groups) {
        const std::uint64_t query = product(u(shape.heads), u(group.keySize)), key = product(u(group.kvHeads), u(group.keySize)),
                            value = product(u(group.kvHeads), u(group.valueSize));
        std::uint64_t layer = product(width, saturatingAdd(product(2, query), saturatingAdd(key, value)));
        layer = saturatingAdd(layer, product(3, product(width, u(shape.ffn))));
        layer = saturatingAdd(layer, product(extras.postNorms ? 4 : 2, width));
        if (extras.qkNorms) layer = saturatingAdd(layer, product(2, u(group.keySize)));
        if (extras.qkvBiases) layer = saturatingAdd(layer, saturatingAdd(query, saturatingAdd(key, value)));
        total = saturatingAdd(total, product(u(group.layers), layer));
    }
    return total;
}

Result<ModelShape> shapeFromConfig(std::string_view json, const std::string& subject) {
    auto parsed = parseJson(json, subject);
    if (!parsed) return parsed.error();
    if (!parsed->is_object()) return Error{ErrorCode::BadFile, subject, "is no JSON object; a transformers config.json is expected"};
    // Models that also see keep what the decoder is in an object of its own.
    const auto inner = parsed->find("text_config");
    const Json& root = inner != parsed->end() && inner->is_object() ? *inner : *parsed;
    for (const OtherCache& other : kOtherCaches)
        if (const auto found = root.find(other.key); found != root.end() && !found->is_null())
            return Error{ErrorCode::Unsupported, subject,
                         std::string("has ") + other.what + ", as " + other.key + " says; this planner counts keys and values and would be wrong here"};

    Reader read{root, subject, {}};
    ModelShape shape;
    shape.layers = read.count("num_hidden_layers", -1, 1, kMostLayers);
    shape.width = read.count("hidden_size", -1, 1);
    shape.ffn = read.count("intermediate_size", -1, 1);
    shape.heads = read.count("num_attention_heads", -1, 1, 1 << 16);
    shape.vocab = read.count("vocab_size", -1, 1);
    const int kvHeads = read.count("num_key_value_heads", shape.heads, 1, 1 << 16);
    const int headSize = read.count("head_dim", shape.heads > 0 ? shape.width / shape.heads : 0, 1, 1 << 16);
    shape.context = read.count("max_position_embeddings", 0, 0, 1 << 30);
    int window = read.count("sliding_window", 0, 0, 1 << 30);
    const int period = read.count("sliding_window_pattern", 0, 0, kMostLayers);
    if (read.error) return *read.error;
    if (kvHeads > shape.heads || shape.heads % kvHeads != 0)
        return Error{ErrorCode::BadFile, subject, std::to_string(shape.heads) + " query heads cannot share " + std::to_string(kvHeads) + " KV heads"};
    if (!read.flag("use_sliding_window", true)) window = 0;
    const auto type = root.find("model_type");
    const std::string family = type != root.end() && type->is_string() ? type->get<std::string>() : "";
    shape.name = family.empty() ? subject : family;
    shape.tied = read.flag("tie_word_embeddings", family.starts_with("gemma"));
    shape.source = subject;
    LayerGroup full{0, kvHeads, headSize, headSize, 0, {}}, windowed{0, kvHeads, headSize, headSize, window, {}};
    const std::vector<bool> hasWindow = windowedLayers(root, shape.layers, period > 0 ? period : family.starts_with("gemma3") ? 6 : family == "gemma2" ? 2 : 0);
    for (int layer = 0; layer < shape.layers; ++layer) {
        LayerGroup& group = window > 0 && hasWindow[static_cast<std::size_t>(layer)] ? windowed : full;
        ++group.layers;
        group.layerIndex.push_back(layer);
    }
    for (LayerGroup& group : std::array{full, windowed})
        if (group.layers > 0) shape.groups.push_back(std::move(group));
    const bool gemma3 = family.starts_with("gemma3");
    shape.parameters = countParameters(shape, {.qkvBiases = family == "qwen2" || read.flag("attention_bias", false),
                                               .qkNorms = family == "qwen3" || gemma3,
                                               .postNorms = family == "gemma2" || gemma3});
    return shape;
}

}  // namespace gh::plan
