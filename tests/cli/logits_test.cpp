// One answer, seen from outside: the bytes of the logits file do not depend on how they were computed.
#include <gtest/gtest.h>

#include <cstring>

#include "kernels/isa.h"
#include "process.h"

namespace gh::test {
namespace {

std::string thirtyIds() {
    std::string ids;
    for (int i = 0; i < 30; ++i) ids += std::to_string(3 + 7 * i % 45) + " ";
    return ids;
}

std::string logits(const TemporaryFolder& folder, const std::string& model, std::vector<std::string> flags,
                   const char* isa = nullptr) {
    const std::string file = folder.file("logits.npy");
    Call call;
    call.arguments = {"logits", model, "--ids", thirtyIds(), "--out", file};
    call.arguments.insert(call.arguments.end(), flags.begin(), flags.end());
    if (isa) call.environment = {{"GLASSHOUSE_ISA", isa}};
    const Outcome outcome = run(call);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    const std::string content = contentOf(file);
    std::filesystem::remove(file);
    return content;
}

TEST(CliLogits, FileIsFloat32OfTokensByVocabulary) {
    TemporaryFolder folder;
    const std::string file = logits(folder, tinyLlama(), {});
    ASSERT_GT(file.size(), 128u);
    EXPECT_EQ(file.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
    const std::size_t header =
        10 + static_cast<unsigned char>(file[8]) + 256u * static_cast<unsigned char>(file[9]);
    EXPECT_EQ(header % 64, 0u);
    EXPECT_NE(file.find("(30, 265)"), std::string::npos);
    EXPECT_EQ(file.size(), header + 30 * 265 * sizeof(float));
    float first = 0;
    std::memcpy(&first, file.data() + header, sizeof first);
    EXPECT_TRUE(first == first) << "not a number";
}

TEST(CliLogits, OneAnswer) {
    TemporaryFolder folder;
    for (const std::string& model : {tinyLlama(), tinyGemma(), data("gguf/tiny_llama_q4_0_ok.gguf")}) {
        for (const std::vector<std::string>& mode : {std::vector<std::string>{},
                                                     {"--kv-type", "f32"},
                                                     {"--activations", "f32", "--kv-type", "f32"}}) {
            const std::string base = logits(folder, model, mode);
            const auto expectSame = [&](std::vector<std::string> flags, const char* isa) {
                const std::string label = testing::PrintToString(flags) + (isa ? isa : "");
                flags.insert(flags.end(), mode.begin(), mode.end());
                EXPECT_TRUE(logits(folder, model, flags, isa) == base) << model << " " << label;
            };
            expectSame({"--naive"}, nullptr);
            expectSame({"--chunk", "1"}, nullptr);
            expectSame({"--chunk", "7"}, nullptr);
            expectSame({"--threads", "1"}, nullptr);
            expectSame({"--threads", "3"}, nullptr);
            for (const auto& isa : kernels::isaList())
                if (isa.supported()) expectSame({}, isa.name);
        }
    }
}

TEST(CliLogits, NothingHalfWrittenIsLeft) {
    TemporaryFolder folder;
    EXPECT_EQ(run({"logits", tinyLlama(), "--ids", "1 999", "--out", folder.file("a.npy")}).code, 2);
    EXPECT_EQ(run({"logits", tinyLlama(), "--ids", "1", "--out", folder.file("no/such/folder/a.npy")}).code,
              1);
    EXPECT_TRUE(std::filesystem::is_empty(folder.file("")));
    // A device is written to, not replaced; this one takes nothing. The link stands for it, should this ever
    // fail.
    std::filesystem::create_symlink("/dev/full", folder.file("device"));
    EXPECT_EQ(run({"logits", tinyLlama(), "--ids", "1", "--out", folder.file("device")}).code, 1);
    EXPECT_TRUE(std::filesystem::is_symlink(folder.file("device")));
}

}  // namespace
}  // namespace gh::test
