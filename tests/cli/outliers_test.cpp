// outliers: what the JSON holds, and calls that make no sense.
#include <gtest/gtest.h>

#include "process.h"

namespace gh::test {
namespace {

using Json = nlohmann::json;

TEST(CliOutliers, SaysEveryLayerWithItsTopDimensions) {
    const Outcome outcome = run({"outliers", tinyLlama(), "--ids", "5 6 7 8 9 10", "--top", "3", "--json"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const Json found = outcome.json();
    EXPECT_EQ(found["tap"], "residual");
    EXPECT_EQ(found["positions"], 6);
    const Json shape = run({"info", tinyLlama(), "--json"}).json()["shape"];
    ASSERT_EQ(found["layers"].size(), shape["layers"].get<std::size_t>());
    for (std::size_t i = 0; i < found["layers"].size(); ++i) {
        const Json& layer = found["layers"][i];
        EXPECT_EQ(layer["layer"], i);
        ASSERT_EQ(layer["top"].size(), 3u);
        EXPECT_GE(layer["top"][0]["max"].get<double>(), layer["top"][1]["max"].get<double>());
        EXPECT_GT(layer["int8_levels_used"].get<int>(), 1);
        std::size_t dims = 0;
        for (const Json& octave : layer["octaves"]) dims += octave["dims"].get<std::size_t>();
        EXPECT_EQ(dims, shape["width"].get<std::size_t>());
    }
    const Json skipped = run({"outliers", tinyLlama(), "--ids", "5 6 7", "--skip-first", "--tap", "ffn-input", "--json"}).json();
    EXPECT_EQ(skipped["positions"], 2);
    EXPECT_EQ(skipped["tap"], "ffn-input");
}

TEST(CliOutliers, LensAndAttentionSayWhatTheyShow) {
    const Json shape = run({"info", tinyLlama(), "--json"}).json()["shape"];
    const Json lens = run({"lens", tinyLlama(), "--ids", "5 6 7 8", "--top", "2", "--json"}).json();
    EXPECT_EQ(lens["position"], 3);
    ASSERT_EQ(lens["layers"].size(), shape["layers"].get<std::size_t>());
    EXPECT_EQ(lens["layers"].back()["top"][0]["id"], lens["answer"]);
    EXPECT_EQ(lens["layers"].back()["answer_rank"], 1);
    const Json view = run({"attention", tinyLlama(), "--ids", "5 6 7 8", "--position", "2", "--json"}).json();
    EXPECT_EQ(view["position"], 2);
    ASSERT_EQ(view["heads"].size(), shape["heads"].get<std::size_t>());
    for (const Json& head : view["heads"]) EXPECT_EQ(head["weights"].size(), 3u);
    EXPECT_EQ(run({"lens", tinyLlama(), "--ids", "5 6", "--position", "2"}).code, 2);
    EXPECT_EQ(run({"attention", tinyLlama(), "--ids", "5 6", "--layer", "77"}).code, 2);
}

TEST(CliOutliers, WrongCallsEndWithTwo) {
    const std::string model = tinyLlama();
    const std::vector<std::vector<std::string>> calls = {
        {"outliers", model, "--ids", "5 6", "--tap", "nowhere"},
        {"outliers", model, "--ids", "5 99999999"},
        {"outliers", model, "--ids", "5", "--text", "a"},
        {"outliers", model, "--text", "a", "--top", "0"},
    };
    for (const auto& call : calls) {
        const Outcome outcome = run(call);
        EXPECT_EQ(outcome.code, 2) << testing::PrintToString(call) << outcome.err;
        EXPECT_EQ(outcome.out, "");
    }
    EXPECT_EQ(run({"outliers", "/nonexistent.gguf", "--text", "a"}).code, 3);
}

}  // namespace
}  // namespace gh::test
