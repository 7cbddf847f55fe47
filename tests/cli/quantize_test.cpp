// errors and quantize from outside: what they print, and that a written file gives the logits of the same scheme at load.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "process.h"

namespace gh::test {
namespace {

Outcome call(std::vector<std::string> arguments) {
    Call call;
    call.arguments = std::move(arguments);
    return run(call);
}

TEST(CliErrors, JsonOfSeveralSchemes) {
    const Outcome outcome = call({"errors", tinyLlama(), "--scheme", "int8-row,nf4", "--json"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const auto json = nlohmann::json::parse(outcome.out);
    for (const char* name : {"int8-row", "nf4"}) {
        const auto& scheme = json.at("schemes").at(name);
        EXPECT_GT(scheme.at("bits").get<double>(), 4);
        EXPECT_GT(scheme.at("mean").get<double>(), 0);
        EXPECT_GE(scheme.at("worst").at("error").get<double>(), scheme.at("mean").get<double>());
        const auto& tensors = scheme.at("tensors");
        ASSERT_FALSE(tensors.empty());
        for (const char* key : {"name", "error", "max_over_std", "beyond_6_sigma"}) EXPECT_TRUE(tensors[0].contains(key)) << key;
    }
    EXPECT_LT(json["schemes"]["int8-row"]["mean"].get<double>(), json["schemes"]["nf4"]["mean"].get<double>());
    const Outcome text = call({"errors", tinyLlama(), "--scheme", "q4_k"});
    EXPECT_EQ(text.code, 0);
    EXPECT_NE(text.out.find("no whole blocks of Q4_K"), std::string::npos) << text.out;
    const Outcome wrong = call({"errors", tinyLlama(), "--scheme", "int5"});
    EXPECT_EQ(wrong.code, 2);
    EXPECT_NE(wrong.err.find("int4-group128"), std::string::npos) << wrong.err;
}

TEST(CliQuantize, FileAndSchemeAgree) {
    TemporaryFolder folder;
    const std::string file = folder.file("nf4.gguf"), rules = folder.file("rules.json");
    const auto logits = [&](const std::string& model, std::vector<std::string> flags) {
        const std::string out = folder.file("logits.npy");
        std::vector<std::string> arguments{"logits", model, "--ids", "1 5 9 20 33 40", "--out", out};
        arguments.insert(arguments.end(), flags.begin(), flags.end());
        const Outcome outcome = call(arguments);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return contentOf(out);
    };
    const Outcome written = call({"quantize", tinyLlama(), file, "--scheme", "nf4", "--scales", "least-squares"});
    ASSERT_EQ(written.code, 0) << written.err;
    EXPECT_NE(written.out.find("Only Glasshouse opens"), std::string::npos) << written.out;
    const std::string stored = logits(tinyLlama(), {});
    EXPECT_TRUE(logits(file, {}) == logits(tinyLlama(), {"--scheme", "nf4", "--scales", "least-squares"}));
    EXPECT_FALSE(logits(file, {}) == stored);
    EXPECT_NE(call({"info", file}).out.find("NF4 · blocks of 64"), std::string::npos);

    EXPECT_EQ(call({"quantize", tinyLlama(), file}).code, 2);                            // into what?
    EXPECT_EQ(call({"quantize", file, file, "--scheme", "q8_0"}).code, 2);               // over its input
    EXPECT_EQ(call({"quantize", folder.file("none.gguf"), file, "--scheme", "q8_0"}).code, 3);
    EXPECT_EQ(call({"logits", tinyLlama(), "--ids", "1", "--out", rules, "--scheme", "nf4", "--rules", rules}).code, 2);
}

TEST(CliQuantize, BitsAWeightAreKeptTo) {
    TemporaryFolder folder;
    const std::string file = folder.file("budget.gguf");
    const Outcome written = call({"quantize", tinyLlama(), file, "--bits-per-weight", "6.5", "--json"});
    ASSERT_EQ(written.code, 0) << written.err;
    const auto json = nlohmann::json::parse(written.out);
    EXPECT_LE(json["assigned"]["bits"].get<double>(), 6.5 + 1e-9);
    EXPECT_GT(json["assigned"]["bits"].get<double>(), 3);
    EXPECT_EQ(call({"info", file}).code, 0);
    EXPECT_EQ(call({"quantize", tinyLlama(), file, "--bits-per-weight", "6.5", "--scheme", "q8_0"}).code, 2);
    EXPECT_EQ(call({"quantize", tinyLlama(), file, "--bits-per-weight", "0"}).code, 2);
    const Outcome small = call({"quantize", tinyLlama(), file, "--bits-per-weight", "0.5"});
    EXPECT_EQ(small.code, 4) << small.err;
}

}  // namespace
}  // namespace gh::test
