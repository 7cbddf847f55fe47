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

// Blocks of queries, largest first. Two chains of scores for each query, a K vector and its weights stay in registers.
// 4 and 3 are the query heads of a KV head in the models at hand: what a decode step asks for.
#if HWY_TARGET == HWY_AVX3
#define GH_QUERY_BLOCKS 8, 4, 3, 2, 1
#else
#define GH_QUERY_BLOCKS 3, 2, 1
#endif

// Loops over a block are always unrolled: arrays of vectors then live in registers.
#if HWY_COMPILER_CLANG
#define GH_UNROLL _Pragma("unroll")
#else
#define GH_UNROLL _Pragma("GCC unroll 8")
#endif

HWY_INLINE bool seesTile(const CutQuery& q, int tile) {
    return q.first / kTileTokens <= tile && tile <= q.last / kTileTokens;
}

template <int kCount>
struct Sums {
    Vec of[kCount];
};

template <int kCount>
HWY_INLINE void clear(Sums<kCount>& sums) {
    GH_UNROLL for (int i = 0; i < kCount; ++i) sums.of[i] = set(0.0f);
}

// sums[i] += x[i][at] * v
template <int kCount>
HWY_INLINE void addProducts(const float* const (&x)[kCount], int at, Vec v, Sums<kCount>& sums) {
    GH_UNROLL for (int i = 0; i < kCount; ++i) sums.of[i] = mulAdd(set(x[i][at]), v, sums.of[i]);
}

// Scores of kCount queries for the 16 tokens of a tile. K: [headSize][16]
template <int kCount, typename T>
void tileScores(const T* k, int headSize, const CutQuery* queries, float* scores) {
    const float* q[kCount];
    GH_UNROLL for (int i = 0; i < kCount; ++i) q[i] = queries[i].q;
    Sums<kCount> even, odd;
    clear(even);
    clear(odd);
    int d = 0;
    for (; d + 2 <= headSize; d += 2, k += 2 * kTileTokens) {
        addProducts(q, d, load(k), even);
        addProducts(q, d + 1, load(k + kTileTokens), odd);
    }
    if (d < headSize) addProducts(q, d, load(k), even);
    GH_UNROLL for (int i = 0; i < kCount; ++i) store(even.of[i] + odd.of[i], scores + i * kCutTokens);
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

// out[i][d …] of one strip of kVecs vectors of dims. Sums are over tokens in order, from 0.
template <int kCount, int kVecs, typename T>
struct Strip {
    const KvTile* tiles;
    int headSize;
    int dim;    // first of the strip
    int width;  // dims of the last vector: 16, but for the end of a head that 16 does not divide
    Sums<kCount * kVecs> sums;

    HWY_INLINE Vec value(const T* v, int j) const {
        if constexpr (kVecs == 1 && kCount == 1) return loadUpTo16(v, width);
        else return load(v + j * kLanes);
    }

    // Adds the tokens [begin, end) for all queries; weights: [kCount][kCutTokens]
    HWY_INLINE void add(const float* weights, int begin, int end) {
        while (begin < end) {
            const int tileEnd = std::min(end, (begin / kTileTokens + 1) * kTileTokens);
            const T* v = static_cast<const T*>(tiles[begin / kTileTokens].v) +
                         static_cast<std::size_t>(begin % kTileTokens) * headSize + dim;
            for (; begin < tileEnd; ++begin, v += headSize) {
                Sums<kVecs> values;
                GH_UNROLL for (int j = 0; j < kVecs; ++j) values.of[j] = value(v, j);
                GH_UNROLL for (int i = 0; i < kCount; ++i) {
                    const Vec p = set(weights[i * kCutTokens + begin]);
                    GH_UNROLL for (int j = 0; j < kVecs; ++j)
                        sums.of[i * kVecs + j] = mulAdd(p, values.of[j], sums.of[i * kVecs + j]);
                }
            }
        }
    }

    HWY_INLINE void loadFrom(const CutQuery* queries) {
        GH_UNROLL for (int i = 0; i < kCount; ++i)
            GH_UNROLL for (int j = 0; j < kVecs; ++j) sums.of[i * kVecs + j] = load(queries[i].out + dim + j * kLanes);
    }
    HWY_INLINE void storeTo(const CutQuery* queries) const {
        GH_UNROLL for (int i = 0; i < kCount; ++i)
            GH_UNROLL for (int j = 0; j < kVecs; ++j) store(sums.of[i * kVecs + j], queries[i].out + dim + j * kLanes);
    }
};

// One query's tokens [begin, end), added to what its out holds: before and after those that its whole block sees.
template <typename T>
void addAlone(const KvTile* tiles, int headSize, const CutQuery& query, const float* weights, int begin, int end) {
    if (begin >= end) return;
    for (int d = 0; d < headSize; d += kLanes) {
        Strip<1, 1, T> strip{tiles, headSize, d, upTo16(headSize - d), {}};
        strip.sums.of[0] = loadUpTo16(query.out + d, strip.width);
        strip.add(weights, begin, end);
        storeUpTo16(strip.sums.of[0], strip.width, query.out + d);
    }
}

template <int kCount, int kVecs, typename T>
void addTogether(const KvTile* tiles, int headSize, int dim, const CutQuery* queries, const float* weights, int begin,
                 int end) {
    Strip<kCount, kVecs, T> strip{tiles, headSize, dim, kLanes, {}};
    strip.loadFrom(queries);
    strip.add(weights, begin, end);
    strip.storeTo(queries);
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
    for (int i = 0; i < kCount; ++i) {
        softmaxRow(queries[i], scores + i * kCutTokens);
        std::fill_n(queries[i].out, headSize, 0.0f);
    }
    if (commonBegin >= commonEnd) {  // nothing that all see
        for (int i = 0; i < kCount; ++i)
            addAlone<T>(tiles, headSize, queries[i], scores + i * kCutTokens, queries[i].first, queries[i].last + 1);
        return;
    }
    for (int i = 0; i < kCount; ++i)
        addAlone<T>(tiles, headSize, queries[i], scores + i * kCutTokens, queries[i].first, commonBegin);
    // Vectors of dims at a time: as many sums as leave registers for the values and a weight.
    constexpr int kVecs = (kCount + 1) * 4 < kRegisters ? 4 : (kCount + 1) * 2 < kRegisters ? 2 : 1;
    int d = 0;
    for (; d + kVecs * kLanes <= headSize; d += kVecs * kLanes)
        addTogether<kCount, kVecs, T>(tiles, headSize, d, queries, scores, commonBegin, commonEnd);
    if constexpr (kVecs > 1)
        for (; d + kLanes <= headSize; d += kLanes)
            addTogether<kCount, 1, T>(tiles, headSize, d, queries, scores, commonBegin, commonEnd);
    if (d < headSize) {
        for (int i = 0; i < kCount; ++i) {
            Strip<1, 1, T> strip{tiles, headSize, d, headSize - d, {}};
            strip.sums.of[0] = loadPart(queries[i].out + d, strip.width, 0.0f);
            strip.add(scores + i * kCutTokens, commonBegin, commonEnd);
            storePart(strip.sums.of[0], strip.width, queries[i].out + d);
        }
    }
    for (int i = 0; i < kCount; ++i)
        addAlone<T>(tiles, headSize, queries[i], scores + i * kCutTokens, commonEnd, queries[i].last + 1);
}

template <typename T, int kCount, int... kSmaller>
void attendQueries(const KvTile* tiles, int headSize, const CutQuery* queries, int count, float* scores) {
    while (count >= kCount) {
        attendBlock<kCount, T>(tiles, headSize, queries, scores);
        queries += kCount;
        scores += kCount * kCutTokens;
        count -= kCount;
    }
    if constexpr (sizeof...(kSmaller) > 0) attendQueries<T, kSmaller...>(tiles, headSize, queries, count, scores);
}

void attendCut(const KvTile* tiles, KvType type, int headSize, const CutQuery* queries, int count, float* scores) {
    if (type == KvType::F16)
        attendQueries<std::uint16_t, GH_QUERY_BLOCKS>(tiles, headSize, queries, count, scores);
    else
        attendQueries<float, GH_QUERY_BLOCKS>(tiles, headSize, queries, count, scores);
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

#undef GH_QUERY_BLOCKS
#undef GH_UNROLL

#if HWY_ONCE
namespace gh::kernels {
void scalar::fillAttention(KernelTable& table) { N_SCALAR::fillAttention(table); }
void avx2::fillAttention(KernelTable& table) { N_AVX2::fillAttention(table); }
void avx512::fillAttention(KernelTable& table) { N_AVX3::fillAttention(table); }
}  // namespace gh::kernels
#endif
