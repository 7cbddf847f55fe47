#include <gtest/gtest.h>

#include "process.h"

namespace gh::test {
namespace {

std::string joined(const nlohmann::json& ids) {
    std::string text;
    for (const auto& id : ids) text += (text.empty() ? "" : " ") + id.dump();
    return text;
}

std::string everyByte() {
    std::string bytes;
    for (int byte = 0; byte < 256; ++byte) bytes += static_cast<char>(byte);
    return bytes;
}

// SmolLM2's vocabulary has no token for these bytes, nor any that holds them: nothing can stand for them.
std::string everyByteThatSmolLm2Has() {
    std::string bytes = everyByte();
    for (const char absent :
         std::string("\x04\x06\x13\x14\x16\x1d\xc0\xc1\xf1\xf2\xf5\xf6\xf7\xf8\xf9\xfa\xfb\xfc\xfd\xfe\xff"))
        bytes.erase(bytes.find(absent), 1);
    return bytes;
}

void expectRoundTrip(const std::string& model, const std::string& bytes) {
    const auto tokens = run({"tokenize", model, "--json"}, bytes).json();
    ASSERT_EQ(tokens["ids"].size(), tokens["pieces"].size());
    const Outcome back = run({"tokenize", model, "--decode", joined(tokens["ids"])});
    EXPECT_EQ(back.code, 0) << back.err;
    EXPECT_EQ(back.out, bytes) << model;
}

TEST(CliTokenize, StandardInputGoesThroughByteForByte) {
    const std::string texts[] = {"Hello, world", " two  spaces\n\n\ttab\r\n",
                                 "na\xc3\xafve \xf0\x9f\xa4\x97 \xe4\xbd\xa0\xe5\xa5\xbd"};
    for (const char* name : {"SmolLM2-135M-Instruct.Q4_1.gguf", "gemma-3-270m-q4_k_m.gguf"}) {
        const std::string model = realModel(name);
        if (model.empty()) continue;
        for (const std::string& text : texts) expectRoundTrip(model, text);
    }
    const std::string smol = realModel("SmolLM2-135M-Instruct.Q4_1.gguf"),
                      gemma = realModel("gemma-3-270m-q4_k_m.gguf");
    if (!smol.empty()) expectRoundTrip(smol, everyByteThatSmolLm2Has());
    if (!gemma.empty()) expectRoundTrip(gemma, everyByte());
    for (const std::string& text : texts) expectRoundTrip(tinyLlama(), text);
}

TEST(CliTokenize, TextFileTextAndInputAgree) {
    TemporaryFolder folder;
    writeContent(folder.file("text"), "abc");
    const std::string expected = run({"tokenize", tinyLlama(), "--json"}, "abc").out;
    EXPECT_EQ(run({"tokenize", tinyLlama(), "--text", "abc", "--json"}).out, expected);
    EXPECT_EQ(run({"tokenize", tinyLlama(), "--text-file", folder.file("text"), "--json"}).out, expected);
    // The plain form is a list that --decode takes.
    const std::string plain = run({"tokenize", tinyLlama(), "--text", "abc"}).out;
    EXPECT_EQ(run({"tokenize", tinyLlama(), "--decode", plain}).out, "abc");
}

TEST(CliTokenize, EmptyTextHasNoTokens) {
    for (const Outcome& outcome :
         {run({"tokenize", tinyLlama(), "--text", "", "--json"}), run({"tokenize", tinyLlama(), "--json"})})
        EXPECT_EQ(outcome.json(), nlohmann::json::parse(R"({"ids":[],"pieces":[]})"));
}

TEST(CliTokenize, TextThatLooksLikeAnOptionIsText) {
    EXPECT_EQ(run({"tokenize", tinyLlama(), "--text", "--json"}).out,
              run({"tokenize", tinyLlama()}, "--json").out);
    EXPECT_EQ(run({"tokenize", tinyLlama(), "--text", "[a,b]"}).out,
              run({"tokenize", tinyLlama()}, "[a,b]").out);
    EXPECT_EQ(run({"tokenize", tinyLlama(), "--text", "\"q\""}).out,
              run({"tokenize", tinyLlama()}, "\"q\"").out);
}

TEST(CliTokenize, MarkersAreTextUnlessAskedFor) {
    const std::string model = realModel("SmolLM2-135M-Instruct.Q4_1.gguf");
    if (model.empty()) GTEST_SKIP() << "needs the real model";
    const auto plain = run({"tokenize", model, "--text", "<|im_end|>", "--json"}).json();
    EXPECT_GT(plain["ids"].size(), 1u);
    const auto special = run({"tokenize", model, "--text", "<|im_end|>", "--special", "--json"}).json();
    ASSERT_EQ(special["ids"].size(), 1u);
    EXPECT_EQ(special["pieces"][0], "<|im_end|>");
    EXPECT_EQ(run({"tokenize", model, "--decode", joined(special["ids"]), "--special"}).out, "<|im_end|>");
    const Outcome hidden = run({"tokenize", model, "--decode", joined(special["ids"])});
    EXPECT_EQ(hidden.out, "");
    EXPECT_NE(hidden.err.find("1 special token"), std::string::npos) << "said, never left out in silence: " << hidden.err;
    const auto said = run({"tokenize", model, "--decode", joined(special["ids"]), "--json"}).json();
    EXPECT_EQ(said["text"], "");
    EXPECT_EQ(said["hidden"].size(), 1u);
    EXPECT_EQ(said["hidden"][0]["text"], "<|im_end|>");
}

TEST(CliTokenize, BosByTheModelsRule) {
    const std::string model = realModel("gemma-3-270m-q4_k_m.gguf");
    if (model.empty()) GTEST_SKIP() << "needs the real model";
    const auto without = run({"tokenize", model, "--text", "Hi", "--json"}).json();
    const auto with = run({"tokenize", model, "--text", "Hi", "--bos", "--json"}).json();
    EXPECT_EQ(with["ids"].size(), without["ids"].size() + 1);
    EXPECT_EQ(with["ids"][0], 2);
}

TEST(CliTokenize, BytesThatAreNoTextAreGivenInHex) {
    const std::string model = realModel("SmolLM2-135M-Instruct.Q4_1.gguf");
    if (model.empty()) GTEST_SKIP() << "needs the real model";
    const auto tokens = run({"tokenize", model, "--json"}, "\x80").json();
    ASSERT_TRUE(tokens.contains("pieces_hex"));
    EXPECT_EQ(tokens["pieces_hex"][0], "80");
    const auto decoded = run({"tokenize", model, "--decode", joined(tokens["ids"]), "--json"}).json();
    EXPECT_EQ(decoded["bytes_hex"], "80");
}

}  // namespace
}  // namespace gh::test
