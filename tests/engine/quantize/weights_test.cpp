// Rules at work: a tiny model loaded by each scheme on every instruction set, and the same model written to a file, which
// gives the same logits to the bit.
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <random>

#include "engine/forward/direct.h"
#include "engine/model/model_file.h"
#include "engine/quantize/matrix_values.h"
#include "engine/quantize/quantize_file.h"
#include "kernels/isa.h"
#include "tests/support/tiny_model.h"

namespace gh::quantize {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

std::vector<float> logits(const std::string& path, const LoadOptions& options, int threads = 1, int chunk = 0, bool naive = false) {
    auto run = DirectRun::open(path, options, threads);
    if (!run) throw std::runtime_error(run.error().message());
    std::vector<TokenId> ids{1};
    for (int i = 1; i < 17; ++i) ids.push_back(static_cast<TokenId>((i * 37) % 250 + 3));
    std::vector<float> all;
    const auto done = (*run)->logits(ids, naive, chunk, [&](std::size_t, std::span<const float> row) {
        all.insert(all.end(), row.begin(), row.end());
        return true;
    });
    if (!done) throw std::runtime_error(done.error().message());
    return all;
}

bool same(const std::vector<float>& a, const std::vector<float>& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

LoadOptions by(const std::string& scheme, ActivationMode mode = ActivationMode::Int8) {
    LoadOptions options;
    options.activations = mode;
    options.weights = std::make_shared<WeightRules>(uniformRules(scheme));
    return options;
}

// 192 columns: an odd number of 64s, so that spans end early; 160: no whole 64s.
test::TinyOptions shape(const std::string& family, int width) {
    auto options = test::tinyOptions(family);
    options.width = width;
    options.ffn = width == 192 ? 320 : 160;
    options.layers = std::min(options.layers, 2);
    return options;
}

TEST(Weights, EverySchemeOnEveryInstructionSet) {
    for (const int width : {192, 160}) {
        auto options = shape("llama", width);
        options.layers = 1;
        const std::string path = test::tinyModelFile(options);
        const auto stored = logits(path, {});
        for (const Scheme& scheme : schemeList()) {
            // GGUF's types run as files of them do, which one_answer_test goes through.
            if (scheme.gguf && std::string_view(scheme.name) != "f32") continue;
            if (kSanitized && scheme.levels != 16) continue;
            for (const ActivationMode mode : {ActivationMode::Int8, ActivationMode::F32}) {
                if (width == 160 && mode == ActivationMode::F32) continue;
                unsetenv("GLASSHOUSE_ISA");
                const auto right = logits(path, by(scheme.name, mode));
                EXPECT_EQ(same(right, stored), scheme.gguf) << scheme.name;   // the file is of F32
                for (const kernels::IsaEntry& isa : kernels::isaList()) {
                    if (!isa.supported()) continue;
                    setenv("GLASSHOUSE_ISA", isa.name, 1);
                    EXPECT_TRUE(same(logits(path, by(scheme.name, mode), 2, 7), right)) << scheme.name << " " << isa.name << " " << width;
                }
                EXPECT_TRUE(same(logits(path, by(scheme.name, mode), 1, 0, true), right)) << scheme.name << " naive " << width;
                unsetenv("GLASSHOUSE_ISA");
            }
        }
    }
}

TEST(Weights, FileAndLoadAgree) {
    const std::string folder = std::filesystem::path(test::writeTemporary("marker", {})).parent_path().string();
    for (const std::string& family : test::tinyFamilies()) {
        const std::string path = test::tinyModelFile(shape(family, 192));
        for (const Scheme& scheme : schemeList()) {
            if (family != "llama" && std::string_view(scheme.name) != "nf4-dq" && std::string_view(scheme.name) != "q4_k" &&
                std::string_view(scheme.name) != "int3-group128-asym")
                continue;
            if (family == "phi3" && !storedByRows(scheme)) continue;   // its matrices are fused in the file
            const std::string to = folder + "/written.gguf";
            const auto written = quantizeFile(path, to, {uniformRules(scheme.name), false, 2});
            ASSERT_TRUE(written) << scheme.name << ": " << written.error().message();
            EXPECT_EQ(written->bytes, std::filesystem::file_size(to));
            EXPECT_EQ(written->ownTypes.empty(), scheme.gguf);
            EXPECT_TRUE(same(logits(to, {}), logits(path, by(scheme.name)))) << family << " " << scheme.name;
            // What is written is in the file under its type, and everything else as before.
            const auto before = *openModelFile(path), after = *openModelFile(to);
            EXPECT_EQ(before->tensors().size(), after->tensors().size());
            for (const auto& [key, value] : before->values())
                if (!key.starts_with("general.")) { EXPECT_NE(after->find(key), nullptr) << key; }
            const auto options = by(scheme.name);
            EXPECT_EQ((*DirectRun::open(path, options, 1))->facts().weightBytes, (*DirectRun::open(to, {}, 1))->facts().weightBytes) << scheme.name;
        }
    }
}

TEST(Weights, NearestTypesOfGguf) {
    const std::string path = test::tinyModelFile(shape("llama", 192));
    const std::string to = std::filesystem::path(path).parent_path().string() + "/nearest.gguf";
    const auto written = quantizeFile(path, to, {uniformRules("nf4"), true, 1});
    ASSERT_TRUE(written) << written.error().message();
    EXPECT_TRUE(written->ownTypes.empty());
    EXPECT_TRUE(same(logits(to, {}), logits(path, by("iq4_nl"))));
    const auto k = quantizeFile(path, to, {uniformRules("q4_k"), false, 1});
    ASSERT_TRUE(k);
    bool noted = false;
    for (const auto& tensor : k->tensors) noted = noted || tensor.note.find("no whole blocks of Q4_K: Q5_0") != std::string::npos;
    EXPECT_TRUE(noted);
}

TEST(Weights, TheInputIsNeverOverwritten) {
    const std::string path = test::tinyModelFile(shape("llama", 192));
    const auto size = std::filesystem::file_size(path);
    const auto link = std::filesystem::path(path).parent_path() / "link.gguf";
    std::filesystem::remove(link);
    std::filesystem::create_symlink(path, link);
    for (const std::string& to : {path, link.string()}) {
        const auto written = quantizeFile(path, to, {uniformRules("nf4"), false, 1});
        ASSERT_FALSE(written);
        EXPECT_EQ(written.error().code, ErrorCode::InvalidArgument);
    }
    EXPECT_EQ(std::filesystem::file_size(path), size);
    const auto nowhere = quantizeFile(path, "/nonexistent/folder/x.gguf", {uniformRules("nf4"), false, 1});
    ASSERT_FALSE(nowhere);
    // Cancelled in the middle: nothing is left behind.
    const auto folder = std::filesystem::path(test::writeTemporary("marker", {})).parent_path() / "cancelled";
    std::filesystem::create_directories(folder);
    int asked = 0;
    const auto stopped = quantizeFile(path, (folder / "x.gguf").string(), {uniformRules("nf4"), false, 1}, {[&] { return ++asked > 3; }, {}});
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().code, ErrorCode::Cancelled);
    EXPECT_TRUE(std::filesystem::is_empty(folder));
}

}  // namespace
}  // namespace gh::quantize
