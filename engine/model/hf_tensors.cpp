// transformers' names of tensors and what they hold: one row a tensor.
#include <algorithm>
#include <charconv>

#include "engine/model/hf_parts.h"

namespace gh {
namespace {

enum class Rows { AsTheyAre, OfQueries, OfKeys };

struct Name {
    const char* theirs;
    const char* ours;
    Rows rows = Rows::AsTheyAre;
};

constexpr Name kEnds[] = {
    {"embed_tokens.weight", "token_embd.weight"},
    {"norm.weight", "output_norm.weight"},
};

constexpr Name kLayer[] = {
    {"input_layernorm.weight", "attn_norm.weight"},
    {"self_attn.q_proj.weight", "attn_q.weight", Rows::OfQueries},
    {"self_attn.q_proj.bias", "attn_q.bias", Rows::OfQueries},
    {"self_attn.k_proj.weight", "attn_k.weight", Rows::OfKeys},
    {"self_attn.k_proj.bias", "attn_k.bias", Rows::OfKeys},
    {"self_attn.v_proj.weight", "attn_v.weight"},
    {"self_attn.v_proj.bias", "attn_v.bias"},
    {"self_attn.qkv_proj.weight", "attn_qkv.weight"},
    {"self_attn.qkv_proj.bias", "attn_qkv.bias"},
    {"self_attn.o_proj.weight", "attn_output.weight"},
    {"self_attn.o_proj.bias", "attn_output.bias"},
    {"self_attn.q_norm.weight", "attn_q_norm.weight"},
    {"self_attn.k_norm.weight", "attn_k_norm.weight"},
    {"mlp.gate_proj.weight", "ffn_gate.weight"},
    {"mlp.gate_proj.bias", "ffn_gate.bias"},
    {"mlp.up_proj.weight", "ffn_up.weight"},
    {"mlp.up_proj.bias", "ffn_up.bias"},
    {"mlp.gate_up_proj.weight", "ffn_up.weight"},
    {"mlp.gate_up_proj.bias", "ffn_up.bias"},
    {"mlp.down_proj.weight", "ffn_down.weight"},
    {"mlp.down_proj.bias", "ffn_down.bias"},
};

// The norms beside input_layernorm mean different places.
constexpr Name kPreNorms[] = {{"post_attention_layernorm.weight", "ffn_norm.weight"}};
constexpr Name kPostNorms[] = {
    {"post_attention_layernorm.weight", "post_attention_norm.weight"},
    {"pre_feedforward_layernorm.weight", "ffn_norm.weight"},
    {"post_feedforward_layernorm.weight", "post_ffw_norm.weight"},
};

const Name* find(std::span<const Name> names, std::string_view theirs) {
    for (const Name& name : names)
        if (theirs == name.theirs) return &name;
    return nullptr;
}

// Of another modality, or derived from the configuration.
bool isLeftOut(std::string_view name) {
    for (const char* part : {"vision_tower.", "multi_modal_projector.", "model.vision_tower.",
                             "model.multi_modal_projector.", "vision_model."})
        if (name.starts_with(part)) return true;
    return name.ends_with(".rotary_emb.inv_freq");
}

}  // namespace

bool isHfTensorKnown(const HfModel& model, std::string_view name) { return hfTensor(model, name).name != name; }

std::string hfTensorName(const HfModel& model, std::string_view ours) {
    const auto theirs = [&](std::span<const Name> names, std::string_view part) -> const char* {
        for (const Name& name : names)
            if (part == name.ours) return name.theirs;
        return nullptr;
    };
    if (ours == "output.weight") return "lm_head.weight";
    if (const char* end = theirs(kEnds, ours)) return std::string("model.") + end;
    const auto dot = ours.starts_with("blk.") ? ours.find('.', 4) : ours.npos;
    if (dot == ours.npos) return std::string(ours);
    const std::string_view part = ours.substr(dot + 1);
    const char* found = theirs(model.family->postNorms ? std::span<const Name>(kPostNorms) : kPreNorms, part);
    if (found == nullptr) found = theirs(kLayer, part);
    if (found == nullptr) return std::string(ours);
    return "model.layers." + std::string(ours.substr(4, dot - 4)) + "." + found;
}

ModelTensor hfTensor(const HfModel& model, std::string_view name) {
    ModelTensor tensor;
    if (isLeftOut(name)) return tensor;
    tensor.name = name;
    std::string_view rest = name;
    for (const char* prefix : {"language_model.", "model.language_model."})
        if (rest.starts_with(prefix)) {
            rest.remove_prefix(std::string_view(prefix).size());
            break;
        }
    if (rest == "lm_head.weight") {
        tensor.name = model.tied ? "" : "output.weight";
        return tensor;
    }
    if (rest.starts_with("model.")) rest.remove_prefix(6);
    std::string prefix;
    const Name* found = find(kEnds, rest);
    if (constexpr std::string_view kLayers = "layers."; found == nullptr && rest.starts_with(kLayers)) {
        rest.remove_prefix(kLayers.size());
        int layer = -1;
        const auto [end, problem] = std::from_chars(rest.data(), rest.data() + rest.size(), layer);
        if (problem != std::errc() || layer < 0 || end == rest.data() + rest.size() || *end != '.') return tensor;
        rest.remove_prefix(static_cast<std::size_t>(end - rest.data()) + 1);
        found = find(kLayer, rest);
        if (found == nullptr)
            found = find(model.family->postNorms ? std::span<const Name>(kPostNorms) : kPreNorms, rest);
        prefix = "blk." + std::to_string(layer) + ".";
    }
    if (found == nullptr) return tensor;
    tensor.name = prefix + found->ours;
    if (model.family->halvedPairs && found->rows != Rows::AsTheyAre)
        tensor.halvedHeads = found->rows == Rows::OfQueries ? model.heads : model.kvHeads;
    if (model.family->normsWithoutOne && std::string_view(found->theirs).ends_with("norm.weight")) tensor.plus = 1.0f;
    return tensor;
}

}  // namespace gh
