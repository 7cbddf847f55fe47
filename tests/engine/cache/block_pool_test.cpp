#include "engine/cache/block_pool.h"

#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <set>
#include <string>

namespace gh {
namespace {

using kernels::KvType;
using kernels::KvTypes;

plan::LayerGroup shape(int layers = 3, int kvHeads = 2, int keySize = 6, int valueSize = 4, int window = 0) {
    return plan::LayerGroup{layers, kvHeads, keySize, valueSize, window, {}};
}

std::unique_ptr<BlockPool> pool(plan::LayerGroup group, KvTypes types, int blockTokens, int blocks) {
    auto made = BlockPool::create(std::move(group), types, blockTokens, blocks);
    if (!made) throw std::runtime_error(made.error().message());
    return std::move(made).value();
}

TEST(BlockPool, CountsWhatTheFormulaSays) {
    const plan::LayerGroup floats = shape(), whole = shape(3, 2, 32, 96);
    for (const auto& [types, group] : std::initializer_list<std::pair<KvTypes, plan::LayerGroup>>{
             {KvType::F16, floats}, {KvType::F32, floats}, {KvType::Q8_0, whole}, {{KvType::Q8_0, KvType::Q4_0}, whole},
             {{KvType::F16, KvType::Q8_0}, whole}, {{KvType::Q4_0, KvType::F32}, whole}})
        for (int blockTokens : {16, 32}) {
            auto p = pool(group, types, blockTokens, 5);
            const auto predicted = [&, types = types](std::uint64_t tokens) {
                return plan::predictedBytes(p->group(), types.k, types.v, tokens, blockTokens);
            };
            EXPECT_EQ(p->blockBytes(), predicted(1));
            EXPECT_EQ(p->reservedBytes(), 5 * p->blockBytes());
            EXPECT_EQ(p->allocatedBytes(), 0u);
            for (int i = 1; i <= 5; ++i) {
                EXPECT_EQ(p->reserve(), i - 1);
                EXPECT_EQ(p->allocatedBytes(), predicted(static_cast<std::uint64_t>(i * blockTokens)));
            }
            EXPECT_EQ(p->reserve(), kNoBlock);
            EXPECT_EQ(p->freeBlocks(), 0);
            for (BlockIndex b = 0; b < 5; ++b) p->release(b);
            EXPECT_EQ(p->allocatedBytes(), 0u);
        }
}

TEST(BlockPool, LowestFreeBlockFirst) {
    auto p = pool(shape(), KvType::F16, 16, 6);
    for (int i = 0; i < 6; ++i) EXPECT_EQ(p->reserve(), i);
    for (BlockIndex b : {4, 1, 3}) p->release(b);
    EXPECT_EQ(p->freeBlocks(), 3);
    EXPECT_EQ(p->reserve(), 1);
    EXPECT_EQ(p->reserve(), 3);
    EXPECT_EQ(p->reserve(), 4);
}

TEST(BlockPool, ReferencesKeepABlock) {
    auto p = pool(shape(), KvType::F16, 16, 2);
    const BlockIndex b = p->reserve();
    p->addReference(b);
    EXPECT_EQ(p->references(b), 2);
    p->release(b);
    EXPECT_EQ(p->allocatedBytes(), p->blockBytes());
    EXPECT_EQ(p->freeBlocks(), 1);
    p->release(b);
    EXPECT_EQ(p->allocatedBytes(), 0u);
    EXPECT_EQ(p->freeBlocks(), 2);
}

TEST(BlockPool, TilesAreAlignedDisjointAndInsideTheirBlock) {
    struct Case {
        KvTypes types;
        int keySize, valueSize;
        std::size_t keyBytes, valueBytes, alignment;
    };
    for (const Case& c : {Case{KvType::F16, 6, 4, 6 * 32, 4 * 32, 64},
                          {KvType::F32, 6, 4, 6 * 64, 4 * 64, 64},
                          {{KvType::F32, KvType::F16}, 6, 4, 6 * 64, 4 * 32, 64},
                          {KvType::Q8_0, 64, 128, 16 * 68, 16 * 136, 64},
                          {{KvType::Q4_0, KvType::Q8_0}, 64, 64, 16 * 36, 16 * 68, 64},
                          {{KvType::Q8_0, KvType::F16}, 96, 96, 16 * 102, 16 * 192, 32}}) {
        auto p = pool(shape(3, 2, c.keySize, c.valueSize), c.types, 32, 4);
        std::set<std::pair<std::uintptr_t, std::uintptr_t>> taken;
        for (BlockIndex b = 0; b < 4; ++b) {
            ASSERT_EQ(p->reserve(), b);
            for (int layer = 0; layer < 3; ++layer)
                for (int head = 0; head < 2; ++head)
                    for (int t = 0; t < 2; ++t) {
                        const auto tile = p->tile(b, layer, head, t);
                        for (const auto& [data, size] : {std::pair{tile.k, c.keyBytes}, {tile.v, c.valueBytes}}) {
                            const auto at = reinterpret_cast<std::uintptr_t>(data);
                            EXPECT_EQ(at % c.alignment, 0u);
                            EXPECT_TRUE(taken.emplace(at, at + size).second);
                            std::memset(const_cast<void*>(data), b + 1, size);  // it is there
                        }
                    }
        }
        std::uintptr_t end = 0;
        std::size_t total = 0;
        for (const auto& [from, to] : taken) {
            EXPECT_GE(from, end);
            end = to;
            total += to - from;
        }
        EXPECT_EQ(total, p->reservedBytes());
        EXPECT_EQ(end - taken.begin()->first, p->reservedBytes());
    }
}

TEST(BlockPool, WrongShapesAreNamed) {
    const auto code = [](plan::LayerGroup group, int blockTokens, int blocks) {
        auto made = BlockPool::create(std::move(group), KvType::F16, blockTokens, blocks);
        return made ? ErrorCode::Internal : made.error().code;
    };
    EXPECT_EQ(code(shape(), 15, 1), ErrorCode::InvalidArgument);
    EXPECT_EQ(code(shape(), 0, 1), ErrorCode::InvalidArgument);
    EXPECT_EQ(code(shape(), -16, 1), ErrorCode::InvalidArgument);
    EXPECT_EQ(code(shape(), 16, 0), ErrorCode::InvalidArgument);
    EXPECT_EQ(code(shape(0), 16, 1), ErrorCode::InvalidArgument);
    EXPECT_EQ(code(shape(3, 2, 5), 16, 1), ErrorCode::InvalidArgument);
    const auto halfABlock = BlockPool::create(shape(3, 2, 64, 80), {KvType::Q8_0, KvType::Q4_0}, 16, 1);
    ASSERT_FALSE(halfABlock.ok());
    for (const char* word : {"80", "32", "Q4_0"})
        EXPECT_NE(halfABlock.error().message().find(word), std::string::npos) << halfABlock.error().message();
    EXPECT_EQ(code(shape(1 << 30, 1 << 30, 1 << 20), 16, 1 << 30), ErrorCode::DoesNotFit);
    EXPECT_EQ(code(shape(1 << 20, 1 << 10, 1 << 10, 1 << 10), 16, 1 << 20), ErrorCode::DoesNotFit);
}

TEST(BlockPool, ReservingTouchesNoMemory) {
    const auto residentKiB = [] {
        std::ifstream file("/proc/self/statm");
        long size = 0, resident = 0;
        file >> size >> resident;
        return resident * 4;
    };
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    const long before = residentKiB();
    auto p = pool(shape(32, 8, 128, 128), KvType::F16, 16, 512);  // 1 GiB
    while (p->reserve() != kNoBlock) {
    }
    EXPECT_LT(residentKiB() - before, 4096);
    EXPECT_EQ(p->allocatedBytes(), std::uint64_t{1} << 30);
#else
    (void)residentKiB;
#endif
}

#if !defined(__SANITIZE_ADDRESS__)
TEST(BlockPool, PoisonShowsAReadOfAReleasedBlock) {
    BlockPool::setPoisonReleasedForTest(true);
    auto p = pool(shape(), KvType::F32, 16, 2);
    const BlockIndex b = p->reserve();
    auto* k = static_cast<float*>(const_cast<void*>(p->tile(b, 0, 0, 0).k));
    EXPECT_NE(k[0], k[0]);  // unwritten slots too
    k[0] = 1;
    p->release(b);
    EXPECT_NE(k[0], k[0]);
    BlockPool::setPoisonReleasedForTest(false);
    // Without the switch a freed block keeps its content until it is used again.
    p->reserve();
    k[0] = 2;
    p->release(b);
    EXPECT_EQ(k[0], 2);
}
#else
TEST(BlockPoolDeathTest, AddressSanitizerSeesAReadOfAReleasedBlock) {
    auto p = pool(shape(), KvType::F32, 16, 2);
    const auto read = [](const void* at) { return *static_cast<const volatile float*>(at); };
    EXPECT_DEATH(read(p->tile(1, 0, 0, 0).k), "use-after-poison");
    const BlockIndex b = p->reserve();
    read(p->tile(b, 2, 1, 0).v);
    p->release(b);
    EXPECT_DEATH(read(p->tile(b, 2, 1, 0).v), "use-after-poison");
}
#endif

TEST(BlockPoolDeathTest, BrokenInvariantsAbort) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    auto p = pool(shape(), KvType::F16, 16, 2);
    EXPECT_DEATH(p->release(0), "nobody holds");
    EXPECT_DEATH(p->release(kNoBlock), "nobody holds");
    EXPECT_DEATH(p->release(2), "nobody holds");
    EXPECT_DEATH(p->addReference(1), "nobody holds");
    const BlockIndex b = p->reserve();
    p->release(b);
    EXPECT_DEATH(p->release(b), "nobody holds");
}

}  // namespace
}  // namespace gh
