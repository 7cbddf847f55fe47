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

// The same without contractions, and with single digits.
constexpr const char* kTekken =
    R"re([^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+|)re"
    R"re([^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*|)re"
    R"re(\p{N}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+)re";

constexpr const char* kLineBreak = R"re([\r\n])re";
constexpr const char* kCjk = R"re([一-龥ࠀ-一가-퟿]+)re";
constexpr const char* kDeepseekLetters =
    R"re(\s?[A-Za-zµÀ-ÖØ-öø-ƺƼ-ƿǄ-ʓʕ-ʯͰ-ͳͶͷͻ-ͽͿΆΈ-ΊΌΎ-ΡΣ-ϵϷ-ҁҊ-ԯԱ-ՖႠ-ჅᎠ-Ᏽᏸ-ᏽᲐ-ᲺᲽ-Ჿᴀ-ᴫᵫ-ᵷᵹ-ᶚḀ-ἕἘ-Ἕἠ-ὅὈ-Ὅὐ-ὗὙὛὝὟ-ώᾀ-ᾴᾶ-ᾼιῂ-ῄῆ-ῌῐ-ΐῖ-Ίῠ-Ῥῲ-ῴῶ-ῼℂℇℊ-ℓℕℙ-ℝℤΩℨK-ℭℯ-ℴℹℼ-ℿⅅ-ⅉⅎↃↄⰀ-ⱻⱾ-ⳤⳫ-ⳮⳲⳳꙀ-ꙭꚀ-ꚛꜢ-ꝯꝱ-ꞇꞋ-ꞎꭰ-ꮿﬀ-ﬆﬓ-ﬗＡ-Ｚａ-ｚ𐐀-𐑏𐒰-𐓓𐓘-𐓻𐲀-𐲲𐳀-𐳲𑢠-𑣟𞤀-𞥃]+)re";
constexpr const char* kDeepseekMarks = R"re(\s?[!-/:-~！-／：-～‘-‟　-。]+)re";
// White space at the end, written so that a long run that ends otherwise is walked once and not from each of its places.
constexpr const char* kTrailingSpace = R"re((?<!\s)\s++$)re";
constexpr const char* kCoderLetters = R"re(\s?\p{L}+)re";
constexpr const char* kCoderMarks = R"re(\s?\p{P}+)re";
constexpr const char* kDeepseek3Digits = R"re(\p{N}{1,3})re";
constexpr const char* kDeepseek3Cjk = R"re([一-龥぀-ゟ゠-ヿ]+)re";
constexpr const char* kDeepseek3 =
    R"re([!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| ?[\p{P}\p{S}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)re";
constexpr const char* kBloom = R"re( ?[^(\s|.,!?…。，、।۔،)]+)re";

// A chain of splits as tokenizer.json writes it, then what follows.
std::string splits(std::initializer_list<const char*> patterns, const char* rest = "bytes") {
    std::string form;
    for (const char* pattern : patterns) form += std::string("split ") + pattern + "\n";
    return form + rest;
}

}  // namespace

const std::vector<PreTokenizerRule>& preTokenizerList() {
    static const std::vector<PreTokenizerRule> kRules = {
        {.names = {"gpt2", "gpt-2", "phi-2", "mpt", "olmo", "jais", "trillion", "roberta-bpe", "jina-v2-es", "jina-v2-de"},
         .patterns = {kGpt2},
         .forms = {"gpt2"}},
        // What a converter writes that knew no better: punctuation and groups of three digits apart.
        {.names = {"default"}, .patterns = {R"re([\p{P}$+<=>^~|]+)re", kGpt2, R"re(\p{N}+)re", "[0-9][0-9][0-9]"}},
        {.names = {"smollm", "starcoder", "refact", "command-r", "codeshell", "exaone", "minerva-7b"},
         .patterns = {kOneDigit, kGpt2},
         .forms = {"digit\ngpt2"}},
        {.names = {"llama-bpe", "llama3", "llama-v3", "falcon3", "pixtral"},
         .patterns = {kLlama3},
         .wholePieceFirst = true,
         .addsBos = true,
         .forms = {splits({kLlama3})}},
        {.names = {"dbrx", "smaug-bpe", "chatglm-bpe", "glm4"}, .patterns = {kLlama3}, .forms = {splits({kLlama3})}},
        {.names = {"qwen2", "stablelm2", "deepseek-r1-qwen", "megrez"}, .patterns = {kQwen2}, .forms = {splits({kQwen2})}},
        {.names = {"gpt-4o", "llama4"}, .patterns = {kGpt4o}, .forms = {splits({kGpt4o})}},
        {.names = {"tekken"}, .patterns = {kTekken}, .wholePieceFirst = true, .forms = {splits({kTekken})}},
        {.names = {"deepseek-llm"},
         .patterns = {kLineBreak, kDeepseekLetters, kDeepseekMarks, kTrailingSpace, kCjk, R"re(\p{N}+)re"},
         .forms = {splits({kLineBreak, kDeepseekLetters, kDeepseekMarks, R"re(\s+$)re", kCjk}, "digit\nbytes")}},
        {.names = {"deepseek-coder"},
         .patterns = {kLineBreak, kCoderLetters, kCoderMarks, kCjk, kOneDigit},
         .forms = {splits({kLineBreak, kCoderLetters, kCoderMarks, kCjk}, "digit\nbytes")}},
        {.names = {"deepseek-v3"},
         .patterns = {kDeepseek3Digits, kDeepseek3Cjk, kDeepseek3},
         .forms = {splits({kDeepseek3Digits, kDeepseek3Cjk, kDeepseek3})}},
        {.names = {"falcon"}, .patterns = {R"re([\p{P}$+<=>^~|`]+)re", kGpt2, "[0-9][0-9][0-9]"}},
        {.names = {"bloom", "poro-chat", "gpt3-finnish"}, .patterns = {kBloom}},
        {.names = {"viking"}, .patterns = {kBloom, kOneDigit}},
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

const PreTokenizerRule* findPreTokenizerForm(std::string_view form, bool wholePieceFirst) {
    for (const PreTokenizerRule& rule : preTokenizerList()) {
        for (const std::string& known : rule.forms) {
            if (form == known && rule.wholePieceFirst == wholePieceFirst) return &rule;
        }
    }
    return nullptr;
}

}  // namespace gh
