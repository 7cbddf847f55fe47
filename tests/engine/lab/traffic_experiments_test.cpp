// The experiments that run an engine, on tiny models.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/lab/request_list.h"
#include "engine/lab/traffic_run.h"
#include "tests/engine/lab/lab_fixture.h"

namespace gh::test {
namespace {

using lab::outputLengths;

constexpr int kContext = 4096;   // the pool holds as much: every slot's longest request goes in

TEST(LabPolicies, RunForRealAndOnPaperWithTheSamePadding) {
    for (const std::string& family : {std::string("llama"), std::string("gemma3")}) {
        SCOPED_TRACE(family);
        const LabRun lab = runLab("policies", labModel(family, kContext), {});
        ASSERT_FALSE(lab.outcome.error) << lab.outcome.error->message();
        std::uint64_t padding = 0;
        for (std::size_t first = 0; first < 64; first += 8) {
            const auto begin = outputLengths().begin() + static_cast<std::ptrdiff_t>(first);
            const int longest = *std::max_element(begin, begin + 8);
            for (auto length = begin; length < begin + 8; ++length) padding += static_cast<std::uint64_t>(longest - *length);
        }
        EXPECT_EQ(lab.figure("burst_static_padding_rows"), static_cast<double>(padding));
        EXPECT_EQ(lab.figure("burst_simulated_static_padding_rows"), static_cast<double>(padding));
        EXPECT_EQ(lab.figure("burst_continuous_padding_rows"), 0);
        EXPECT_EQ(lab.figure("poisson_continuous_padding_rows"), 0);
        EXPECT_GT(lab.figure("burst_continuous_slot_use"), lab.figure("burst_static_slot_use"));
        // Who comes when does not depend on how fast the machine is, when all come at once.
        for (const std::string policy : {"static", "continuous"})
            for (const std::string figure : {"steps", "slot_use"})
                EXPECT_EQ(lab.figure("burst_" + policy + "_" + figure), lab.figure("burst_simulated_" + policy + "_" + figure)) << policy << figure;
        EXPECT_GT(lab.figure("burst_static_steps"), 2 * lab.figure("burst_continuous_steps"));
        for (const char* series : {"burst_static", "burst_continuous", "poisson_static", "poisson_continuous"}) {
            EXPECT_EQ(lab.series("returned", series).y.back(), 64) << series;
            EXPECT_EQ(lab.series("latency", series).y.back(), 100) << series;
            EXPECT_TRUE(std::is_sorted(lab.series("latency", series).x.begin(), lab.series("latency", series).x.end()));
        }
        EXPECT_EQ(lab.series("step_cost", "measured").x.size(), 8u);

        const auto json = nlohmann::json::parse(lab::findExperiment("policies")->shortJson(lab.run()));
        const auto keys = [](const nlohmann::json& object) {
            std::vector<std::string> names;
            for (const auto& [key, value] : object.items()) names.push_back(key);
            return names;
        };
        using Names = std::vector<std::string>;
        for (const char* key : {"burst", "poisson", "simulation_error_percent"}) EXPECT_TRUE(json.contains(key)) << key;
        for (const char* arrivals : {"burst", "poisson"}) {
            EXPECT_EQ(keys(json[arrivals]), (Names{"continuous", "simulated", "static"}));
            EXPECT_EQ(keys(json[arrivals]["simulated"]), (Names{"continuous", "static"}));
            for (const auto& cell : {json[arrivals]["static"], json[arrivals]["continuous"], json[arrivals]["simulated"]["static"],
                                     json[arrivals]["simulated"]["continuous"]})
                for (const char* key : {"mean_latency_s", "p50_latency_s", "p95_latency_s", "p99_latency_s", "padding_rows", "padding_share_percent",
                                        "slot_use_percent", "steps", "tokens_per_s"})
                    EXPECT_TRUE(cell[key].is_number()) << key;
            for (const char* policy : {"static", "continuous"}) {
                EXPECT_LE(json[arrivals][policy]["p50_latency_s"], json[arrivals][policy]["p99_latency_s"]);
                for (const char* error : {"tokens_per_s_error_percent", "mean_latency_s_error_percent"})
                    EXPECT_TRUE(json[arrivals]["simulated"][policy][error].is_number()) << error;
            }
        }
    }
}

TEST(LabPaging, BlocksHoldLessThanReservationsAndSharedOnesLessStill) {
    const LabRun lab = runLab("paging", labModel("llama", kContext), {{"shared", "64"}});
    ASSERT_FALSE(lab.outcome.error) << lab.outcome.error->message();
    // 256 bytes a token: the whole context for each of 8 slots.
    EXPECT_EQ(lab.figure("reserved"), 8.0 * kContext * 256);
    EXPECT_LT(lab.figure("blocks_peak"), lab.figure("reserved"));
    EXPECT_LT(lab.figure("shared_peak"), lab.figure("blocks_peak"));
    EXPECT_EQ(lab.figure("blocks_hit_tokens"), 0);
    EXPECT_GE(lab.figure("shared_hit_tokens"), 48 * 64);
    EXPECT_GT(lab.figure("fits_blocks"), 8);
    EXPECT_GT(lab.figure("fits_shared"), lab.figure("fits_blocks"));
    // A request wastes part of one block at most.
    for (const char* name : {"blocks", "shared"}) {
        const auto& allocated = lab.series("bytes", std::string(name) + "_allocated").y;
        const auto& used = lab.series("bytes", std::string(name) + "_used").y;
        ASSERT_EQ(allocated.size(), used.size());
        for (std::size_t i = 0; i < used.size(); ++i) {
            ASSERT_LE(used[i], allocated[i]) << i;
            ASSERT_LE(allocated[i] - used[i], 8 * 16 * 256) << i;
        }
    }
}

TEST(LabTrafficExperiments, StopWhenTheyAreTold) {
    for (const char* id : {"policies", "paging"}) {
        for (const int after : {0, 20}) {
            SCOPED_TRACE(std::string(id) + " after " + std::to_string(after));
            const LabRun lab = runLab(id, labModel("llama", kContext), {}, after);
            ASSERT_TRUE(lab.outcome.error);
            EXPECT_EQ(lab.outcome.error->code, ErrorCode::Cancelled);
            EXPECT_FALSE(lab.run().complete);
        }
        const LabRun tooLong = runLab(id, labModel("llama", kContext), {{"prompt", "4000"}});
        ASSERT_TRUE(tooLong.outcome.error);
        EXPECT_EQ(tooLong.outcome.error->code, ErrorCode::InvalidArgument);
    }
}

TEST(TrafficEngine, ServesEveryRequestAsItsLoneRunDoes) {
    const std::string model = labModel("llama", kContext);
    lab::TrafficEngine traffic({}, {});
    ASSERT_TRUE(traffic.load(model, {}, {}));
    const auto prompts = lab::randomPrompts(12, 20, 5, 560, 9);
    const auto request = [&](std::size_t i, double arrival) {
        lab::TimedRequest timed;
        timed.arrival = arrival;
        timed.submit.prompt = prompts[i];
        timed.submit.maxTokens = static_cast<int>(5 + 3 * i);
        timed.submit.sampler.seed = i;
        timed.submit.sampler.temperature = 1;
        return timed;
    };
    std::vector<std::vector<TokenId>> lone;
    for (std::size_t i = 0; i < prompts.size(); ++i) {
        lab::TrafficOutcome outcome;
        ASSERT_FALSE(traffic.run({}, {request(i, 0)}, {}, outcome));
        lone.push_back(outcome.requests[0].finished.ids);
    }
    for (const BatchPolicy kind : {BatchPolicy::Continuous, BatchPolicy::Static}) {
        PolicySettings policy;
        policy.kind = kind;
        policy.mostRunning = 4;
        std::vector<lab::TimedRequest> requests;
        for (std::size_t i = 0; i < prompts.size(); ++i) requests.push_back(request(i, i < 6 ? 0 : 0.002 * static_cast<double>(i)));
        lab::TrafficOutcome outcome;
        std::size_t ended = 0;
        ASSERT_FALSE(traffic.run(policy, std::move(requests), [&](const lab::ServedRequest&, std::size_t count, std::size_t) { ended = count; }, outcome));
        EXPECT_EQ(ended, prompts.size());
        for (std::size_t i = 0; i < prompts.size(); ++i) {
            const lab::ServedRequest& served = outcome.requests[i];
            EXPECT_EQ(served.finished.ids, lone[i]) << i;
            EXPECT_GE(served.begun, 0) << i;
            EXPECT_GE(served.returned, served.begun);
            for (const lab::TokenTime& token : served.tokens) EXPECT_LE(token.at, served.returned + 1e-9);
        }
    }
}

}  // namespace
}  // namespace gh::test
