// tokenizer.json and its neighbours into the keys that tokenizers read. What a file describes by a chain of normalizers
// and pre-tokenizers is recognized as one of the kinds that are known; another chain is refused with its words.
#include <algorithm>
#include <filesystem>
#include <optional>
#include <unordered_map>

#include "engine/model/gguf_reader.h"
#include "engine/model/hf_parts.h"
#include "engine/model/hf_tokenizer_file.h"
#include "engine/text/pretokenizer.h"

namespace gh {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostConfig = std::size_t{16} << 20;
constexpr std::string_view kSpace = "\xE2\x96\x81";  // ▁
// Kinds of tokens as GGUF numbers them.
constexpr std::int32_t kNormal = 1, kUnknown = 2, kControl = 3, kUserDefined = 4, kUnused = 5, kByte = 6;

const Json& member(const Json& object, const char* name) {
    static const Json none;
    if (!object.is_object()) return none;
    const auto at = object.find(name);
    return at == object.end() ? none : *at;
}
std::string textOf(const Json& object, const char* name) {
    const Json& value = member(object, name);
    return value.is_string() ? value.get<std::string>() : std::string();
}
bool flagOf(const Json& object, const char* name, bool fallback) {
    const Json& value = member(object, name);
    return value.is_boolean() ? value.get<bool>() : fallback;
}

// The steps of a normalizer, pre-tokenizer, decoder or post-processor, sequences laid out flat.
void flatten(const Json& step, std::vector<const Json*>& steps, int depth = 0) {
    if (step.is_null() || depth > 8) return;
    if (textOf(step, "type") != "Sequence") {
        steps.push_back(&step);
        return;
    }
    for (const char* name : {"normalizers", "pretokenizers", "decoders", "processors"})
        if (const Json& list = member(step, name); list.is_array())
            for (const Json& inner : list) flatten(inner, steps, depth + 1);
}
std::vector<const Json*> stepsOf(const Json& tree, const char* name) {
    std::vector<const Json*> steps;
    flatten(member(tree, name), steps);
    return steps;
}
bool hasStep(const std::vector<const Json*>& steps, std::string_view type) {
    return std::any_of(steps.begin(), steps.end(), [&](const Json* step) { return textOf(*step, "type") == type; });
}

class TokenizerReader {
public:
    TokenizerReader(const std::string& folder, const HfModel& model, std::uint64_t rows, ModelFile& file)
        : m_folder(folder), m_path(join("tokenizer.json")), m_model(model), m_rows(rows), m_file(file), m_keys(file) {}

    Result<void> read() {
        std::error_code problem;
        if (!std::filesystem::exists(m_path, problem))
            return Error{ErrorCode::MissingFile, m_path,
                         "is missing; a tokenizer as tokenizer.model or vocab.json alone is not supported, but "
                         "transformers saves tokenizer.json for any (AutoTokenizer, save_pretrained)"};
        auto json = readHfTokenizerFile(m_path);
        if (!json) return json.error();
        m_json = std::move(*json);
        if (auto r = readNeighbours(); !r) return r;
        const std::string kind = textOf(member(m_json.tree, "model"), "type");
        // Old files name no type; merges tell it.
        if (kind != "BPE" && !(kind.empty() && m_json.mergeCount > 0))
            return bad("model.type is \"" + shownName(kind) + "\"; only BPE is supported", ErrorCode::Unsupported);
        if (auto r = readTokens(); !r) return r;
        const auto preTokenizer = stepsOf(m_json.tree, "pre_tokenizer");
        m_byteLevel = hasStep(preTokenizer, "ByteLevel") || hasStep(stepsOf(m_json.tree, "decoder"), "ByteLevel");
        if (auto r = m_byteLevel ? readByteLevel(preTokenizer) : readPieces(preTokenizer); !r) return r;
        writeTokens();
        writeSpecials();
        return readHfTemplate(m_folder, m_config, m_file);
    }

private:
    std::string join(const char* name) const { return (std::filesystem::path(m_folder) / name).string(); }
    Error bad(std::string detail, ErrorCode code = ErrorCode::BadFile) const { return {code, m_path, std::move(detail)}; }

    Result<void> readNeighbours() {
        std::error_code problem;
        for (auto [name, into] : {std::pair{"tokenizer_config.json", &m_config}, {"generation_config.json", &m_generation}}) {
            if (!std::filesystem::exists(join(name), problem)) continue;
            auto json = readJsonFile(join(name), kMostConfig, {.depth = 64, .values = 1'000'000});
            if (!json) return json.error();
            *into = std::move(*json);
        }
        return {};
    }

    Result<void> readTokens() {
        const auto place = [&](std::uint64_t id, std::string_view text) -> Result<void> {
            // Beyond the rows of the embedding nothing could be looked up; the rows also bound what is allocated here.
            if (id >= m_rows)
                return bad("gives the token \"" + shownName(text) + "\" the id " + std::to_string(id) +
                           ", but the embedding has only " + std::to_string(m_rows) + " rows");
            if (id >= m_tokens.size()) {
                m_tokens.resize(static_cast<std::size_t>(id) + 1);
                m_kinds.resize(m_tokens.size(), kUnused);
            }
            m_tokens[static_cast<std::size_t>(id)] = text;
            m_kinds[static_cast<std::size_t>(id)] = kNormal;
            return {};
        };
        std::uint64_t largest = 0;
        for (const auto& entry : m_json.vocabulary) largest = std::max<std::uint64_t>(largest, entry.id);
        // No more room than entries stand for, until each id has been compared with the rows.
        m_tokens.reserve(std::min<std::uint64_t>(std::min(largest + 1, m_rows), 2 * m_json.vocabulary.size()));
        for (const auto& entry : m_json.vocabulary)
            if (auto r = place(entry.id, m_json.text(entry)); !r) return r;
        const Json& added = member(m_json.tree, "added_tokens");
        if (added.is_array())
            for (const Json& token : added) {
                const Json& id = member(token, "id");
                const Json& content = member(token, "content");
                if (!id.is_number_unsigned() || !content.is_string())
                    return bad("added_tokens holds an entry without id and content");
                if (auto r = place(id.get<std::uint64_t>(), content.get_ref<const std::string&>()); !r) return r;
                m_kinds[id.get<std::size_t>()] = flagOf(token, "special", false) ? kControl : kUserDefined;
                if (flagOf(token, "rstrip", false)) m_stripping.push_back(id.get<std::uint64_t>());
            }
        if (m_tokens.empty()) return bad("has an empty vocabulary");
        m_ids.reserve(m_tokens.size());
        for (std::size_t id = 0; id < m_tokens.size(); ++id)
            if (m_kinds[id] != kUnused) m_ids.emplace(m_tokens[id], static_cast<std::int64_t>(id));
        return {};
    }

    std::optional<std::uint64_t> idOf(std::string_view text) const {
        const auto at = m_ids.find(text);
        if (at == m_ids.end()) return std::nullopt;
        return static_cast<std::uint64_t>(at->second);
    }

    // Byte-level BPE: which pattern the chain of splits is.
    Result<void> readByteLevel(const std::vector<const Json*>& steps) {
        for (const Json* step : stepsOf(m_json.tree, "normalizer"))
            // Composed characters are what keyboards type; the files of the same models for llama.cpp drop this step.
            if (const std::string type = textOf(*step, "type"); type != "NFC")
                return bad("normalizer " + shownName(type) + " is not supported", ErrorCode::Unsupported);
        std::string form;
        for (const Json* step : steps) {
            const auto text = preTokenizerForm(*step);
            if (!text) return text.error();
            form += (form.empty() ? "" : "\n") + *text;
        }
        const bool wholeFirst = flagOf(member(m_json.tree, "model"), "ignore_merges", false);
        const PreTokenizerRule* rule = findPreTokenizerForm(form, wholeFirst);
        if (rule == nullptr)
            return bad("pre_tokenizer is none of the known ones: " + shownName(form), ErrorCode::Unsupported);
        m_keys.text("tokenizer.ggml.model", "gpt2");
        m_keys.text("tokenizer.ggml.pre", rule->names.front());
        m_keys.array("tokenizer.ggml.merges", ValueType::String, m_json.mergeCount, std::move(m_json.merges));
        return {};
    }

    // Files write a line break in a pattern as itself or as \n.
    static std::string withoutLineBreaks(std::string_view regex) {
        std::string out;
        for (const char c : regex) {
            if (c == '\r')
                out += "\\r";
            else if (c == '\n')
                out += "\\n";
            else
                out += c;
        }
        return out;
    }

    // One step in the words of PreTokenizerRule::forms.
    Result<std::string> preTokenizerForm(const Json& step) const {
        const std::string type = textOf(step, "type");
        if (type == "ByteLevel") {
            if (flagOf(step, "add_prefix_space", false))
                return bad("pre_tokenizer ByteLevel adds a space in front, which is not supported", ErrorCode::Unsupported);
            return std::string(flagOf(step, "use_regex", true) ? "gpt2" : "bytes");
        }
        if (type == "Digits") return std::string(flagOf(step, "individual_digits", false) ? "digit" : "digits");
        if (type == "Split") {
            const Json& pattern = member(step, "pattern");
            const std::string behavior = textOf(step, "behavior"), regex = textOf(pattern, "Regex");
            const bool invert = flagOf(step, "invert", false);
            // What a pattern matches stands alone; where it matches everything, removing the rest is the same.
            if (!regex.empty() && ((behavior == "Isolated" && !invert) || (behavior == "Removed" && invert)))
                return "split " + withoutLineBreaks(regex);
        }
        return shownName(step.dump(-1, ' ', false, Json::error_handler_t::replace));
    }

    // SentencePiece's BPE as transformers writes it: spaces are ▁, unknown characters bytes.
    Result<void> readPieces(const std::vector<const Json*>& steps) {
        bool prefix = false, spaces = false;
        for (const Json* step : stepsOf(m_json.tree, "normalizer")) {
            const std::string type = textOf(*step, "type");
            if (type == "Prepend" && textOf(*step, "prepend") == kSpace) {
                prefix = true;
            } else if (type == "Replace" && textOf(member(*step, "pattern"), "String") == " " &&
                       textOf(*step, "content") == kSpace) {
                spaces = true;
            } else {
                return bad("normalizer " + shownName(type) + " is not supported", ErrorCode::Unsupported);
            }
        }
        for (const Json* step : steps) {
            const std::string type = textOf(*step, "type");
            if (type == "Metaspace" && textOf(*step, "replacement") == kSpace && !flagOf(*step, "split", false)) {
                spaces = true;
                const std::string scheme = textOf(*step, "prepend_scheme");
                prefix = scheme.empty() ? flagOf(*step, "add_prefix_space", true) : scheme != "never";
                m_keys.text("tokenizer.space_prefix", scheme == "first" ? "first" : "always");
            } else if (!(type == "Split" && textOf(member(*step, "pattern"), "String") == " ")) {
                // (Splitting at spaces finds none where the normalizer has replaced them.)
                return bad("pre_tokenizer " + shownName(type) + " is not supported for this kind of BPE",
                           ErrorCode::Unsupported);
            }
        }
        if (!spaces)
            return bad("is neither byte-level BPE nor one whose spaces are U+2581; other kinds are not supported",
                       ErrorCode::Unsupported);
        m_keys.text("tokenizer.ggml.model", "llama");
        m_keys.text("tokenizer.ggml.pre", "default");
        m_keys.flag("tokenizer.ggml.add_space_prefix", prefix);
        const bool bytes = flagOf(member(m_json.tree, "model"), "byte_fallback", false);
        for (std::size_t id = 0; id < m_tokens.size(); ++id)
            if (bytes && m_kinds[id] == kNormal && isByteToken(m_tokens[id])) m_kinds[id] = kByte;
        if (const auto unknown = idOf(textOf(member(m_json.tree, "model"), "unk_token"))) {
            m_kinds[static_cast<std::size_t>(*unknown)] = kUnknown;
            m_keys.integer("tokenizer.ggml.unknown_token_id", *unknown);
        }
        writeScores();
        return {};
    }

    static bool isByteToken(std::string_view text) {
        const auto hex = [](char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f'); };
        return text.size() == 6 && text.starts_with("<0x") && text[5] == '>' && hex(text[3]) && hex(text[4]);
    }

    // The merges were made of scores (each piece's splits stand together, best piece first): the first merge that gives
    // a piece has its place. Ranks up to 2^24 are exact as floats.
    void writeScores() {
        std::vector<float> scores(m_tokens.size(), -static_cast<float>(m_json.mergeCount) - 1);
        GgufCursor in(std::as_bytes(std::span(m_json.merges)));
        std::string joined;
        for (std::uint64_t rank = 0; rank < m_json.mergeCount; ++rank) {
            const auto bytes = in.take(*in.read<std::uint64_t>());
            const std::string_view merge(reinterpret_cast<const char*>(bytes->data()), bytes->size());
            const std::size_t space = merge.find(' ', 1);
            if (space == std::string_view::npos) continue;
            joined.assign(merge.substr(0, space)).append(merge.substr(space + 1));
            if (const auto id = idOf(joined); id && scores[*id] < -static_cast<float>(rank))
                scores[*id] = -static_cast<float>(rank);
        }
        m_keys.array<float>("tokenizer.ggml.scores", ValueType::F32, scores);
    }

    void writeTokens() {
        std::string bytes;
        for (std::size_t id = 0; id < m_tokens.size(); ++id) {
            if (m_kinds[id] == kUnused)
                appendGgufString(bytes, "[PAD" + std::to_string(id) + "]");
            else
                appendGgufString(bytes, m_tokens[id]);
        }
        m_keys.array("tokenizer.ggml.tokens", ValueType::String, m_tokens.size(), std::move(bytes));
        m_keys.array<std::int32_t>("tokenizer.ggml.token_type", ValueType::I32, m_kinds);
    }

    // A special token that tokenizer_config.json names: a text, or an object with its content.
    std::optional<std::uint64_t> configured(const char* name) const {
        const Json& value = member(m_config, name);
        return idOf(value.is_object() ? textOf(value, "content") : value.is_string() ? value.get<std::string>() : "");
    }

    void writeSpecials() {
        // What the post-processor puts around a text is what the model was trained with.
        std::optional<bool> addsBos, addsEos;
        std::optional<std::uint64_t> bos = configured("bos_token"), eos = configured("eos_token");
        for (const Json* step : stepsOf(m_json.tree, "post_processor")) {
            if (textOf(*step, "type") != "TemplateProcessing") continue;
            const Json& single = member(*step, "single");
            if (!single.is_array() || single.empty()) continue;
            const auto special = [&](const Json& part) { return idOf(textOf(member(part, "SpecialToken"), "id")); };
            const auto first = special(single.front()), last = special(single.back());
            addsBos = first.has_value();
            if (first && !bos) bos = first;
            addsEos = last.has_value() && single.size() > 1;
            if (*addsEos && !eos) eos = last;
        }
        const auto flag = [&](const char* key, const char* name, std::optional<bool> value) {
            if (!value && member(m_config, name).is_boolean()) value = flagOf(m_config, name, false);
            if (value) m_keys.flag(key, *value);
        };
        flag("tokenizer.ggml.add_bos_token", "add_bos_token", addsBos);
        flag("tokenizer.ggml.add_eos_token", "add_eos_token", addsEos);

        std::vector<std::uint64_t> ends = m_model.endIds;
        const Json& more = member(m_generation, "eos_token_id");
        if (more.is_number_unsigned()) ends.push_back(more.get<std::uint64_t>());
        if (more.is_array())
            for (const Json& id : more)
                if (id.is_number_unsigned()) ends.push_back(id.get<std::uint64_t>());
        const auto within = [&](std::uint64_t id) { return id < m_tokens.size(); };
        for (const std::uint64_t id : ends)
            if (!within(id))
                m_file.addWarning("eos_token_id names the id " + std::to_string(id) + ", but the vocabulary ends at " +
                                  std::to_string(m_tokens.size() - 1) + "; it is left out");
        ends.erase(std::remove_if(ends.begin(), ends.end(), [&](std::uint64_t id) { return !within(id); }), ends.end());
        if (!eos && !ends.empty()) eos = ends.front();
        if (!bos && within(m_model.bosId)) bos = m_model.bosId;
        if (bos) m_keys.integer("tokenizer.ggml.bos_token_id", *bos);
        if (eos) m_keys.integer("tokenizer.ggml.eos_token_id", *eos);
        m_keys.array<std::uint64_t>("tokenizer.rstrip_token_ids", ValueType::U64, m_stripping);
        if (!ends.empty()) m_keys.array<std::uint64_t>("tokenizer.ggml.eos_token_ids", ValueType::U64, ends);
    }

    const std::string& m_folder;
    std::string m_path;
    const HfModel& m_model;
    std::uint64_t m_rows;
    ModelFile& m_file;
    KeyWriter m_keys;
    HfTokenizerFile m_json;
    Json m_config, m_generation;
    bool m_byteLevel = false;
    std::vector<std::string_view> m_tokens;  // by id, views into m_json
    std::vector<std::int32_t> m_kinds;
    std::vector<std::uint64_t> m_stripping;
    std::unordered_map<std::string_view, std::int64_t> m_ids;
};

}  // namespace

void KeyWriter::array(std::string key, ValueType element, std::uint64_t count, std::string bytes) {
    const std::string_view kept = m_file.keep(std::move(bytes));
    m_file.addValue(std::move(key),
                    {ValueType::Array, ModelArray{element, count, std::as_bytes(std::span(kept.data(), kept.size()))}});
}

void appendGgufString(std::string& bytes, std::string_view text) {
    const std::uint64_t length = text.size();
    bytes.append(reinterpret_cast<const char*>(&length), sizeof length);
    bytes.append(text);
}

Result<void> readHfTokenizer(const std::string& folder, const HfModel& model, std::uint64_t rows, ModelFile& file) {
    return TokenizerReader(folder, model, rows, file).read();
}

Result<void> readHfTemplate(const std::string& folder, const Json& tokenizerConfig, ModelFile& file) {
    namespace fs = std::filesystem;
    constexpr const char* kKey = "tokenizer.chat_template";
    KeyWriter keys(file);
    std::error_code problem;
    const auto path = [&](const char* name) { return (fs::path(folder) / name).string(); };
    // A file of its own takes precedence, as with transformers.
    if (const std::string jinja = path("chat_template.jinja"); fs::exists(jinja, problem)) {
        const auto mapped = MappedFile::open(jinja);
        if (!mapped) return mapped.error();
        const auto bytes = (*mapped)->bytes();
        if (bytes.size() > kMostConfig) return Error{ErrorCode::BadFile, jinja, "is too large for a chat template"};
        keys.text(kKey, std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
        return {};
    }
    Json own;
    if (const std::string json = path("chat_template.json"); fs::exists(json, problem)) {
        auto read = readJsonFile(json, kMostConfig);
        if (!read) return read.error();
        own = std::move(*read);
    }
    for (const Json* object : {&std::as_const(own), &tokenizerConfig}) {
        const Json& source = member(*object, "chat_template");
        if (source.is_string()) {
            keys.text(kKey, source.get<std::string>());
            return {};
        }
        if (!source.is_array() || source.empty()) continue;
        // Several with names: the one called default is for chats without tools.
        const Json* chosen = &source.front();
        for (const Json& entry : source)
            if (textOf(entry, "name") == "default") chosen = &entry;
        if (const std::string text = textOf(*chosen, "template"); !text.empty()) {
            keys.text(kKey, text);
            return {};
        }
    }
    return {};
}

}  // namespace gh
