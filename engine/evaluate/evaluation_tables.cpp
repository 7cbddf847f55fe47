// The table that people publish, as Markdown and as CSV.
#include <charconv>
#include <cmath>
#include <cstdio>

#include "engine/evaluate/evaluation.h"

namespace gh::evaluate {
namespace {

constexpr const char* kNone = "–";

template <class... Values>
std::string format(const char* pattern, Values... values) {
    char text[80];
    std::snprintf(text, sizeof text, pattern, values...);
    return text;
}

std::string short3(double value) { return format("%.3g", value); }

// 23.08, 1,234, 3.65e8.
std::string perplexityText(const std::optional<Perplexity>& p) {
    if (!p) return kNone;
    return p->value < 1e3 ? format("%.2f", p->value) : p->value < 1e6 ? format("%.0f", p->value) : short3(p->value);
}

std::string shareText(const std::optional<Share>& share) {
    return share ? std::to_string(share->right) + "/" + std::to_string(share->asked) : kNone;
}

std::string intervalText(const Share& share) { return format("%.0f–%.0f %%", 100 * share.low, 100 * share.high); }

std::string klText(const std::optional<Divergence>& d) { return d ? short3(d->kl.value) + " ± " + short3(d->kl.error) : kNone; }

// A cell of a Markdown table: names come from files and rules.
std::string cell(std::string text) {
    std::string out;
    for (const char c : text) {
        if (c == '|') out += '\\';
        out += c == '\n' || c == '\r' ? ' ' : c;
    }
    return out;
}

std::string row(const Evaluated& e, bool reference) {
    const bool errors = !reference && e.errorMean > 0;
    std::string out = "| " + cell(reference ? e.name + " (reference)" : e.name);
    out += " | " + format("%.3f", e.bits);
    out += " | " + format("%.1f", static_cast<double>(e.bytes) / 0x1p20);
    out += " | " + (errors ? format("%.4f", e.errorMean) : kNone);
    out += " | " + (errors ? format("%.4f", e.errorWorst) : kNone);
    out += " | " + perplexityText(e.exact.perplexity);
    out += " | " + (e.exact.quiz ? shareText(e.exact.quiz) + " (" + intervalText(*e.exact.quiz) + ")" : kNone);
    out += " | " + shareText(e.exact.agreement);
    out += " | " + (reference ? std::string("0") : klText(e.exact.divergence));
    out += " | " + klText(e.asRun.divergence);
    out += " | " + (e.tokensPerSecond > 0 ? format("%.1f", e.tokensPerSecond) : kNone);
    return out + " |\n";
}

std::string csvField(const std::string& text) {
    if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
    return quoted + "\"";
}

std::string exactly(double value) {
    char text[32];
    const auto [end, problem] = std::to_chars(text, text + sizeof text, value);
    return problem == std::errc() ? std::string(text, end) : std::string();
}

struct CsvColumn {
    const char* name;
    std::string (*of)(const Column& column);
};

template <class Of>
std::string maybe(bool known, Of of) {
    return known ? exactly(of()) : std::string();
}

#define GH_FIGURE(what, expression) [](const Column& c) { return maybe(c.what.has_value(), [&] { return static_cast<double>(c.what->expression); }); }
constexpr CsvColumn kColumns[] = {
    {"perplexity", GH_FIGURE(perplexity, value)},
    {"perplexity_error", GH_FIGURE(perplexity, error)},
    {"kl", GH_FIGURE(divergence, kl.value)},
    {"kl_error", GH_FIGURE(divergence, kl.error)},
    {"kl_median", GH_FIGURE(divergence, median)},
    {"kl_p90", GH_FIGURE(divergence, p90)},
    {"kl_p95", GH_FIGURE(divergence, p95)},
    {"kl_p99", GH_FIGURE(divergence, p99)},
    {"kl_p999", GH_FIGURE(divergence, p999)},
    {"kl_max", GH_FIGURE(divergence, max)},
    {"rms_dp", GH_FIGURE(divergence, rmsDp.value)},
    {"rms_dp_error", GH_FIGURE(divergence, rmsDp.error)},
    {"same_top", GH_FIGURE(divergence, sameTop.value)},
    {"same_top_error", GH_FIGURE(divergence, sameTop.error)},
    {"dp_p1", GH_FIGURE(divergence, dp[0])},
    {"dp_p5", GH_FIGURE(divergence, dp[1])},
    {"dp_p25", GH_FIGURE(divergence, dp[2])},
    {"dp_p50", GH_FIGURE(divergence, dp[3])},
    {"dp_p75", GH_FIGURE(divergence, dp[4])},
    {"dp_p95", GH_FIGURE(divergence, dp[5])},
    {"dp_p99", GH_FIGURE(divergence, dp[6])},
    {"agreement_right", GH_FIGURE(agreement, right)},
    {"agreement_asked", GH_FIGURE(agreement, asked)},
    {"quiz_right", GH_FIGURE(quiz, right)},
    {"quiz_asked", GH_FIGURE(quiz, asked)},
    {"quiz_low", GH_FIGURE(quiz, low)},
    {"quiz_high", GH_FIGURE(quiz, high)},
};
#undef GH_FIGURE

std::string csvRow(const Evaluated& e) {
    std::string out = csvField(e.name) + "," + exactly(e.bits) + "," + std::to_string(e.bytes) + "," + exactly(e.errorMean) + "," +
                      exactly(e.errorWorst) + "," + csvField(e.worstTensor) + "," + exactly(e.tokensPerSecond);
    for (const Column* column : {&e.exact, &e.asRun})
        for (const CsvColumn& figure : kColumns) (out += ',') += figure.of(*column);
    return out + "\n";
}

}  // namespace

std::string toMarkdown(const Evaluation& e) {
    std::string out =
        "| scheme | bits | MiB | error mean | error worst | perplexity | quiz | agreement | KL | KL as run | tokens/s |\n"
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n";
    if (!e.base.name.empty()) out += row(e.base, true);
    for (const Evaluated& variant : e.variants) out += row(variant, false);
    out += "\n" + e.model + " against " + e.reference + (e.referenceQuantized ? ", which is itself quantized" : "") + "; " + e.text;
    if (const auto& p = e.base.exact.perplexity)
        out += ", " + std::to_string(p->tokens) + " tokens in windows of " + std::to_string(p->window);
    out += ". Perplexity, quiz, agreement and KL with f32 activations; KL is the mean of KL(reference ‖ variant) in nats";
    if (const auto& floor = e.base.asRun.divergence)
        out += "; the reference as it runs has " + klText(floor) + ", the noise floor of the last KL column";
    out += ". Quiz with its 95 % interval." + std::string(e.complete ? "" : " Not complete.") + "\n";
    return out;
}

std::string toCsv(const Evaluation& e) {
    std::string out = "scheme,bits,bytes,error_mean,error_worst,worst_tensor,tokens_per_s";
    for (const char* way : {"", "as_run_"})
        for (const CsvColumn& figure : kColumns) out += std::string(",") + way + figure.name;
    out += "\n";
    if (!e.base.name.empty()) out += csvRow(e.base);
    for (const Evaluated& variant : e.variants) out += csvRow(variant);
    return out;
}

}  // namespace gh::evaluate
