// A cut of a cache for tests: K and V of its tokens in tiles, everything not written filled with NaN.
#pragma once

#include <cmath>
#include <vector>

#include "kernels/formats/format.h"
#include "tests/kernels/ops/isa_cases.h"

namespace gh::kernels::test {

struct Result {
    std::vector<float> out;  // [queries][headSize]
    std::vector<float> max, sum;
};

// Every choice of types for K and V.
inline std::vector<KvTypes> typePairs() {
    std::vector<KvTypes> pairs;
    for (const KvTypeEntry& k : kvTypeList())
        for (const KvTypeEntry& v : kvTypeList()) pairs.push_back({k.type, v.type});
    return pairs;
}

inline bool canHold(KvTypes types, int headSize) {
    return headSize % kvType(types.k).blockValues == 0 && headSize % kvType(types.v).blockValues == 0;
}

struct Visible {
    int first, last;
};

class Cut {
public:
    Cut(KvTypes types, int headSize) : m_types(types), m_headSize(headSize) {
        for (int t = 0; t < kCutTokens / kTileTokens; ++t) {
            // All ones is a NaN in every type.
            m_k.emplace_back(kvTileBytes(types.k, headSize), std::byte{0xff});
            m_v.emplace_back(kvTileBytes(types.v, headSize), std::byte{0xff});
            m_tiles.push_back({m_k.back().data(), m_v.back().data()});
        }
    }

    void write(const KernelTable& table, int token, const float* k, const float* v) {
        table.storeKv(k, v, m_headSize, m_types, token % kTileTokens, m_k[token / kTileTokens].data(),
                      m_v[token / kTileTokens].data());
    }
    // Random tokens [0, count); keeps what the cache then holds.
    void fill(const KernelTable& table, int count, unsigned seed) {
        m_keys = randomRow(static_cast<std::size_t>(count) * m_headSize, seed);
        m_values = randomRow(static_cast<std::size_t>(count) * m_headSize, seed + 1);
        for (int t = 0; t < count; ++t) write(table, t, key(t), value(t));
        m_keys = rounded(table, m_types.k, m_keys);
        m_values = rounded(table, m_types.v, m_values);
    }
    void dropTile(int tile) { m_tiles[tile] = {nullptr, nullptr}; }

    const float* key(int token) const { return &m_keys[static_cast<std::size_t>(token) * m_headSize]; }
    const float* value(int token) const { return &m_values[static_cast<std::size_t>(token) * m_headSize]; }
    int headSize() const { return m_headSize; }
    const std::vector<KvTile>& tiles() const { return m_tiles; }
    const std::vector<std::byte>& kBytes(int tile) const { return m_k[tile]; }
    const std::vector<std::byte>& vBytes(int tile) const { return m_v[tile]; }

    // q: [visible.size()][headSize]
    Result attend(const KernelTable& table, const std::vector<float>& q,
                  const std::vector<Visible>& visible, float cap = 0) const {
        const std::size_t count = visible.size();
        Result r{std::vector<float>(count * m_headSize, NAN), std::vector<float>(count, NAN),
                 std::vector<float>(count, NAN)};
        std::vector<CutQuery> queries;
        for (std::size_t i = 0; i < count; ++i)
            queries.push_back({&q[i * m_headSize], visible[i].first, visible[i].last, &r.out[i * m_headSize],
                               &r.max[i], &r.sum[i]});
        std::vector<float> scores(count * kCutTokens, NAN);
        table.attendCut(m_tiles.data(), m_types, m_headSize, cap, queries.data(), static_cast<int>(count),
                        scores.data());
        return r;
    }

private:
    static std::vector<float> rounded(const KernelTable& table, KvType type, std::vector<float> row) {
        if (type == KvType::F32) return row;
        if (type != KvType::F16) {
            const Format& format = *findFormat(type == KvType::Q8_0 ? StorageType::Q8_0 : StorageType::Q4_0);
            std::vector<std::byte> blocks(row.size() / 32 * static_cast<std::size_t>(format.blockBytes));
            format.encode(row.data(), row.size(), blocks.data());
            format.decode(blocks.data(), row.size(), row.data());
            return row;
        }
        std::vector<std::uint16_t> halves(row.size());
        table.toF16(row.data(), row.size(), halves.data());
        table.fromF16(halves.data(), row.size(), row.data());
        return row;
    }

    KvTypes m_types;
    int m_headSize;
    std::vector<std::vector<std::byte>> m_k, m_v;
    std::vector<KvTile> m_tiles;
    std::vector<float> m_keys, m_values;
};

inline ::testing::AssertionResult sameResult(const Result& a, const Result& b) {
    if (auto r = sameBits(a.max, b.max); !r) return r << " (max)";
    if (auto r = sameBits(a.sum, b.sum); !r) return r << " (sum)";
    return sameBits(a.out, b.out);
}

}  // namespace gh::kernels::test
