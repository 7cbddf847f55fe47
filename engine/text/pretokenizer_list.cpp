// The patterns of tokenizer.ggml.pre. A new one is a line here. The expressions themselves are facts of each
// model's published tokenizer file; a model tokenized with another one reads garbage.
#include "engine/text/pretokenizer.h"

namespace gh {

namespace {

#define GH_CONTRACTIONS "'s|'t|'re|'ve|'m|'ll|'d"
#define GH_CONTRACTIONS_ANY_CASE "(?i:'s|'t|'re|'ve|'m|'ll|'d)"

constexpr const char* kGpt2 = GH_CONTRACTIONS R"re(| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)re";
constexpr const char* kOneDigit = R"re(\p{N})re";
constexpr const char* kLlama3 = GH_CONTRACTIONS_ANY_CASE
    R"re(|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)re";
constexpr const char* kQwen2 = GH_CONTRACTIONS_ANY_CASE
    R"re(|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)re";
constexpr const char* kGpt4o =
    R"re([^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+)re" GH_CONTRACTIONS_ANY_CASE
    R"re(?|)re"
    R"re([^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*)re" GH_CONTRACTIONS_ANY_CASE
    R"re(?|)re"
    R"re(\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+)re";

}  // namespace

const std::vector<PreTokenizerRule>& preTokenizerList() {
    static const std::vector<PreTokenizerRule> kRules = {
        {{"gpt2", "gpt-2", "phi-2", "mpt", "olmo", "jina-v2-es", "jina-v2-de"}, {kGpt2}},
        // What a converter writes that knew no better: punctuation and groups of three digits apart.
        {{"default"}, {R"re([\p{P}$+<=>^~|]+)re", kGpt2, R"re(\p{N}+)re", "[0-9][0-9][0-9]"}},
        {{"smollm", "starcoder", "refact", "command-r", "codeshell", "exaone"}, {kOneDigit, kGpt2}},
        {{"llama-bpe", "llama3", "llama-v3", "falcon3", "pixtral"}, {kLlama3}, true, true},
        {{"dbrx", "smaug-bpe"}, {kLlama3}},
        {{"qwen2", "stablelm2", "deepseek-r1-qwen"}, {kQwen2}},
        {{"gpt-4o", "llama4"}, {kGpt4o}},
    };
    return kRules;
}

const PreTokenizerRule* findPreTokenizer(std::string_view name) {
    for (const PreTokenizerRule& rule : preTokenizerList()) {
        for (const char* known : rule.names) {
            if (name == known) return &rule;
        }
    }
    return nullptr;
}

}  // namespace gh
