// What schemes do to the real models: the order that people publish, and that a budget spent by sensitivity is worth it.
// Minutes on two cores; the figures are printed, the inequalities are what is asked for.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

#include "engine/evaluate/evaluation.h"
#include "tests/support/real_models.h"

namespace gh::evaluate {
namespace {

Variant byScheme(const std::string& path, const std::string& scheme) {
    Variant variant{scheme, path, {}};
    variant.load.contextTokens = 1024;
    if (scheme != quantize::kAsStored) variant.load.weights = std::make_shared<quantize::WeightRules>(quantize::uniformRules(scheme));
    return variant;
}

Evaluation evaluated(EvaluationSpec spec) {
    EvaluationOutcome outcome = evaluate(spec);
    EXPECT_FALSE(outcome.error) << outcome.error->message();
    std::printf("%s\n", toMarkdown(outcome.evaluation).c_str());
    std::fflush(stdout);
    return std::move(outcome.evaluation);
}

void publishedOrder(std::string_view name) {
    const std::string path = test::realModel(name);
    if (path.empty()) GTEST_SKIP() << name << " is not on this machine";
    EvaluationSpec spec;
    spec.reference = byScheme(path, quantize::kAsStored);
    for (const char* scheme : {"int8-row", "int4-tensor", "int4-row", "int4-group128", "int4-group64", "nf4"})
        spec.variants.push_back(byScheme(path, scheme));
    spec.asRun = false;
    spec.measures = kPerplexity | kDivergence | kAgreement;
    const Evaluation found = evaluated(spec);
    std::map<std::string, const Column*> of;
    for (const Evaluated& variant : found.variants) of[variant.name] = &variant.exact;
    ASSERT_EQ(of.size(), 6u);
    const auto perplexity = [&](const char* scheme) { return of[scheme]->perplexity->value; };
    const auto kl = [&](const char* scheme) { return of[scheme]->divergence->kl.value; };
    const double base = found.base.exact.perplexity->value;
    EXPECT_NEAR(perplexity("int8-row") / base, 1, 0.01);
    // 95 % lie within the interval of what is found: 182 of 192 on SmolLM2, whose prompts of ten tokens leave many near ties
    // (a KL of 0.0027 is the engine's own noise with int8 activations).
    EXPECT_GE(of["int8-row"]->agreement->high, 0.95);
    EXPECT_GT(perplexity("int4-tensor") / base, 100);
    EXPECT_GT(perplexity("int4-row"), perplexity("int4-group128"));
    EXPECT_GT(perplexity("int4-group128"), perplexity("nf4"));
    EXPECT_GT(kl("int4-tensor"), kl("int4-row"));
    EXPECT_GT(kl("int4-row"), kl("int4-group128"));
    EXPECT_GT(kl("int4-group128"), kl("nf4"));
    EXPECT_GT(kl("nf4"), kl("int8-row"));
}

TEST(PublishedOrder, HoldsOnSmolLm2) { publishedOrder(test::kSmolLm2); }
TEST(PublishedOrder, HoldsOnGemma3) { publishedOrder(test::kGemma3); }

// Candidates of a budget: every scheme that takes at most 8.5 bits, but those whose scale is the whole tensor's (all alike
// out of the question) and the groups of INT8 (as good as a scale a row, for more bits).
std::vector<std::string> candidates() {
    std::vector<std::string> names;
    for (const quantize::Scheme& scheme : quantize::schemeList()) {
        const std::string_view name = scheme.name;
        if (name.ends_with("-tensor") || name.starts_with("int8-group")) continue;
        if (quantize::bitsPerWeight(scheme, 2048, 2048) <= 8.51) names.emplace_back(name);
    }
    return names;
}

// A budget is compared with the uniform schemes within it that are predicted to be the best of all.
constexpr std::size_t kRivals = 3;

void budget(std::string_view name, int sensitivityTokens) {
    const std::string path = test::realModel(name);
    if (path.empty()) GTEST_SKIP() << name << " is not on this machine";
    SensitivitySpec ask;
    ask.reference = byScheme(path, quantize::kAsStored);
    ask.schemes = candidates();
    ask.tokens = sensitivityTokens;
    const auto table = sensitivities(ask);
    ASSERT_TRUE(table) << table.error().message();
    std::map<std::string, std::uint64_t> weights, bytes;   // of tensors; of uniform schemes
    std::map<std::string, double> predicted;
    for (const quantize::Sensitivity& one : *table) {
        weights[one.tensor] = one.weights;
        bytes[one.scheme] += one.bytes;
        predicted[one.scheme] += one.divergence;
    }
    double all = 0;
    for (const auto& [tensor, count] : weights) all += static_cast<double>(count);

    EvaluationSpec spec;
    spec.reference = ask.reference;
    spec.measures = kDivergence;
    spec.asRun = false;
    spec.most = 1024;
    std::map<std::string, double> bits;   // of every variant, counted the same way
    for (const double wanted : {3.5, 4.25}) {
        const auto assigned = quantize::assignWithin(*table, static_cast<std::uint64_t>(all * wanted / 8));
        ASSERT_TRUE(assigned) << assigned.error().message();
        Variant variant = byScheme(path, quantize::kAsStored);
        variant.name = "budget " + std::to_string(wanted).substr(0, 4);
        variant.load.weights = std::make_shared<quantize::WeightRules>(assigned->rules);
        bits[variant.name] = assigned->bits;
        EXPECT_LE(assigned->bits, wanted + 1e-9);
        spec.variants.push_back(std::move(variant));
        std::vector<std::string> rivals;
        for (const std::string& scheme : ask.schemes)
            if (8.0 * static_cast<double>(bytes[scheme]) / all <= wanted + 1e-9) rivals.push_back(scheme);
        std::sort(rivals.begin(), rivals.end(), [&](const auto& a, const auto& b) { return predicted[a] < predicted[b]; });
        rivals.resize(std::min(rivals.size(), kRivals));
        for (const std::string& scheme : rivals) {
            if (bits.contains(scheme)) continue;
            bits[scheme] = 8.0 * static_cast<double>(bytes[scheme]) / all;
            spec.variants.push_back(byScheme(path, scheme));
        }
    }
    const Evaluation found = evaluated(spec);
    for (const double wanted : {3.5, 4.25}) {
        double mixed = 0, best = INFINITY;
        std::string which;
        for (const Evaluated& variant : found.variants) {
            const double kl = variant.exact.divergence->kl.value;
            if (variant.name == "budget " + std::to_string(wanted).substr(0, 4)) mixed = kl;
            else if (!variant.name.starts_with("budget") && bits[variant.name] <= wanted + 1e-9 && kl < best) {
                best = kl;
                which = variant.name;
            }
        }
        std::printf("%.2f bits: budget mode %.4f, best uniform %s %.4f\n", wanted, mixed, which.c_str(), best);
        EXPECT_LT(mixed, best) << which;
    }
}

TEST(BudgetMode, BeatsTheBestUniformSchemeOnSmolLm2) { budget(test::kSmolLm2, 128); }
TEST(BudgetMode, BeatsTheBestUniformSchemeOnGemma3) { budget(test::kGemma3, 128); }

}  // namespace
}  // namespace gh::evaluate
