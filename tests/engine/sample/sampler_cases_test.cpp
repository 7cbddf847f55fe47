// The ready-made cases of tests/data/numeric/sampler.json, by kind of case.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <vector>

#include "engine/sample/sampler.h"
#include "engine/sample/softmax.h"

namespace gh {
namespace {

using nlohmann::json;

float number(const json& value) {
    if (value.is_number()) return value.get<float>();
    const std::string word = value;
    if (word == "NaN") return std::numeric_limits<float>::quiet_NaN();
    const float inf = std::numeric_limits<float>::infinity();
    return word == "Infinity" ? inf : -inf;
}

std::vector<float> numbers(const json& list) {
    std::vector<float> values;
    for (const auto& value : list) values.push_back(number(value));
    return values;
}

void expectNear(double found, double expected) {
    EXPECT_NEAR(found, expected, 1e-6 * std::max(1.0, std::fabs(expected)));
}

std::vector<TokenId> ids(const json& input, const char* key) {
    return input.contains(key) ? input[key].get<std::vector<TokenId>>() : std::vector<TokenId>{};
}

void penalties(const json& input, const json& expected) {
    SamplerSettings settings;
    settings.repeatPenalty = input["repeat"];
    settings.frequencyPenalty = input["frequency"];
    settings.presencePenalty = input["presence"];
    settings.penaltyLastN = input.value("last_n", -1);
    // A history without a split is all output.
    const auto prompt = ids(input, "prompt");
    const auto output = input.contains("history") ? ids(input, "history") : ids(input, "output");
    auto logits = numbers(input["logits"]);
    Sampler sampler(settings);
    ASSERT_TRUE(sampler.sample(logits, prompt, output, 0).ok());
    const auto right = numbers(expected["logits"]);
    ASSERT_EQ(logits.size(), right.size());
    for (std::size_t i = 0; i < right.size(); ++i) expectNear(logits[i], right[i]);
}

void filters(const json& input, const json& expected) {
    SamplerSettings settings;
    settings.topK = input.value("top_k", 0);
    settings.topP = input.value("top_p", 1.0f);
    settings.minP = input.value("min_p", 0.0f);
    settings.temperature = input.value("temp", 1.0f);
    ASSERT_TRUE(validate(settings).ok());
    auto logits = numbers(input["logits"]);
    Sampler sampler(settings);
    const auto survivors = sampler.distribution(logits, {}, {});
    ASSERT_TRUE(survivors.ok());
    const auto kept = expected["kept"].get<std::vector<TokenId>>();
    ASSERT_EQ(survivors->size(), kept.size());
    for (std::size_t i = 0; i < kept.size(); ++i) {
        EXPECT_EQ(survivors.value()[i].id, kept[i]);
        expectNear(survivors.value()[i].probability, expected["probabilities"][i]);
    }
    // Every draw is one of them, and the best alone at temperature 0.
    for (std::uint64_t position = 0; position < 200; ++position) {
        const auto drawn = sampler.sample(logits, {}, {}, position);
        ASSERT_TRUE(drawn.ok());
        EXPECT_NE(std::find(kept.begin(), kept.end(), drawn->id), kept.end());
    }
}

void greedy(const json& input, const json& expected) {
    for (const std::uint64_t seed : input["seeds"]) {
        SamplerSettings settings;
        settings.seed = seed;
        auto logits = numbers(input["logits"]);
        const auto drawn = Sampler(settings).sample(logits, {}, {}, 5);
        ASSERT_TRUE(drawn.ok());
        EXPECT_EQ(drawn->id, expected["id"].get<TokenId>());
    }
}

void badLogits(const json& input, const json& expected) {
    SamplerSettings settings;
    settings.temperature = input["temp"];
    auto logits = numbers(input["logits"]);
    Sampler sampler(settings);
    const auto drawn = sampler.sample(logits, {}, {}, 0);
    if (expected.contains("error")) {
        ASSERT_FALSE(drawn.ok());
        EXPECT_EQ(drawn.error().subject, "logits");
        // And goes on.
        std::vector<float> good{0, 1};
        EXPECT_TRUE(sampler.sample(good, {}, {}, 0).ok());
        return;
    }
    ASSERT_TRUE(drawn.ok());
    settings.temperature = 0;
    EXPECT_EQ(Sampler(settings).sample(logits, {}, {}, 0)->id, expected["id_at_temp_0"].get<TokenId>());
    for (std::uint64_t position = 0; position < 500; ++position) {
        const auto other = sampler.sample(logits, {}, {}, position);
        EXPECT_GT(logits[static_cast<std::size_t>(other->id)], -std::numeric_limits<float>::infinity());
    }
}

void softmaxCase(const json& input, const json& expected) {
    const auto x = numbers(input["x"]);
    std::vector<float> p(x.size());
    softmax(x, p);
    for (std::size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(p[i], expected["p"][i].get<double>(), 1e-6);
    const double right = expected["logsumexp"];
    EXPECT_NEAR(logSumExp(x), right, 1e-6 * std::fabs(right));
}

TEST(Sampler, Cases) {
    std::ifstream file(GLASSHOUSE_TEST_DATA "/numeric/sampler.json");
    ASSERT_TRUE(file);
    const auto document = json::parse(file);
    struct Kind {
        const char* prefix;
        void (*check)(const json& input, const json& expected);
        int seen = 0;
    };
    Kind kinds[] = {{"smp-penalty", penalties}, {"smp-filter", filters}, {"smp-greedy", greedy},
                    {"smp-bad", badLogits},     {"softmax", softmaxCase}};
    for (const auto& entry : document["cases"]) {
        const std::string id = entry["id"];
        SCOPED_TRACE(id);
        bool known = false;
        for (Kind& kind : kinds) {
            if (id.rfind(kind.prefix, 0) != 0) continue;
            kind.check(entry["input"], entry["expected"]);
            ++kind.seen;
            known = true;
        }
        EXPECT_TRUE(known);
    }
    for (const Kind& kind : kinds) EXPECT_GT(kind.seen, 0) << kind.prefix;
    EXPECT_EQ(document["cases"].size(), 41u);
}

}  // namespace
}  // namespace gh
