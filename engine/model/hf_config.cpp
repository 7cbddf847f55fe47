// config.json into keys: one row a field.
#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/model/gguf_reader.h"
#include "engine/model/hf_parts.h"

namespace gh {
namespace {

using Json = nlohmann::json;

constexpr const char* kLlama[] = {"llama", "mistral"};
constexpr const char* kQwen2[] = {"qwen2"};
constexpr const char* kQwen3[] = {"qwen3"};
constexpr const char* kGemma2[] = {"gemma2"};
constexpr const char* kGemma3[] = {"gemma3_text", "gemma3"};
constexpr const char* kPhi3[] = {"phi3"};

constexpr HfFamily kFamilies[] = {
    {.modelTypes = kLlama, .architecture = "llama", .activation = "silu", .halvedPairs = true,
     .defaults = R"({"rms_norm_eps":1e-6,"max_position_embeddings":2048})"},
    {.modelTypes = kQwen2, .architecture = "qwen2", .activation = "silu",
     .defaults = R"({"rms_norm_eps":1e-6,"max_position_embeddings":32768})"},
    {.modelTypes = kQwen3, .architecture = "qwen3", .activation = "silu",
     .defaults = R"({"rms_norm_eps":1e-6,"max_position_embeddings":32768,"head_dim":128})"},
    {.modelTypes = kGemma2, .architecture = "gemma2", .activation = "gelu_pytorch_tanh",
     .normsWithoutOne = true, .postNorms = true,
     .defaults = R"({"hidden_size":2304,"intermediate_size":9216,"num_hidden_layers":26,"num_attention_heads":8,
         "num_key_value_heads":4,"head_dim":256,"rms_norm_eps":1e-6,"max_position_embeddings":8192,
         "sliding_window":4096,"query_pre_attn_scalar":256,"attn_logit_softcapping":50.0,
         "final_logit_softcapping":30.0,"tie_word_embeddings":true})"},
    {.modelTypes = kGemma3, .architecture = "gemma3", .activation = "gelu_pytorch_tanh",
     .normsWithoutOne = true, .postNorms = true,
     .defaults = R"({"hidden_size":2304,"intermediate_size":9216,"num_hidden_layers":26,"num_attention_heads":8,
         "num_key_value_heads":4,"head_dim":256,"rms_norm_eps":1e-6,"max_position_embeddings":131072,
         "rope_theta":1000000.0,"rope_local_base_freq":10000.0,"sliding_window":4096,"sliding_window_pattern":6,
         "query_pre_attn_scalar":256,"tie_word_embeddings":true})"},
    {.modelTypes = kPhi3, .architecture = "phi3", .activation = "silu",
     .defaults = R"({"rms_norm_eps":1e-5,"max_position_embeddings":4096})"},
};

// Whole numbers and numbers that go over as they are. A field that is absent or null leaves its key out; the family
// says which keys it cannot do without.
struct Field {
    const char* field;
    const char* key;
    bool whole;
};
constexpr Field kFields[] = {
    {"num_hidden_layers", "block_count", true},
    {"hidden_size", "embedding_length", true},
    {"intermediate_size", "feed_forward_length", true},
    {"max_position_embeddings", "context_length", true},
    {"num_attention_heads", "attention.head_count", true},
    {"num_key_value_heads", "attention.head_count_kv", true},
    {"head_dim", "attention.key_length", true},
    {"head_dim", "attention.value_length", true},
    {"rms_norm_eps", "attention.layer_norm_rms_epsilon", false},
    {"rope_local_base_freq", "rope.freq_base_swa", false},
    {"attn_logit_softcapping", "attn_logit_softcapping", false},
    {"final_logit_softcapping", "final_logit_softcapping", false},
};
constexpr std::uint64_t kLayersRead = 4096;   // more are refused later, by the family
// The other keys that are made of fields, for messages.
constexpr std::pair<const char*, const char*> kMadeOf[] = {
    {"rope.scaling.type", "rope_scaling.type"},
    {"rope.scaling.factor", "rope_scaling.factor"},
    {"rope.scaling.original_context_length", "rope_scaling.original_max_position_embeddings"},
    {"rope.scaling.attn_factor", "rope_scaling.attention_factor"},
    {"rope.scaling.low_freq_factor", "rope_scaling.low_freq_factor"},
    {"rope.scaling.high_freq_factor", "rope_scaling.high_freq_factor"},
    {"rope.scaling.yarn_beta_fast", "rope_scaling.beta_fast"},
    {"rope.scaling.yarn_beta_slow", "rope_scaling.beta_slow"},
    {"rope.freq_base", "rope_theta"},
    {"rope.dimension_count", "partial_rotary_factor"},
    {"attention.scale", "query_pre_attn_scalar"},
    {"attention.sliding_window", "sliding_window"},
    {"attention.sliding_window_pattern", "layer_types"},
};
constexpr const char* kWindowedFamilies[] = {"gemma2", "gemma3", "phi3"};

class ConfigReader {
public:
    ConfigReader(const Json& config, const std::string& path, ModelFile& file)
        : m_config(config), m_path(path), m_file(file), m_keys(file) {}

    Result<HfModel> read() {
        if (!m_config.is_object()) return bad("is no JSON object");
        const auto type = text(m_config, "model_type");
        if (!type) return bad("has no model_type");
        for (const HfFamily& family : kFamilies)
            for (const char* name : family.modelTypes)
                if (*type == name) m_model.family = &family;
        if (m_model.family == nullptr) {
            std::string known;
            for (const HfFamily& family : kFamilies)
                for (const char* name : family.modelTypes) known += (known.empty() ? "" : ", ") + std::string(name);
            return bad("model_type is " + shownName(*type) + ", a family that is not supported; supported: " + known,
                       ErrorCode::Unsupported);
        }
        m_defaults = Json::parse(m_model.family->defaults);
        // Models for pictures as well keep their language half in a part of its own.
        if (const auto inner = m_config.find("text_config"); inner != m_config.end() && inner->is_object())
            m_text = &*inner;
        m_keys.text("general.architecture", m_model.family->architecture);
        if (auto r = readFields(); !r) return r.error();
        if (auto r = readAttention(); !r) return r.error();
        if (auto r = readRope(); !r) return r.error();
        if (auto r = refuse(); !r) return r.error();
        readIds();
        const Json* tied = find("tie_word_embeddings");
        m_model.tied = tied != nullptr && tied->is_boolean() && tied->get<bool>();
        if (const Json* biased = find("attention_bias"); biased != nullptr && *biased == true) m_model.biased = "attention_bias";
        return m_model;
    }

private:
    Error bad(std::string detail, ErrorCode code = ErrorCode::BadFile) const {
        return {code, m_path, std::move(detail)};
    }
    std::string key(const char* name) const { return std::string(m_model.family->architecture) + "." + name; }

    // The value of a field, its default, or nothing. null means absent.
    const Json* find(const char* field) const {
        for (const Json* from : {m_text, &m_config, &std::as_const(m_defaults)}) {
            if (from == nullptr) continue;
            const auto at = from->find(field);
            if (at != from->end() && !at->is_null()) return &*at;
        }
        return nullptr;
    }
    static const std::string* text(const Json& object, const char* field) {
        const auto at = object.find(field);
        return at != object.end() && at->is_string() ? &at->get_ref<const std::string&>() : nullptr;
    }
    static bool isWhole(const Json& value) { return value.is_number_unsigned(); }

    Result<double> number(const char* field, double fallback) const {
        const Json* value = find(field);
        if (value == nullptr) return fallback;
        if (!value->is_number()) return bad(std::string(field) + " is no number");
        return value->get<double>();
    }

    Result<void> readFields() {
        for (const Field& field : kFields) {
            const Json* value = find(field.field);
            if (value == nullptr) continue;
            if (field.whole && !isWhole(*value))
                return bad(std::string(field.field) + " is " + shownName(value->dump()) +
                           ", expected a whole number of at least 0, written without a point or exponent");
            if (!value->is_number())
                return bad(std::string(field.field) + " is " + shownName(value->dump()) + ", expected a number");
            if (field.whole)
                m_keys.integer(key(field.key), value->get<std::uint64_t>());
            else
                m_keys.number(key(field.key), value->get<double>());
        }
        const auto count = [&](const char* field) {
            const Json* value = find(field);
            const auto n = value != nullptr && isWhole(*value) ? value->get<std::uint64_t>() : 0;
            return n <= (1u << 20) ? static_cast<int>(n) : 0;
        };
        m_model.heads = count("num_attention_heads");
        m_model.kvHeads = find("num_key_value_heads") != nullptr ? count("num_key_value_heads") : m_model.heads;
        return {};
    }

    // Layers whose layer_types say so; Qwen 2's and 3's switch turns all of them off.
    bool hasWindows(const std::vector<std::uint8_t>& flags) const {
        const Json* used = find("use_sliding_window");
        return (used == nullptr || *used != false) && std::find(flags.begin(), flags.end(), 1) != flags.end();
    }

    // Older files without layer_types: Mistral has a window on every layer, Qwen 2 and 3 where it is switched on, from
    // layer max_window_layers on.
    bool windowsOfOlderFiles(std::vector<std::uint8_t>& flags) const {
        if (m_config.value("model_type", "") == "mistral") return true;
        const Json* used = find("use_sliding_window");
        if (used == nullptr || *used != true) return false;
        const auto whole = [&](const char* field, std::uint64_t absent) {
            const Json* value = find(field);
            return value != nullptr && isWhole(*value) ? value->get<std::uint64_t>() : absent;
        };
        const std::uint64_t layers = std::min<std::uint64_t>(whole("num_hidden_layers", 0), kLayersRead);
        for (std::uint64_t i = 0; i < layers; ++i) flags.push_back(i >= whole("max_window_layers", 28));
        return hasWindows(flags);
    }

    Result<void> readAttention() {
        const std::string_view family = m_model.family->architecture;
        const bool windows = std::find(std::begin(kWindowedFamilies), std::end(kWindowedFamilies), family) !=
                             std::end(kWindowedFamilies);
        const Json* window = find("sliding_window");
        if (window != nullptr && !isWhole(*window)) return bad("sliding_window is no whole number");
        const Json* types = find("layer_types");
        std::vector<std::uint8_t> flags;
        if (types != nullptr && types->is_array())
            for (const Json& type : *types) {
                if (type != "sliding_attention" && type != "full_attention")
                    return bad("layer_types holds " + shownName(type.dump()) +
                                   "; supported are full_attention and sliding_attention",
                               ErrorCode::Unsupported);
                flags.push_back(type == "sliding_attention");
            }
        if (windows) {
            if (window != nullptr) m_keys.integer(key("attention.sliding_window"), window->get<std::uint64_t>());
            if (!flags.empty())
                m_keys.array<std::uint8_t>(key("attention.sliding_window_pattern"), ValueType::Bool, flags);
            else if (const Json* pattern = find("sliding_window_pattern"); pattern != nullptr && isWhole(*pattern))
                m_keys.integer(key("attention.sliding_window_pattern"), pattern->get<std::uint64_t>());
        } else if (window != nullptr && (flags.empty() ? windowsOfOlderFiles(flags) : hasWindows(flags))) {
            // As transformers has it. Files that were made into GGUF mostly lost their window, which shows beyond it.
            m_keys.integer(key("attention.sliding_window"), window->get<std::uint64_t>());
            if (!flags.empty())
                m_keys.array<std::uint8_t>(key("attention.sliding_window_pattern"), ValueType::Bool, flags);
        }
        const auto scalar = number("query_pre_attn_scalar", 0);
        if (!scalar) return scalar.error();
        const Json* headSize = find("head_dim");
        // Where it is the head size, the family's own rule gives the same to the bit.
        if (*scalar > 0 && (headSize == nullptr || *headSize != *scalar))
            m_keys.number(key("attention.scale"), 1.0f / std::sqrt(static_cast<float>(*scalar)));
        return {};
    }

    Result<void> readRope() {
        const Json none = Json::object();
        const Json* block = &none;
        for (const char* name : {"rope_scaling", "rope_parameters"})
            if (const Json* found = find(name)) {
                if (!found->is_object()) return bad(std::string(name) + " is no object");
                block = found;
            }
        double localBase = 0;
        // By kind of layer, where the kinds differ.
        if (const auto full = block->find("full_attention"); full != block->end() && full->is_object()) {
            const auto local = block->find("sliding_attention");
            if (local != block->end() && local->is_object() && local->contains("rope_theta") &&
                (*local)["rope_theta"].is_number())
                localBase = (*local)["rope_theta"].get<double>();
            block = &*full;
        }
        if (localBase > 0 && find("rope_local_base_freq") == nullptr) m_keys.number(key("rope.freq_base_swa"), localBase);
        const auto value = [&](const char* field) -> const Json* {
            const auto at = block->find(field);
            return at != block->end() && at->is_number() ? &*at : nullptr;
        };
        const Json* base = value("rope_theta") != nullptr ? value("rope_theta") : find("rope_theta");
        if (base != nullptr && !base->is_number()) return bad("rope_theta is no number");
        if (base != nullptr) m_keys.number(key("rope.freq_base"), base->get<double>());

        const auto share = number("partial_rotary_factor", value("partial_rotary_factor") != nullptr
                                                               ? value("partial_rotary_factor")->get<double>()
                                                               : 1.0);
        if (!share) return share.error();
        const Json* width = find("hidden_size");
        const Json* headSize = find("head_dim");
        if (*share != 1.0 && *share > 0 && *share < 1 && width != nullptr && isWhole(*width) && m_model.heads > 0) {
            const double size = headSize != nullptr && isWhole(*headSize)
                                    ? headSize->get<double>()
                                    : std::floor(width->get<double>() / m_model.heads);
            if (size < 1 << 20) m_keys.integer(key("rope.dimension_count"), static_cast<std::uint64_t>(*share * size));
        }

        const std::string* type = text(*block, "rope_type") != nullptr ? text(*block, "rope_type") : text(*block, "type");
        if (type == nullptr || *type == "default") return {};
        if (*type == "su" || *type == "longrope") return readLongRope(*block);
        m_keys.text(key("rope.scaling.type"), *type);  // the family refuses by name what it lacks
        static constexpr std::pair<const char*, const char*> kScaling[] = {
            {"factor", "rope.scaling.factor"},
            {"beta_fast", "rope.scaling.yarn_beta_fast"},
            {"beta_slow", "rope.scaling.yarn_beta_slow"},
            {"low_freq_factor", "rope.scaling.low_freq_factor"},
            {"high_freq_factor", "rope.scaling.high_freq_factor"},
        };
        for (const auto& [field, name] : kScaling)
            if (const Json* found = value(field)) m_keys.number(key(name), found->get<double>());
        if (const Json* original = value("original_max_position_embeddings")) {
            if (!isWhole(*original)) return bad("original_max_position_embeddings is no whole number");
            m_keys.integer(key("rope.scaling.original_context_length"), original->get<std::uint64_t>());
        }
        if (const auto whole = block->find("truncate"); whole != block->end() && *whole == false)
            return bad("rope_scaling.truncate is false, which is not supported", ErrorCode::Unsupported);
        if (*type != "yarn" || value("factor") == nullptr) return {};
        // The key is a factor beside YaRN's own, the field stands for both.
        const double factor = value("factor")->get<double>();
        const auto own = [&](double share) { return factor <= 1 ? 1.0 : 0.1 * share * std::log(factor) + 1.0; };
        double wanted = own(1.0);
        if (const Json* attention = value("attention_factor"))
            wanted = attention->get<double>();
        else if (value("mscale") != nullptr && value("mscale_all_dim") != nullptr)
            wanted = own(value("mscale")->get<double>()) / own(value("mscale_all_dim")->get<double>());
        if (wanted != own(1.0)) m_keys.number(key("rope.scaling.attn_factor"), wanted / own(1.0));
        return {};
    }

    Result<void> readLongRope(const Json& block) {
        const Json* context = find("max_position_embeddings");
        const Json* original = find("original_max_position_embeddings");
        if (const auto at = block.find("original_max_position_embeddings"); at != block.end()) original = &*at;
        if (context == nullptr || original == nullptr || !isWhole(*context) || !isWhole(*original) ||
            original->get<std::uint64_t>() < 2)
            return bad("original_max_position_embeddings is missing or no whole number above 1, and longrope needs it");
        m_keys.text(key("rope.scaling.type"), "longrope");
        m_keys.integer(key("rope.scaling.original_context_length"), original->get<std::uint64_t>());
        const double scale = context->get<double>() / original->get<double>();
        double magnitude = scale > 1 ? std::sqrt(1 + std::log(scale) / std::log(original->get<double>())) : 1.0;
        if (const auto at = block.find("attention_factor"); at != block.end() && at->is_number())
            magnitude = at->get<double>();
        m_keys.number(key("rope.scaling.attn_factor"), magnitude);
        static constexpr std::pair<const char*, const char*> kDivisors[] = {
            {"short_factor", "rope_factors_short.weight"}, {"long_factor", "rope_factors_long.weight"}};
        for (const auto& [field, name] : kDivisors) {
            const auto list = block.find(field);
            if (list == block.end() || !list->is_array() || list->empty())
                return bad(std::string("rope_scaling.") + field + " is no array of numbers, and longrope needs it");
            std::string bytes;
            for (const Json& divisor : *list) {
                if (!divisor.is_number()) return bad(std::string("rope_scaling.") + field + " is no array of numbers");
                const auto number = static_cast<float>(divisor.get<double>());
                bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
            }
            ModelTensor tensor;
            tensor.name = name;
            tensor.dims = {list->size()};
            tensor.type = static_cast<std::uint32_t>(kernels::StorageType::F32);
            const std::string_view kept = m_file.keep(std::move(bytes));
            tensor.bytes = std::as_bytes(std::span(kept.data(), kept.size()));
            m_file.addTensor(std::move(tensor));
        }
        return {};
    }

    // What would change the computation and has no key.
    Result<void> refuse() const {
        for (const char* field : {"hidden_activation", "hidden_act"}) {
            const Json* value = find(field);
            if (value == nullptr || !value->is_string()) continue;
            const auto& name = value->get_ref<const std::string&>();
            // Gemma's first files say "gelu" in the older field and mean the other one.
            if (name == m_model.family->activation || (m_model.family->normsWithoutOne && name == "gelu")) continue;
            return bad(std::string(field) + " is " + shownName(name) + ", the family is supported with " +
                           m_model.family->activation,
                       ErrorCode::Unsupported);
        }
        for (const char* field : {"use_bidirectional_attention", "use_parallel_residual"})
            if (const Json* value = find(field); value != nullptr && *value == true)
                return bad(std::string(field) + " is true, which is not supported", ErrorCode::Unsupported);
        if (const Json* quantized = find("quantization_config"))
            if (quantized->is_object())
                return bad("has a quantization_config; quantized safetensors are not supported, fetch the model in 16 "
                           "bits or as GGUF",
                           ErrorCode::Unsupported);
        return {};
    }

    void readIds() {
        const auto ids = [&](const Json* value, auto take) {
            if (value == nullptr) return;
            if (isWhole(*value)) take(value->get<std::uint64_t>());
            if (value->is_array())
                for (const Json& id : *value)
                    if (isWhole(id)) take(id.get<std::uint64_t>());
        };
        ids(find("eos_token_id"), [&](std::uint64_t id) { m_model.endIds.push_back(id); });
        ids(find("bos_token_id"), [&](std::uint64_t id) { m_model.bosId = id; });
    }

    const Json& m_config;
    const Json* m_text = nullptr;
    Json m_defaults;
    const std::string& m_path;
    ModelFile& m_file;
    KeyWriter m_keys;
    HfModel m_model;
};

}  // namespace

std::string hfFieldName(const HfModel& model, std::string_view key) {
    const std::string prefix = std::string(model.family->architecture) + ".";
    if (!key.starts_with(prefix)) return std::string(key);
    const std::string_view name = key.substr(prefix.size());
    for (const Field& field : kFields)
        if (name == field.key) return std::string(field.field) + " of config.json";
    for (const auto& [made, of] : kMadeOf)
        if (name == made) return std::string(of) + " of config.json";
    return std::string(key);
}

std::span<const HfFamily> hfFamilies() {
    return kFamilies;
}

Result<HfModel> readHfConfig(const Json& config, const std::string& path, ModelFile& file) {
    return ConfigReader(config, path, file).read();
}

}  // namespace gh
