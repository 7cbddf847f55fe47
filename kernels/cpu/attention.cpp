// Attention of query rows against one cut of the cache (kernel_table.h says what is computed).
//
// Queries go through in blocks: a K or V vector is loaded, and widened to f32, once for the block. What a
// query gets does not depend on its block: its chains of multiply-adds are its own, each in dim or token
// order.
#include "kernels/cpu/foreach_isa.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/cpu/attention.cpp"
#include <hwy/foreach_target.h>

// foreach_target.h comes first: it includes this file once per target.
#include <algorithm>
#include <utility>

#include "kernels/cpu/cpu_tables.h"
#include "kernels/cpu/kv_readers.h"
#include "kernels/cpu/vec.h"
#include "kernels/cpu/vec_math.h"

HWY_BEFORE_NAMESPACE();
namespace gh::kernels::HWY_NAMESPACE {
namespace {

// Blocks of queries, largest first. Two chains of scores for each query, a K vector and its weights stay in
// registers. 4 and 3 are the query heads of a KV head in the models at hand: what a decode step asks for.
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

// A tile that will be read soon: null where there is nothing to ask for.
struct TileAhead {
    const char* k = nullptr;
    const char* v = nullptr;
    int vStep = 0;

    // As much as two dims of K are, and the same share of V: as many bytes, where both are of one type; else vStep.
    template <int kBytes, bool kOneType>
    HWY_INLINE void askFor() {
        constexpr int kMostBytesOfV = kOneType ? kBytes : 128;
        for (int at = 0; at < kBytes; at += 64) __builtin_prefetch(k + at, 0, 2);
        for (int at = 0; at < kMostBytesOfV; at += 64) __builtin_prefetch(v + at, 0, 2);
        k += kBytes;
        v += kOneType ? kBytes : vStep;
    }
};

// Scores of kCount queries for the 16 tokens of a tile of K.
template <int kCount, typename Keys, bool kOneType>
void tileScores(const void* tile, int headSize, const CutQuery* queries, float* scores, TileAhead ahead) {
    const float* q[kCount];
    GH_UNROLL for (int i = 0; i < kCount; ++i) q[i] = queries[i].q;
    Sums<kCount> even, odd;
    clear(even);
    clear(odd);
    Keys keys(tile);
    for (int d = 0; d < headSize;) {
        const int end = d + keys.stretch(headSize);
        for (; d + 2 <= end; d += 2, keys.advance()) {
            // A line or two at a time: a whole tile at once fills the queue of misses, and the loads here wait behind it.
            if (ahead.k) ahead.askFor<Keys::kPairBytes, kOneType>();
            addProducts(q, d, keys.first(), even);
            addProducts(q, d + 1, keys.second(), odd);
        }
        if (d < end) addProducts(q, d++, keys.last(), even);
    }
    GH_UNROLL for (int i = 0; i < kCount; ++i) store(even.of[i] + odd.of[i], scores + i * kCutTokens);
}

// Turns a query's scores into exp(score - max), 0 where it does not see, and gives max and sum.
// Unseen lanes of its first and last tile hold anything, so they are replaced before they are used.
void softmaxRow(const CutQuery& q, float cap, float* scores) {
    const int begin = q.first / kTileTokens;
    const int end = q.last / kTileTokens + 1;
    const Vec hidden = set(-kInfinity);
    Vec top = hidden;
    for (int tile = begin; tile < end; ++tile) {
        float* s = scores + tile * kTileTokens;
        Vec v = load(s);
        const bool atAnEnd = tile == begin || tile == end - 1;
        if (cap > 0.0f) v = softCap(v, set(cap));
        if (atAnEnd)
            v = select(lanesBetween(q.first - tile * kTileTokens, q.last - tile * kTileTokens), v, hidden);
        if (atAnEnd || cap > 0.0f) store(v, s);
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
template <int kCount, int kVecs, typename Values>
struct Strip {
    using Reader = typename Values::template Of<kVecs>;
    const KvTile* tiles;
    int headSize;
    int dim;    // first of the strip
    int width;  // dims of the last vector: 16, but for the end of a head that 16 does not divide
    Sums<kCount * kVecs> sums;

    HWY_INLINE Vec value(const Reader& reader, int j) const {
        if constexpr (kVecs == 1 && kCount == 1)
            return reader.part(width);
        else
            return reader.get(j);
    }

    // Adds one token; weights: of it, [kCount][kCutTokens]
    HWY_INLINE void addToken(const float* weights, const Reader& reader) {
        if constexpr (kVecs > 1 && Reader::kByPiece) {
            Piece p[kCount];
            GH_UNROLL for (int i = 0; i < kCount; ++i) p[i] = setPiece(weights[i * kCutTokens]);
            GH_UNROLL for (int j = 0; j < kVecs * kPieces; ++j) {
                const Piece v = reader.piece(j / kPieces, j % kPieces);
                GH_UNROLL for (int i = 0; i < kCount; ++i) {
                    Piece& sum = pieceOf(sums.of[i * kVecs + j / kPieces], j % kPieces);
                    sum = mulAdd(p[i], v, sum);
                }
            }
        } else {
            Sums<kVecs> values;
            GH_UNROLL for (int j = 0; j < kVecs; ++j) values.of[j] = value(reader, j);
            GH_UNROLL for (int i = 0; i < kCount; ++i) {
                const Vec p = set(weights[i * kCutTokens]);
                GH_UNROLL for (int j = 0; j < kVecs; ++j) sums.of[i * kVecs + j] =
                    mulAdd(p, values.of[j], sums.of[i * kVecs + j]);
            }
        }
    }

    // Adds the tokens [begin, end) for all queries; weights: [kCount][kCutTokens]
    HWY_INLINE void add(const float* weights, int begin, int end) {
        while (begin < end) {
            const int tileEnd = std::min(end, (begin / kTileTokens + 1) * kTileTokens);
            Reader reader(tiles[begin / kTileTokens].v, headSize, begin % kTileTokens, dim);
            for (; begin < tileEnd; ++begin, reader.advance()) addToken(weights + begin, reader);
        }
    }

    HWY_INLINE void loadFrom(const CutQuery* queries) {
        GH_UNROLL for (int i = 0; i < kCount; ++i) GH_UNROLL for (int j = 0; j < kVecs; ++j)
            sums.of[i * kVecs + j] = load(queries[i].out + dim + j * kLanes);
    }
    HWY_INLINE void storeTo(const CutQuery* queries) const {
        GH_UNROLL for (int i = 0; i < kCount; ++i) GH_UNROLL for (int j = 0; j < kVecs; ++j)
            store(sums.of[i * kVecs + j], queries[i].out + dim + j * kLanes);
    }
};

// One query's tokens [begin, end), added to what its out holds in the dims [dim, dimEnd).
template <typename Values>
void addAlone(const KvTile* tiles, int headSize, const CutQuery& query, const float* weights, int begin,
              int end, int dim, int dimEnd) {
    if (begin >= end) return;
    for (; dim < dimEnd; dim += kLanes) {
        Strip<1, 1, Values> strip{tiles, headSize, dim, upTo16(dimEnd - dim), {}};
        strip.sums.of[0] = loadUpTo16(query.out + dim, strip.width);
        strip.add(weights, begin, end);
        storeUpTo16(strip.sums.of[0], strip.width, query.out + dim);
    }
}

// A block's tokens [begin, end), which all of it see, in as many strips as fit; returns the first dim not
// done.
template <int kCount, int kVecs, typename Values>
int addTogether(const KvTile* tiles, int headSize, const CutQuery* queries, const float* weights, int begin,
                int end, int dim, int dimEnd) {
    for (; dim + kVecs * kLanes <= dimEnd; dim += kVecs * kLanes) {
        Strip<kCount, kVecs, Values> strip{tiles, headSize, dim, kLanes, {}};
        strip.loadFrom(queries);
        strip.add(weights, begin, end);
        strip.storeTo(queries);
    }
    return dim;
}

// What is done with each block of a call's queries. scores: those of the block, [kCount][kCutTokens]
template <typename Keys, bool kOneType>
struct ScoreTile {
    const KvTile* tiles;
    int headSize;
    int tile;
    TileAhead ahead;   // asked for once, by the first block

    template <int kCount>
    void block(const CutQuery* queries, float* scores) {
        bool seen = false;
        for (int i = 0; i < kCount; ++i) seen = seen || seesTile(queries[i], tile);
        if (seen)
            tileScores<kCount, Keys, kOneType>(tiles[tile].k, headSize, queries, scores + tile * kTileTokens,
                                                std::exchange(ahead, {}));
    }
};

template <typename Values>
struct AddValues {
    const KvTile* tiles;
    int headSize;
    int dim, dimEnd;

    template <int kCount>
    void block(const CutQuery* queries, float* weights) {
        int begin = queries[0].first, end = queries[0].last + 1;  // what all of the block see
        for (int i = 1; i < kCount; ++i) {
            begin = std::max(begin, queries[i].first);
            end = std::min(end, queries[i].last + 1);
        }
        if (begin >= end) {
            for (int i = 0; i < kCount; ++i)
                alone(queries[i], weights + i * kCutTokens, queries[i].first, queries[i].last + 1, dim);
            return;
        }
        for (int i = 0; i < kCount; ++i)
            alone(queries[i], weights + i * kCutTokens, queries[i].first, begin, dim);
        // Vectors of dims at a time: as many sums as leave registers for the values and a weight.
        constexpr bool kFour = fits<kCount, 4>(), kTwo = fits<kCount, 2>();
        int d = dim;
        if constexpr (kFour)
            d = addTogether<kCount, 4, Values>(tiles, headSize, queries, weights, begin, end, d, dimEnd);
        if constexpr (kTwo)
            d = addTogether<kCount, 2, Values>(tiles, headSize, queries, weights, begin, end, d, dimEnd);
        d = addTogether<kCount, 1, Values>(tiles, headSize, queries, weights, begin, end, d, dimEnd);
        for (int i = 0; i < kCount; ++i) {
            alone(queries[i], weights + i * kCutTokens, begin, end, d);
            alone(queries[i], weights + i * kCutTokens, end, queries[i].last + 1, dim);
        }
    }

    template <int kCount, int kVecs>
    static constexpr bool fits() {
        if constexpr (Values::template Of<kVecs>::kByPiece)
            return kCount * kVecs * kPieces + kCount + 1 <= kRegisters * kPieces;
        else
            return (kCount + 1) * kVecs < kRegisters;
    }

    void alone(const CutQuery& query, const float* weights, int begin, int end, int from) const {
        addAlone<Values>(tiles, headSize, query, weights, begin, end, from, dimEnd);
    }
};

template <int kCount, int... kSmaller, typename Work>
void overBlocks(Work& work, const CutQuery* queries, int count, float* scores) {
    while (count >= kCount) {
        work.template block<kCount>(queries, scores);
        queries += kCount;
        scores += kCount * kCutTokens;
        count -= kCount;
    }
    if constexpr (sizeof...(kSmaller) > 0) overBlocks<kSmaller...>(work, queries, count, scores);
}

// Asks for the tiles of a cut ahead of their use. Tiles lie apart, each the start of a page or nearly, so that the
// hardware's prefetchers begin anew with every one; few queries are done with a tile long before the next has come.
class TilesAhead {
public:
    // Bytes of two dims of K and of V in a tile.
    TilesAhead(const KvTile* tiles, int kStep, int vStep, int headSize, const CutQuery* queries, int count)
        : m_tiles(tiles), m_vStep(vStep) {
        if (count > kFewQueries) return;
        int first = kCutTokens, last = -1;
        for (int i = 0; i < count; ++i) {
            first = std::min(first, queries[i].first);
            last = std::max(last, queries[i].last);
        }
        m_next = first / kTileTokens;
        m_end = last / kTileTokens + 1;
        const int kBytes = kStep * headSize / 2, vBytes = vStep * headSize / 2, both = std::min(kBytes, vBytes);
        for (int i = 0; i < kAhead && m_next < m_end; ++i) {
            const TileAhead whole = next();
            int at = 0;
            for (; at < both; at += 64) {
                __builtin_prefetch(whole.k + at, 0, 2);
                __builtin_prefetch(whole.v + at, 0, 2);
            }
            for (int more = at; more < kBytes; more += 64) __builtin_prefetch(whole.k + more, 0, 2);
            for (int more = at; more < vBytes; more += 64) __builtin_prefetch(whole.v + more, 0, 2);
        }
    }
    // What to ask for while another tile of K is read.
    TileAhead next() {
        if (m_next >= m_end) return {};
        const KvTile& tile = m_tiles[m_next++];
        return {static_cast<const char*>(tile.k), static_cast<const char*>(tile.v), m_vStep};
    }

private:
    static constexpr int kFewQueries = 8, kAhead = 8;
    const KvTile* m_tiles;
    int m_vStep, m_next = 0, m_end = 0;
};

// Blocks go inside tiles of K and strips of V, which then stay in the first-level cache for all of them.
template <typename Keys, bool kOneType>
void scoreTiles(const KvTile* tiles, TilesAhead& ahead, int headSize, const CutQuery* queries, int count, float* scores) {
    for (int tile = 0; tile < kCutTokens / kTileTokens; ++tile) {
        ScoreTile<Keys, kOneType> work{tiles, headSize, tile, ahead.next()};
        overBlocks<GH_QUERY_BLOCKS>(work, queries, count, scores);
    }
}

template <typename Values>
void addValues(const KvTile* tiles, int headSize, const CutQuery* queries, int count, float* weights) {
    const int stripDims = (count >= 8 ? 2 : 4) * kLanes;
    for (int d = 0; d < headSize; d += stripDims) {
        AddValues<Values> work{tiles, headSize, d, std::min(headSize, d + stripDims)};
        overBlocks<GH_QUERY_BLOCKS>(work, queries, count, weights);
    }
}

// How each type is read, in the order of kvTypeList; scoreOther: keys beside values of another type.
struct Reading {
    int pairBytes;
    void (*score)(const KvTile*, TilesAhead&, int, const CutQuery*, int, float*);
    void (*scoreOther)(const KvTile*, TilesAhead&, int, const CutQuery*, int, float*);
    void (*add)(const KvTile*, int, const CutQuery*, int, float*);
};
template <typename Keys, typename Values>
constexpr Reading kReading{Keys::kPairBytes, scoreTiles<Keys, true>, scoreTiles<Keys, false>, addValues<Values>};
constexpr Reading kReadings[] = {
    kReading<FloatKeys<float>, FloatValues<float>>,
    kReading<FloatKeys<std::uint16_t>, FloatValues<std::uint16_t>>,
    kReading<Q8Keys, Q8Values>,
    kReading<Q4Keys, Q4Values>,
};

void attendCut(const KvTile* tiles, KvTypes types, int headSize, float cap, const CutQuery* queries, int count,
               float* scores) {
    const Reading& keys = kReadings[static_cast<int>(types.k)];
    const Reading& values = kReadings[static_cast<int>(types.v)];
    TilesAhead ahead(tiles, keys.pairBytes, values.pairBytes, headSize, queries, count);
    const auto score = types.k == types.v ? keys.score : keys.scoreOther;
    score(tiles, ahead, headSize, queries, count, scores);
    for (int i = 0; i < count; ++i) {
        softmaxRow(queries[i], cap, scores + i * kCutTokens);
        std::fill_n(queries[i].out, headSize, 0.0f);
    }
    values.add(tiles, headSize, queries, count, scores);
}

void foldCut(float* runMax, float* runSum, float* runOut, float max, float sum, const float* out,
             int headSize) {
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
void scalar::fillAttention(KernelTable& table) {
    N_SCALAR::fillAttention(table);
}
void avx2::fillAttention(KernelTable& table) {
    N_AVX2::fillAttention(table);
}
void avx512::fillAttention(KernelTable& table) {
    N_AVX3::fillAttention(table);
}
}  // namespace gh::kernels
#endif
