#include "engine/sample/sampler.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <random>

#include "engine/sample/noise.h"
#include "tests/engine/sample/allocation_counter.h"

namespace gh {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();

std::vector<float> randomLogits(std::size_t n, unsigned seed, float spread = 3) {
    std::mt19937 random(seed);
    std::normal_distribution<float> normal(0, spread);
    std::vector<float> x(n);
    for (float& v : x) v = normal(random);
    return x;
}

// The chain in its plainest form: everything sorted, everything in double, no short cuts.
std::vector<Sampler::Survivor> plainChain(const std::vector<float>& logits, const SamplerSettings& s) {
    std::vector<Sampler::Survivor> all;
    for (std::size_t i = 0; i < logits.size(); ++i)
        if (logits[i] > -kInf) all.push_back({static_cast<TokenId>(i), logits[i], 0});
    std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.logit > b.logit; });
    const auto weigh = [&](double temperature) {
        double sum = 0;
        for (auto& c : all) {
            c.probability = std::exp((static_cast<double>(c.logit) - static_cast<double>(all[0].logit)) / temperature);
            sum += c.probability;
        }
        for (auto& c : all) c.probability /= sum;
    };
    if (s.topK > 0) all.resize(std::min(all.size(), static_cast<std::size_t>(s.topK)));
    if (s.topP < 1) {
        weigh(1);
        double sum = 0;
        std::size_t kept = 0;
        while (kept < all.size() && (kept == 0 || sum < static_cast<double>(s.topP))) sum += all[kept++].probability;
        all.resize(kept);
    }
    if (s.minP > 0) {
        weigh(1);
        std::size_t kept = 1;
        while (kept < all.size() && all[kept].probability >= static_cast<double>(s.minP) * all[0].probability) ++kept;
        all.resize(kept);
    }
    if (s.temperature == 0) all.resize(1);
    weigh(s.temperature > 0 ? static_cast<double>(s.temperature) : 1.0);
    return all;
}

std::vector<SamplerSettings> manySettings() {
    std::vector<SamplerSettings> list;
    for (int topK : {0, 1, 40, 700, 100000})
        for (float topP : {1.0f, 0.9f, 0.3f, 0.0f, 0.9999f})
            for (float minP : {0.0f, 0.05f, 1.0f})
                for (float temperature : {0.0f, 0.7f, 1.0f, 3.0f}) {
                    SamplerSettings s;
                    s.topK = topK;
                    s.topP = topP;
                    s.minP = minP;
                    s.temperature = temperature;
                    s.seed = 99;
                    list.push_back(s);
                }
    return list;
}

TEST(Sampler, EveryCombinationAgainstThePlainChain) {
    const std::vector<std::vector<float>> rows{randomLogits(3000, 1), randomLogits(50, 2, 0.01f), {1, 1, 1, 1}, {5}};
    for (const auto& row : rows)
        for (const SamplerSettings& s : manySettings()) {
            SCOPED_TRACE(testing::Message() << row.size() << " k " << s.topK << " p " << s.topP << " min " << s.minP
                                            << " t " << s.temperature);
            const auto right = plainChain(row, s);
            Sampler sampler(s);
            auto logits = row;
            const auto found = sampler.distribution(logits, {}, {});
            ASSERT_TRUE(found.ok());
            ASSERT_EQ(found->size(), right.size());
            for (std::size_t i = 0; i < right.size(); ++i) {
                ASSERT_EQ(found.value()[i].id, right[i].id);
                ASSERT_NEAR(found.value()[i].probability, right[i].probability, 1e-12);
            }
            for (std::uint64_t position = 0; position < 4; ++position) {
                TokenId chosen = right[0].id;
                double best = -std::numeric_limits<double>::infinity();
                for (const auto& c : right) {
                    const double u = uniformNoise(s.seed, s.sample, position, kNoiseDraw, c.id);
                    const double v = std::log(c.probability) - std::log(-std::log(u));
                    if (s.temperature > 0 && v > best) best = v, chosen = c.id;
                }
                const auto drawn = sampler.sample(logits, {}, {}, position);
                ASSERT_TRUE(drawn.ok());
                ASSERT_EQ(drawn->id, chosen);
            }
        }
}

// 10^5 positions under one seed against the probabilities they should have.
TEST(Sampler, DrawsFollowTheDistribution) {
    for (const auto& [temperature, topK] : {std::pair{1.0f, 0}, {0.7f, 0}, {2.0f, 12}}) {
        SamplerSettings s;
        s.temperature = temperature;
        s.topK = topK;
        s.seed = 2024;
        Sampler sampler(s);
        auto logits = randomLogits(20, 5, 1.0f);
        const auto right = sampler.distribution(logits, {}, {});
        std::vector<int> count(logits.size());
        constexpr int kDraws = 100000;
        SampleResult result;
        for (std::uint64_t position = 0; position < kDraws; ++position) {
            ASSERT_TRUE(sampler.sampleInto(result, logits, {}, {}, position).ok());
            ++count[static_cast<std::size_t>(result.id)];
        }
        double chiSquare = 0;
        int total = 0;
        for (const auto& c : *right) {
            const double expected = c.probability * kDraws;
            ASSERT_GT(expected, 10);
            chiSquare += (count[static_cast<std::size_t>(c.id)] - expected) *
                         (count[static_cast<std::size_t>(c.id)] - expected) / expected;
            total += count[static_cast<std::size_t>(c.id)];
        }
        EXPECT_EQ(total, kDraws);
        EXPECT_LT(chiSquare, 60);  // 19 degrees of freedom: the 4e-6 quantile
    }
}

// FACTS.md: two distributions that share their noise choose the same with probability sum 1 / sum max(p/p, q/q).
TEST(Sampler, SharedNoiseAgreesAsOftenAsItShould) {
    SamplerSettings s;
    s.temperature = 1;
    Sampler sampler(s);
    const std::vector<float> p{std::log(0.6f), std::log(0.3f), std::log(0.1f)};
    const std::vector<float> q{std::log(0.2f), std::log(0.7f), std::log(0.1f)};
    int same = 0;
    constexpr int kDraws = 200000;
    for (std::uint64_t position = 0; position < kDraws; ++position) {
        auto a = p, b = q;
        same += sampler.sample(a, {}, {}, position)->id == sampler.sample(b, {}, {}, position)->id ? 1 : 0;
    }
    EXPECT_NEAR(static_cast<double>(same) / kDraws, 0.5714, 0.005);
}

TEST(Sampler, SeedSamplePositionDecideAndNothingElse) {
    const auto logits = randomLogits(1000, 3, 0.5f);
    const auto draw = [&](std::uint64_t seed, std::uint32_t sample, std::uint64_t position) {
        SamplerSettings s;
        s.temperature = 1;
        s.seed = seed;
        s.sample = sample;
        auto row = logits;
        return Sampler(s).sample(row, {}, {}, position)->id;
    };
    SamplerSettings s;
    s.temperature = 1;
    s.seed = 7;
    Sampler used(s);
    int changedBySeed = 0, changedBySample = 0, changedByPosition = 0;
    for (std::uint64_t position = 0; position < 100; ++position) {
        auto row = logits;
        const TokenId id = used.sample(row, {}, {}, 99 - position)->id;  // any order, a used sampler
        EXPECT_EQ(id, draw(7, 0, 99 - position));
        changedBySeed += id != draw(8, 0, 99 - position) ? 1 : 0;
        changedBySample += id != draw(7, 1, 99 - position) ? 1 : 0;
        changedByPosition += id != draw(7, 0, 1000 + position) ? 1 : 0;
    }
    EXPECT_GT(changedBySeed, 90);
    EXPECT_GT(changedBySample, 90);
    EXPECT_GT(changedByPosition, 90);
}

TEST(Sampler, PenaltiesSeeTheLastOfPromptAndOutputTogether) {
    const std::vector<TokenId> prompt{0, 1, 2}, output{3, 3, 4};
    const auto after = [&](int lastN) {
        SamplerSettings s;
        s.repeatPenalty = 2;
        s.presencePenalty = 0.5f;
        s.frequencyPenalty = 0.25f;
        s.penaltyLastN = lastN;
        std::vector<float> logits(6, 4.0f);
        Sampler sampler(s);
        for (int again = 0; again < 2; ++again) {  // the second call must not see the first one's counts
            std::fill(logits.begin(), logits.end(), 4.0f);
            EXPECT_TRUE(sampler.sample(logits, prompt, output, 0).ok());
        }
        return logits;
    };
    using Row = std::vector<float>;
    EXPECT_EQ(after(-1), (Row{2, 2, 2, 1, 1.25f, 4}));
    EXPECT_EQ(after(64), after(-1));
    EXPECT_EQ(after(4), (Row{4, 4, 2, 1, 1.25f, 4}));
    EXPECT_EQ(after(2), (Row{4, 4, 4, 1.25f, 1.25f, 4}));
    EXPECT_EQ(after(1), (Row{4, 4, 4, 4, 1.25f, 4}));
    EXPECT_EQ(after(0), (Row{4, 4, 4, 4, 4, 4}));
}

TEST(Sampler, BiasComesBeforePenalties) {
    SamplerSettings s;
    s.logitBias = {{0, 3.0f}, {1, -kInf}};
    s.repeatPenalty = 2;
    std::vector<float> logits{1, 9, 0.5f};
    const std::vector<TokenId> prompt{0};
    const auto drawn = Sampler(s).sample(logits, prompt, {}, 0);
    ASSERT_TRUE(drawn.ok());
    EXPECT_EQ(logits[0], 2.0f);  // (1 + 3) / 2
    EXPECT_EQ(drawn->id, 0);
}

TEST(Sampler, EveryTokenForbiddenIsAnError) {
    SamplerSettings s;
    s.logitBias = {{0, -kInf}, {1, -kInf}};
    std::vector<float> logits{1, 2};
    const auto drawn = Sampler(s).sample(logits, {}, {}, 0);
    ASSERT_FALSE(drawn.ok());
    EXPECT_NE(drawn.error().detail.find("-inf"), std::string::npos);
}

TEST(Sampler, BadIdsAreNamedOrPassedOver) {
    SamplerSettings s;
    s.logitBias = {{9, 1.0f}};
    std::vector<float> logits{1, 2};
    const auto drawn = Sampler(s).sample(logits, {}, {}, 0);
    ASSERT_FALSE(drawn.ok());
    EXPECT_EQ(drawn.error().code, ErrorCode::InvalidArgument);
    s.logitBias.clear();
    s.repeatPenalty = 1.5f;
    const std::vector<TokenId> strange{-1, 7, 1};
    EXPECT_TRUE(Sampler(s).sample(logits, strange, strange, 0).ok());
}

TEST(Sampler, NonFiniteNamesTheFirstToken) {
    std::vector<float> logits(100, 0.0f);
    logits[40] = kInf;
    logits[70] = std::nanf("");
    const auto drawn = Sampler(SamplerSettings{}).sample(logits, {}, {}, 0);
    ASSERT_FALSE(drawn.ok());
    EXPECT_NE(drawn.error().detail.find("token 40"), std::string::npos) << drawn.error().detail;
}

TEST(Sampler, StagesAndTopAreRecorded) {
    SamplerSettings s;
    s.topK = 3;
    s.topP = 0.8f;
    s.minP = 0.7f;
    s.temperature = 1;
    std::vector<float> logits{std::log(0.15f), std::log(0.5f), -kInf, std::log(0.3f), std::log(0.05f)};
    const auto drawn = Sampler(s).sample(logits, {}, {}, 0, 2);
    ASSERT_TRUE(drawn.ok());
    ASSERT_EQ(drawn->stages.size(), 3u);
    EXPECT_STREQ(drawn->stages[0].stage, "top-k");
    EXPECT_EQ(drawn->stages[0].before, 4u);  // the forbidden one is no candidate
    EXPECT_EQ(drawn->stages[0].after, 3u);
    EXPECT_STREQ(drawn->stages[1].stage, "top-p");
    EXPECT_EQ(drawn->stages[1].after, 2u);  // (0.5 + 0.3) / 0.95
    EXPECT_STREQ(drawn->stages[2].stage, "min-p");
    EXPECT_EQ(drawn->stages[2].before, 2u);
    EXPECT_EQ(drawn->stages[2].after, 1u);
    EXPECT_EQ(drawn->id, 1);
    EXPECT_NEAR(drawn->logProbability, std::log(0.5), 1e-6);
    ASSERT_EQ(drawn->top.size(), 2u);
    EXPECT_EQ(drawn->top[0].id, 1);
    EXPECT_NEAR(drawn->top[0].probability, 0.5, 1e-6);
    EXPECT_EQ(drawn->top[1].id, 3);
    EXPECT_NEAR(drawn->top[1].probability, 0.3, 1e-6);

    const auto greedy = Sampler(SamplerSettings{}).sample(logits, {}, {}, 0, 100);
    EXPECT_TRUE(greedy->stages.empty());
    EXPECT_EQ(greedy->top.size(), 4u);
}

TEST(Sampler, ValidateNamesTheField) {
    const auto field = [](auto change) {
        SamplerSettings s;
        change(s);
        const auto checked = validate(s);
        return checked ? std::string() : checked.error().subject;
    };
    EXPECT_EQ(field([](auto&) {}), "");
    EXPECT_EQ(field([](auto& s) { s.temperature = -1; }), "temperature");
    EXPECT_EQ(field([](auto& s) { s.temperature = kInf; }), "temperature");
    EXPECT_EQ(field([](auto& s) { s.temperature = std::nanf(""); }), "temperature");
    EXPECT_EQ(field([](auto& s) { s.topK = -1; }), "top-k");
    EXPECT_EQ(field([](auto& s) { s.topP = 1.5f; }), "top-p");
    EXPECT_EQ(field([](auto& s) { s.topP = std::nanf(""); }), "top-p");
    EXPECT_EQ(field([](auto& s) { s.minP = -0.1f; }), "min-p");
    EXPECT_EQ(field([](auto& s) { s.repeatPenalty = 0; }), "repeat-penalty");
    EXPECT_EQ(field([](auto& s) { s.presencePenalty = kInf; }), "presence-penalty");
    EXPECT_EQ(field([](auto& s) { s.frequencyPenalty = std::nanf(""); }), "frequency-penalty");
    EXPECT_EQ(field([](auto& s) { s.penaltyLastN = -2; }), "penalty-last-n");
    EXPECT_EQ(field([](auto& s) { s.logitBias = {{3, kInf}}; }), "logit-bias");
    EXPECT_EQ(field([](auto& s) { s.logitBias = {{-3, 1}}; }), "logit-bias");
    EXPECT_EQ(field([](auto& s) { s.logitBias = {{3, -kInf}}; }), "");
}

TEST(Sampler, AllocatesNothingOnceWarm) {
    const auto logits = randomLogits(5000, 4, 2);
    std::vector<TokenId> output{1, 2, 3, 4};
    for (const SamplerSettings& base : manySettings()) {
        SamplerSettings s = base;
        s.repeatPenalty = 1.1f;
        Sampler sampler(s);
        SampleResult result;
        auto row = logits;
        ASSERT_TRUE(sampler.sampleInto(result, row, {}, output, 0, 10).ok());
        ASSERT_TRUE(sampler.sampleInto(result, row, {}, output, 1, 10).ok());
        row = logits;
        const std::size_t before = allocationCount();
        ASSERT_TRUE(sampler.sampleInto(result, row, {}, output, 2, 10).ok());
        ASSERT_EQ(allocationCount(), before);
    }
}

}  // namespace
}  // namespace gh
