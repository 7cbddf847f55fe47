// Attention of query rows against one cut of the cache (kernel_table.h says what is computed).
//
// Queries go through in blocks: a K or V vector is loaded, and widened from F16, once for the block. What a query
// gets does not depend on its block: its chains of multiply-adds are its own, each in dim or token order.
#include "kernels/cpu/foreach_isa.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/cpu/attention.cpp"
#include <hwy/foreach_target.h>
// (foreach_target.h first: it includes this file once per target)
#include <algorithm>

#include "kernels/cpu/cpu_tables.h"
#include "kernels/cpu/vec.h"
#include "kernels/cpu/vec_math.h"

HWY_BEFORE_NAMESPACE();
namespace gh::kernels::HWY_NAMESPACE {
namespace {

// Two chains of scores for each query and a K vector stay in registers.
constexpr int kQueryBlock = kRegisters == 32 ? 8 : 3;

HWY_INLINE bool seesTile(const CutQuery& q, int tile) {
    return q.first / kTileTokens <= tile && tile <= q.last / kTileTokens;
}

// Scores of kCount queries for the 16 tokens of a tile. K: [headSize][16]
template <int kCount, typename T>
void tileScores(const T* k, int headSize, const CutQuery* queries, float* scores) {
    const float* q[kCount];
    Vec even[kCount], odd[kCount];
    for (int i = 0; i < kCount; ++i) {
        q[i] = queries[i].q;
        even[i] = set(0.0f);
        odd[i] = set(0.0f);
    }
    int d = 0;
    for (; d + 2 <= headSize; d += 2) {
        const Vec k0 = load(k + d * kTileTokens);
        for (int i = 0; i < kCount; ++i) even[i] = mulAdd(set(q[i][d]), k0, even[i]);
        const Vec k1 = load(k + (d + 1) * kTileTokens);
        for (int i = 0; i < kCount; ++i) odd[i] = mulAdd(set(q[i][d + 1]), k1, odd[i]);
    }
    if (d < headSize) {
        const Vec k0 = load(k + d * kTileTokens);
        for (int i = 0; i < kCount; ++i) even[i] = mulAdd(set(q[i][d]), k0, even[i]);
    }
    for (int i = 0; i < kCount; ++i) store(even[i] + odd[i], scores + i * kCutTokens);
}

// Turns a query's scores into exp(score - max), 0 where it does not see, and gives max and sum.
// Unseen lanes of its first and last tile hold anything, so they are replaced before they are used.
void softmaxRow(const CutQuery& q, float* scores) {
    const int begin = q.first / kTileTokens;
    const int end = q.last / kTileTokens + 1;
    const Vec hidden = set(-kInfinity);
    Vec top = hidden;
    for (int tile = begin; tile < end; ++tile) {
        float* s = scores + tile * kTileTokens;
        Vec v = load(s);
        if (tile == begin || tile == end - 1) {
            v = select(lanesBetween(q.first - tile * kTileTokens, q.last - tile * kTileTokens), v, hidden);
            store(v, s);
        }
        top = larger(top, v);
    }
    *q.max = foldMax(top);
    const Vec max = set(*q.max);
    Vec sum = set(0.0f);
    for (int tile = begin; tile < end; ++tile) {
        float* s = scores + tile * kTileTokens;
        const Vec p = exp(load(s) - max);
        store(p, s);
        sum = sum + p;
    }
    *q.sum = foldSum(sum);
}

template <typename T>
HWY_INLINE const T* valueRow(const KvTile* tiles, int headSize, int token) {
    return static_cast<const T*>(tiles[token / kTileTokens].v) +
           static_cast<std::size_t>(token % kTileTokens) * headSize;
}

// out[i][d …] += p_t * v_t over the tokens [begin, end), in token order, for kVecs vectors of 16 dims.
// width is 16 but for the last dims of a head that 16 does not divide.
template <int kCount, int kVecs, typename T>
HWY_INLINE void addTokens(const KvTile* tiles, int headSize, int dim, int width, const float* weights, int begin,
                          int end, Vec (&sums)[kCount][kVecs]) {
    while (begin < end) {
        const int tileEnd = std::min(end, (begin / kTileTokens + 1) * kTileTokens);
        const T* v = valueRow<T>(tiles, headSize, begin) + dim;
        for (; begin < tileEnd; ++begin, v += headSize) {
            Vec value[kVecs];
            if constexpr (kVecs == 1) value[0] = loadUpTo16(v, width);
            else
                for (int j = 0; j < kVecs; ++j) value[j] = load(v + j * kLanes);
            for (int i = 0; i < kCount; ++i) {
                const Vec p = set(weights[i * kCutTokens + begin]);
                for (int j = 0; j < kVecs; ++j) sums[i][j] = mulAdd(p, value[j], sums[i][j]);
            }
        }
    }
}

template <int kCount, int kVecs, typename T>
void valueStrip(const KvTile* tiles, int headSize, int dim, int width, const CutQuery* queries,
                           const float* weights, int commonBegin, int commonEnd) {
    Vec sums[kCount][kVecs];
    for (int i = 0; i < kCount; ++i)
        for (int j = 0; j < kVecs; ++j) sums[i][j] = set(0.0f);
    // Before and after the tokens that all of the block see, each query goes alone.
    for (int i = 0; i < kCount; ++i) {
        Vec alone[1][kVecs];
        for (int j = 0; j < kVecs; ++j) alone[0][j] = sums[i][j];
        addTokens<1, kVecs, T>(tiles, headSize, dim, width, weights + i * kCutTokens, queries[i].first, commonBegin,
                               alone);
        for (int j = 0; j < kVecs; ++j) sums[i][j] = alone[0][j];
    }
    addTokens<kCount, kVecs, T>(tiles, headSize, dim, width, weights, commonBegin, commonEnd, sums);
    for (int i = 0; i < kCount; ++i) {
        Vec alone[1][kVecs];
        for (int j = 0; j < kVecs; ++j) alone[0][j] = sums[i][j];
        addTokens<1, kVecs, T>(tiles, headSize, dim, width, weights + i * kCutTokens, commonEnd, queries[i].last + 1,
                               alone);
        if constexpr (kVecs == 1) storeUpTo16(alone[0][0], width, queries[i].out + dim);
        else
            for (int j = 0; j < kVecs; ++j) store(alone[0][j], queries[i].out + dim + j * kLanes);
    }
}

template <int kCount, typename T>
void attendBlock(const KvTile* tiles, int headSize, const CutQuery* queries, float* scores) {
    int first = queries[0].first, last = queries[0].last;
    int commonBegin = first, commonEnd = last + 1;
    for (int i = 1; i < kCount; ++i) {
        first = std::min(first, queries[i].first);
        last = std::max(last, queries[i].last);
        commonBegin = std::max(commonBegin, queries[i].first);
        commonEnd = std::min(commonEnd, queries[i].last + 1);
    }
    for (int tile = first / kTileTokens; tile <= last / kTileTokens; ++tile) {
        bool seen = false;
        for (int i = 0; i < kCount; ++i) seen = seen || seesTile(queries[i], tile);
        if (seen)
            tileScores<kCount>(static_cast<const T*>(tiles[tile].k), headSize, queries, scores + tile * kTileTokens);
    }
    for (int i = 0; i < kCount; ++i) softmaxRow(queries[i], scores + i * kCutTokens);

    if (commonBegin >= commonEnd) {  // nothing that all see: one after the other
        for (int i = 0; i < kCount; ++i)
            for (int d = 0; d < headSize; d += kLanes)
                valueStrip<1, 1, T>(tiles, headSize, d, upTo16(headSize - d), queries + i, scores + i * kCutTokens,
                                    queries[i].first, queries[i].last + 1);
        return;
    }
    // Vectors of dims at a time: as many sums as leave registers for the values and a weight.
    constexpr int kVecs = std::max(1, std::min(4, (kRegisters - 4) / (kCount + 1)));
    int d = 0;
    if constexpr (kVecs > 1)
        for (; d + kVecs * kLanes <= headSize; d += kVecs * kLanes)
            valueStrip<kCount, kVecs, T>(tiles, headSize, d, kLanes, queries, scores, commonBegin, commonEnd);
    for (; d < headSize; d += kLanes)
        valueStrip<kCount, 1, T>(tiles, headSize, d, upTo16(headSize - d), queries, scores, commonBegin, commonEnd);
}

template <int kCount, typename T>
void attendQueries(const KvTile* tiles, int headSize, const CutQuery* queries, int count, float* scores) {
    while (count >= kCount) {
        attendBlock<kCount, T>(tiles, headSize, queries, scores);
        queries += kCount;
        scores += kCount * kCutTokens;
        count -= kCount;
    }
    if constexpr (kCount > 1) attendQueries<kCount - 1, T>(tiles, headSize, queries, count, scores);
}

void attendCut(const KvTile* tiles, KvType type, int headSize, const CutQuery* queries, int count, float* scores) {
    if (type == KvType::F16)
        attendQueries<kQueryBlock, std::uint16_t>(tiles, headSize, queries, count, scores);
    else
        attendQueries<kQueryBlock, float>(tiles, headSize, queries, count, scores);
}

void foldCut(float* runMax, float* runSum, float* runOut, float max, float sum, const float* out, int headSize) {
    if (*runSum == 0.0f) {
        *runMax = max;
        *runSum = sum;
        std::copy(out, out + headSize, runOut);
        return;
    }
    const float top = *runMax > max ? *runMax : max;
    const Vec before = set(firstLane(exp(set(*runMax - top))));
    const Vec now = set(firstLane(exp(set(max - top))));
    *runMax = top;
    *runSum = firstLane(mulAdd(set(*runSum), before, set(sum) * now));
    for (int d = 0; d < headSize; d += kLanes) {
        const int m = upTo16(headSize - d);
        storeUpTo16(mulAdd(loadUpTo16(runOut + d, m), before, loadUpTo16(out + d, m) * now), m, runOut + d);
    }
}

}  // namespace

void fillAttention(KernelTable& table) {
    table.attendCut = attendCut;
    table.foldCut = foldCut;
}

}  // namespace gh::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gh::kernels {
void scalar::fillAttention(KernelTable& table) { N_SCALAR::fillAttention(table); }
void avx2::fillAttention(KernelTable& table) { N_AVX2::fillAttention(table); }
void avx512::fillAttention(KernelTable& table) { N_AVX3::fillAttention(table); }
}  // namespace gh::kernels
#endif
