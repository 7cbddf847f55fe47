// One answer (DESIGN.md): the same ids give the same logit bits, whatever the chunks, threads, instruction set, block
// size, and whether the passes were naive. On tiny models of all families and storage types.
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <random>

#include "engine/cache/block_pool.h"
#include "engine/forward/direct.h"
#include "kernels/isa.h"
#include "tests/support/encode.h"
#include "tests/support/tiny_model.h"

namespace gh::test {
namespace {

using Floats = std::vector<float>;

// A sanitizer build is some ten times as slow and looks for other faults: it goes through two formats on each
// instruction set, and leaves the others and the f32 mode to the plain build.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

std::vector<TokenId> someIds(int count, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<TokenId> ids{1};
    while (static_cast<int>(ids.size()) < count) ids.push_back(static_cast<TokenId>(random() % 270));
    return ids;
}

struct Way {
    int threads = 1, chunk = 0, blockTokens = 16;
    bool naive = false;
};

class OneAnswer : public testing::Test {
protected:
    // Also: blocks that nobody holds read as NaN.
    void SetUp() override { BlockPool::setPoisonReleasedForTest(true); }
    void TearDown() override {
        BlockPool::setPoisonReleasedForTest(false);
        unsetenv("GLASSHOUSE_ISA");
    }

    static std::unique_ptr<DirectRun> open(const std::string& path, LoadOptions options, const Way& way) {
        options.blockTokens = way.blockTokens;
        auto run = DirectRun::open(path, options, way.threads);
        if (!run) throw std::runtime_error(run.error().message());
        return std::move(run).value();
    }

    static Floats logits(const std::string& path, const LoadOptions& options, const Way& way, std::span<const TokenId> ids) {
        Floats all;
        const auto done = open(path, options, way)->logits(ids, way.naive, way.chunk, [&](std::size_t position, std::span<const float> row) {
            EXPECT_EQ(position * row.size(), all.size());
            all.insert(all.end(), row.begin(), row.end());
            return true;
        });
        if (!done) throw std::runtime_error(done.error().message());
        return all;
    }

    static void expectSame(const Floats& found, const Floats& right) {
        ASSERT_EQ(found.size(), right.size());
        for (std::size_t i = 0; i < right.size(); ++i)
            ASSERT_EQ(0, std::memcmp(&found[i], &right[i], sizeof(float))) << "logit " << i << ": " << found[i] << " and " << right[i];
    }
};

// More threads than cores go with few steps: on a busy machine each region waits for its last thread to get a core.
constexpr Way kWays[] = {{1, 1, 16, false}, {1, 0, 16, true}, {4, 0, 48, false}, {2, 7, 32, false}, {3, 0, 16, false}};

TEST_F(OneAnswer, EveryFormatFamilyAndInstructionSet) {
    const auto ids = someIds(30, 5);  // well beyond the tiny models' windows of 8
    for (const std::string& family : tinyFamilies())
        for (const kernels::Format& format : kernels::formatList()) {
            // What formats differ in, two families show.
            const bool everyFormat = family == "llama" || family == "gemma3";
            if (!everyFormat && format.type != kernels::StorageType::Q8_0 && format.type != kernels::StorageType::F16) continue;
            if (kSanitized && format.type != kernels::StorageType::Q8_0 && format.type != kernels::StorageType::Q4_1) continue;
            const std::string path = tinyModelFile(tinyOptions(family, format.type));
            for (ActivationMode mode : {ActivationMode::Int8, ActivationMode::F32}) {
                if (kSanitized && mode == ActivationMode::F32) continue;
                LoadOptions options;
                options.activations = mode;
                options.kvTypes = mode == ActivationMode::F32 ? kernels::KvType::F32 : kernels::KvType::F16;
                unsetenv("GLASSHOUSE_ISA");
                const Floats right = logits(path, options, {}, ids);
                for (const kernels::IsaEntry& isa : kernels::isaList()) {
                    if (!isa.supported()) continue;
                    setenv("GLASSHOUSE_ISA", isa.name, 1);
                    // The float products have no tiles of their own kind to tell apart: three ways are enough for them.
                    for (const Way& way : std::span(kWays).first(kSanitized ? 2 : mode == ActivationMode::F32 ? 3 : std::size(kWays))) {
                        SCOPED_TRACE(testing::Message() << family << " " << format.name << (mode == ActivationMode::Int8 ? " int8 " : " f32 ")
                                                        << isa.name << " threads " << way.threads << " chunk " << way.chunk << " block "
                                                        << way.blockTokens << (way.naive ? " naive" : ""));
                        expectSame(logits(path, options, way, ids), right);
                    }
                }
            }
        }
}

// Keys and values apart, in each pair of types, across a cut of 256 tokens and the start of a window.
TEST_F(OneAnswer, EveryPairOfCacheTypes) {
    const auto ids = someIds(kSanitized ? 40 : 270, 9);
    for (const std::string family : {"llama", "gemma3"}) {
        TinyOptions tiny = tinyOptions(family, kernels::StorageType::Q8_0);
        tiny.headSize = 32;
        if (tiny.window > 0) tiny.window = 30;
        const std::string path = tinyModelFile(tiny);
        Floats before;
        for (const kernels::KvTypeEntry& k : kernels::kvTypeList())
            for (const kernels::KvTypeEntry& v : kernels::kvTypeList()) {
                LoadOptions options;
                options.kvTypes = {k.type, v.type};
                unsetenv("GLASSHOUSE_ISA");
                const Floats right = logits(path, options, {}, ids);
                EXPECT_TRUE(right != before) << "the types make no difference";
                before = right;
                const std::size_t vocab = right.size() / ids.size();
                for (const kernels::IsaEntry& isa : kernels::isaList()) {
                    if (!isa.supported()) continue;
                    setenv("GLASSHOUSE_ISA", isa.name, 1);
                    SCOPED_TRACE(family + " " + kernels::kvTypesName(options.kvTypes) + " " + isa.name);
                    for (const Way& way : {Way{1, 0, 48}, Way{2, 37, 16}}) expectSame(logits(path, options, way, ids), right);
                    if (isa.isa == kernels::Isa::Scalar) continue;
                    expectSame(logits(path, options, {2, 1, 16}, ids), right);
                    const auto run = open(path, options, Way{2, 0, 16});
                    for (const std::size_t length : {std::size_t{1}, std::size_t{33}, ids.size()}) {
                        const auto last = run->naiveLastLogits(std::span(ids).first(length));
                        ASSERT_TRUE(last.ok());
                        expectSame(last.value(), Floats(right.begin() + static_cast<std::ptrdiff_t>((length - 1) * vocab),
                                                        right.begin() + static_cast<std::ptrdiff_t>(length * vocab)));
                    }
                }
            }
    }
}

// Heads that the blocks do not divide are refused before anything is read, with the numbers.
TEST_F(OneAnswer, HeadsThatBlocksDoNotDivideAreRefused) {
    TinyOptions tiny = tinyOptions("llama");
    tiny.headSize = 24;
    const std::string path = tinyModelFile(tiny);
    LoadOptions options;
    options.kvTypes = {kernels::KvType::F16, kernels::KvType::Q8_0};
    const auto refused = DirectRun::open(path, options, 1);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().code, ErrorCode::InvalidArgument);
    for (const char* word : {"values", "Q8_0", "32", "24", "F16"})
        EXPECT_NE(refused.error().message().find(word), std::string::npos) << refused.error().message();
    options.kvTypes = kernels::KvType::F16;
    EXPECT_TRUE(DirectRun::open(path, options, 1).ok());
}

TEST_F(OneAnswer, ForcingAnInstructionSetWorks) {
    const std::string path = tinyModelFile(tinyOptions("llama"));
    for (const kernels::IsaEntry& isa : kernels::isaList()) {
        if (!isa.supported()) continue;
        setenv("GLASSHOUSE_ISA", isa.name, 1);
        EXPECT_EQ(open(path, {}, {})->facts().isa, isa.name);
    }
    setenv("GLASSHOUSE_ISA", "mmx", 1);
    const auto refused = DirectRun::open(path, {}, 1);
    ASSERT_FALSE(refused.ok());
    EXPECT_NE(refused.error().message().find("scalar"), std::string::npos);
}

// Across the cut of 256 tokens and many blocks; naive at some lengths, as a pass over each would be long.
TEST_F(OneAnswer, LongContexts) {
    const auto ids = someIds(300, 6);
    for (const std::string& family : tinyFamilies()) {
        TinyOptions tiny = tinyOptions(family, kernels::StorageType::Q8_0);
        if (tiny.window > 0) tiny.window = 270;  // its start lies in another cut than its end
        const std::string path = tinyModelFile(tiny);
        unsetenv("GLASSHOUSE_ISA");
        const Floats right = logits(path, {}, {}, ids);
        const std::size_t vocab = right.size() / ids.size();
        for (const kernels::IsaEntry& isa : kernels::isaList()) {
            // The plain kernels meet long contexts under sanitizers in tiny_oracle_scalar.
            if (!isa.supported() || (kSanitized && isa.isa == kernels::Isa::Scalar)) continue;
            setenv("GLASSHOUSE_ISA", isa.name, 1);
            SCOPED_TRACE(family + " " + isa.name);
            for (const Way& way : {Way{1, 1, 16}, Way{3, 100, 64}, Way{2, 255, 16}}) expectSame(logits(path, {}, way, ids), right);
            const auto run = open(path, {}, Way{2, 0, 16});
            for (const std::size_t length : {1u, 16u, 17u, 255u, 256u, 257u, 271u, 300u}) {
                const auto last = run->naiveLastLogits(std::span(ids).first(length));
                ASSERT_TRUE(last.ok());
                expectSame(last.value(), Floats(right.begin() + static_cast<std::ptrdiff_t>((length - 1) * vocab),
                                                right.begin() + static_cast<std::ptrdiff_t>(length * vocab)));
            }
        }
    }
}

// The same model object answers the same again, after other work and after an interrupted run.
TEST_F(OneAnswer, ARunLeavesNothingBehind) {
    const std::string path = tinyModelFile(tinyOptions("gemma3", kernels::StorageType::Q4_0));
    const auto run = open(path, {}, Way{2, 0, 16});
    const auto ids = someIds(40, 7), others = someIds(60, 8);
    const auto all = [&](std::span<const TokenId> what, int chunk) {
        Floats rows;
        EXPECT_TRUE(run->logits(what, false, chunk, [&](std::size_t, std::span<const float> row) {
                           rows.insert(rows.end(), row.begin(), row.end());
                           return true;
                       }).ok());
        return rows;
    };
    const Floats right = all(ids, 9);
    all(others, 0);
    const auto stopped = run->logits(others, false, 4, [](std::size_t position, std::span<const float>) { return position < 10; });
    ASSERT_FALSE(stopped.ok());
    EXPECT_EQ(stopped.error().code, ErrorCode::Cancelled);
    expectSame(all(ids, 3), right);
}

TEST_F(OneAnswer, IdsOutsideTheVocabularyAndTooLongAreRefused) {
    TinyOptions tiny = tinyOptions("llama");
    const auto run = open(tinyModelFile(tiny), {}, {});
    const auto sink = [](std::size_t, std::span<const float>) { return true; };
    for (const TokenId id : {-1, 100000}) {
        const std::vector<TokenId> ids{1, id};
        const auto refused = run->logits(ids, false, 0, sink);
        ASSERT_FALSE(refused.ok());
        EXPECT_EQ(refused.error().code, ErrorCode::InvalidArgument);
        EXPECT_FALSE(run->naiveLastLogits(ids).ok());
    }
    EXPECT_FALSE(run->logits(someIds(tiny.context + 1, 1), false, 0, sink).ok());
    EXPECT_FALSE(run->naiveLastLogits({}).ok());
    EXPECT_TRUE(run->logits({}, false, 0, sink).ok());
}

}  // namespace
}  // namespace gh::test
