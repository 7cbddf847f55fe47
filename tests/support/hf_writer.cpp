#include "tests/support/hf_writer.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <tuple>

namespace gh::test {
namespace {

using Json = nlohmann::json;

std::string_view text(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string family(const ModelFile& gguf) {
    return std::string(*gguf.text("general.architecture"));
}
bool isGemma(const ModelFile& gguf) { return family(gguf).starts_with("gemma"); }

// blk.N.WHAT, WHAT to transformers' name.
const std::map<std::string, std::string>& layerNames() {
    static const std::map<std::string, std::string> kNames = {
        {"attn_norm", "input_layernorm"},       {"attn_q", "self_attn.q_proj"},
        {"attn_k", "self_attn.k_proj"},         {"attn_v", "self_attn.v_proj"},
        {"attn_qkv", "self_attn.qkv_proj"},     {"attn_output", "self_attn.o_proj"},
        {"attn_q_norm", "self_attn.q_norm"},    {"attn_k_norm", "self_attn.k_norm"},
        {"ffn_gate", "mlp.gate_proj"},          {"ffn_up", "mlp.up_proj"},
        {"ffn_down", "mlp.down_proj"},          {"post_ffw_norm", "post_feedforward_layernorm"},
        {"post_attention_norm", "post_attention_layernorm"},
    };
    return kNames;
}

std::string theirName(const ModelFile& gguf, const std::string& name) {
    if (name == "token_embd.weight") return "model.embed_tokens.weight";
    if (name == "output_norm.weight") return "model.norm.weight";
    if (name == "output.weight") return "lm_head.weight";
    const auto dot = name.find('.', 4), end = name.rfind('.');
    const std::string what = name.substr(dot + 1, end - dot - 1), layer = name.substr(4, dot - 4);
    std::string theirs;
    if (what == "ffn_norm")
        theirs = isGemma(gguf) ? "pre_feedforward_layernorm" : "post_attention_layernorm";
    else if (what == "ffn_up" && gguf.tensor("blk.0.ffn_gate.weight") == nullptr)
        theirs = "mlp.gate_up_proj";
    else
        theirs = layerNames().at(what);
    return "model.layers." + layer + "." + theirs + name.substr(end);
}

// Rows of each head: pairs side by side to first halves, then second halves.
Bytes halved(const Bytes& rows, std::size_t count, std::size_t heads) {
    const std::size_t rowBytes = rows.size() / count, size = count / heads;
    Bytes out(rows.size());
    for (std::size_t h = 0; h < heads; ++h)
        for (std::size_t half = 0; half < 2; ++half)
            for (std::size_t i = 0; i < size / 2; ++i)
                std::memcpy(out.data() + (h * size + half * (size / 2) + i) * rowBytes,
                            rows.data() + (h * size + 2 * i + half) * rowBytes, rowBytes);
    return out;
}

}  // namespace

void writeFile(const std::string& path, std::string_view content) {
    std::ofstream(path, std::ios::binary) << content;
}

Bytes safetensorsFile(const std::vector<SafetensorsEntry>& tensors) {
    Json header = Json::object();
    std::size_t at = 0;
    for (const auto& tensor : tensors) {
        header[tensor.name] = {{"dtype", tensor.dtype}, {"shape", tensor.shape}, {"data_offsets", {at, at + tensor.data.size()}}};
        at += tensor.data.size();
    }
    std::string head = header.dump();
    head.resize((head.size() + 7) / 8 * 8, ' ');
    const std::uint64_t length = head.size();
    Bytes out(8 + head.size());
    std::memcpy(out.data(), &length, 8);
    std::memcpy(out.data() + 8, head.data(), head.size());
    for (const auto& tensor : tensors) out.insert(out.end(), tensor.data.begin(), tensor.data.end());
    return out;
}

void roundNorms(Bytes& gguf) {
    const auto file = *parseGguf(gguf, "norms");
    for (const ModelTensor& tensor : file->tensors()) {
        if (!tensor.name.ends_with("norm.weight") || tensor.type != 0) continue;
        auto* at = gguf.data() + (tensor.bytes.data() - gguf.data());
        for (std::size_t i = 0; i < tensor.bytes.size(); i += 4) {
            float value;
            std::memcpy(&value, at + i, 4);
            value = std::nearbyint(value * 65536.0f) / 65536.0f;
            std::memcpy(at + i, &value, 4);
        }
    }
}

Json hfConfig(const ModelFile& gguf) {
    const std::string name = family(gguf);
    static const std::map<std::string, std::string> kFields = {
        {"block_count", "num_hidden_layers"},
        {"embedding_length", "hidden_size"},
        {"feed_forward_length", "intermediate_size"},
        {"context_length", "max_position_embeddings"},
        {"attention.head_count", "num_attention_heads"},
        {"attention.head_count_kv", "num_key_value_heads"},
        {"attention.key_length", "head_dim"},
        {"attention.sliding_window", "sliding_window"},
    };
    static const std::map<std::string, std::string> kNumbers = {
        {"attention.layer_norm_rms_epsilon", "rms_norm_eps"},
        {"rope.freq_base", "rope_theta"},
        {"rope.freq_base_swa", "rope_local_base_freq"},
        {"attn_logit_softcapping", "attn_logit_softcapping"},
        {"final_logit_softcapping", "final_logit_softcapping"},
    };
    static const std::map<std::string, std::string> kScaling = {
        {"factor", "factor"},
        {"low_freq_factor", "low_freq_factor"},
        {"high_freq_factor", "high_freq_factor"},
        {"attn_factor", "attention_factor"},
    };
    Json config = {{"model_type", name == "gemma3" ? "gemma3_text" : name},
                   {"hidden_act", isGemma(gguf) ? "gelu_pytorch_tanh" : "silu"},
                   {"tie_word_embeddings", gguf.tensor("output.weight") == nullptr}};
    for (const auto& [ours, theirs] : kFields)
        if (const auto value = gguf.integer(name + "." + ours)) config[theirs] = *value;
    for (const auto& [ours, theirs] : kNumbers)
        if (const auto value = gguf.number(name + "." + ours)) config[theirs] = *value;
    if (isGemma(gguf)) config["query_pre_attn_scalar"] = config["head_dim"];
    Json scaling = Json::object();
    const std::string prefix = name + ".rope.scaling.";
    for (const auto& [ours, theirs] : kScaling)
        if (const auto value = gguf.number(prefix + ours)) scaling[theirs] = *value;
    if (const auto type = gguf.text(prefix + "type")) scaling["rope_type"] = *type;
    const auto divisors = [&](const char* tensorName, const char* field) {
        const ModelTensor* tensor = gguf.tensor(tensorName);
        if (tensor == nullptr) return;
        scaling["rope_type"] = "longrope";
        scaling[field] = Json::array();
        for (std::size_t i = 0; i < tensor->bytes.size(); i += 4) {
            float value;
            std::memcpy(&value, tensor->bytes.data() + i, 4);
            scaling[field].push_back(value);
        }
    };
    divisors("rope_factors_short.weight", "short_factor");
    divisors("rope_factors_long.weight", "long_factor");
    if (const auto original = gguf.integer(prefix + "original_context_length"))
        (scaling["rope_type"] == "longrope" ? config : scaling)["original_max_position_embeddings"] = *original;
    config["rope_scaling"] = scaling.empty() ? Json() : scaling;
    return config;
}

std::vector<SafetensorsEntry> hfTensors(const ModelFile& gguf) {
    std::vector<SafetensorsEntry> out;
    const std::string name = family(gguf);
    for (const ModelTensor& tensor : gguf.tensors()) {
        if (tensor.name.starts_with("rope_")) continue;
        SafetensorsEntry entry;
        entry.name = theirName(gguf, tensor.name);
        entry.dtype = tensor.type == 0 ? "F32" : tensor.type == 1 ? "F16" : "BF16";
        entry.shape.assign(tensor.dims.rbegin(), tensor.dims.rend());
        entry.data.assign(tensor.bytes.begin(), tensor.bytes.end());
        const bool q = tensor.name.find("attn_q.") != std::string::npos, k = tensor.name.find("attn_k.") != std::string::npos;
        if (name == "llama" && (q || k))
            entry.data = halved(entry.data, entry.shape[0],
                                *gguf.integer(name + (q ? ".attention.head_count" : ".attention.head_count_kv")));
        if (isGemma(gguf) && tensor.name.ends_with("norm.weight"))
            for (std::size_t i = 0; i < entry.data.size(); i += 4) {
                float value;
                std::memcpy(&value, entry.data.data() + i, 4);
                value -= 1.0f;
                std::memcpy(entry.data.data() + i, &value, 4);
            }
        out.push_back(std::move(entry));
    }
    return out;
}

Json hfTokenizer(const ModelFile& gguf) {
    const auto tokens = *gguf.strings("tokenizer.ggml.tokens");
    const auto kinds = *gguf.integers("tokenizer.ggml.token_type");
    const bool pieces = *gguf.text("tokenizer.ggml.model") == "llama";
    Json vocabulary = Json::object(), merges = Json::array(), added = Json::array();
    for (std::size_t id = 0; id < tokens.size(); ++id) {
        const std::string token(tokens[id]);
        if (kinds[id] == 5) continue;
        if (!vocabulary.contains(token)) vocabulary[token] = id;
        if (kinds[id] == 2 || kinds[id] == 3 || kinds[id] == 4)
            added.push_back({{"id", id}, {"content", token}, {"special", kinds[id] != 4}});
    }
    Json tree;
    tree["version"] = "1.0";
    tree["added_tokens"] = added;
    Json& model = tree["model"];
    model["type"] = "BPE";
    const auto bos = gguf.integer("tokenizer.ggml.bos_token_id");
    if (gguf.flagOr("tokenizer.ggml.add_bos_token", pieces).value() && bos) {
        const std::string token(tokens[*bos]);
        tree["post_processor"] = {{"type", "TemplateProcessing"},
                                  {"single", {{{"SpecialToken", {{"id", token}, {"type_id", 0}}}},
                                              {{"Sequence", {{"id", "A"}, {"type_id", 0}}}}}},
                                  {"pair", Json::array({{{"Sequence", {{"id", "A"}, {"type_id", 0}}}}})},
                                  {"special_tokens", {{token, {{"id", token}, {"ids", {*bos}}, {"tokens", {token}}}}}}};
    } else {
        tree["post_processor"] = nullptr;
    }
    if (!pieces) {
        for (const auto merge : *gguf.strings("tokenizer.ggml.merges")) merges.push_back(merge);
        const Json bytes = {{"type", "ByteLevel"}, {"add_prefix_space", false}, {"trim_offsets", true}, {"use_regex", true}};
        tree["pre_tokenizer"] = {{"type", "Sequence"},
                                 {"pretokenizers", {{{"type", "Digits"}, {"individual_digits", true}}, bytes}}};
        tree["decoder"] = bytes;
        tree["normalizer"] = nullptr;
    } else {
        // All ways to cut a piece into two others; better pieces first.
        const auto scores = *gguf.floats("tokenizer.ggml.scores");
        std::map<std::string_view, std::size_t> ids;
        for (std::size_t id = 0; id < tokens.size(); ++id)
            if (kinds[id] == 1 || kinds[id] == 4) ids.emplace(tokens[id], id);
        std::vector<std::tuple<float, std::size_t, std::size_t, std::size_t>> cuts;  // -score, id, left, right
        for (const auto& [piece, id] : ids)
            for (std::size_t cut = 1; cut < piece.size(); ++cut) {
                const auto left = ids.find(piece.substr(0, cut)), right = ids.find(piece.substr(cut));
                if (left != ids.end() && right != ids.end()) cuts.emplace_back(-scores[id], id, left->second, right->second);
            }
        std::sort(cuts.begin(), cuts.end());
        for (const auto& [score, id, left, right] : cuts) merges.push_back({tokens[left], tokens[right]});
        const bool prefix = gguf.flagOr("tokenizer.ggml.add_space_prefix", true).value();
        Json steps = Json::array();
        if (prefix) steps.push_back({{"type", "Prepend"}, {"prepend", "▁"}});
        steps.push_back({{"type", "Replace"}, {"pattern", {{"String", " "}}}, {"content", "▁"}});
        tree["normalizer"] = {{"type", "Sequence"}, {"normalizers", steps}};
        tree["pre_tokenizer"] = nullptr;
        tree["decoder"] = {{"type", "Sequence"},
                           {"decoders", {{{"type", "Replace"}, {"pattern", {{"String", "▁"}}}, {"content", " "}},
                                         {{"type", "ByteFallback"}}, {{"type", "Fuse"}}}}};
        model["byte_fallback"] = true;
        model["fuse_unk"] = true;
        if (const auto unknown = gguf.integer("tokenizer.ggml.unknown_token_id")) model["unk_token"] = tokens[*unknown];
    }
    model["vocab"] = std::move(vocabulary);
    model["merges"] = std::move(merges);
    return tree;
}

Json hfTokenizerConfig(const ModelFile& gguf) {
    const auto tokens = *gguf.strings("tokenizer.ggml.tokens");
    Json config;
    for (const auto& [key, field] : {std::pair{"tokenizer.ggml.bos_token_id", "bos_token"}, {"tokenizer.ggml.eos_token_id", "eos_token"}})
        if (const auto id = gguf.integer(key)) config[field] = {{"content", tokens[*id]}, {"special", true}};
    if (const auto source = gguf.text("tokenizer.chat_template")) config["chat_template"] = *source;
    return config;
}

std::string hfFolder(const ModelFile& gguf, const std::string& name, int shards) {
    namespace fs = std::filesystem;
    const fs::path folder = fs::path(writeTemporary("here", {})).parent_path() / name;
    fs::remove_all(folder);
    fs::create_directories(folder);
    const auto write = [&](const std::string& file, std::string_view content) { writeFile((folder / file).string(), content); };
    write("config.json", hfConfig(gguf).dump(1));
    write("tokenizer.json", hfTokenizer(gguf).dump());
    write("tokenizer_config.json", hfTokenizerConfig(gguf).dump());
    const auto tensors = hfTensors(gguf);
    if (shards == 1) {
        write("model.safetensors", text(safetensorsFile(tensors)));
        return folder.string();
    }
    Json index;
    for (int shard = 0; shard < shards; ++shard) {
        std::vector<SafetensorsEntry> part;
        char file[64];
        std::snprintf(file, sizeof file, "model-%05d-of-%05d.safetensors", shard + 1, shards);
        for (std::size_t i = static_cast<std::size_t>(shard); i < tensors.size(); i += static_cast<std::size_t>(shards)) {
            index["weight_map"][tensors[i].name] = file;
            part.push_back(tensors[i]);
        }
        write(file, text(safetensorsFile(part)));
    }
    write("model.safetensors.index.json", index.dump());
    return folder.string();
}

}  // namespace gh::test
