#include "app/cli/token_report.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/cli/output.h"

namespace gh::app {
namespace {

using Json = nlohmann::ordered_json;

void addText(Json& entry, std::string_view bytes) {
    entry["text"] = bytes;
    if (!isUtf8(bytes)) entry["bytes_hex"] = hex(bytes);
}

Json drawJson(const Tokenizer& tokenizer, const SampleResult& draw, std::size_t position, bool end) {
    Json entry{{"position", position}, {"id", draw.id}};
    addText(entry, tokenizer.piece(draw.id));
    entry["logprob"] = draw.logProbability;
    entry["rank"] = draw.rank + 1;   // 1: the likeliest, as the window counts
    entry["entropy_bits"] = draw.entropy;
    entry["end"] = end;
    entry["vocabulary"] = tokenizer.size();
    entry["allowed"] = draw.allowed;
    entry["stages"] = Json::array();
    for (const StageSurvivors& stage : draw.stages)
        entry["stages"].push_back({{"stage", stage.stage}, {"before", stage.before}, {"after", stage.after}});
    entry["candidates"] = Json::array();
    for (std::size_t rank = 0; rank < draw.top.size(); ++rank) {
        const Candidate& candidate = draw.top[rank];
        Json row{{"id", candidate.id}};
        addText(row, tokenizer.piece(candidate.id));
        row["logit"] = candidate.logit;
        row["probability"] = candidate.probability;
        const auto removed = std::find_if(draw.stages.begin(), draw.stages.end(),
                                          [&](const StageSurvivors& stage) { return rank >= stage.after; });
        row["removed_by"] = removed == draw.stages.end() ? Json() : Json(removed->stage);
        entry["candidates"].push_back(std::move(row));
    }
    return entry;
}

}  // namespace

Json promptSpansJson(const Tokenizer& tokenizer, std::span<const TokenId> ids, const telemetry::PromptText& prompt) {
    Json spans = Json::array();
    std::size_t token = 0;   // tokens and spans both come in ascending order
    for (const telemetry::PromptText::Span& span : prompt.spans) {
        while (token < prompt.tokens.size() && prompt.tokens[token].end <= span.begin && prompt.tokens[token].begin < span.begin) ++token;
        std::size_t end = token;
        while (end < prompt.tokens.size() && prompt.tokens[end].begin < span.end) ++end;
        Json entry{{"origin", span.content ? "content" : "template"}};
        const auto message = static_cast<std::size_t>(span.message);
        if (span.message >= 0 && message < prompt.roles.size()) entry["role"] = prompt.roles[message];
        entry["text"] = prompt.text.substr(span.begin, span.end - span.begin);
        entry["first_token"] = token;
        entry["end_token"] = end;
        Json specials = Json::array();
        for (std::size_t p = token; p < end && p < ids.size(); ++p)
            if (tokenizer.isSpecial(ids[p])) specials.push_back(p);
        entry["special_tokens"] = std::move(specials);
        spans.push_back(std::move(entry));
    }
    return spans;
}

Json drawsJson(const Tokenizer& tokenizer, const Generation& generation) {
    Json draws = Json::array();
    std::size_t position = generation.promptIds.size() + generation.continued;
    for (const SampleResult& draw : generation.draws) draws.push_back(drawJson(tokenizer, draw, position++, false));
    if (generation.endDraw) draws.push_back(drawJson(tokenizer, *generation.endDraw, position, true));
    return draws;
}

}  // namespace gh::app
