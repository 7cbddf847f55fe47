#include "engine/quantize/rules.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <nlohmann/json.hpp>

#include "engine/model/limited_json.h"

namespace gh::quantize {
namespace {

constexpr std::size_t kMostRules = 10'000, kMostPattern = 1'000;
// A pattern from a file may be one that never ends; names are short, and honest patterns need a hundredth of this.
constexpr std::uint32_t kMatchLimit = 100'000;

struct FreeCode {
    void operator()(pcre2_code* code) const { pcre2_code_free(code); }
};
struct FreeMatch {
    void operator()(pcre2_match_data* match) const { pcre2_match_data_free(match); }
};
struct FreeContext {
    void operator()(pcre2_match_context* context) const { pcre2_match_context_free(context); }
};
using Code = std::unique_ptr<pcre2_code, FreeCode>;

constexpr const char* kAbsMax = "absmax";
constexpr const char* kLeastSquares = "least-squares";

Error bad(std::string detail) { return {ErrorCode::BadFile, "the rules", std::move(detail)}; }
std::string nth(std::size_t index) { return "rule " + std::to_string(index + 1); }
std::string shown(const std::string& text) { return "\"" + (text.size() > 80 ? text.substr(0, 80) + "…" : text) + "\""; }

Result<Code> compilePattern(const Rule& rule, std::size_t index) {
    if (rule.pattern.size() > kMostPattern)
        return bad(nth(index) + " has a pattern of " + std::to_string(rule.pattern.size()) + " bytes, at most " +
                   std::to_string(kMostPattern) + " are allowed");
    int problem = 0;
    PCRE2_SIZE at = 0;
    Code code(pcre2_compile(reinterpret_cast<PCRE2_SPTR>(rule.pattern.data()), rule.pattern.size(),
                            PCRE2_ANCHORED | PCRE2_ENDANCHORED | PCRE2_NEVER_BACKSLASH_C, &problem, &at, nullptr));
    if (code) return code;
    PCRE2_UCHAR text[256] = {};
    pcre2_get_error_message(problem, text, sizeof text);
    return bad(nth(index) + ": the pattern " + shown(rule.pattern) + " is no regular expression: " + reinterpret_cast<const char*>(text) +
               " (at character " + std::to_string(at + 1) + ")");
}

bool knownScheme(const std::string& name) { return name == kAsStored || findScheme(name) != nullptr; }

}  // namespace

WeightRules uniformRules(std::string_view scheme) {
    return {{{R"(blk\.\d+\..*\.weight)", std::string(scheme)}}, ScaleChoice::AbsMax};
}

Result<WeightRules> rulesFromJson(std::string_view text) {
    auto tree = parseJson(text, "the rules", {.depth = 4, .values = 4 * kMostRules});
    if (!tree) return tree.error();
    if (!tree->is_object()) return bad("are no object; expected {\"rules\": [{\"pattern\": …, \"scheme\": …}, …]}");
    WeightRules rules;
    for (const auto& [key, value] : tree->items()) {
        if (key == "scales") {
            if (value == kLeastSquares) rules.scales = ScaleChoice::LeastSquares;
            else if (value != kAbsMax)
                return bad("\"scales\" must be \"" + std::string(kAbsMax) + "\" or \"" + kLeastSquares + "\"");
        } else if (key == "rules") {
            if (!value.is_array() || value.size() > kMostRules)
                return bad("\"rules\" must be an array of at most " + std::to_string(kMostRules) + " rules");
            for (const auto& entry : value) {
                const std::size_t index = rules.rules.size();
                Rule rule;
                if (!entry.is_object()) return bad(nth(index) + " is no object; expected {\"pattern\": …, \"scheme\": …}");
                for (const auto& [name, part] : entry.items()) {
                    std::string* target = name == "pattern" ? &rule.pattern : name == "scheme" ? &rule.scheme : nullptr;
                    if (!target) return bad(nth(index) + " has " + shown(name) + ", which is not known; there are pattern and scheme");
                    if (!part.is_string()) return bad(nth(index) + ": " + name + " must be a text");
                    *target = part.get<std::string>();
                }
                if (rule.pattern.empty() || rule.scheme.empty()) return bad(nth(index) + " needs a pattern and a scheme");
                rules.rules.push_back(std::move(rule));
            }
        } else {
            return bad("have " + shown(key) + ", which is not known; there are scales and rules");
        }
    }
    // What cannot be used is said now, where the text is at hand.
    if (auto compiled = RuleSet::compile(rules); !compiled) return compiled.error();
    return rules;
}

std::string rulesToJson(const WeightRules& rules) {
    nlohmann::ordered_json json;
    json["scales"] = rules.scales == ScaleChoice::LeastSquares ? kLeastSquares : kAbsMax;
    json["rules"] = nlohmann::ordered_json::array();
    for (const Rule& rule : rules.rules) json["rules"].push_back({{"pattern", rule.pattern}, {"scheme", rule.scheme}});
    return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace);
}

struct RuleSet::Impl {
    struct Entry {
        Code code;
        const Scheme* scheme;   // null: as stored
    };
    std::vector<Entry> entries;
    ScaleChoice scales = ScaleChoice::AbsMax;
};

Result<RuleSet> RuleSet::compile(const WeightRules& rules) {
    auto impl = std::make_shared<Impl>();
    impl->scales = rules.scales;
    for (const Rule& rule : rules.rules) {
        const std::size_t index = impl->entries.size();
        if (!knownScheme(rule.scheme))
            return bad(nth(index) + " asks for the scheme " + shown(rule.scheme) + ", which there is not; there are " + kAsStored + ", " +
                       schemeNames());
        auto code = compilePattern(rule, index);
        if (!code) return code.error();
        impl->entries.push_back({std::move(*code), findScheme(rule.scheme)});
    }
    RuleSet set;
    set.m_impl = std::move(impl);
    return set;
}

const Scheme* RuleSet::schemeFor(std::string_view tensor) const {
    std::unique_ptr<pcre2_match_data, FreeMatch> match(pcre2_match_data_create(1, nullptr));
    std::unique_ptr<pcre2_match_context, FreeContext> context(pcre2_match_context_create(nullptr));
    pcre2_set_match_limit(context.get(), kMatchLimit);
    for (auto at = m_impl->entries.rbegin(); at != m_impl->entries.rend(); ++at) {
        const int found = pcre2_match(at->code.get(), reinterpret_cast<PCRE2_SPTR>(tensor.data()), tensor.size(), 0, 0, match.get(), context.get());
        // 0: it matches, with more groups than were asked for. Whatever is below (no match, limits) is none.
        if (found >= 0) return at->scheme;
    }
    return nullptr;
}

ScaleChoice RuleSet::scales() const { return m_impl->scales; }

}  // namespace gh::quantize
