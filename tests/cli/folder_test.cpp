// A folder of safetensors and any part of a split model open like a file.
#include <gtest/gtest.h>

#include "process.h"
#include "tests/support/hf_writer.h"
#include "tests/support/tiny_model.h"

namespace gh::test {
namespace {

TEST(CliFolder, EveryCommandOpensAFolder) {
    const std::string gguf = tinyModelFile(tinyOptions("llama"));
    const std::string folder = hfFolder(**openModelFile(gguf), "folder", 2);
    const auto info = run({"info", folder + "/", "--json"}).json();
    EXPECT_EQ(info["family"], "llama");
    EXPECT_EQ(info["file"]["container"], "safetensors");
    EXPECT_EQ(info["file"]["parts"].size(), 2u);
    EXPECT_EQ(info["name"], "folder");
    const Outcome printed = run({"info", folder});
    EXPECT_NE(printed.out.find("safetensors"), std::string::npos) << printed.out;
    EXPECT_NE(printed.out.find("in 2 files"), std::string::npos) << printed.out;
    EXPECT_EQ(run({"tokenize", folder, "--text", "the no"}).out, run({"tokenize", gguf, "--text", "the no"}).out);

    TemporaryFolder out;
    for (const auto& [model, file] : {std::pair{gguf, "gguf.npy"}, {folder, "folder.npy"}})
        EXPECT_EQ(run({"logits", model, "--ids", "1,5,9,260", "--out", out.file(file)}).code, 0);
    EXPECT_EQ(contentOf(out.file("gguf.npy")), contentOf(out.file("folder.npy")));
    const auto generate = [&](const std::string& model) {
        return run({"generate", model, "--prompt", "the", "--max-tokens", "5", "--seed", "1"}).out;
    };
    EXPECT_EQ(generate(gguf), generate(folder));
}

}  // namespace
}  // namespace gh::test
