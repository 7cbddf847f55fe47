// Ctrl-C stops what runs, keeps what was produced and exits with 130; and the chat, which waits for people.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>

#include "process.h"

namespace gh::test {
namespace {

constexpr const char* kSmol = "SmolLM2-135M-Instruct.Q4_1.gguf";

TEST(CliInterrupt, GenerationStopsWithWhatWasProduced) {
    const std::string model = realModel(kSmol);
    if (model.empty()) GTEST_SKIP() << "needs the real model";
    Call call;
    call.arguments = {"generate", model, "--prompt", "Once upon a time", "--max-tokens", "8000"};
    call.interruptWhen = [](const std::string& out) { return out.size() > 20; };
    const auto begun = std::chrono::steady_clock::now();
    const Outcome text = run(call);
    // With --json nothing is printed before the end: it writes by then, under a sanitizer too, where loading takes long.
    const auto writes = std::max<std::chrono::steady_clock::duration>(std::chrono::seconds(4),
                                                                      2 * (std::chrono::steady_clock::now() - begun));
    EXPECT_EQ(text.code, 130) << text.err;
    EXPECT_GT(text.out.size(), 20u);
    EXPECT_NE(text.err.find("cancelled"), std::string::npos) << text.err;

    call.arguments.push_back("--json");
    const auto started = std::chrono::steady_clock::now();
    call.interruptWhen = [started, writes](const std::string&) {
        return std::chrono::steady_clock::now() - started > writes;
    };
    const Outcome json = run(call);
    EXPECT_EQ(json.code, 130) << json.err;
    const auto result = json.json();
    EXPECT_EQ(result["stop_reason"], "cancelled");
    EXPECT_GT(result["ids"].size(), 0u);
    EXPECT_EQ(result["kv"]["predicted_bytes"], result["kv"]["allocated_bytes"]);
}

TEST(CliInterrupt, LogitsLeaveNoFile) {
    const std::string model = realModel(kSmol);
    if (model.empty()) GTEST_SKIP() << "needs the real model";
    TemporaryFolder folder;
    std::string ids;
    for (int i = 0; i < 2000; ++i) ids += std::to_string(100 + i) + " ";
    Call call;
    call.arguments = {"logits", model, "--ids", ids, "--naive", "--out", folder.file("a.npy")};
    const auto started = std::chrono::steady_clock::now();
    call.interruptWhen = [started](const std::string&) {
        return std::chrono::steady_clock::now() - started > std::chrono::seconds(3);
    };
    const Outcome outcome = run(call);
    EXPECT_EQ(outcome.code, 130) << outcome.err;
    EXPECT_TRUE(std::filesystem::is_empty(folder.file("")));
}

TEST(CliInterrupt, ChatThatWaitsForALine) {
    Call call;
    call.arguments = {"chat", tinyLlama(), "--template", "chatml", "--max-tokens", "2"};
    call.input = "Hi\n";
    call.keepInputOpen = true;
    call.interruptWhen = [](const std::string& out) { return out.find('\n') != std::string::npos; };
    EXPECT_EQ(run(call).code, 130);
}

TEST(CliChat, AnswersOneMessageALine) {
    // A short template: the tiny model's context has 64 tokens.
    TemporaryFolder folder;
    writeContent(folder.file("template"), "{% for m in messages %}{{ m.content }}{% endfor %}");
    const Outcome two = run({"chat", tinyLlama(), "--template", folder.file("template"), "--max-tokens", "2",
                             "--logit-bias", "70:1000"},
                            "Hi\n\nYou");
    EXPECT_EQ(two.code, 0) << two.err;
    EXPECT_EQ(std::count(two.out.begin(), two.out.end(), '\n'), 2) << two.out;
    const Outcome quit = run({"chat", tinyLlama(), "--template", "chatml"}, "/help\n/quit\nHi\n");
    EXPECT_EQ(quit.code, 0);
    EXPECT_EQ(quit.out, "");
    EXPECT_NE(quit.err.find("/quit"), std::string::npos) << quit.err;
}

// The tiny model's context has 64 tokens: four messages of some 20 are more than it holds.
TEST(CliChat, AFullContextStopsOrDropsTheOldestTurns) {
    TemporaryFolder folder;
    writeContent(folder.file("template"), "{% for m in messages %}{{ m.content }}{% endfor %}");
    std::string lines;
    for (const char letter : {'a', 'b', 'c', 'd', 'e'}) lines.append(20, letter).push_back('\n');
    const auto chat = [&](std::vector<std::string> more) {
        std::vector<std::string> arguments = {"chat", tinyLlama(), "--template", folder.file("template"), "--max-tokens",
                                              "2",    "--logit-bias", "70:1000"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return run(arguments, lines);
    };
    const Outcome dropped = chat({"--when-full", "drop-oldest"});
    EXPECT_EQ(dropped.code, 0) << dropped.err;
    EXPECT_EQ(std::count(dropped.out.begin(), dropped.out.end(), '\n'), 5) << dropped.out;
    EXPECT_NE(dropped.err.find("no longer in the prompt"), std::string::npos) << dropped.err;
    for (const Outcome& stopped : {chat({}), chat({"--when-full", "stop"})}) {
        EXPECT_EQ(stopped.err.find("no longer in the prompt"), std::string::npos) << stopped.err;
        EXPECT_NE(stopped.err.find("context"), std::string::npos) << stopped.err;
        EXPECT_EQ(stopped.code, 2);
        EXPECT_LT(std::count(stopped.out.begin(), stopped.out.end(), 'C'), 10) << stopped.out;   // two of each of five
    }
    const Outcome wrong = chat({"--when-full", "sometimes"});
    EXPECT_EQ(wrong.code, 2);
    EXPECT_NE(wrong.err.find("drop-oldest"), std::string::npos) << wrong.err;
}

TEST(CliChat, APipeGoesOnBehindAFullContext) {
    TemporaryFolder folder;
    writeContent(folder.file("template"), "{% for m in messages %}{{ m.content }}{% endfor %}");
    const std::string longLine(80, 'a');
    const Outcome outcome = run({"chat", tinyLlama(), "--template", folder.file("template"), "--max-tokens", "2",
                                 "--logit-bias", "70:1000"},
                                longLine + "\nHi\n/new\nHi\n");
    EXPECT_EQ(outcome.code, 2) << outcome.err;   // that of the first message, which does not fit
    EXPECT_NE(outcome.err.find("context limit"), std::string::npos) << outcome.err;
    EXPECT_GE(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 3) << outcome.out;
}

TEST(CliChat, MistypedCommandsAreNoMessages) {
    const Outcome outcome = run({"chat", tinyLlama(), "--template", "chatml"}, "/nope\n/exit\nHi\n");
    EXPECT_EQ(outcome.code, 0);
    EXPECT_EQ(outcome.out, "");
    EXPECT_NE(outcome.err.find("/nope is no command"), std::string::npos) << outcome.err;
}

TEST(CliChat, NeedsATemplate) {
    const Outcome none = run({"chat", tinyLlama()}, "Hi\n");
    EXPECT_EQ(none.code, 2);
    EXPECT_NE(none.err.find("--template"), std::string::npos) << none.err;
}

TEST(CliChat, RemembersTheTurnsBefore) {
    const std::string model = realModel(kSmol);
    if (model.empty()) GTEST_SKIP() << "needs the real model";
    const Outcome outcome =
        run({"chat", model, "--max-tokens", "24"}, "My name is Zebulon.\nWhat is my name?\n");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    const std::size_t second = outcome.out.find('\n');
    ASSERT_NE(second, std::string::npos);
    EXPECT_NE(outcome.out.find("Zebulon", second), std::string::npos) << outcome.out;
}

}  // namespace
}  // namespace gh::test
