// Calls that make no sense end with 2 and say why; help and version need no model.
#include <gtest/gtest.h>

#include "process.h"

namespace gh::test {
namespace {

TEST(CliCall, HelpAndVersion) {
    for (const char* command : {"info", "tokenize", "generate", "chat", "logits", "bench", "serve-file"}) {
        EXPECT_NE(run({"--help"}).out.find(command), std::string::npos) << command;
        const Outcome help = run({command, "--help"});
        EXPECT_EQ(help.code, 0) << command;
        EXPECT_NE(help.out.find("MODEL"), std::string::npos) << command;
    }
    const Outcome version = run({"--version"});
    EXPECT_EQ(version.code, 0);
    EXPECT_EQ(version.out.rfind("glasshouse ", 0), 0u);
}

TEST(CliCall, WrongCallsEndWithTwo) {
    const std::string model = tinyLlama();
    const std::vector<std::vector<std::string>> calls = {
        {"nonsense"},
        {"info"},
        {"info", model, "--nonsense"},
        {"info", model, "second"},
        {"tokenize", model, "--text", "a", "--text-file", "b"},
        {"tokenize", model, "--decode", "1 x"},
        {"tokenize", model, "--decode", "-1"},
        {"tokenize", model, "--decode", "265"},
        {"generate", model},
        {"generate", model, "--prompt", "a", "--ids", "1"},
        {"generate", model, "--ids", ""},
        {"generate", model, "--ids", "1 265"},
        {"generate", model, "--ids", "1 99999999999"},
        {"generate", model, "--prompt", "a", "--system", "b"},
        {"generate", model, "--prompt", "a", "--template", "chatml"},
        {"generate", model, "--prompt", "a", "--chat", "--template", "/nonexistent/template"},
        {"generate", model, "--prompt", "a", "--logit-bias", "5"},
        {"generate", model, "--prompt", "a", "--logit-bias", "5:inf"},
        {"generate", model, "--prompt", "a", "--logit-bias", "300:1"},
        {"generate", model, "--prompt", "a", "--kv-type", "q8"},
        {"generate", model, "--prompt", "a", "--k-type", "F16"},
        {"generate", model, "--prompt", "a", "--v-type", "q4_0"},  // heads of 8 are no blocks of 32
        {"info", model, "--v-type", "8"},
        {"generate", model, "--prompt", "a", "--activations", "int4"},
        {"logits", model, "--ids", "1"},
        {"logits", model, "--out", "x.npy"},
        {"bench", model, "--batches", "0"},
        {"bench", model, "--batches", "2,x"},
    };
    for (const auto& call : calls) {
        const Outcome outcome = run(call);
        EXPECT_EQ(outcome.code, 2) << testing::PrintToString(call) << outcome.err;
        EXPECT_EQ(outcome.out, "") << testing::PrintToString(call);
        EXPECT_EQ(outcome.err.rfind("glasshouse: ", 0), 0u) << outcome.err;
    }
    // A file that is not there is no wrong usage.
    EXPECT_EQ(run({"tokenize", model, "--text-file", "/nonexistent/file"}).code, 3);
    EXPECT_EQ(run({"generate", model, "--prompt-file", "/nonexistent/file"}).code, 3);
}

TEST(CliCall, NumbersAreParsedStrictly) {
    for (const char* value : {"", "x", "12x", " 12", "1e2", "0x10", "1.5", "-3", "0", "99999999999999999999"})
        EXPECT_EQ(run({"generate", tinyLlama(), "--ids", "1", "--max-tokens", value}).code, 2)
            << "'" << value << "'";
    for (const char* value : {"", "x", "0.5x", "nan", "inf", "-1", "0,5", "1e999"})
        EXPECT_EQ(run({"generate", tinyLlama(), "--ids", "1", "--temperature", value}).code, 2)
            << "'" << value << "'";
    for (const char* value : {"", "-1", "1.0", "18446744073709551616"})
        EXPECT_EQ(run({"generate", tinyLlama(), "--ids", "1", "--seed", value}).code, 2)
            << "'" << value << "'";
    EXPECT_EQ(
        run({"generate", tinyLlama(), "--ids", "1", "--max-tokens", "1", "--seed", "18446744073709551615"})
            .code,
        0);
}

TEST(CliCall, AnUnknownInstructionSetIsNamedWithTheListOfThoseThatAre) {
    Call call{{"generate", tinyLlama(), "--ids", "1"}, {}, {{"GLASSHOUSE_ISA", "sse9"}}, false, {}};
    const Outcome outcome = run(call);
    EXPECT_EQ(outcome.code, 2);
    EXPECT_NE(outcome.err.find("sse9"), std::string::npos) << outcome.err;
    EXPECT_NE(outcome.err.find("scalar"), std::string::npos) << outcome.err;
}

TEST(CliCall, AFullDiskOnStandardOutputIsAFailure) {
    // /dev/full takes nothing; the shell is only there to redirect.
    for (const char* call : {"info", "generate --prompt a --max-tokens 2"}) {
        const std::string command =
            std::string(GLASSHOUSE_CLI) + " " + call + " '" + tinyLlama() + "' >/dev/full 2>/dev/null";
        EXPECT_NE(std::system(command.c_str()), 0) << call;
    }
}

TEST(CliCall, AWordThatIsNeitherCommandNorFileIsWrongUsage) { EXPECT_EQ(run({"nonsense"}).code, 2); }

}  // namespace
}  // namespace gh::test
