#include <gtest/gtest.h>

#include "process.h"

namespace gh::test {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr double kSecondsAllowed = 10;
#else
constexpr double kSecondsAllowed = 1;
#endif

TEST(CliInfo, SaysWhatIsInTheFile) {
    const auto info = run({"info", tinyLlama(), "--json"}).json();
    EXPECT_EQ(info["family"], "llama");
    const auto& shape = info["shape"];
    EXPECT_EQ(shape["layers"], 1);
    EXPECT_EQ(shape["heads"], 2);
    EXPECT_EQ(shape["kv_heads"], 1);
    EXPECT_EQ(shape["head_size"], 8);
    EXPECT_EQ(shape["width"], 16);
    EXPECT_EQ(shape["vocab"], 265);
    EXPECT_TRUE(shape["ffn"].is_number());
    EXPECT_TRUE(shape["context"].is_number());
    EXPECT_EQ(info["cache_bytes_per_token"], 2 * 1 * 1 * 8 * 2);
    EXPECT_EQ(info["tokenizer"]["tokens"], 265);
    EXPECT_TRUE(info.contains("template"));
    ASSERT_EQ(info["tensors"].size(), 11u);
    for (const auto& tensor : info["tensors"]) {
        EXPECT_TRUE(tensor["name"].is_string());
        EXPECT_EQ(tensor["type"], "F32");
        EXPECT_GT(tensor["bytes"].get<int>(), 0);
    }
}

TEST(CliInfo, PrintsForReadersToo) {
    const Outcome outcome = run({"info", tinyGemma()});
    EXPECT_EQ(outcome.code, 0);
    EXPECT_NE(outcome.out.find("gemma3"), std::string::npos) << outcome.out;
}

TEST(CliInfo, RealModelsFigures) {
    const std::string smol = realModel("SmolLM2-135M-Instruct.Q4_1.gguf");
    if (smol.empty()) GTEST_SKIP() << "needs the real model";
    const auto info = run({"info", smol, "--json"}).json();
    EXPECT_EQ(info["cache_bytes_per_token"], 23040);
    const auto smaller = run({"info", smol, "--k-type", "q4_0", "--kv-type", "q8_0", "--json"}).json();
    EXPECT_EQ(smaller["cache_bytes_per_token"], 30 * 3 * (36 + 68));
    EXPECT_EQ(smaller["kv_type"], "K Q4_0 · V Q8_0");
    EXPECT_EQ(info["shape"]["layers"], 30);
    EXPECT_EQ(info["shape"]["head_size"], 64);
    EXPECT_FALSE(info["template"].is_null());
    const std::string gemma = realModel("gemma-3-270m-q4_k_m.gguf");
    if (gemma.empty()) GTEST_SKIP() << "needs the second real model";
    const Outcome outcome = run({"info", gemma, "--json"});
    EXPECT_LT(outcome.seconds, kSecondsAllowed);
    const auto second = outcome.json();
    EXPECT_EQ(second["shape"]["head_size"], 256);
    EXPECT_EQ(second["shape"]["width"], 640);
    EXPECT_TRUE(second["template"].is_null());
}

TEST(CliInfo, RefusesEveryBrokenFileWithThree) {
    const auto expected = nlohmann::json::parse(contentOf(data("gguf/expected.json")));
    ASSERT_GT(expected.size(), 70u);
    for (const auto& [file, entry] : expected.items()) {
        const Outcome outcome = run({"info", data("gguf/" + file), "--json"});
        EXPECT_LT(outcome.seconds, kSecondsAllowed) << file;
        // Only the values tell in a data-level case, and info does not read them; a container case is no
        // whole model.
        const bool mustRefuse = entry["load"] == "reject" && entry["level"] != "data";
        if (mustRefuse)
            EXPECT_EQ(outcome.code, 3) << file << outcome.err;
        else
            EXPECT_TRUE(outcome.code == 0 || outcome.code == 3) << file << " " << outcome.code << outcome.err;
        if (outcome.code != 3) continue;
        const auto error = outcome.json()["error"];
        EXPECT_TRUE(error["code"] == "bad_file" || error["code"] == "unsupported") << file << outcome.out;
        EXPECT_FALSE(error["detail"].get<std::string>().empty()) << file;
        EXPECT_EQ(outcome.err.rfind("glasshouse: ", 0), 0u) << file << outcome.err;
    }
}

TEST(CliInfo, RefusesWhatIsNoModelFile) {
    TemporaryFolder folder;
    EXPECT_EQ(run({"info", folder.file("absent.gguf")}).code, 3);
    EXPECT_EQ(run({"info", folder.file("")}).code, 3);
    // Weights without the configuration that belongs to them.
    writeContent(folder.file("model.safetensors"), std::string("\x02\0\0\0\0\0\0\0{}", 10));
    const Outcome outcome = run({"info", folder.file("model.safetensors")});
    EXPECT_EQ(outcome.code, 3);
    EXPECT_NE(outcome.err.find("config.json"), std::string::npos) << outcome.err;
}

}  // namespace
}  // namespace gh::test
