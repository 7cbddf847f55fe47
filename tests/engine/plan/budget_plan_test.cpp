// The memory budget: the table of the notes, every unknown, the list of families against published parameter counts.
#include "engine/plan/budget_plan.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

namespace gh::plan {
namespace {

using Json = nlohmann::json;

ModelShape shapeOf(std::uint64_t parameters, std::uint64_t bytesPerToken) {
    ModelShape shape;
    shape.layers = 1;
    shape.parameters = parameters;
    shape.groups.push_back({1, 1, static_cast<int>(bytesPerToken / 4), static_cast<int>(bytesPerToken / 4), 0, {0}});
    return shape;
}

TEST(BudgetPlan, TheCasesOfTheTable) {
    const Json cases = Json::parse(std::ifstream(std::string(GLASSHOUSE_TEST_DATA) + "/numeric/memory_budget.json"));
    int seen = 0;
    for (const Json& one : cases["cases"]) {
        SCOPED_TRACE(one["id"].get<std::string>());
        const Json& input = one["input"];
        BudgetQuestion question;
        question.shape = shapeOf(input["parameters"].get<std::uint64_t>(), input["kv_bytes_per_token"].get<std::uint64_t>());
        question.bits = input["bits"].get<double>();
        question.budget = input["capacity_gib"].get<std::uint64_t>() * kGiB;
        question.reserve = static_cast<std::uint64_t>(input["reserve_gib"].get<double>() * static_cast<double>(kGiB));
        const auto answer = solveBudget(question);
        ASSERT_TRUE(answer.ok());
        EXPECT_EQ(answer->bytesLeft, one["expected"]["bytes_left"].get<std::int64_t>());
        EXPECT_EQ(answer->fits, !one["expected"].contains("fits"));
        EXPECT_EQ(answer->tokens, answer->fits ? one["expected"]["tokens"].get<std::uint64_t>() : 0);
        ++seen;
    }
    EXPECT_EQ(seen, 27);
}

TEST(BudgetPlan, TheGridHasThePublishedFigures) {
    std::map<std::string, GridCell> cells;
    for (const GridCell& cell : budgetGrid()) cells[cell.family + " " + cell.weights + " " + std::to_string(cell.budgetGiB)] = cell;
    EXPECT_EQ(cells.size(), 3u * 3 * 5);
    EXPECT_EQ(cells["13B int4 8"].tokens, 337u);
    EXPECT_EQ(cells["7B int8 16"].tokens, 65378u);
    EXPECT_EQ(cells["13B int8 16"].tokens, 3136u);
    EXPECT_FALSE(cells["70B int4 24"].fits);
}

TEST(BudgetPlan, EachTermAsTheUnknown) {
    BudgetQuestion question;
    question.shape = *findFamily("llama-3.1-8b");
    question.budget = 24 * kGiB;
    question.users = 4;
    const auto context = solveBudget(question);
    ASSERT_TRUE(context.ok() && context->fits);
    question.context = context->context;
    question.unknown = Unknown::Users;
    EXPECT_EQ(solveBudget(question)->users, 4u);
    question.unknown = Unknown::Nothing;
    EXPECT_TRUE(solveBudget(question)->fits);
    ++question.context;
    EXPECT_FALSE(solveBudget(question)->fits) << "one token more";
    --question.context;
    question.unknown = Unknown::Budget;
    const auto budget = solveBudget(question);
    EXPECT_LE(budget->budget, 24 * kGiB);
    EXPECT_GT(budget->budget + 4 * 131072, 24 * kGiB);
    std::uint64_t sum = 0;
    for (const BudgetLine& line : budget->ledger) sum += line.bytes;
    EXPECT_EQ(sum, budget->budget) << "the ledger is the sum it says";
}

TEST(BudgetPlan, WindowsAndCommonBeginnings) {
    BudgetQuestion question;
    question.shape = *findFamily("Gemma 3 270M");
    question.unknown = Unknown::Budget;
    question.reserve = 0;
    question.weightBytes = 0;
    question.context = 32768;
    EXPECT_EQ(solveBudget(question)->budget, 108527616u) << "15 of 18 layers hold 512 tokens";
    question.shape = *findFamily("SmolLM2 135M");
    question.context = 1000;
    question.users = 10;
    question.sharedPrefix = 900;
    EXPECT_EQ(solveBudget(question)->budget, (900u + 10 * 100) * 23040);
    question.sharedPrefix = 1001;
    EXPECT_EQ(solveBudget(question).error().code, ErrorCode::InvalidArgument);
}

TEST(BudgetPlan, NonsenseIsRefused) {
    BudgetQuestion question;
    EXPECT_FALSE(solveBudget(question).ok()) << "no layers";
    question.shape = *findFamily("7B");
    question.users = 0;
    EXPECT_FALSE(solveBudget(question).ok());
    question.users = 1;
    question.context = 1'000'000'000'000'000'000;
    question.unknown = Unknown::Nothing;
    EXPECT_FALSE(solveBudget(question).ok());
    EXPECT_FALSE(weightBits("int5").has_value());
    EXPECT_DOUBLE_EQ(*weightBits("Q4_0"), 4.5);
    EXPECT_EQ(findFamily("nothing"), nullptr);
}

TEST(BudgetPlan, FamiliesHaveTheirPublishedParameters) {
    const std::map<std::string, std::uint64_t> published = {
        {"Llama 2 7B", 6738415616}, {"Llama 2 70B", 68976648192}, {"Llama 3.1 8B", 8030261248}, {"Llama 3.1 405B", 405853388800},
        {"Llama 3.2 1B", 1235814400}, {"Mistral 7B v0.1", 7241732096}, {"Mistral Nemo 12B", 12247782400},
        {"Qwen2.5 0.5B", 494032768}, {"Qwen2.5 7B", 7615616512}, {"Qwen2.5 72B", 72706203648}, {"Qwen3 0.6B", 596049920},
        {"Qwen3 8B", 8190735360}, {"Qwen3 32B", 32762123264}, {"Gemma 2 2B", 2614341888}, {"Gemma 2 27B", 27227128320},
        {"Gemma 3 270M", 268098176}, {"Gemma 3 1B", 999885952}, {"Phi-3 mini", 3821079552}, {"Phi-3 medium", 13960238080},
        {"Phi-4", 14659507200}, {"SmolLM2 135M", 134515008}, {"SmolLM2 1.7B", 1711376384}};
    for (const auto& [name, parameters] : published) {
        const ModelShape* shape = findFamily(name);
        ASSERT_TRUE(shape) << name;
        EXPECT_EQ(shape->parameters, parameters) << name;
    }
    for (const ModelShape& shape : familyList()) {
        EXPECT_FALSE(shape.source.empty()) << shape.name;
        int layers = 0;
        for (const LayerGroup& group : shape.groups) layers += group.layers;
        EXPECT_EQ(layers, shape.layers) << shape.name;
    }
}

TEST(BudgetPlan, ShapesFromConfigurations) {
    const auto shape = shapeFromConfig(R"({"model_type":"gemma3_text","num_hidden_layers":18,"hidden_size":640,"intermediate_size":2048,
        "num_attention_heads":4,"num_key_value_heads":1,"head_dim":256,"vocab_size":262144,"sliding_window":512,"sliding_window_pattern":6})", "c");
    ASSERT_TRUE(shape.ok()) << shape.error().message();
    EXPECT_EQ(shape->parameters, findFamily("Gemma 3 270M")->parameters);
    ASSERT_EQ(shape->groups.size(), 2u);
    EXPECT_EQ(shape->groups[0].layers, 3);
    EXPECT_EQ(shape->groups[1].window, 512);
    const auto latent = shapeFromConfig(R"({"model_type":"deepseek_v3","kv_lora_rank":512})", "c");
    EXPECT_EQ(latent.error().code, ErrorCode::Unsupported);
    EXPECT_NE(latent.error().detail.find("latent"), std::string::npos);
    for (const char* bad : {"[]", "{", R"({"num_hidden_layers":0})", R"({"num_hidden_layers":2,"hidden_size":-4})",
                            R"({"num_hidden_layers":2,"hidden_size":64,"intermediate_size":96,"num_attention_heads":4,"num_key_value_heads":3,"vocab_size":10})"})
        EXPECT_EQ(shapeFromConfig(bad, "c").error().code, ErrorCode::BadFile) << bad;
}

}  // namespace
}  // namespace gh::plan
