// plan: the JSON's form, what is looked for, calls that make no sense.
#include <gtest/gtest.h>

#include "process.h"

namespace gh::test {
namespace {

using Json = nlohmann::json;

TEST(CliPlan, GridAndSingleQuestions) {
    const Json grid = run({"plan", "--grid", "--json"}).json();
    ASSERT_EQ(grid.size(), 45u);
    for (const Json& cell : grid) {
        if (cell["family"] == "13B" && cell["weights"] == "int4" && cell["budget_gib"] == 8) {
            EXPECT_EQ(cell["tokens"], 337);
        }
        EXPECT_EQ(cell["tokens"].is_null(), !cell["fits"].get<bool>());
    }
    const Json one = run({"plan", "--family", "7b", "--budget", "16GiB", "--weights", "int8", "--json"}).json();
    EXPECT_EQ(one["fits"], true);
    EXPECT_EQ(one["tokens"], 65378);
    EXPECT_EQ(one["ledger"][0]["term"], "weights");
    EXPECT_EQ(one["ledger"][0]["bytes"], 7000000000);
    const Json model = run({"plan", tinyLlama(), "--budget", "2GiB", "--context", "100", "--json"}).json();
    EXPECT_EQ(model["fits"], true);
    EXPECT_EQ(model["context"], 100);
    const Json budget = run({"plan", tinyLlama(), "--solve", "budget", "--context", "100", "--users", "3", "--json"}).json();
    EXPECT_EQ(budget["tokens"], 300);
}

TEST(CliPlan, WrongCallsEndWithTwoBadFilesWithThree) {
    const std::vector<std::vector<std::string>> calls = {
        {"plan"},
        {"plan", "--family", "7B"},
        {"plan", "--family", "none", "--budget", "8GiB"},
        {"plan", "--family", "7B", "--budget", "8 parsecs"},
        {"plan", "--family", "7B", "--budget", "-8GiB"},
        {"plan", "--family", "7B", "--budget", "8GiB", "--weights", "int5"},
        {"plan", "--family", "7B", "--budget", "8GiB", "--users", "0"},
        {"plan", "--family", "7B", "--budget", "8GiB", "--solve", "users"},
        {"plan", "--family", "7B", "--budget", "8GiB", "--context", "1000000000000000000"},
        {"plan", tinyLlama(), "--family", "7B", "--budget", "8GiB"},
    };
    for (const auto& call : calls) EXPECT_EQ(run(call).code, 2) << testing::PrintToString(call);
    EXPECT_EQ(run({"plan", "/nonexistent.gguf", "--budget", "8GiB"}).code, 3);
    EXPECT_EQ(run({"plan", "--shape", "/nonexistent.json", "--budget", "8GiB"}).code, 3);
}

}  // namespace
}  // namespace gh::test
