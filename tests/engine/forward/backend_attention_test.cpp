// Cache and attention of the CPU backend against the reference, and one answer over chunks, batches and block sizes.
// Blocks that nobody holds, and slots that nobody wrote, read as NaN here.
#include <algorithm>

#include "tests/engine/forward/backend_fixture.h"

namespace gh::test {
namespace {

using Floats = std::vector<float>;

struct Case {
    int heads = 4, kvHeads = 2, headSize = 16, window = 0;
    kernels::KvTypes types;
    int blockTokens = 16;
    int tokens = 300, chunk = 300;
    float cap = 0;
};

class Poison {
public:
    Poison() { BlockPool::setPoisonReleasedForTest(true); }
    ~Poison() { BlockPool::setPoisonReleasedForTest(false); }
};

ModelPools pools(const Case& c, int blocks) {
    plan::LayerGroup full{1, c.kvHeads, c.headSize, c.headSize, 0, {0}};
    plan::LayerGroup layer{1, c.kvHeads, c.headSize, c.headSize, c.window, {1}};
    return must(createPools({full, layer}, c.types, c.blockTokens, {blocks, blocks}));
}

// Attention outputs of layer 1 for every token of a sequence, which goes through in chunks. In front of each chunk
// stand some rows of another sequence, as a step would pack them.
Floats attend(Backend& b, const Case& c, bool neighbour = true) {
    const Poison poison;
    ModelPools p = pools(c, 64 * 16 / c.blockTokens + 8);
    SequenceCache cache(p), other(p);
    const int qCols = c.heads * c.headSize, kvCols = c.kvHeads * c.headSize;
    const Floats q = randomValues(static_cast<std::size_t>(c.tokens * qCols), 31, 0.7f);
    const Floats k = randomValues(static_cast<std::size_t>(c.tokens * kvCols), 32, 0.7f);
    const Floats v = randomValues(static_cast<std::size_t>(c.tokens * kvCols), 33);
    const auto table = [&](const Floats& values, int cols) {
        return addMatrix(b, kernels::StorageType::F32, c.tokens, cols, values);
    };
    const Linear qTable = table(q, qCols), kTable = table(k, kvCols), vTable = table(v, kvCols);
    const int capacity = c.chunk + 3;
    const Tensor qt = b.createTensor(capacity, qCols), kt = b.createTensor(capacity, kvCols), vt = b.createTensor(capacity, kvCols);
    const Tensor out = b.createTensor(capacity, qCols);
    const AttentionShape shape{1, c.heads, c.kvHeads, c.headSize, c.window, c.cap};

    Floats all;
    std::uint32_t otherAt = 0;
    for (int first = 0; first < c.tokens; first += c.chunk) {
        const int count = std::min(c.chunk, c.tokens - first);
        std::vector<BatchRow> batch;
        if (neighbour && otherAt + 3 < 60) {
            EXPECT_TRUE(other.growTo(otherAt + 3));
            for (int i = 0; i < 3; ++i, ++otherAt) batch.push_back({static_cast<TokenId>((otherAt * 7) % static_cast<std::uint32_t>(c.tokens)), otherAt, &other});
        }
        const int skip = static_cast<int>(batch.size());
        EXPECT_TRUE(cache.growTo(static_cast<std::uint64_t>(first + count)));
        for (int t = first; t < first + count; ++t) batch.push_back({t, static_cast<std::uint32_t>(t), &cache});
        b.embed(qTable, batch, 1.0f, qt);
        b.embed(kTable, batch, 1.0f, kt);
        b.embed(vTable, batch, 1.0f, vt);
        b.appendKv(kt, vt, shape, batch);
        b.attention(qt, shape, batch, out);
        Floats rows(static_cast<std::size_t>(count * qCols));
        b.read(out, skip, count, rows.data());
        all.insert(all.end(), rows.begin(), rows.end());
        cache.dropOutOfWindow(static_cast<std::uint64_t>(first + count));
        other.dropOutOfWindow(otherAt);
    }
    return all;
}

TEST(BackendAttention, AgainstTheReference) {
    for (const Case& c : std::vector<Case>{
             {},
             {.kvHeads = 4, .headSize = 8},
             {.heads = 3, .kvHeads = 1, .headSize = 24, .types = kernels::KvType::F32},
             {.heads = 9, .kvHeads = 3, .headSize = 64, .tokens = 70, .chunk = 70},
             {.window = 8},
             {.chunk = 64, .cap = 2},
             {.window = 40, .types = kernels::KvType::F32, .tokens = 280, .chunk = 1, .cap = 0.5f},
             {.window = 1, .tokens = 40, .chunk = 7},
             {.window = 255, .chunk = 64},
             {.window = 256, .tokens = 600, .chunk = 33},
             {.window = 300, .types = kernels::KvType::F32, .blockTokens = 32, .tokens = 600, .chunk = 100},
             {.tokens = 530, .chunk = 256},
             {.tokens = 515, .chunk = 515},
             {.blockTokens = 48, .tokens = 100, .chunk = 1},
             {.headSize = 32, .types = kernels::KvType::Q8_0, .chunk = 64},
             {.headSize = 64, .types = kernels::KvType::Q4_0, .tokens = 270, .chunk = 90},
             {.headSize = 32, .window = 40, .types = {kernels::KvType::Q8_0, kernels::KvType::Q4_0}, .tokens = 280, .chunk = 1, .cap = 2},
             {.headSize = 96, .types = {kernels::KvType::Q4_0, kernels::KvType::F16}, .tokens = 100, .chunk = 100},
             {.headSize = 32, .types = {kernels::KvType::F32, kernels::KvType::Q8_0}, .tokens = 100, .chunk = 7},
         }) {
        SCOPED_TRACE(testing::Message() << c.heads << "/" << c.kvHeads << " x " << c.headSize << " window " << c.window << " block "
                                        << c.blockTokens << " tokens " << c.tokens << " chunk " << c.chunk);
        compareBackends(3e-6, [&](Backend& b) { return attend(b, c); });
    }
}

TEST(BackendAttention, OneAnswerOverChunksBlocksAndNeighbours) {
    ThreadPool pool(2);
    for (const kernels::IsaEntry& isa : kernels::isaList()) {
        if (!isa.supported()) continue;
        for (int window : {0, 8, 260}) {
            Case base;
            base.window = window;
            base.cap = window == 8 ? 1.0f : 0.0f;
            base.tokens = 560;
            base.chunk = 560;
            if (window == 260) {
                base.headSize = 32;
                base.types = {kernels::KvType::Q8_0, kernels::KvType::Q4_0};
            }
            const auto run = [&](const Case& c, bool neighbour) {
                const auto backend = makeCpuBackend(isa.table(), pool);
                return attend(*backend, c, neighbour);
            };
            const Floats right = run(base, false);
            for (const auto& [chunk, block, neighbour] :
                 {std::tuple{1, 16, false}, {7, 16, true}, {64, 32, true}, {255, 48, false}, {256, 16, true}, {257, 256, false}}) {
                SCOPED_TRACE(testing::Message() << isa.name << " window " << window << " chunk " << chunk << " block " << block);
                Case c = base;
                c.chunk = chunk;
                c.blockTokens = block;
                const Floats found = run(c, neighbour);
                ASSERT_EQ(found.size(), right.size());
                ASSERT_EQ(0, std::memcmp(found.data(), right.data(), found.size() * sizeof(float)));
            }
        }
    }
}

}  // namespace
}  // namespace gh::test
