#include "engine/plan/cache_formula.h"

#include <gtest/gtest.h>

#include <fstream>
#include <limits>
#include <stdexcept>
#include <nlohmann/json.hpp>

namespace gh::plan {
namespace {

LayerGroup full(int layers, int kvHeads, int headSize) {
    return LayerGroup{layers, kvHeads, headSize, headSize, 0, {}};
}

CacheType typeOf(const std::string& name) {
    for (const auto& entry : kernels::kvTypeList())
        if (entry.name == name) return entry.type;
    throw std::out_of_range(name);
}

TEST(CacheFormula, Cases) {
    std::ifstream file(GLASSHOUSE_TEST_DATA "/numeric/kv_bytes.json");
    ASSERT_TRUE(file);
    const auto document = nlohmann::json::parse(file);
    int shapes = 0, blocks = 0;
    for (const auto& entry : document["cases"]) {
        SCOPED_TRACE(entry["id"].get<std::string>());
        const auto& input = entry["input"];
        const auto& expected = entry["expected"];
        if (input.contains("block")) {
            // As many layers of one value for K and V each as give the bytes a token of the case.
            const LayerGroup group = full(input["bytes_per_token"].get<int>() / 4, 1, 1);
            const auto tokens = input["tokens"].get<std::uint64_t>();
            const int block = input["block"].get<int>();
            const std::uint64_t count = blocksForTokens(group, tokens, block);
            EXPECT_EQ(count, expected["blocks"].get<std::uint64_t>());
            EXPECT_EQ(predictedBytes(group, CacheType::F16, CacheType::F16, tokens, block),
                      expected["bytes"].get<std::uint64_t>());
            EXPECT_EQ(count * static_cast<std::uint64_t>(block) - tokens,
                      expected["unused_slots"].get<std::uint64_t>());
            ++blocks;
            continue;
        }
        const CacheType k = typeOf(input["type_k"]), v = typeOf(input["type_v"]);
        const auto context = input["context"].get<std::uint64_t>();
        const auto heads = input["kv_heads_per_layer"].get<std::vector<int>>();
        const auto windowed = input["window_layers"].get<std::vector<int>>();
        std::uint64_t bytes = 0, perToken = 0;
        for (std::size_t layer = 0; layer < heads.size(); ++layer) {
            LayerGroup group{1, heads[layer], input["key_length"], input["value_length"], 0, {}};
            perToken += bytesPerToken(group, k, v);
            if (std::find(windowed.begin(), windowed.end(), static_cast<int>(layer)) != windowed.end())
                group.window = input["window"];
            bytes += bytesForTokens(group, k, v, context);
        }
        EXPECT_EQ(bytes, expected["bytes"].get<std::uint64_t>());
        EXPECT_EQ(perToken, expected["bytes_per_token_all_full"].get<std::uint64_t>());
        ++shapes;
    }
    EXPECT_EQ(shapes, 19);
    EXPECT_EQ(blocks, 5);
}

constexpr CacheType kF16 = CacheType::F16;

TEST(CacheFormula, Llama3_8b) {
    EXPECT_EQ(bytesPerToken(full(32, 8, 128), kF16, kF16), 131072u);
    EXPECT_EQ(bytesForTokens(full(32, 8, 128), kF16, kF16, 8192), std::uint64_t{1} << 30);
    EXPECT_EQ(bytesForTokens(full(32, 32, 128), kF16, kF16, 8192), std::uint64_t{4} << 30);
}

TEST(CacheFormula, SmallQwenShape) {
    const LayerGroup group = full(24, 2, 64);
    EXPECT_EQ(bytesPerToken(group, kF16, kF16), 12288u);
    EXPECT_EQ(bytesForTokens(group, kF16, kF16, 295), 3624960u);
    EXPECT_EQ(bytesPerToken(full(24, 14, 64), kF16, kF16), 86016u);
    // Depends on resident tokens alone.
    for (const auto& [sequences, tokens] : {std::pair{32, 2048}, {64, 1024}, {128, 512}})
        EXPECT_EQ(static_cast<std::uint64_t>(sequences) *
                      predictedBytes(group, kF16, kF16, static_cast<std::uint64_t>(tokens), 16),
                  std::uint64_t{768} << 20);
}

TEST(CacheFormula, SmolLm2) {
    EXPECT_EQ(bytesPerToken(full(30, 3, 64), kF16, kF16), 23040u);
}

TEST(CacheFormula, BlockTypesRoundUpTo32Values) {
    EXPECT_EQ(cacheBytes(CacheType::Q8_0, 32), 34u);
    EXPECT_EQ(cacheBytes(CacheType::Q8_0, 33), 68u);
    EXPECT_EQ(cacheBytes(CacheType::Q4_0, 64), 36u);
    EXPECT_EQ(cacheBytes(CacheType::F32, 3), 12u);
    EXPECT_EQ(cacheBytes(CacheType::F16, 0), 0u);
}

// The formula against its words: which blocks hold a position that the next query or a later one sees.
TEST(CacheFormula, WindowedBlocksAgainstCounting) {
    for (int window : {1, 2, 3, 15, 16, 17, 31, 32, 33, 48, 100})
        for (int block : {1, 3, 16, 32})
            for (int tokens = 0; tokens <= 200; ++tokens) {
                LayerGroup group = full(1, 1, 2);
                group.window = window;
                const int firstVisible = std::max(0, tokens + 1 - window);
                std::uint64_t held = 0;
                for (int b = 0; b * block < tokens; ++b)
                    if ((b + 1) * block > firstVisible) ++held;
                ASSERT_EQ(blocksForTokens(group, static_cast<std::uint64_t>(tokens), block), held)
                    << "window " << window << " block " << block << " tokens " << tokens;
            }
}

TEST(CacheFormula, TooLargeNeverWraps) {
    const auto most = std::numeric_limits<std::uint64_t>::max();
    const int large = std::numeric_limits<int>::max();
    const LayerGroup group = full(large, large, large);
    EXPECT_EQ(bytesPerToken(group, CacheType::F32, CacheType::F32), most);
    EXPECT_EQ(bytesForTokens(group, CacheType::F32, CacheType::F32, most), most);
    EXPECT_EQ(predictedBytes(group, CacheType::F32, CacheType::F32, most, 16), most);
    LayerGroup windowed = full(1, 1, 2);
    windowed.window = large;
    EXPECT_EQ(blocksForTokens(windowed, most, 16), (static_cast<std::uint64_t>(large) - 1) / 16 + 1);
}

}  // namespace
}  // namespace gh::plan
