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
// Letters with case, by number: some of them would not survive a normalizing editor.
constexpr const char* kDeepseekLetters =
    "\\s?["
    "A-Za-z\u00B5\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u01BA\u01BC-\u01BF\u01C4-\u0293\u0295-\u02AF"
    "\u0370-\u0373\u0376\u0377\u037B-\u037D\u037F\u0386\u0388-\u038A\u038C\u038E-\u03A1\u03A3-\u03F5"
    "\u03F7-\u0481\u048A-\u052F\u0531-\u0556\u10A0-\u10C5\u13A0-\u13F5\u13F8-\u13FD\u1C90-\u1CBA"
    "\u1CBD-\u1CBF\u1D00-\u1D2B\u1D6B-\u1D77\u1D79-\u1D9A\u1E00-\u1F15\u1F18-\u1F1D\u1F20-\u1F45"
    "\u1F48-\u1F4D\u1F50-\u1F57\u1F59\u1F5B\u1F5D\u1F5F-\u1F7D\u1F80-\u1FB4\u1FB6-\u1FBC\u1FBE"
    "\u1FC2-\u1FC4\u1FC6-\u1FCC\u1FD0-\u1FD3\u1FD6-\u1FDB\u1FE0-\u1FEC\u1FF2-\u1FF4\u1FF6-\u1FFC"
    "\u2102\u2107\u210A-\u2113\u2115\u2119-\u211D\u2124\u2126\u2128\u212A-\u212D\u212F-\u2134\u2139"
    "\u213C-\u213F\u2145-\u2149\u214E\u2183\u2184\u2C00-\u2C7B\u2C7E-\u2CE4\u2CEB-\u2CEE\u2CF2\u2CF3"
    "\uA640-\uA66D\uA680-\uA69B\uA722-\uA76F\uA771-\uA787\uA78B-\uA78E\uAB70-\uABBF\uFB00-\uFB06"
    "\uFB13-\uFB17\uFF21-\uFF3A\uFF41-\uFF5A\U00010400-\U0001044F\U000104B0-\U000104D3"
    "\U000104D8-\U000104FB\U00010C80-\U00010CB2\U00010CC0-\U00010CF2\U000118A0-\U000118DF"
    "\U0001E900-\U0001E943"
    "]+";
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
