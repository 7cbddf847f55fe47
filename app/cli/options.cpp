#include "app/cli/options.h"

#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <limits>
#include <memory>
#include <random>
#include <sstream>

#include "app/cli/interrupt.h"
#include "engine/text/chat_template.h"

namespace gh::app {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr const char* kModelHelp = "a GGUF file, any part of a split one, or a folder of safetensors";

template <class T>
std::optional<T> parseWhole(std::string_view text) {
    if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
    T value{};
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (problem != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

std::string plainNumber(double value) {
    std::ostringstream out;
    out << value;
    return out.str();
}

[[noreturn]] void refuse(const std::string& name, const std::string& text, const std::string& expected) {
    throw CLI::ValidationError(name, "'" + text + "' is not " + expected);
}

// ID:BIAS, several separated by commas. "-inf" forbids a token.
void parseBias(const std::string& text, std::vector<std::pair<TokenId, float>>& bias) {
    std::size_t start = 0;
    while (start <= text.size()) {
        const std::size_t end = std::min(text.find(',', start), text.size());
        const std::string_view part = std::string_view(text).substr(start, end - start);
        const std::size_t colon = part.find_first_of(":=");
        const auto id = parseInteger(part.substr(0, colon));
        const auto value = parseNumber(colon == part.npos ? std::string_view() : part.substr(colon + 1));
        if (!id || *id < 0 || *id > std::numeric_limits<TokenId>::max() || !value || *value == kInfinity)
            refuse("--logit-bias", std::string(part), "ID:BIAS, such as 42:-1.5 or 42:-inf");
        bias.emplace_back(static_cast<TokenId>(*id), static_cast<float>(*value));
        start = end + 1;
    }
}

// Byte for byte to the end. Nothing on a read error or an interrupt, with errno set.
std::optional<std::string> readAll(int descriptor) {
    std::string bytes;
    char buffer[65536];
    for (;;) {
        const ssize_t got = read(descriptor, buffer, sizeof buffer);
        if (got == 0) return bytes;
        if (got > 0)
            bytes.append(buffer, static_cast<std::size_t>(got));
        else if (errno != EINTR || interrupted())
            return std::nullopt;
    }
}

}  // namespace

std::optional<std::int64_t> parseInteger(std::string_view text) {
    return parseWhole<std::int64_t>(text);
}

std::optional<double> parseNumber(std::string_view text) {
    const auto value = parseWhole<double>(text);
    if (!value || std::isnan(*value)) return std::nullopt;
    return *value;
}

std::optional<std::vector<TokenId>> parseIds(std::string_view text) {
    static constexpr std::string_view kSeparators = " \t\r\n,";
    std::vector<TokenId> ids;
    for (std::size_t at = text.find_first_not_of(kSeparators); at != text.npos;) {
        const std::size_t end = std::min(text.find_first_of(kSeparators, at), text.size());
        const auto id = parseInteger(text.substr(at, end - at));
        if (!id || *id < 0 || *id > std::numeric_limits<TokenId>::max()) return std::nullopt;
        ids.push_back(static_cast<TokenId>(*id));
        at = text.find_first_not_of(kSeparators, end);
    }
    return ids;
}

CLI::Option* addInteger(CLI::App& parser, const std::string& name, int& target, int low, int high,
                        const std::string& help) {
    return parser
        .add_option_function<std::string>(
            name,
            [name, low, high, &target](const std::string& text) {
                const auto value = parseInteger(text);
                if (!value || *value < low || *value > high) {
                    refuse(
                        name, text,
                        high == std::numeric_limits<int>::max()
                            ? "a whole number of at least " + std::to_string(low)
                            : "a whole number from " + std::to_string(low) + " to " + std::to_string(high));
                }
                target = static_cast<int>(*value);
            },
            help)
        ->type_name("N");
}

CLI::Option* addNumber(CLI::App& parser, const std::string& name, float& target, double low, double high,
                       const std::string& help) {
    return parser
        .add_option_function<std::string>(
            name,
            [name, low, high, &target](const std::string& text) {
                const auto value = parseNumber(text);
                if (!value || !std::isfinite(*value) || *value < low || *value > high)
                    refuse(name, text, "a number from " + plainNumber(low) + " to " + plainNumber(high));
                target = static_cast<float>(*value);
            },
            help)
        ->type_name("X");
}

CLI::Option* addModel(CLI::App& parser, std::string& path) {
    return parser.add_option("MODEL", path, kModelHelp)->required()->type_name("FILE|FOLDER");
}

CLI::Option* addModelOrDefault(CLI::App& parser, std::string& path) {
    return parser.add_option("MODEL", path, std::string(kModelHelp) + "; default: the one that ./dev models fetches")->type_name("FILE|FOLDER");
}

Result<std::string> modelOrDefault(const std::string& path) {
    if (!path.empty()) return path;
    const char* folder = std::getenv("GLASSHOUSE_MODELS");
    const char* home = std::getenv("HOME");
    const std::string fetched =
        (folder ? std::string(folder) : std::string(home ? home : "") + "/.cache/glasshouse") + "/SmolLM2-135M-Instruct.Q4_1.gguf";
    if (std::filesystem::exists(fetched)) return fetched;
    return Error{ErrorCode::InvalidArgument, "MODEL", "none was given, and " + fetched + " is not there; name a model file"};
}

CLI::Option* addIds(CLI::App& parser, std::optional<std::vector<TokenId>>& ids, const std::string& name,
                    const std::string& help) {
    return parser
        .add_option_function<std::string>(
            name,
            [name, &ids](const std::string& text) {
                ids = parseIds(text);
                if (!ids || ids->empty()) refuse(name, text, "a list of token ids, such as \"1 2 3\"");
            },
            help)
        ->type_name("\"ID ID …\"");
}

void addCacheTypes(CLI::App& parser, kernels::KvTypes& types) {
    const auto add = [&](const char* name, const std::string& help, auto set) {
        parser
            .add_option_function<std::string>(
                name,
                [name, set](const std::string& text) {
                    const kernels::KvTypeEntry* entry = kernels::findKvType(text);
                    if (!entry) refuse(name, text, "one of " + kernels::kvTypeWords());
                    set(entry->type);
                },
                help)
            ->type_name("TYPE");
    };
    // In this order, wherever they stand in the call: the narrower choices come last.
    add("--kv-type,--kv", "what the KV cache holds: " + kernels::kvTypeWords() + " (default f16)",
        [&types](kernels::KvType type) { types = type; });
    add("--k-type", "the same for keys alone", [&types](kernels::KvType type) { types.k = type; });
    add("--v-type", "the same for values alone", [&types](kernels::KvType type) { types.v = type; });
}

void addWeightOptions(CLI::App& parser, std::shared_ptr<const quantize::WeightRules>& weights) {
    auto* scheme = parser
        .add_option_function<std::string>(
            "--scheme",
            [&weights](const std::string& name) {
                if (!quantize::findScheme(name)) refuse("--scheme", name, "one of " + quantize::schemeNames());
                weights = std::make_shared<quantize::WeightRules>(quantize::uniformRules(name));
            },
            "quantize the layers' matrices: int8-row, int4-group64, nf4, q4_k … (an unknown one prints all)")
        ->type_name("NAME");
    parser
        .add_option_function<std::string>(
            "--rules",
            [&weights](const std::string& path) {
                const auto text = readFile(path);
                if (!text) throw CLI::ValidationError("--rules", text.error().message());
                const auto rules = quantize::rulesFromJson(*text);
                if (!rules) throw CLI::ValidationError("--rules", path + ": " + rules.error().detail);
                weights = std::make_shared<quantize::WeightRules>(*rules);
            },
            "the same by rules: a file {\"rules\": [{\"pattern\": \"blk\\\\..*\", \"scheme\": \"nf4\"}, …]}; the last that matches holds")
        ->type_name("FILE")
        ->excludes(scheme);
    // Behind both, wherever it stands in the call.
    parser
        .add_option_function<std::string>(
            "--scales",
            [&weights](const std::string& text) {
                const bool least = text == "least-squares";
                if (!least && text != "absmax") refuse("--scales", text, "absmax or least-squares");
                if (!weights) throw CLI::ValidationError("--scales", "says how a scheme chooses its scales; give --scheme or --rules too");
                auto rules = std::make_shared<quantize::WeightRules>(*weights);
                rules->scales = least ? quantize::ScaleChoice::LeastSquares : quantize::ScaleChoice::AbsMax;
                weights = std::move(rules);
            },
            "how the scales of such schemes are chosen: absmax (default) or least-squares")
        ->type_name("CHOICE");
}

CLI::Option* addSchemeList(CLI::App& parser, const std::string& name, std::vector<std::string>& schemes, const std::string& help) {
    return parser
        .add_option_function<std::string>(
            name,
            [name, &schemes](const std::string& text) {
                schemes.clear();
                for (std::size_t start = 0; start <= text.size();) {
                    const std::size_t end = std::min(text.find(',', start), text.size());
                    schemes.push_back(text.substr(start, end - start));
                    if (!quantize::findScheme(schemes.back())) refuse(name, schemes.back(), "one of " + quantize::schemeNames());
                    start = end + 1;
                }
            },
            help)
        ->type_name("S,S…");
}

void addRunOptions(CLI::App& parser, RunOptions& options) {
    addInteger(parser, "--threads", options.threads, 1, 1024,
               "threads to compute with; default: usable cores");
    addInteger(parser, "--context-limit", options.load.contextTokens, 16, 1 << 24,
               "tokens that a sequence may hold; default: the model's context, at most 8192");
    addCacheTypes(parser, options.load.kvTypes);
    parser
        .add_option_function<std::string>(
            "--activations",
            [&options](const std::string& text) {
                if (text == "int8")
                    options.load.activations = ActivationMode::Int8;
                else if (text == "f32")
                    options.load.activations = ActivationMode::F32;
                else
                    refuse("--activations", text, "int8 or f32");
            },
            "matrix products: int8 (default, fast) or f32 (exact)")
        ->type_name("MODE");
}

void addSamplingOptions(CLI::App& parser, SamplingOptions& options) {
    SamplerSettings& s = options.settings;
    addNumber(parser, "--temperature", s.temperature, 0, 100, "0 (default) takes the most likely token");
    addInteger(parser, "--top-k", s.topK, 0, std::numeric_limits<int>::max(),
               "keep the K most likely tokens; 0: off");
    addNumber(parser, "--top-p", s.topP, 0, 1, "keep the most likely tokens that make up this share; 1: off");
    addNumber(parser, "--min-p", s.minP, 0, 1, "drop tokens below this share of the most likely one; 0: off");
    addNumber(parser, "--repeat-penalty", s.repeatPenalty, 1e-3, 1e3,
              "for tokens of prompt and output; 1: off");
    addNumber(parser, "--presence-penalty", s.presencePenalty, -1e3, 1e3, "for tokens of the output; 0: off");
    addNumber(parser, "--frequency-penalty", s.frequencyPenalty, -1e3, 1e3,
              "for each occurrence in the output; 0: off");
    addInteger(parser, "--penalty-last-n", s.penaltyLastN, -1, std::numeric_limits<int>::max(),
               "tokens the penalties look back over (default 64); -1: all");
    parser
        .add_option_function<std::vector<std::string>>(
            "--logit-bias",
            [&s](const std::vector<std::string>& parts) {
                for (const std::string& part : parts) parseBias(part, s.logitBias);
            },
            "ID:BIAS added to a token's logit, -inf forbids it; may be given again")
        ->allow_extra_args(false)
        ->type_name("ID:BIAS");
    parser
        .add_option_function<std::string>(
            "--seed",
            [&options](const std::string& text) {
                const auto seed = parseWhole<std::uint64_t>(text);
                if (!seed) refuse("--seed", text, "a whole number from 0 to 18446744073709551615");
                options.settings.seed = *seed;
                options.seedGiven = true;
            },
            "seed of the random choices; default: a new one, which is reported")
        ->type_name("S");
    std::random_device random;
    s.seed = random();  // replaced by --seed; 32 bits are easy to copy
}

void addTemplateOption(CLI::App& parser, std::string& nameOrFile) {
    parser
        .add_option("--template", nameOrFile,
                    "chat template instead of the model's own: " + templateNames() + ", or a file")
        ->type_name("NAME|FILE");
}

std::string templateNames() {
    std::string names;
    for (const NamedTemplate& entry : namedTemplates())
        names += (names.empty() ? "" : ", ") + std::string(entry.name);
    return names;
}

Result<std::string> templateSource(const std::string& nameOrFile) {
    for (const NamedTemplate& entry : namedTemplates())
        if (nameOrFile == entry.name) return std::string(entry.source);
    auto content = readFile(nameOrFile);
    if (!content)
        return Error{ErrorCode::InvalidArgument, "--template",
                     "'" + nameOrFile + "' is neither a file that can be read nor one of the templates " +
                         templateNames()};
    if (content->find_first_not_of(" \t\r\n") == content->npos)
        return Error{ErrorCode::InvalidArgument, "--template",
                     "'" + nameOrFile + "' is empty; give a file with a chat template in Jinja, or one of " + templateNames()};
    return content;
}

Result<std::string> readFile(const std::string& path) {
    const std::unique_ptr<FILE, int (*)(FILE*)> file(std::fopen(path.c_str(), "rb"), std::fclose);
    auto content = file ? readAll(fileno(file.get())) : std::nullopt;
    if (content) return *std::move(content);
    return Error{ErrorCode::MissingFile, path,
                 std::string("cannot be read (") + std::strerror(errno) + "); check the path"};
}

Result<std::string> readStandardInput() {
    auto content = readAll(STDIN_FILENO);
    if (content) return *std::move(content);
    if (interrupted()) return Error{ErrorCode::Cancelled, "", "interrupted"};
    return Error{ErrorCode::InvalidArgument, "standard input",
                 std::string("cannot be read: ") + std::strerror(errno)};
}

}  // namespace gh::app
