// Every experiment on tiny models: what is counted is exact, what is timed is there.
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/plan/cache_formula.h"
#include "tests/engine/lab/lab_fixture.h"

namespace gh::test {
namespace {

const std::pair<const char*, Given> kQuick[] = {
    {"cached-vs-naive", {{"steps", "20"}, {"contexts", "40,70"}, {"head-contexts", "1,16,40,600"}}},
    {"phases", {{"prompts", "1,17,300"}, {"contexts", "5,40,300"}, {"steps", "2"}, {"runs", "2"}}},
    {"cache-size", {{"users", "4,8,16"}, {"tokens", "64,32,16"}, {"contexts", "16,100,4096"}}},
    {"knee", {{"batches", "1,2,5,33"}, {"context", "20"}, {"steps", "3"}, {"runs", "2"}}},
};

TEST(LabExperiments, RunOnFullAndWindowedModels) {
    for (const std::string& family : {std::string("llama"), std::string("gemma3")}) {
        const std::string model = labModel(family);
        for (const auto& [id, given] : kQuick) {
            SCOPED_TRACE(std::string(id) + " " + family);
            const LabRun lab = runLab(id, model, given);
            ASSERT_FALSE(lab.outcome.error) << lab.outcome.error->message();
            EXPECT_TRUE(lab.run().complete);
            EXPECT_EQ(lab.begun, 1u);
            EXPECT_EQ(lab.run().experiment, id);
            EXPECT_FALSE(lab.run().model.empty());
            EXPECT_GT(lab.run().startedAt, 1e9);
            EXPECT_FALSE(lab::explanationText(lab.run().explanation).empty());
            std::size_t points = 0;
            for (const lab::Series& series : lab.run().series) {
                points += series.x.size();
                EXPECT_EQ(series.x.size(), series.y.size());
                EXPECT_TRUE(std::any_of(lab.run().plots.begin(), lab.run().plots.end(),
                                        [&](const lab::Plot& plot) { return plot.id == series.plot; })) << series.plot;
            }
            EXPECT_GE(lab.points, points);
            EXPECT_TRUE(lab::fromJson(lab::toJson(lab.run())));
        }
    }
}

TEST(LabExperiments, StopWhenTheyAreTold) {
    const std::string model = labModel();
    for (const auto& [id, given] : kQuick) {
        for (const int after : {0, 3, 12}) {
            SCOPED_TRACE(std::string(id) + " after " + std::to_string(after));
            const LabRun lab = runLab(id, model, given, after);
            if (!lab.outcome.error) continue;   // it was done by then
            EXPECT_EQ(lab.outcome.error->code, ErrorCode::Cancelled);
            EXPECT_FALSE(lab.run().complete);
        }
        EXPECT_TRUE(runLab(id, model, given, 0).outcome.error) << id;
    }
}

TEST(LabExperiments, SayWhichOptionTheContextIsTooSmallFor) {
    const std::string model = labModel();
    const auto refused = [&](const char* id, const char* option, const char* value) {
        const LabRun lab = runLab(id, model, {{option, value}});
        ASSERT_TRUE(lab.outcome.error) << id;
        EXPECT_EQ(lab.outcome.error->code, ErrorCode::InvalidArgument);
        EXPECT_EQ(lab.outcome.error->subject, option);
    };
    refused("cached-vs-naive", "contexts", "513");
    refused("phases", "prompts", "513");
    refused("knee", "context", "510");
    refused("cache-size", "tokens", "1,2");
    EXPECT_EQ(runLab("knee", "/nonexistent.gguf", {}).outcome.error->code, ErrorCode::MissingFile);
}

TEST(LabCachedVsNaive, CountsAndComparesEveryStep) {
    for (const std::string& family : tinyFamilies()) {
        SCOPED_TRACE(family);
        const LabRun lab = runLab("cached-vs-naive", labModel(family), {{"steps", "20"}, {"contexts", "40,300"}, {"head-contexts", "1,40,300"}});
        ASSERT_FALSE(lab.outcome.error) << lab.outcome.error->message();
        EXPECT_EQ(lab.run().notes.at("logits"), "equal to the bit");
        EXPECT_EQ(lab.run().notes.at("head_outputs"), "equal to the bit");
        EXPECT_EQ(lab.run().notes.at("macs"), "counted as the formula says");
        EXPECT_EQ(lab.figure("logits_compared"), lab.figure("logits_equal"));
        EXPECT_GE(lab.figure("logits_compared"), 22 * 3) << "each drawn step three times";
        for (const char* plot : {"step_time", "head_time"})
            for (const char* way : {"cached", "naive"}) {
                const lab::Series& series = lab.series(plot, way);
                ASSERT_EQ(series.low.size(), series.x.size());
                for (std::size_t i = 0; i < series.x.size(); ++i) {
                    EXPECT_LE(series.low[i], series.y[i]);
                    EXPECT_GE(series.high[i], series.y[i]);
                }
            }
        EXPECT_EQ(lab.series("head_macs", "cached").y.back(), 2 * 300 * 64);
        EXPECT_EQ(lab.series("head_macs", "naive").y.back(), 300 * 301 * 64);
        EXPECT_EQ(lab.series("score_bytes", "matrix").y.back(), 300.0 * 300 * 4);
    }
}

TEST(LabCachedVsNaive, TilesCoverEveryScoreBelowTheDiagonalOnce) {
    const LabRun lab = runLab("cached-vs-naive", labModel(), {{"steps", "1"}, {"contexts", "2"}, {"head-contexts", "700"}});
    ASSERT_FALSE(lab.outcome.error) << lab.outcome.error->message();
    const auto& order = lab.series("tiles", "order");
    const int queries = static_cast<int>(lab.figure("tile_queries")), keys = static_cast<int>(lab.figure("tile_keys"));
    std::vector<int> times(700 * 700, 0);
    for (std::size_t i = 0; i < order.x.size(); ++i)
        for (int q = static_cast<int>(order.y[i]); q < std::min(700, static_cast<int>(order.y[i]) + queries); ++q)
            for (int k = static_cast<int>(order.x[i]); k < std::min(700, static_cast<int>(order.x[i]) + keys); ++k) ++times[static_cast<std::size_t>(q * 700 + k)];
    for (int q = 0; q < 700; ++q)
        for (int k = 0; k <= q; ++k) ASSERT_EQ(times[static_cast<std::size_t>(q * 700 + k)], 1) << q << " " << k;
}

TEST(LabCacheSize, PredictedAndAllocatedAreEqualAndOnlyTokensCount) {
    const LabRun lab = runLab("cache-size", labModel(), {{"users", "32,64,128"}, {"tokens", "2048,1024,512"}, {"contexts", "1,16,17,5000"}});
    ASSERT_FALSE(lab.outcome.error) << lab.outcome.error->message();
    EXPECT_EQ(lab.run().notes.at("predicted_and_allocated"), "equal");
    EXPECT_EQ(lab.run().notes.at("shapes"), "equal");
    // 2 layers, 2 KV heads of 16, F16: 2 x 2 x 2 x 16 x 2 bytes a token.
    EXPECT_EQ(lab.figure("bytes_per_token"), 256);
    EXPECT_EQ(lab.figure("bytes_per_token_mha"), 512);
    EXPECT_EQ(lab.figure("bytes_per_token_mqa"), 128);
    for (const char* shape : {"32x2048", "64x1024", "128x512"}) {
        EXPECT_EQ(lab.figure(std::string("allocated_") + shape), 65536.0 * 256);
        EXPECT_EQ(lab.figure(std::string("predicted_") + shape), 65536.0 * 256);
    }
    EXPECT_EQ(lab.series("growth", "model_allocated").y, (std::vector<double>{16 * 256, 16 * 256, 32 * 256, 5008 * 256}));
    EXPECT_EQ(lab.series("growth", "mqa_allocated").y, lab.series("growth", "mqa_predicted").y);
}

TEST(LabCacheSize, WindowedLayersStopGrowing) {
    const LabRun lab = runLab("cache-size", labModel("gemma3"), {{"users", "3"}, {"tokens", "1000"}, {"contexts", "100,3000"}});
    ASSERT_FALSE(lab.outcome.error) << lab.outcome.error->message();
    EXPECT_EQ(lab.run().notes.at("predicted_and_allocated"), "equal");
    const auto& growth = lab.series("growth", "model_allocated").y;
    EXPECT_LT(growth[1], growth[0] * 30);
}

TEST(LabKnee, IsTheLeastBatchWithNineTenthsOfTheBest) {
    const LabRun lab = runLab("knee", labModel(), {{"batches", "8,1,2,4,4"}, {"context", "8"}, {"steps", "2"}, {"runs", "3"}});
    ASSERT_FALSE(lab.outcome.error) << lab.outcome.error->message();
    const auto& throughput = lab.series("throughput", "measured");
    const bool rises = throughput.y.back() == *std::max_element(throughput.y.begin(), throughput.y.end());
    EXPECT_EQ(lab.run().notes.contains("knee"), rises);
    if (rises) {
        EXPECT_EQ(lab.run().notes.at("knee"), "not reached by batch 8");
    }
    EXPECT_EQ(throughput.x, (std::vector<double>{1, 2, 4, 8}));
    const double best = *std::max_element(throughput.y.begin(), throughput.y.end());
    for (std::size_t i = 0; i < throughput.x.size(); ++i) {
        EXPECT_LE(throughput.low[i], throughput.y[i]);
        EXPECT_GE(throughput.high[i], throughput.y[i]);
        if (throughput.x[i] > lab.figure("knee_batch")) continue;
        EXPECT_EQ(throughput.y[i] >= 0.9 * best, throughput.x[i] == lab.figure("knee_batch"));
    }
    EXPECT_EQ(lab.series("throughput", "memory_limit").x.size(), 4u);
    EXPECT_TRUE(lab.series("throughput", "compute_limit").limit);
}

TEST(LabPhases, EveryPointHasItsFloorsAndItsPlaceUnderTheRoof) {
    const LabRun lab = runLab("phases", labModel(), {{"prompts", "1,64"}, {"contexts", "8,100"}, {"steps", "2"}, {"runs", "2"}});
    ASSERT_FALSE(lab.outcome.error) << lab.outcome.error->message();
    for (const char* plot : {"prefill_time", "decode_time"})
        for (const char* name : {"measured", "memory_floor", "compute_floor"}) EXPECT_EQ(lab.series(plot, name).x.size(), 2u);
    for (const char* phase : {"prefill_binds", "decode_binds"}) {
        const std::string binds = lab.run().notes.at(phase);
        EXPECT_TRUE(binds == "memory" || binds == "compute") << binds;
    }
    EXPECT_EQ(lab.series("roofline", "prefill").x.size(), 2u);
    // More rows with the same weights: more operations a byte.
    EXPECT_GT(lab.series("roofline", "prefill").x[1], lab.series("roofline", "prefill").x[0]);
}

}  // namespace
}  // namespace gh::test
