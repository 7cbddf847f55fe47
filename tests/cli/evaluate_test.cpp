// compare and evaluate: calls that make no sense, what the JSON and the table hold.
#include <gtest/gtest.h>

#include "process.h"

namespace gh::test {
namespace {

TEST(CliCompare, WrongCallsEndWithTwoAndSayWhat) {
    const std::string model = tinyLlama();
    const std::vector<std::pair<std::vector<std::string>, std::string>> calls = {
        {{"compare", model}, "--prompt"},
        {{"compare", model, "--prompt", "a", "--schemes", "nonsense"}, "nonsense"},
        {{"compare", model, "--prompt", "a", "--kv-types", "f16,q9"}, "q9"},
        {{"compare", model, "--prompt", "a", "--schemes", "stored,stored", "--kv-types", "f16,f32,f16"}, "3 types for 2 schemes"},
        {{"compare", model, "--prompt", "a", "--schemes", "stored,stored,stored,stored,stored"}, "at most four"},
        {{"compare", model, "--prompt", "a", "--mode", "sideways"}, "mode"},
        {{"compare", model, "--prompt", "a", "--system", "b"}, "--chat"},
        {{"compare", model, "--prompt", "a", "--max-tokens", "0"}, "max-tokens"},
    };
    for (const auto& [call, word] : calls) {
        const Outcome outcome = run(call);
        EXPECT_EQ(outcome.code, 2) << testing::PrintToString(call) << outcome.err;
        EXPECT_NE(outcome.err.find(word), std::string::npos) << outcome.err;
    }
    EXPECT_EQ(run({"compare", "/nonexistent.gguf", "--prompt", "a"}).code, 3);
}

TEST(CliCompare, AModelBesideItselfDivergesByNothing) {
    const auto json = run({"compare", tinyLlama(), "--schemes", "stored,stored", "--prompt", "some words", "--max-tokens", "6", "--json"}).json();
    EXPECT_EQ(json["mode"], "lockstep");
    EXPECT_EQ(json["state"], "done");
    ASSERT_EQ(json["variants"].size(), 2u);
    EXPECT_EQ(json["variants"][1]["kl_max"], 0.0);
    EXPECT_EQ(json["variants"][1]["agreed"], json["variants"][1]["compared"]);
    for (const auto& position : json["positions"]) {
        EXPECT_EQ(position["cells"][1]["kl"], 0.0);
        EXPECT_EQ(position["cells"][0]["id"], position["cells"][1]["id"]);
        EXPECT_EQ(position["cells"][0]["candidates"].size(), 8u);
    }
}

TEST(CliCompare, OneSchemeIsComparedWithTheModelAsStored) {
    const Outcome text = run({"compare", tinyLlama(), "--schemes", "int4-row", "--prompt", "some words", "--max-tokens", "6"});
    EXPECT_EQ(text.code, 0) << text.err;
    EXPECT_NE(text.out.find("stored"), std::string::npos);
    EXPECT_NE(text.out.find("int4-row"), std::string::npos);
    EXPECT_NE(text.out.find("KL mean"), std::string::npos);
    const auto free = run({"compare", tinyLlama(), "--kv-types", "f32,f32/f16", "--prompt", "some words", "--max-tokens", "6", "--mode", "free", "--json"}).json();
    EXPECT_EQ(free["mode"], "free");
    EXPECT_EQ(free["variants"][1]["name"], "stored · K F32 · V F16");
}

TEST(CliEvaluate, WrongCallsEndWithTwoAndSayWhat) {
    const std::string model = tinyLlama();
    const std::vector<std::pair<std::vector<std::string>, std::string>> calls = {
        {{"evaluate", model, "--scheme", "nonsense"}, "nonsense"},
        {{"evaluate", model, "--measures", "ppl,x"}, "agreement"},
        {{"evaluate", model, "--scheme", "stored", "--rules", "f.json"}, "one of --scheme and --rules"},
        {{"evaluate", model, "--window", "1"}, "window"},
    };
    for (const auto& [call, word] : calls) {
        const Outcome outcome = run(call);
        EXPECT_EQ(outcome.code, 2) << testing::PrintToString(call) << outcome.err;
        EXPECT_NE(outcome.err.find(word), std::string::npos) << outcome.err;
    }
    EXPECT_EQ(run({"evaluate", "/nonexistent.gguf"}).code, 3);
    EXPECT_EQ(run({"evaluate", model, "--text-file", "/nonexistent.txt"}).code, 3);
}

TEST(CliEvaluate, TableAndJsonOfAnOwnText) {
    TemporaryFolder folder;
    const std::string text = folder.file("text.txt"), rules = folder.file("mine.json");
    writeContent(text, "Before the dam was built, the valley had three mills, and each of them kept its own time.");
    const Outcome table = run({"evaluate", tinyLlama(), "--scheme", "stored,int4-row", "--text-file", text, "--window", "64"});
    EXPECT_EQ(table.code, 0) << table.err;
    EXPECT_EQ(table.out.rfind("| scheme | bits |", 0), 0u) << table.out;
    EXPECT_NE(table.out.find("| int4-row |"), std::string::npos) << table.out;
    EXPECT_NE(table.out.find("text.txt"), std::string::npos) << table.out;

    writeContent(rules, R"({"scales": "absmax", "rules": [{"pattern": "blk\\.0\\..*", "scheme": "int4-row"}]})");
    const auto json = run({"evaluate", tinyLlama(), "--rules", rules, "--measures", "ppl,kl", "--text-file", text, "--window", "64", "--exact-only", "--json"}).json();
    EXPECT_EQ(json["complete"], true);
    EXPECT_EQ(json["text"], "text.txt");
    ASSERT_EQ(json["variants"].size(), 1u);
    EXPECT_EQ(json["variants"][0]["name"], "mine");
    EXPECT_GT(json["variants"][0]["exact"]["divergence"]["kl"]["value"].get<double>(), 0);
    EXPECT_FALSE(json["variants"][0]["exact"].contains("quiz"));
    const Outcome csv = run({"evaluate", tinyLlama(), "--reference", tinyLlama(), "--measures", "kl", "--text-file", text, "--window", "64", "--csv"});
    EXPECT_EQ(csv.code, 0) << csv.err;
    EXPECT_EQ(csv.out.rfind("scheme,bits,bytes", 0), 0u) << csv.out;
}

}  // namespace
}  // namespace gh::test
