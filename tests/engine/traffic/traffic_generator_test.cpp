// Synthetic traffic: what is asked for is what comes, and the same again with the same seed.
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <vector>

#include "engine/schedule/traffic/traffic_generator.h"

namespace {

using namespace gh;
using telemetry::TrafficLengths;
using telemetry::TrafficSettings;

constexpr int kMany = 4000;

std::vector<SyntheticRequest> many(const TrafficSettings& settings, TrafficVocabulary vocabulary = {1000, {}}, int count = kMany) {
    TrafficGenerator generator(settings, std::move(vocabulary));
    std::vector<SyntheticRequest> requests;
    for (int i = 0; i < count; ++i) requests.push_back(generator.next());
    return requests;
}

TEST(TrafficGenerator, SameSeedSameRequests) {
    TrafficSettings settings;
    settings.arrival = TrafficSettings::Arrival::Rate;
    const auto a = many(settings), b = many(settings);
    for (int i = 0; i < kMany; ++i) {
        ASSERT_EQ(a[i].number, static_cast<std::uint64_t>(i + 1));
        ASSERT_EQ(a[i].prompt, b[i].prompt);
        ASSERT_EQ(a[i].arrival, b[i].arrival);
        ASSERT_EQ(a[i].replyTokens, b[i].replyTokens);
        ASSERT_EQ(a[i].seed, b[i].seed);
    }
    settings.seed = 2;
    const auto c = many(settings);
    EXPECT_NE(a[0].prompt, c[0].prompt);
    EXPECT_NE(a[0].arrival, c[0].arrival);
}

// Another distribution of replies leaves the prompts as they were: experiments change one thing at a time.
TEST(TrafficGenerator, WhatIsNotChangedStays) {
    TrafficSettings settings;
    const auto a = many(settings, {1000, {}}, 100);
    settings.reply = {TrafficLengths::Kind::Fixed, 5, 5};
    const auto b = many(settings, {1000, {}}, 100);
    for (int i = 0; i < 100; ++i) {
        EXPECT_EQ(a[i].prompt, b[i].prompt);
        EXPECT_EQ(b[i].replyTokens, 5u);
    }
}

TEST(TrafficGenerator, ArrivalsComeAtTheRateAndUnevenly) {
    TrafficSettings settings;
    settings.arrival = TrafficSettings::Arrival::Rate;
    settings.perSecond = 4;
    settings.prompt = settings.reply = {TrafficLengths::Kind::Fixed, 1, 1};
    settings.sharedShare = 0;
    const auto requests = many(settings);
    EXPECT_NEAR(requests.back().arrival, kMany / 4.0, 0.06 * kMany / 4.0);
    // Of a Poisson process: the gaps' spread is their mean.
    double sum = 0, squares = 0, last = 0;
    for (const auto& request : requests) {
        const double gap = request.arrival - last;
        ASSERT_GT(gap, 0);
        last = request.arrival;
        sum += gap, squares += gap * gap;
    }
    const double mean = sum / kMany, spread = std::sqrt(squares / kMany - mean * mean);
    EXPECT_NEAR(spread / mean, 1, 0.08);
}

TEST(TrafficGenerator, LengthsAreAsAsked) {
    TrafficSettings settings;
    settings.sharedShare = 0;
    settings.prompt = {TrafficLengths::Kind::LongTail, 40, 300};
    settings.reply = {TrafficLengths::Kind::Uniform, 10, 20};
    std::vector<std::size_t> prompts;
    std::vector<int> replies(21);
    for (const auto& request : many(settings)) {
        prompts.push_back(request.prompt.size());
        ASSERT_LE(request.replyTokens, 20u);
        ++replies[request.replyTokens];
    }
    std::sort(prompts.begin(), prompts.end());
    EXPECT_NEAR(static_cast<double>(prompts[kMany / 2]), 40, 2.5);
    EXPECT_GE(prompts.front(), 1u);
    EXPECT_EQ(prompts.back(), 300u);
    EXPECT_GT(prompts[kMany * 95 / 100], 120u);          // the tail
    for (int length = 0; length < 10; ++length) EXPECT_EQ(replies[length], 0);
    for (int length = 10; length <= 20; ++length) EXPECT_NEAR(replies[length], kMany / 11.0, 75) << length;
}

TEST(TrafficGenerator, ThatShareBeginsWithTheSameTokens) {
    TrafficSettings settings;
    settings.sharedShare = 0.25;
    settings.sharedTokens = 64;
    settings.prompt = {TrafficLengths::Kind::Fixed, 10, 10};
    std::vector<TokenId> beginning;
    int shared = 0;
    for (const auto& request : many(settings)) {
        ASSERT_EQ(request.prompt.size(), request.shared ? 74u : 10u);
        if (!request.shared) continue;
        ++shared;
        const std::vector<TokenId> first(request.prompt.begin(), request.prompt.begin() + 64);
        if (beginning.empty()) beginning = first;
        ASSERT_EQ(first, beginning);
    }
    EXPECT_NEAR(shared, kMany / 4.0, 120);
}

TEST(TrafficGenerator, LeavesSpecialTokensOut) {
    TrafficSettings settings;
    settings.sharedShare = 1;
    std::vector<int> seen(8);
    for (const auto& request : many(settings, {8, {0, 7, 3, 4}}, 200))
        for (const TokenId id : request.prompt) ++seen.at(static_cast<std::size_t>(id));
    for (const int id : {0, 3, 4, 7}) EXPECT_EQ(seen[static_cast<std::size_t>(id)], 0);
    for (const int id : {1, 2, 5, 6}) EXPECT_GT(seen[static_cast<std::size_t>(id)], 0);
}

TEST(TrafficGenerator, ErrorsNameTheValue) {
    const auto words = [](auto change) {
        TrafficSettings settings;
        change(settings);
        const auto result = validate(settings, 1000);
        return result ? std::string() : result.error().message();
    };
    EXPECT_EQ(words([](auto&) {}), "");
    EXPECT_NE(words([](auto& s) { s.users = 0; }).find("users"), std::string::npos);
    EXPECT_NE(words([](auto& s) { s.arrival = TrafficSettings::Arrival::Rate; s.perSecond = NAN; }).find("arrivals"), std::string::npos);
    EXPECT_NE(words([](auto& s) { s.prompt.from = 0; }).find("prompt length"), std::string::npos);
    EXPECT_NE(words([](auto& s) { s.reply.to = 1; }).find("reply length"), std::string::npos);
    EXPECT_NE(words([](auto& s) { s.sharedShare = 1.5; }).find("shared share"), std::string::npos);
    const std::string tooLong = words([](auto& s) { s.sharedTokens = 900; });
    EXPECT_NE(tooLong.find("1284"), std::string::npos);
    EXPECT_NE(tooLong.find("1000"), std::string::npos);
    EXPECT_EQ(words([](auto& s) { s.sharedTokens = 900, s.sharedShare = 0; }), "");
}

}  // namespace
