// The request list, batching on paper against examples worked by hand, and the cost of steps.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/lab/notebook.h"
#include "engine/lab/policy_simulation.h"
#include "engine/lab/request_list.h"
#include "engine/lab/step_costs.h"

namespace gh::lab {
namespace {

TEST(LabRequests, TheLengthsAreThoseOfTheFixedList) {
    const auto& lengths = outputLengths();
    EXPECT_EQ(lengths.size(), 64u);
    EXPECT_EQ(std::accumulate(lengths.begin(), lengths.end(), 0), 1874);
    EXPECT_EQ(*std::max_element(lengths.begin(), lengths.end()), 231);
    EXPECT_EQ(medianOf({lengths.begin(), lengths.end()}), 18);
    EXPECT_GE(*std::min_element(lengths.begin(), lengths.end()), 1);
    // The order matters as much as the statistics: batches are cut from it.
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < lengths.size(); ++i) sum += (i + 1) * static_cast<std::uint64_t>(lengths[i]);
    EXPECT_EQ(sum, 57746u);
}

TEST(LabRequests, ArrivalsAreAPoissonProcessThatIsAlwaysTheSame) {
    const auto arrivals = poissonArrivals(10000, 5, 1);
    EXPECT_EQ(arrivals, poissonArrivals(10000, 5, 1));
    EXPECT_NE(arrivals, poissonArrivals(10000, 5, 2));
    EXPECT_EQ(arrivals.front(), 0);
    EXPECT_TRUE(std::is_sorted(arrivals.begin(), arrivals.end()));
    EXPECT_NEAR(arrivals.back() / 9999, 0.2, 0.01);
    // Memoryless: a share of e^-1 of the gaps is longer than the mean one.
    int longer = 0;
    for (std::size_t i = 1; i < arrivals.size(); ++i) longer += arrivals[i] - arrivals[i - 1] > 0.2;
    EXPECT_NEAR(longer / 9999.0, std::exp(-1), 0.02);
    const auto slower = poissonArrivals(10, 0.5, 1);
    for (std::size_t i = 0; i < slower.size(); ++i) EXPECT_NEAR(slower[i], 10 * arrivals[i], 1e-9);
}

TEST(LabRequests, PromptsBeginAlikeAsFarAsTheyAreToldTo) {
    const auto prompts = randomPrompts(5, 20, 7, 1000, 3);
    for (const auto& prompt : prompts) {
        ASSERT_EQ(prompt.size(), 27u);
        EXPECT_TRUE(std::equal(prompt.begin(), prompt.begin() + 20, prompts[0].begin()));
        for (const TokenId id : prompt) EXPECT_TRUE(id >= 0 && id < 700) << id;
    }
    EXPECT_NE(prompts[0], prompts[1]);
    EXPECT_EQ(randomPrompts(5, 20, 7, 1000, 3), prompts);
}

PolicySettings policy(BatchPolicy kind, int slots) {
    PolicySettings settings;
    settings.kind = kind;
    settings.mostRunning = slots;
    return settings;
}

std::vector<double> returns(const Simulated& simulated) {
    std::vector<double> result;
    for (const Arrived& request : simulated.requests) result.push_back(request.returned);
    return result;
}

constexpr auto kASecond = [](const StepLoad&) { return 1.0; };

TEST(LabSimulation, AnExampleByHandAllAtOnce) {
    const std::vector<PlannedRequest> requests = {{0, 1, 3}, {0, 1, 1}, {0, 1, 2}, {0, 1, 1}};
    // First both read their prompt and draw; then the short one computes padding until the long one has ended.
    const Simulated fixed = simulate(policy(BatchPolicy::Static, 2), 264, requests, kASecond);
    EXPECT_EQ(returns(fixed), (std::vector<double>{3, 3, 5, 5}));
    EXPECT_EQ(fixed.statistics.steps, 5u);
    EXPECT_EQ(fixed.statistics.rows, 10u);
    EXPECT_EQ(fixed.statistics.paddingRows, 3u);
    EXPECT_DOUBLE_EQ(fixed.statistics.meanLatency, 4);
    EXPECT_DOUBLE_EQ(fixed.statistics.tokensPerSecond, 7.0 / 5);
    EXPECT_DOUBLE_EQ(fixed.statistics.slotUse, 7.0 / 10);
    EXPECT_DOUBLE_EQ(fixed.statistics.p50, 3);
    EXPECT_DOUBLE_EQ(fixed.statistics.p99, 5);

    const Simulated free = simulate(policy(BatchPolicy::Continuous, 2), 264, requests, kASecond);
    EXPECT_EQ(returns(free), (std::vector<double>{3, 1, 3, 4}));
    EXPECT_EQ(free.statistics.steps, 4u);
    EXPECT_EQ(free.statistics.rows, 7u);
    EXPECT_EQ(free.statistics.paddingRows, 0u);
    EXPECT_DOUBLE_EQ(free.statistics.meanLatency, 2.75);
    EXPECT_DOUBLE_EQ(free.statistics.slotUse, 7.0 / 8);
}

TEST(LabSimulation, WhoComesDuringAStepJoinsAtItsEndOrWaitsForTheBatch) {
    const std::vector<PlannedRequest> requests = {{0, 1, 2}, {0.5, 1, 1}, {9, 1, 1}};
    EXPECT_EQ(returns(simulate(policy(BatchPolicy::Continuous, 2), 264, requests, kASecond)), (std::vector<double>{2, 2, 10}));
    EXPECT_EQ(returns(simulate(policy(BatchPolicy::Static, 2), 264, requests, kASecond)), (std::vector<double>{2, 3, 10}));
    EXPECT_EQ(returns(simulate(policy(BatchPolicy::Continuous, 1), 264, requests, kASecond)), (std::vector<double>{2, 3, 10}));
}

TEST(LabSimulation, PromptsAreReadInPiecesBesideTheRowsThatWrite) {
    // 10 tokens with a budget of 4: pieces of 4, 4 and 2; the other one's row takes 1 of each budget.
    std::vector<StepLoad> loads;
    const auto cost = [&](const StepLoad& load) {
        loads.push_back(load);
        return 1.0;
    };
    const auto alone = simulate(policy(BatchPolicy::Continuous, 2), 4, {{0, 10, 1}}, cost);
    EXPECT_EQ(returns(alone), std::vector<double>{3});
    ASSERT_EQ(loads.size(), 3u);
    EXPECT_EQ(loads[2].rows, 2);
    EXPECT_EQ(loads[0].context, 1u + 2 + 3 + 4);
    loads.clear();
    const auto beside = simulate(policy(BatchPolicy::Continuous, 2), 4, {{0, 2, 5}, {0.5, 6, 1}}, cost);
    EXPECT_EQ(returns(beside), (std::vector<double>{5, 3}));
    EXPECT_EQ(loads[1].rows, 4);
    EXPECT_EQ(loads[1].context, 3u + 1 + 2 + 3);
}

TEST(LabSimulation, TheListComesOutAsThePublishedOneDid) {
    std::vector<PlannedRequest> requests;
    for (const int length : outputLengths()) requests.push_back({0, 16, length});
    // A step of fixed cost and a little for each row.
    const auto cost = [](const StepLoad& load) { return 0.006 + 0.001 * load.rows; };
    const auto fixed = simulate(policy(BatchPolicy::Static, 8), 264, requests, cost).statistics;
    const auto free = simulate(policy(BatchPolicy::Continuous, 8), 264, requests, cost).statistics;
    EXPECT_GE(free.tokensPerSecond, 1.6 * fixed.tokensPerSecond);
    EXPECT_GE(fixed.meanLatency, 3 * free.meanLatency);
    // Every batch of eight computes as many rows as its longest member writes, less what is written.
    std::uint64_t padding = 0;
    for (std::size_t first = 0; first < 64; first += 8) {
        const auto begin = outputLengths().begin() + static_cast<std::ptrdiff_t>(first);
        const int longest = *std::max_element(begin, begin + 8);
        for (auto length = begin; length < begin + 8; ++length) padding += static_cast<std::uint64_t>(longest - *length);
    }
    EXPECT_EQ(fixed.paddingRows, padding);
}

TEST(LabStepCosts, LieOnLinesBetweenWhatWasMeasured) {
    StepCosts costs;
    for (const double context : {10.0, 20.0, 60.0}) {
        costs.add({2, static_cast<std::uint64_t>(context)}, 4 + 0.5 * context);
        costs.add({6, static_cast<std::uint64_t>(context)}, 8 + 0.5 * context);
    }
    const StepCost cost = costs.function();
    EXPECT_NEAR(cost({2, 100}), 54, 1e-9);
    EXPECT_NEAR(cost({4, 0}), 6, 1e-9);
    EXPECT_NEAR(cost({1, 0}), 4, 1e-9);
    EXPECT_NEAR(cost({12, 10}), 16 + 5, 1e-9);
    EXPECT_TRUE(StepCosts().empty());
    EXPECT_EQ(StepCosts().function()({3, 3}), 0);
}

TEST(LabStepCosts, AStepLastsUntilTheNextOneBegins) {
    telemetry::ChunkedLog<telemetry::StepRecord> log;
    for (int i = 1; i <= 4; ++i) {
        telemetry::StepRecord record;
        record.step = static_cast<std::uint64_t>(i);
        record.startedAt = i * i;
        record.rows = {{1, 1, 4, 3, telemetry::RowKind::Prefill}, {2, 2, 9, 1, telemetry::RowKind::Padding}};
        log.append(record);
    }
    StepCosts costs;
    costs.add(log.view(), 2, 3);   // the log's second and third
    EXPECT_EQ(StepCosts::loadOf(log.view()[0]).rows, 4);
    EXPECT_EQ(StepCosts::loadOf(log.view()[0]).context, 5u + 6 + 7 + 10);
    EXPECT_NEAR(costs.function()({4, 28}), 5, 1e-9);
}

}  // namespace
}  // namespace gh::lab
