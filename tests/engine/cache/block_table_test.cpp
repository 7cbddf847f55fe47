#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <vector>

#include "engine/cache/block_pool.h"

namespace gh {
namespace {

using kernels::KvType;

std::unique_ptr<BlockPool> pool(int window, int blockTokens, int blocks) {
    auto made = BlockPool::create(plan::LayerGroup{2, 1, 2, 2, window, {}}, KvType::F16, blockTokens, blocks);
    if (!made) throw std::runtime_error(made.error().message());
    return std::move(made).value();
}

std::uint64_t predicted(const BlockPool& p, std::uint64_t tokens) {
    return plan::predictedBytes(p.group(), plan::CacheType::F16, plan::CacheType::F16, tokens, p.blockTokens());
}

TEST(BlockTable, GrowsByWholeBlocksAndGivesBack) {
    auto p = pool(0, 16, 4);
    {
        BlockTable table(*p);
        EXPECT_TRUE(table.growTo(0));
        EXPECT_EQ(table.heldBlocks(), 0);
        EXPECT_TRUE(table.growTo(17));
        EXPECT_EQ(table.heldBlocks(), 2);
        EXPECT_TRUE(table.growTo(3));  // never shrinks
        EXPECT_EQ(table.heldBlocks(), 2);
        EXPECT_FALSE(table.growTo(65));
        EXPECT_EQ(table.heldBlocks(), 2);  // unchanged
        EXPECT_EQ(p->freeBlocks(), 2);
        EXPECT_TRUE(table.growTo(64));
        table.shrinkTo(16);
        EXPECT_EQ(table.heldBlocks(), 1);
        EXPECT_EQ(p->allocatedBytes(), predicted(*p, 16));
        table.shrinkTo(1000);
        EXPECT_EQ(table.heldBlocks(), 1);
    }
    EXPECT_EQ(p->allocatedBytes(), 0u);
    EXPECT_EQ(p->freeBlocks(), 4);
}

TEST(BlockTable, MovesItsBlocks) {
    auto p = pool(0, 16, 4);
    BlockTable a(*p), b(*p);
    a.growTo(32);
    b.growTo(16);
    b = std::move(a);
    EXPECT_EQ(p->freeBlocks(), 2);  // b's own went back
    EXPECT_EQ(b.heldBlocks(), 2);
    EXPECT_EQ(a.heldBlocks(), 0);  // NOLINT: moved-from tables are empty by contract
    BlockTable c(std::move(b));
    EXPECT_EQ(c.entries().size(), 2u);
    c.clear();
    EXPECT_EQ(p->freeBlocks(), 4);
}

TEST(BlockTable, ASeededFaultPartsAllocatedFromPredicted) {
    auto p = pool(0, 16, 8);
    BlockTable table(*p);
    table.growTo(100);
    EXPECT_EQ(p->allocatedBytes(), predicted(*p, 100));
    BlockPool::setLeakForTest(true);
    table.shrinkTo(40);
    BlockPool::setLeakForTest(false);
    EXPECT_NE(p->allocatedBytes(), predicted(*p, 40));
    EXPECT_EQ(p->allocatedBytes(), predicted(*p, 100));
}

TEST(BlockTable, UsablePrefixOfAWindow) {
    auto p = pool(20, 16, 16);
    BlockTable table(*p);
    table.growTo(100);
    table.dropOutOfWindow(100);             // sees from 81 on: blocks 0..4 are gone
    EXPECT_EQ(table.heldBlocks(), 2);
    EXPECT_EQ(table.entries()[4], kNoBlock);
    EXPECT_EQ(table.usablePrefix(100), 100u);
    EXPECT_EQ(table.usablePrefix(99), 99u);  // sees 80..98
    EXPECT_EQ(table.usablePrefix(98), 0u);   // would see 79
    EXPECT_EQ(table.usablePrefix(1000), 112u);
    table.shrinkTo(0);
    EXPECT_EQ(table.usablePrefix(10), 0u);
    EXPECT_EQ(p->allocatedBytes(), 0u);
}

// A model that knows for each position only whether it was ever dropped.
struct PlainTable {
    int window, block;
    std::vector<bool> held;  // by entry

    int visibleFrom(std::uint64_t position) const {
        return window == 0 ? 0 : std::max(0, static_cast<int>(position) + 1 - window);
    }
    void drop(std::uint64_t next) {
        for (std::size_t e = 0; e < held.size(); ++e)
            if (static_cast<int>(e + 1) * block <= visibleFrom(next)) held[e] = false;
    }
    bool usable(std::uint64_t p) const {
        if (p > held.size() * static_cast<std::size_t>(block)) return false;
        for (int j = visibleFrom(p); j < static_cast<int>(p); ++j)
            if (!held[static_cast<std::size_t>(j / block)]) return false;
        // The block that p itself goes into, where it is begun already.
        if (p % static_cast<std::uint64_t>(block) != 0 && !held[p / static_cast<std::uint64_t>(block)]) return false;
        return true;
    }
    std::uint64_t usablePrefix(std::uint64_t tokens) const {
        std::uint64_t p = std::min<std::uint64_t>(tokens, held.size() * static_cast<std::size_t>(block));
        while (p > 0 && !usable(p)) --p;
        return p;
    }
};

TEST(BlockTable, RandomOperationsAgainstAPlainModel) {
    std::mt19937 random(7);
    const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    for (int window : {0, 1, 2, 5, 16, 17, 40, 100})
        for (int block : {16, 32}) {
            SCOPED_TRACE("window " + std::to_string(window) + " block " + std::to_string(block));
            auto p = pool(window, block, 24);
            const int tables = 3;
            std::vector<BlockTable> real;
            std::vector<PlainTable> plain;
            for (int t = 0; t < tables; ++t) {
                real.emplace_back(*p);
                plain.push_back({window, block, {}});
            }
            for (int round = 0; round < 3000; ++round) {
                const auto t = static_cast<std::size_t>(below(tables));
                const auto tokens = static_cast<std::uint64_t>(below(300));
                const auto blocks = (tokens + static_cast<std::uint64_t>(block) - 1) / static_cast<std::uint64_t>(block);
                switch (below(5)) {
                    case 0: {
                        std::size_t used = 0;
                        for (const auto& table : plain)
                            for (bool held : table.held) used += held ? 1 : 0;
                        const bool fits = blocks <= plain[t].held.size() || used + blocks - plain[t].held.size() <= 24;
                        ASSERT_EQ(real[t].growTo(tokens), fits);
                        if (fits && blocks > plain[t].held.size()) plain[t].held.resize(blocks, true);
                        break;
                    }
                    case 1:
                        real[t].shrinkTo(tokens);
                        if (blocks < plain[t].held.size()) plain[t].held.resize(blocks);
                        break;
                    case 2: {
                        const auto next = static_cast<std::uint64_t>(
                            below(static_cast<int>(plain[t].held.size()) * block + 1));
                        real[t].dropOutOfWindow(next);
                        plain[t].drop(next);
                        break;
                    }
                    case 3: {
                        // What a finished step leaves is what the formula says, if nothing is missing.
                        const std::uint64_t at = real[t].usablePrefix(tokens);
                        ASSERT_EQ(at, plain[t].usablePrefix(tokens)) << "tokens " << tokens;
                        real[t].shrinkTo(at);
                        real[t].dropOutOfWindow(at);
                        plain[t].held.resize((at + static_cast<std::uint64_t>(block) - 1) / static_cast<std::uint64_t>(block));
                        plain[t].drop(at);
                        ASSERT_EQ(static_cast<std::uint64_t>(real[t].heldBlocks()),
                                  plan::blocksForTokens(p->group(), at, block));
                        break;
                    }
                    default:
                        if (below(20) == 0) {
                            real[t].clear();
                            plain[t].held.clear();
                        }
                }
                std::set<BlockIndex> seen;
                int held = 0;
                for (std::size_t i = 0; i < real.size(); ++i) {
                    ASSERT_EQ(real[i].entries().size(), plain[i].held.size());
                    int own = 0;
                    for (std::size_t e = 0; e < plain[i].held.size(); ++e) {
                        ASSERT_EQ(real[i].entries()[e] != kNoBlock, static_cast<bool>(plain[i].held[e]));
                        if (plain[i].held[e]) {
                            ++own;
                            ASSERT_TRUE(seen.insert(real[i].entries()[e]).second);  // nobody shares by accident
                        }
                    }
                    ASSERT_EQ(real[i].heldBlocks(), own);
                    held += own;
                }
                ASSERT_EQ(p->allocatedBytes(), static_cast<std::uint64_t>(held) * p->blockBytes());
                ASSERT_EQ(p->freeBlocks(), 24 - held);
            }
            real.clear();
            ASSERT_EQ(p->allocatedBytes(), 0u);
        }
}

}  // namespace
}  // namespace gh
