// Which scheme each matrix of a model gets: an ordered list of rules over tensor names, the last that matches holds. What a
// variant of a model is, in files, in the store, on the command line (--rules) and in LoadOptions::weights.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/quantize/scheme.h"

namespace gh::quantize {

constexpr const char* kAsStored = "stored";   // in place of a scheme's name: the tensor stays as the file has it

struct Rule {
    std::string pattern;   // regular expression (PCRE2) over the whole tensor name: "blk\\.\\d+\\.ffn_down\\.weight"
    std::string scheme;    // a name of scheme_list, or kAsStored
    bool operator==(const Rule&) const = default;
};

struct WeightRules {
    std::vector<Rule> rules;
    ScaleChoice scales = ScaleChoice::AbsMax;
    bool operator==(const WeightRules&) const = default;
};

// The 2-dimensional weights of the layers get this scheme; embedding, head and vectors stay as stored. What `--scheme S` means.
WeightRules uniformRules(std::string_view scheme);

// {"scales": "absmax" | "least-squares", "rules": [{"pattern": …, "scheme": …}, …]}. Errors: BadFile names the rule and what
// is wrong with it (an unknown scheme with the list of those there are, an expression that does not compile with its place).
Result<WeightRules> rulesFromJson(std::string_view text);
std::string rulesToJson(const WeightRules& rules);

// Rules ready for use: expressions compiled. Vectors (one row) always stay as stored.
class RuleSet {
public:
    static Result<RuleSet> compile(const WeightRules& rules);
    // Null: the tensor stays as stored.
    const Scheme* schemeFor(std::string_view tensor) const;
    ScaleChoice scales() const;

private:
    struct Impl;
    std::shared_ptr<const Impl> m_impl;
};

}  // namespace gh::quantize
