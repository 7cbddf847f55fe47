// What a comparison found, as JSON.
#include <cmath>
#include <nlohmann/json.hpp>

#include "engine/evaluate/comparison.h"

namespace gh::evaluate {
namespace {

using Json = nlohmann::ordered_json;

const char* stateName(telemetry::ComparisonState state) {
    constexpr const char* kNames[] = {"loading", "running", "done", "cancelled", "failed"};
    return kNames[static_cast<std::size_t>(state)];
}

// Of pieces, which may be a part of a character.
std::string hex(std::string_view bytes) {
    constexpr char kDigits[] = "0123456789abcdef";
    std::string out;
    for (const unsigned char byte : bytes) {
        out += kDigits[byte >> 4];
        out += kDigits[byte & 15];
    }
    return out;
}

void addText(Json& entry, const std::string& bytes) {
    entry["text"] = bytes;
    const Json strict(bytes);
    try {
        static_cast<void>(strict.dump());
    } catch (const Json::type_error&) {
        entry["bytes_hex"] = hex(bytes);   // no UTF-8: the text has marks of replacement in its place
    }
}

Json number(double value) { return std::isfinite(value) ? Json(value) : Json(); }

Json cellJson(const telemetry::ComparisonCell& cell, bool reference) {
    if (cell.id < 0) return nullptr;   // its text has ended
    Json out{{"id", cell.id}};
    addText(out, cell.text);
    if (!reference) {
        const bool comparable = !std::isnan(cell.klForward);
        out["kl"] = number(static_cast<double>(cell.klForward));
        out["kl_back"] = number(static_cast<double>(cell.klBackward));
        out["rank"] = comparable ? Json(cell.rank) : Json();
        out["reference_probability"] = comparable ? Json(cell.referenceProbability) : Json();
        out["departs_at"] = cell.departsAt < 0 ? Json() : Json(cell.departsAt);
        if (!cell.layerErrors.empty()) out["layer_errors"] = cell.layerErrors;
    }
    Json candidates = Json::array();
    for (const auto& candidate : cell.candidates) {
        Json entry{{"id", candidate.id}};
        addText(entry, candidate.text);
        entry["probability"] = candidate.probability;
        candidates.push_back(std::move(entry));
    }
    out["candidates"] = std::move(candidates);
    return out;
}

Json variantJson(const telemetry::ComparisonVariant& v) {
    return {{"name", v.name},
            {"weight_bytes", v.weightBytes},
            {"bits", v.bits},
            {"step_ms", v.stepMs},
            {"tokens_per_s", v.tokensPerSecond},
            {"cache", {{"predicted_bytes", v.cachePredicted}, {"allocated_bytes", v.cacheAllocated}, {"reserved_bytes", v.cacheReserved}}},
            {"compared", v.compared},
            {"agreed", v.agreed},
            {"kl_mean", v.klMean},
            {"kl_max", v.klMax},
            {"split_at", v.splitAt < 0 ? Json() : Json(v.splitAt)},
            {"ended", v.ended},
            {"layer_error_means", v.layerErrorMeans}};
}

}  // namespace

std::string toJson(const telemetry::ComparisonFacts& facts) {
    Json out{{"mode", facts.mode == telemetry::ComparisonMode::Free ? "free" : "lockstep"},
             {"state", stateName(facts.state)},
             {"prompt", facts.prompt},
             {"prompt_tokens", facts.promptTokens},
             {"wanted", facts.wanted},
             {"depart_threshold", facts.departThreshold}};
    if (!facts.trouble.empty()) out["trouble"] = facts.trouble;
    out["variants"] = Json::array();
    for (const auto& variant : facts.variants) out["variants"].push_back(variantJson(variant));
    out["positions"] = Json::array();
    for (std::size_t i = 0; i < facts.positions.size(); ++i) {
        const telemetry::ComparisonPosition& position = facts.positions[i];
        Json cells = Json::array();
        for (std::size_t v = 0; v < position.cells.size(); ++v) cells.push_back(cellJson(position.cells[v], v == 0));
        out["positions"].push_back({{"position", position.position}, {"cells", std::move(cells)}});
    }
    return out.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace gh::evaluate
