#include "tests/support/tiny_model.h"

#include <array>
#include <cmath>
#include <functional>
#include <random>
#include <stdexcept>

#include "tests/support/encode.h"

namespace gh::test {
namespace {

struct Vocabulary {
    std::vector<std::string> tokens, merges;
    std::vector<std::int32_t> kinds;  // 1 normal, 2 unknown, 3 control, 6 byte
    std::vector<float> scores;
};

Vocabulary sentencePiece() {
    Vocabulary v;
    auto add = [&](std::string token, int kind, float score) {
        v.tokens.push_back(std::move(token));
        v.kinds.push_back(kind);
        v.scores.push_back(score);
    };
    add("<unk>", 2, 0);
    add("<s>", 3, 0);
    add("</s>", 3, 0);
    for (int i = 0; i < 256; ++i) {
        static constexpr char kHex[] = "0123456789ABCDEF";
        add(std::string("<0x") + kHex[i >> 4] + kHex[i & 15] + ">", 6, 0);
    }
    float score = 0;
    for (const char* word :
         {"▁", "a", "b", "c", "d", "e", "h", "n", "o", "t", "th", "the", "▁the", "▁a", "no", "ab"})
        add(word, 1, --score);
    return v;
}

// Byte-level tokenizers spell a byte as a printable character: itself where it is one, else one from U+0100
// on.
std::string spelledByte(int byte) {
    static const std::array<std::string, 256> kSpelled = [] {
        std::array<std::string, 256> out;
        int next = 0x100;
        for (int b = 0; b < 256; ++b) {
            const bool printable = (b >= '!' && b <= '~') || (b >= 0xa1 && b <= 0xac) || b >= 0xae;
            const int point = printable ? b : next++;
            if (point < 0x80)
                out[b] = static_cast<char>(point);
            else
                out[b] = {static_cast<char>(0xc0 | point >> 6), static_cast<char>(0x80 | (point & 63))};
        }
        return out;
    }();
    return kSpelled[byte];
}

Vocabulary byteLevel() {
    Vocabulary v;
    for (const char* special : {"<|endoftext|>", "<|im_start|>", "<|im_end|>"}) {
        v.tokens.push_back(special);
        v.kinds.push_back(3);
    }
    for (int b = 0; b < 256; ++b) v.tokens.push_back(spelledByte(b));
    const std::string space = spelledByte(' ');
    const std::pair<std::string, std::string> merges[] = {{"t", "h"},   {"th", "e"}, {space, "the"},
                                                          {space, "a"}, {"n", "o"},  {"a", "b"}};
    for (const auto& [left, right] : merges) {
        v.tokens.push_back(left + right);
        v.merges.push_back(left + " " + right);
    }
    v.kinds.resize(v.tokens.size(), 1);
    return v;
}

// What the tiny models of a family have that others lack.
struct Family {
    const char* name;
    int layers = 2, kvHeads = 2, headSize = 0, window = 0;
    float eps = 1e-5f, ropeBase = 10000.0f;
    bool qkvBias = false, qkNorms = false, postNorms = false, fused = false, capped = false;
};

constexpr Family kFamilies[] = {
    {.name = "llama"},
    {.name = "gemma3",
     .layers = 6,
     .kvHeads = 1,
     .headSize = 32,
     .window = 8,
     .eps = 1e-6f,
     .ropeBase = 1000000.0f,
     .qkNorms = true,
     .postNorms = true},
    {.name = "qwen2", .qkvBias = true},
    {.name = "qwen3", .headSize = 24, .ropeBase = 1000000.0f, .qkNorms = true},
    {.name = "gemma2", .kvHeads = 1, .headSize = 24, .window = 8, .eps = 1e-6f, .postNorms = true, .capped = true},
    {.name = "phi3", .window = 8, .fused = true},
};

const Family& familyOf(const std::string& name) {
    for (const auto& family : kFamilies)
        if (name == family.name) return family;
    throw std::invalid_argument("no tiny models of the family " + name);
}

int roundUp(int value, int block) {
    return (value + block - 1) / block * block;
}

class Weights {
public:
    Weights(GgufWriter& writer, kernels::StorageType type, std::uint64_t seed)
        : m_writer(writer), m_type(type), m_random(seed) {}

    // [rows][cols], so that products of unit rows have a deviation of `gain`.
    void matrix(const std::string& name, int rows, int cols, double gain = 1.0) {
        std::vector<float> values(static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols));
        for (auto& value : values) value = static_cast<float>(normal() * gain / std::sqrt(cols));
        m_writer.addTensor(name, {static_cast<std::uint64_t>(cols), static_cast<std::uint64_t>(rows)},
                           static_cast<std::uint32_t>(m_type), encode(m_type, values));
    }
    void norm(const std::string& name, int n) {
        std::vector<float> values(static_cast<std::size_t>(n));
        for (auto& value : values) value = static_cast<float>(1.0 + 0.2 * normal());
        m_writer.addTensor(name, {static_cast<std::uint64_t>(n)}, 0,
                           encode(kernels::StorageType::F32, values));
    }

    void bias(const std::string& name, int n) {
        std::vector<float> values(static_cast<std::size_t>(n));
        for (auto& value : values) value = static_cast<float>(0.3 * normal());
        m_writer.addTensor(name, {static_cast<std::uint64_t>(n)}, 0, encode(kernels::StorageType::F32, values));
    }

private:
    // Own arithmetic: the library's distributions differ between implementations.
    double uniform() { return (static_cast<double>(m_random() >> 11) + 0.5) * 0x1p-53; }
    double normal() { return std::sqrt(-2 * std::log(uniform())) * std::cos(6.283185307179586 * uniform()); }

    GgufWriter& m_writer;
    kernels::StorageType m_type;
    std::mt19937_64 m_random;
};

void addTokenizer(GgufWriter& writer, const TinyOptions& options, const Vocabulary& v) {
    const bool pieces = options.tokenizer == TinyTokenizer::SentencePiece;
    writer.add("tokenizer.ggml.model", pieces ? "llama" : "gpt2");
    writer.add("tokenizer.ggml.pre", pieces ? "default" : "smollm");
    writer.add("tokenizer.ggml.tokens", v.tokens);
    writer.add("tokenizer.ggml.token_type", v.kinds);
    if (pieces)
        writer.add("tokenizer.ggml.scores", v.scores);
    else
        writer.add("tokenizer.ggml.merges", v.merges);
    writer.add("tokenizer.ggml.bos_token_id", 1u);
    writer.add("tokenizer.ggml.eos_token_id", 2u);
    writer.add("tokenizer.ggml.unknown_token_id", 0u);
    writer.add("tokenizer.ggml.add_bos_token", pieces);
    if (!options.chatTemplate.empty()) writer.add("tokenizer.chat_template", options.chatTemplate);
}

void addRope(GgufWriter& writer, const TinyOptions& options, int headSize) {
    const auto key = [&](const char* name) { return options.family + ".rope.scaling." + name; };
    const auto tensor = [&](const char* name, double least, double step) {
        std::vector<float> divisors;
        for (int pair = 0; pair < headSize / 2; ++pair) divisors.push_back(static_cast<float>(least + step * pair));
        writer.addTensor(name, {divisors.size()}, 0, encode(kernels::StorageType::F32, divisors));
    };
    const auto factor = static_cast<float>(options.ropeFactor);
    const auto scaling = [&](const char* type) {
        writer.add(key("type"), type);
        writer.add(key("factor"), factor);
        if (options.rope != TinyRope::Linear)
            writer.add(key("original_context_length"), static_cast<std::uint32_t>(options.originalContext));
    };
    switch (options.rope) {
        case TinyRope::Plain: break;
        case TinyRope::Linear: scaling("linear"); break;
        case TinyRope::Yarn: scaling("yarn"); break;
        case TinyRope::Llama3Tensor: tensor("rope_freqs.weight", 1.0, 0.4); break;
        case TinyRope::Llama3Keys:
            scaling("llama3");
            writer.add(key("low_freq_factor"), 1.0f);
            writer.add(key("high_freq_factor"), 4.0f);
            break;
        case TinyRope::LongRope:
            writer.add(key("attn_factor"), 1.19f);
            writer.add(key("original_context_length"), static_cast<std::uint32_t>(options.originalContext));
            tensor("rope_factors_short.weight", 1.0, 0.05);
            tensor("rope_factors_long.weight", 1.0, 1.5);
            break;
    }
}

}  // namespace

std::vector<std::string> tinyFamilies() {
    std::vector<std::string> names;
    for (const auto& family : kFamilies) names.push_back(family.name);
    return names;
}

TinyOptions tinyOptions(const std::string& family, kernels::StorageType type) {
    TinyOptions options;
    options.family = family;
    options.type = type;
    const Family& f = familyOf(family);
    options.layers = f.layers;
    options.kvHeads = f.kvHeads;
    options.headSize = f.headSize;
    options.window = f.window;
    return options;
}

Bytes tinyModel(const TinyOptions& options) {
    const Family& family = familyOf(options.family);
    const kernels::Format* format = kernels::findFormat(options.type);
    const int block = format != nullptr ? format->blockValues : 1;
    const int width = roundUp(options.width, block), ffn = roundUp(options.ffn, block);
    int headSize = options.headSize != 0 ? options.headSize : width / options.heads;
    while (options.heads * headSize % block != 0) ++headSize;
    const Vocabulary vocabulary =
        options.tokenizer == TinyTokenizer::SentencePiece ? sentencePiece() : byteLevel();
    const auto vocab = static_cast<int>(vocabulary.tokens.size());

    GgufWriter writer;
    auto key = [&](const char* name) { return options.family + "." + name; };
    auto count = [](int value) { return static_cast<std::uint32_t>(value); };
    writer.add("general.architecture", options.family);
    writer.add("general.name", "tiny " + options.family);
    writer.add(key("block_count"), count(options.layers));
    writer.add(key("context_length"), count(options.context));
    writer.add(key("embedding_length"), count(width));
    writer.add(key("feed_forward_length"), count(ffn));
    writer.add(key("attention.head_count"), count(options.heads));
    if (options.kvHeadsOfLayer.empty())
        writer.add(key("attention.head_count_kv"), count(options.kvHeads));
    else
        writer.add(key("attention.head_count_kv"),
                   std::vector<std::int32_t>(options.kvHeadsOfLayer.begin(), options.kvHeadsOfLayer.end()));
    writer.add(key("attention.key_length"), count(headSize));
    writer.add(key("attention.value_length"), count(headSize));
    writer.add(key("attention.layer_norm_rms_epsilon"), family.eps);
    writer.add(key("rope.freq_base"), family.ropeBase);
    if (options.window > 0) writer.add(key("attention.sliding_window"), count(options.window));
    if (family.capped) {
        writer.add(key("attn_logit_softcapping"), 2.0f);
        writer.add(key("final_logit_softcapping"), 5.0f);
    }
    addTokenizer(writer, options, vocabulary);
    addRope(writer, options, headSize);

    Weights weights(writer, options.type, options.seed);
    const bool fused = options.fused || family.fused;
    weights.matrix("token_embd.weight", vocab, width, 2.5);
    if (!options.tied) weights.matrix("output.weight", vocab, width, 2.5);
    weights.norm("output_norm.weight", width);
    for (int i = 0; i < options.layers; ++i) {
        const std::string layer = "blk." + std::to_string(i) + ".";
        const int kvHeads =
            options.kvHeadsOfLayer.empty() ? options.kvHeads : options.kvHeadsOfLayer[static_cast<std::size_t>(i)];
        const int q = options.heads * headSize, kv = kvHeads * headSize;
        const auto matrix = [&](const char* name, int rows, int cols, double gain, bool bias) {
            weights.matrix(layer + name + ".weight", rows, cols, gain);
            if (bias) weights.bias(layer + name + ".bias", rows);
        };
        const bool qkvBias = options.biases || family.qkvBias;
        weights.norm(layer + "attn_norm.weight", width);
        if (fused) {
            matrix("attn_qkv", q + 2 * kv, width, 1.3, qkvBias);
        } else {
            matrix("attn_q", q, width, 1.3, qkvBias);
            matrix("attn_k", kv, width, 1.3, qkvBias);
            matrix("attn_v", kv, width, 1.0, qkvBias);
        }
        matrix("attn_output", width, q, 1.0, options.biases);
        weights.norm(layer + "ffn_norm.weight", width);
        if (!fused) matrix("ffn_gate", ffn, width, 1.0, options.biases);
        matrix("ffn_up", fused ? 2 * ffn : ffn, width, 1.0, options.biases);
        matrix("ffn_down", width, ffn, 1.0, options.biases);
        if (family.qkNorms) {
            weights.norm(layer + "attn_q_norm.weight", headSize);
            weights.norm(layer + "attn_k_norm.weight", headSize);
        }
        if (family.postNorms) {
            weights.norm(layer + "post_attention_norm.weight", width);
            weights.norm(layer + "post_ffw_norm.weight", width);
        }
    }
    return writer.build();
}

std::string tinyModelFile(const TinyOptions& options) {
    const Bytes bytes = tinyModel(options);
    const std::string_view content(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    return writeTemporary(
        "tiny-" + options.family + "-" + std::to_string(std::hash<std::string_view>()(content)) + ".gguf",
        bytes);
}

}  // namespace gh::test
