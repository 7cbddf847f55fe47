// One 32-block of a group against a tile of tokens. vpmaddubsw multiplies unsigned weights by signed
// activations and adds pairs in 16 bits; those add up until a scale changes and only then widen to 32 bits
// (weights_avx2.h says why that is exact). So the bits are those of the other instruction sets. The two
// halves of the group share each broadcast of activations: loads are as scarce as multipliers here.
#pragma once

#include <algorithm>
#include <cstring>
#include <utility>

#include "kernels/cpu/activations.h"
#include "kernels/cpu/weights_avx2.h"

namespace gh::kernels::avx2 {

// Block b of a span as it is packed; P is b % 2. OpenBlock is the other kind of weights.
template <class F, int P>
struct PackedBlock {
    const typename F::Span& span;
    int b;
    GH_AVX2 GH_INLINE __m256 scale(int h) const { return F::scale(span, b, h); }
    GH_AVX2 GH_INLINE __m256 min(int h) const { return F::min(span, b, h); }
    // For a pair of 16-bit sums: in both places.
    GH_AVX2 GH_INLINE __m256i halfScale(int half, int h) const { return twice(F::halfScale(span, b, half, h)); }
    GH_AVX2 GH_INLINE __m256i halfMins(int h) const {  // both, side by side
        return _mm256_or_si256(F::halfMin(span, b, 0, h), _mm256_slli_epi32(F::halfMin(span, b, 1, h), 16));
    }
    GH_AVX2 static GH_INLINE __m256i twice(__m256i v) { return _mm256_blend_epi16(v, _mm256_slli_epi32(v, 16), 0xAA); }
    template <int Q>
    GH_AVX2 GH_INLINE __m256i quad(int h) const {
        const __m256i v = F::template quad<P, Q>(span, b, h);
        return F::kSigned ? _mm256_xor_si256(v, _mm256_set1_epi8(-128)) : v;
    }
    template <int Q>
    GH_AVX2 GH_INLINE __m256i magnitude(int h) const {
        return _mm256_abs_epi8(quad<Q>(h));
    }
};

// As many as have their sums, two vectors each, in sixteen registers beside the weights: two vectors, or four
// of signed ones.
template <class F>
constexpr int kMostTokens = F::kSigned || F::kPlanes ? 4 : 6;

GH_AVX2 GH_INLINE __m256i broadcastWord(const void* from) {
    int word;
    std::memcpy(&word, from, sizeof word);
    return _mm256_set1_epi32(word);
}

// The value as it is now, in a register. Without this GCC turns each chain of additions into a tree, whose
// many open ends do not fit in 16 registers.
GH_AVX2 GH_INLINE void pinned(__m256i& v) {
    asm("" : "+x"(v));
}

// pairs[h][t] += products of the quads kFirst + Q, in 16 bits. Here as below: half h of the group, token t.
template <int kFirst, class W, int T, int... Q>
GH_AVX2 GH_INLINE void addQuads(const W& w, const ActivationBlock* a, __m256i (&pairs)[2][T],
                                std::integer_sequence<int, Q...>) {
    const auto one = [&]<int kQuad>(int from, int to) GH_AVX2 __attribute__((always_inline)) {
        __m256i quad[2];
#pragma GCC unroll 2
        for (int h = from; h < to; ++h) quad[h] = w.template quad<kQuad>(h);
#pragma GCC unroll 8
        for (int t = 0; t < T; ++t) {
            const __m256i x = broadcastWord(a[t].q + 4 * kQuad);
#pragma GCC unroll 2
            for (int h = from; h < to; ++h) {
                pairs[h][t] = _mm256_add_epi16(pairs[h][t], _mm256_maddubs_epi16(quad[h], x));
                pinned(pairs[h][t]);
            }
        }
    };
    if constexpr (T == 1) {
        // Bound by memory: the first half asks for all lines of the block early, and the second finds them.
        (one.template operator()<kFirst + Q>(0, 1), ...);
        (one.template operator()<kFirst + Q>(1, 2), ...);
    } else {
        (one.template operator()<kFirst + Q>(0, 2), ...);
    }
}

// The same for signed weights, widened at once.
template <class W, int T, int... Q>
GH_AVX2 GH_INLINE void addSignedQuads(const W& w, const ActivationBlock* a, __m256i (&sum)[2][T],
                                      std::integer_sequence<int, Q...>) {
    const __m256i ones = _mm256_set1_epi16(1);
    const auto one = [&]<int kQuad>() GH_AVX2 __attribute__((always_inline)) {
        __m256i quad[2], magnitude[2];
#pragma GCC unroll 2
        for (int h = 0; h < 2; ++h) {
            quad[h] = w.template quad<kQuad>(h);
            magnitude[h] = w.template magnitude<kQuad>(h);
        }
#pragma GCC unroll 8
        for (int t = 0; t < T; ++t) {
            const __m256i x = broadcastWord(a[t].q + 4 * kQuad);
#pragma GCC unroll 2
            for (int h = 0; h < 2; ++h) {
                const __m256i pairs = _mm256_maddubs_epi16(magnitude[h], _mm256_sign_epi8(x, quad[h]));
                sum[h][t] = _mm256_add_epi32(sum[h][t], _mm256_madd_epi16(pairs, ones));
                pinned(sum[h][t]);
            }
        }
    };
    (one.template operator()<Q>(), ...);
}

// The same for levels in two planes of seven bits: 127 * 127 * 2 fits 16 bits.
template <class F, class W, int T, int... Q>
GH_AVX2 GH_INLINE void addPlanes(const W& w, const ActivationBlock* a, __m256i (&sum)[2][T],
                                 std::integer_sequence<int, Q...>) {
    const __m256i ones = _mm256_set1_epi16(1), highUnit = _mm256_set1_epi16(128);
    const auto one = [&]<int kQuad>() GH_AVX2 __attribute__((always_inline)) {
        __m256i high[2], low[2];
#pragma GCC unroll 2
        for (int h = 0; h < 2; ++h) {
            const __m256i places = w.template quad<kQuad>(h);
            high[h] = F::plane(kNf4Planes.high, places);
            low[h] = F::plane(kNf4Planes.low, places);
        }
#pragma GCC unroll 8
        for (int t = 0; t < T; ++t) {
            const __m256i x = broadcastWord(a[t].q + 4 * kQuad);
#pragma GCC unroll 2
            for (int h = 0; h < 2; ++h) {
                const __m256i highs = _mm256_madd_epi16(_mm256_maddubs_epi16(high[h], x), highUnit);
                const __m256i lows = _mm256_madd_epi16(_mm256_maddubs_epi16(low[h], x), ones);
                sum[h][t] = _mm256_add_epi32(sum[h][t], _mm256_add_epi32(highs, lows));
                pinned(sum[h][t]);
            }
        }
    };
    (one.template operator()<Q>(), ...);
}

// Adds half a block, with the scale of its 16 inputs.
template <class F, int kHalf, class W, int T>
GH_AVX2 GH_INLINE void addHalf(const W& w, const ActivationBlock* a, __m256i (&sum)[2][T]) {
    __m256i pairs[2][T];
#pragma GCC unroll 8
    for (int t = 0; t < T; ++t) {
        __m256i start = _mm256_setzero_si256();
        if constexpr (F::kOffset) start = broadcastWord(a[t].minus32HalfPairs[kHalf]);
        if constexpr (F::kOffset == 4) start = _mm256_srai_epi16(start, 3);
#pragma GCC unroll 2
        for (int h = 0; h < 2; ++h) pairs[h][t] = start;
    }
    addQuads<4 * kHalf>(w, a, pairs, std::make_integer_sequence<int, 4>());
#pragma GCC unroll 2
    for (int h = 0; h < 2; ++h) {
        const __m256i scale = w.halfScale(kHalf, h);
#pragma GCC unroll 8
        for (int t = 0; t < T; ++t) {
            sum[h][t] = _mm256_add_epi32(sum[h][t], _mm256_madd_epi16(pairs[h][t], scale));
            pinned(sum[h][t]);
        }
    }
}

// sum[h][t] = dot product of the block, offset taken out.
template <class F, class W, int T>
GH_AVX2 GH_INLINE void dotBlock(const W& w, const ActivationBlock* a, __m256i (&sum)[2][T]) {
    if constexpr (F::kSigned || F::kHalfScales) {
#pragma GCC unroll 2
        for (int h = 0; h < 2; ++h) {
#pragma GCC unroll 8
            for (int t = 0; t < T; ++t) sum[h][t] = _mm256_setzero_si256();
        }
    }
    if constexpr (F::kSigned) {
        addSignedQuads(w, a, sum, std::make_integer_sequence<int, 8>());
        if constexpr (F::kPutBack) {
            static_assert(F::kPutBack == 128);
#pragma GCC unroll 8
            for (int t = 0; t < T; ++t) {
                const __m256i minus128Sum = _mm256_slli_epi32(broadcastWord(&a[t].minus16Sum), 3);
#pragma GCC unroll 2
                for (int h = 0; h < 2; ++h) sum[h][t] = _mm256_sub_epi32(sum[h][t], minus128Sum);
            }
        }
    } else if constexpr (F::kPlanes) {
        static_assert(kNf4Offset == 16 << 9);
#pragma GCC unroll 8
        for (int t = 0; t < T; ++t) {
#pragma GCC unroll 2
            for (int h = 0; h < 2; ++h) sum[h][t] = _mm256_slli_epi32(broadcastWord(&a[t].minus16Sum), 9);
        }
        addPlanes<F>(w, a, sum, std::make_integer_sequence<int, 8>());
    } else if constexpr (F::kHalfScales) {
        // Below 2^24 (each dot 65,024, each scale 128), so that it is exact as a float too.
        static_assert(F::kOffset == 32 || F::kOffset == 4 || F::kOffset == 0);
        addHalf<F, 0>(w, a, sum);
        addHalf<F, 1>(w, a, sum);
    } else {
        __m256i pairs[2][T];
#pragma GCC unroll 8
        for (int t = 0; t < T; ++t) {
            __m256i start = _mm256_setzero_si256();
            if constexpr (F::kOffset || F::kPutBack) start = broadcastWord(a[t].minus16Pairs);
            if constexpr (F::kOffset == 8) start = _mm256_srai_epi16(start, 1);
            if constexpr (F::kOffset == 4) start = _mm256_srai_epi16(start, 2);
#pragma GCC unroll 2
            for (int h = 0; h < 2; ++h) pairs[h][t] = start;
        }
        addQuads<0>(w, a, pairs, std::make_integer_sequence<int, 8>());
#pragma GCC unroll 2
        for (int h = 0; h < 2; ++h) {
#pragma GCC unroll 8
            for (int t = 0; t < T; ++t) {
                sum[h][t] = _mm256_madd_epi16(pairs[h][t], _mm256_set1_epi16(1));
                if constexpr (F::kPutBack) sum[h][t] = _mm256_sub_epi32(sum[h][t], broadcastWord(&a[t].minus16Sum));
            }
        }
    }
}

// Minus the sums of both halves of the block, side by side in 16 bits.
GH_AVX2 GH_INLINE __m256i minusHalfSums(const ActivationBlock& a) {
    long long both;
    std::memcpy(&both, a.minus32Half, sizeof both);
    const __m256i sums = _mm256_srai_epi32(_mm256_set1_epi64x(both), 5);
    return _mm256_packs_epi32(sums, sums);
}

// The outputs of T tokens so far. They stay in memory, read and written once a block: the registers are for
// the integers.
template <int T>
struct Outputs {
    alignas(64) float rows[T][kGroupRows] = {};
};

// Adds a block's part of the outputs.
template <class F, int T, class W>
GH_AVX2 GH_INLINE void addBlock(const W& w, const ActivationBlock* a, Outputs<T>* out) {
    __m256i sum[2][T];
    dotBlock<F>(w, a, sum);
    // Or GCC keeps the outputs in registers as well, and has too few of them; of one token they fit.
    if constexpr (T > 1) asm("" : "+r"(out) : : "memory");
#pragma GCC unroll 2
    for (int h = 0; h < 2; ++h) {
        const __m256 scale = w.scale(h);
        __m256 min = _mm256_setzero_ps();
        if constexpr (F::kMin) min = w.min(h);
        __m256i halfMins = _mm256_setzero_si256();
        if constexpr (F::kHalfMins) {
            min = _mm256_xor_ps(w.min(h), _mm256_set1_ps(-0.0f));
            halfMins = w.halfMins(h);
        }
#pragma GCC unroll 8
        for (int t = 0; t < T; ++t) {
            float* to = out->rows[t] + kHalfRows * h;
            __m256 v = _mm256_fmadd_ps(_mm256_cvtepi32_ps(sum[h][t]),
                                       _mm256_mul_ps(scale, _mm256_set1_ps(a[t].scale)), _mm256_load_ps(to));
            if constexpr (F::kMin) v = _mm256_fmadd_ps(min, _mm256_set1_ps(a[t].scaledSum), v);
            if constexpr (F::kHalfMins)
                v = _mm256_fmadd_ps(_mm256_cvtepi32_ps(_mm256_madd_epi16(minusHalfSums(a[t]), halfMins)),
                                    _mm256_mul_ps(min, _mm256_set1_ps(a[t].scale)), v);
            _mm256_store_ps(to, v);
        }
    }
}

template <int T>
GH_AVX2 GH_INLINE void copyRows(const float* from, std::ptrdiff_t fromStride, float* to,
                                std::ptrdiff_t toStride, int outputs) {
    for (int t = 0; t < T; ++t, from += fromStride, to += toStride) {
        if (outputs == kGroupRows) {
            for (int h = 0; h < 2; ++h)
                _mm256_storeu_ps(to + kHalfRows * h, _mm256_loadu_ps(from + kHalfRows * h));
        } else {
            std::copy_n(from, outputs, to);
        }
    }
}

}  // namespace gh::kernels::avx2
