// Rules of quantization from a file: read, used on names, written again.
#include "engine/quantize/rules.h"

#include "tests/fuzz/fuzz_target.h"

namespace gh::fuzz {

void runWeightRules(std::string_view input) {
    const auto rules = quantize::rulesFromJson(input);
    if (!rules) return require(!rules.error().detail.empty(), "what is refused is refused with words");
    const auto set = quantize::RuleSet::compile(*rules);
    require(set.ok(), "rules that were read can be used");
    for (const char* name : {"blk.0.attn_q.weight", "blk.27.ffn_down.weight", "token_embd.weight", ""}) set->schemeFor(name);
    const auto again = quantize::rulesFromJson(quantize::rulesToJson(*rules));
    require(again && *again == *rules, "rules come back as they were");
}

std::vector<std::string> weightRulesSeeds() {
    return {quantize::rulesToJson(quantize::uniformRules("int4-group64")),
            R"({"scales": "least-squares", "rules": [{"pattern": "blk\\.(0|1[0-9]?)\\..*", "scheme": "nf4"}, {"pattern": ".*down.*", "scheme": "stored"}]})",
            R"({"rules": [{"pattern": "(a+)+b", "scheme": "q4_k"}]})"};
}

}  // namespace gh::fuzz
