// Evaluations as JSON, to keep and to read again.
#include <cmath>
#include <nlohmann/json.hpp>

#include "engine/evaluate/evaluation.h"

namespace gh::evaluate {
namespace {

using Json = nlohmann::ordered_json;

// ---- writing ----------------------------------------------------------------------------------------------------------

// JSON has no infinity; a perplexity beyond all numbers is written as null.
Json number(double value) { return std::isfinite(value) ? Json(value) : Json(); }

Json write(const Mean& mean) { return {{"value", number(mean.value)}, {"error", number(mean.error)}}; }

Json write(const Share& share) {
    return {{"right", share.right}, {"asked", share.asked}, {"low", share.low}, {"high", share.high}};
}

Json write(const Divergence& d) {
    Json dp = Json::array();
    for (const double value : d.dp) dp.push_back(number(value));
    return {{"tokens", d.tokens},     {"kl", write(d.kl)},          {"median", number(d.median)}, {"p90", number(d.p90)},
            {"p95", number(d.p95)},   {"p99", number(d.p99)},       {"p999", number(d.p999)},     {"max", number(d.max)},
            {"rms_dp", write(d.rmsDp)}, {"same_top", write(d.sameTop)}, {"dp", std::move(dp)}};
}

Json write(const Column& column) {
    Json out = Json::object();
    if (const auto& p = column.perplexity)
        out["perplexity"] = {{"value", number(p->value)}, {"error", number(p->error)}, {"tokens", p->tokens}, {"window", p->window}};
    if (column.divergence) out["divergence"] = write(*column.divergence);
    if (column.agreement) out["agreement"] = write(*column.agreement);
    if (column.quiz) out["quiz"] = write(*column.quiz);
    if (!column.answers.empty()) {
        out["answers"] = Json::array();
        for (const QuizAnswer& a : column.answers)
            out["answers"].push_back({{"question", a.question}, {"answer", a.answer}, {"right", a.right}});
    }
    return out;
}

Json write(const Evaluated& e) {
    return {{"name", e.name},
            {"bits", number(e.bits)},
            {"bytes", e.bytes},
            {"error_mean", number(e.errorMean)},
            {"error_worst", number(e.errorWorst)},
            {"worst_tensor", e.worstTensor},
            {"tokens_per_s", number(e.tokensPerSecond)},
            {"exact", write(e.exact)},
            {"as_run", write(e.asRun)}};
}

// ---- reading: exactly what writing makes ---------------------------------------------------------------------------------

// Reads members by key; remembers the first that is missing or of another kind.
class Reader {
public:
    const std::string& problem() const { return m_problem; }

    template <class T>
    void get(const Json& object, const char* key, T& target) {
        const Json* value = member(object, key);
        if (!value) return;
        if constexpr (std::is_same_v<T, double>) {
            if (value->is_null()) {
                target = std::numeric_limits<double>::infinity();
                return;
            }
            if (!value->is_number()) return fail(key);
        } else if constexpr (std::is_same_v<T, bool>) {
            if (!value->is_boolean()) return fail(key);
        } else if constexpr (std::is_integral_v<T>) {
            if (!value->is_number_integer() || (std::is_unsigned_v<T> && !value->is_number_unsigned())) return fail(key);
        } else {
            if (!value->is_string()) return fail(key);
        }
        target = value->get<T>();
    }
    void get(const Json& object, const char* key, Mean& mean) {
        const Json* value = member(object, key);
        if (!value) return;
        get(*value, "value", mean.value);
        get(*value, "error", mean.error);
    }
    void read(const Json& value, Share& share) {
        get(value, "right", share.right);
        get(value, "asked", share.asked);
        get(value, "low", share.low);
        get(value, "high", share.high);
    }
    void read(const Json& value, Perplexity& p) {
        get(value, "value", p.value);
        get(value, "error", p.error);
        get(value, "tokens", p.tokens);
        get(value, "window", p.window);
    }
    void read(const Json& value, Divergence& d) {
        get(value, "tokens", d.tokens);
        get(value, "kl", d.kl);
        get(value, "median", d.median);
        get(value, "p90", d.p90);
        get(value, "p95", d.p95);
        get(value, "p99", d.p99);
        get(value, "p999", d.p999);
        get(value, "max", d.max);
        get(value, "rms_dp", d.rmsDp);
        get(value, "same_top", d.sameTop);
        const Json* dp = member(value, "dp");
        if (!dp) return;
        if (!dp->is_array() || dp->size() != std::size(d.dp)) return fail("dp");
        for (std::size_t i = 0; i < std::size(d.dp); ++i) {
            if (!(*dp)[i].is_number()) return fail("dp");
            d.dp[i] = (*dp)[i].get<double>();
        }
    }
    template <class T>
    void maybe(const Json& object, const char* key, std::optional<T>& target) {
        if (!object.is_object() || !object.contains(key)) return;
        read(object[key], target.emplace());
    }
    void read(const Json& object, Column& column) {
        maybe(object, "perplexity", column.perplexity);
        maybe(object, "divergence", column.divergence);
        maybe(object, "agreement", column.agreement);
        maybe(object, "quiz", column.quiz);
        if (!object.is_object() || !object.contains("answers")) return;
        if (!object["answers"].is_array()) return fail("answers");
        for (const Json& entry : object["answers"]) {
            QuizAnswer& answer = column.answers.emplace_back();
            get(entry, "question", answer.question);
            get(entry, "answer", answer.answer);
            get(entry, "right", answer.right);
        }
    }
    void read(const Json& object, Evaluated& e) {
        get(object, "name", e.name);
        get(object, "bits", e.bits);
        get(object, "bytes", e.bytes);
        get(object, "error_mean", e.errorMean);
        get(object, "error_worst", e.errorWorst);
        get(object, "worst_tensor", e.worstTensor);
        get(object, "tokens_per_s", e.tokensPerSecond);
        for (const auto& [key, column] : {std::pair{"exact", &e.exact}, {"as_run", &e.asRun}}) {
            const Json* value = member(object, key);
            if (value && !value->is_object()) fail(key);
            if (value) read(*value, *column);
        }
    }
    const Json* member(const Json& object, const char* key) {
        if (object.is_object() && object.contains(key)) return &object[key];
        fail(key);
        return nullptr;
    }
    void fail(const char* key) {
        if (m_problem.empty()) m_problem = key;
    }

private:
    std::string m_problem;
};

}  // namespace

std::string toJson(const Evaluation& e) {
    Json out{{"model", e.model},
             {"reference", e.reference},
             {"reference_quantized", e.referenceQuantized},
             {"text", e.text},
             {"complete", e.complete},
             {"base", write(e.base)},
             {"variants", Json::array()}};
    for (const Evaluated& variant : e.variants) out["variants"].push_back(write(variant));
    return out.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<Evaluation> evaluationFromJson(std::string_view text) {
    const Json json = Json::parse(text, nullptr, false);
    Reader reader;
    Evaluation e;
    reader.get(json, "model", e.model);
    reader.get(json, "reference", e.reference);
    reader.get(json, "reference_quantized", e.referenceQuantized);
    reader.get(json, "text", e.text);
    reader.get(json, "complete", e.complete);
    if (const Json* base = reader.member(json, "base")) reader.read(*base, e.base);
    if (const Json* variants = reader.member(json, "variants")) {
        if (!variants->is_array()) reader.fail("variants");
        else
            for (const Json& variant : *variants) reader.read(variant, e.variants.emplace_back());
    }
    if (!reader.problem().empty())
        return Error{ErrorCode::BadFile, "evaluation", "no evaluation of Glasshouse: '" + reader.problem() + "' is missing or of another kind"};
    return e;
}

}  // namespace gh::evaluate
