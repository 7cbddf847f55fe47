// Two to four variants that generate on one prompt at the same time. One step takes one position (or one chunk of the
// prompt) through every variant. The engine thread runs it between the steps of other requests; the command line runs it
// on its own.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/evaluate/variant.h"
#include "engine/telemetry/comparison_facts.h"

namespace gh::evaluate {

struct ComparisonSpec {
    std::vector<Variant> variants;   // 2…4; the first is the reference
    std::variant<std::vector<ChatMessage>, std::string> prompt;   // a chat, by the model's template; or plain text
    telemetry::ComparisonMode mode = telemetry::ComparisonMode::Lockstep;
    SamplerSettings sampler;         // the reference's draws; in Free each variant's, with the same noise
    int maxTokens = 128;
    bool layerErrors = true;         // residuals are compared after every layer
    int threads = 0;
};

class Comparison {
public:
    // progress: told while loading, false cancels. Errors: of loading, with the variant's name; DoesNotFit: together they take
    // more than the machine has left; InvalidArgument: vocabularies that differ, a prompt over the limit, not 2…4 variants.
    static Result<std::unique_ptr<Comparison>> load(std::shared_ptr<const ComparisonSpec> spec,
                                                    const std::function<bool(double share, std::string_view doing)>& progress);
    ~Comparison();

    bool done() const;
    void step();                     // runs one; nothing when done
    // A new value where something changed since the last call, the same one else.
    std::shared_ptr<const telemetry::ComparisonFacts> facts() const;

private:
    Comparison();
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

std::string toJson(const telemetry::ComparisonFacts& facts);

}  // namespace gh::evaluate
