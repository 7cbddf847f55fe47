// The packed formats as AVX2 vectors: half h of a group, 8 rows in 8 lanes. The struct of a format is as in
// weights_avx512.h, with
//   kSigned      products take signed weights: 255 * 127 * 2 does not fit 16 bits, so signs move to the
//                activations
//   kWideTokens  from how many tokens it pays to take the weights apart once (matmul_wide_avx2.h); 0: never.
//                Measured on a Zen 3: early where a tile of packed weights spends much on taking them apart.
//   kPlanes      quads are places in a table of levels: 14 bits in two planes, which are multiplied apart; level(places)
//                are the levels as floats
//   kPutBack     16 where quants of five bits have no offset: 31 * 127 * 16 would not fit 16 bits, so 16 is taken
//                out of each for the 16-bit sum and put back into the 32-bit one; 128 where unsigned bytes are
//                multiplied as signed ones; else 0
// The others multiply unsigned, and all products under one scale are added in 16 bits. Those sums wrap on the
// way, but what is left when the offset is out again fits: 16 * 127 * 16 for an offset of 16, 32 * 127 * 8
// for one of 32 over half a block; without an offset, 15 * 127 * 16.
#pragma once

#include "kernels/cpu/target.h"
#include "kernels/formats/format.h"
#include "kernels/formats/packing.h"

namespace gh::kernels::avx2 {

constexpr int kHalfRows = 8;

GH_AVX2 GH_INLINE __m256 halves(const std::uint16_t* rows, int h) {
    return _mm256_cvtph_ps(_mm_load_si128(reinterpret_cast<const __m128i*>(rows + kHalfRows * h)));
}

GH_AVX2 GH_INLINE __m256 bytesToFloats(const std::uint8_t* rows, int h) {
    return _mm256_cvtepi32_ps(
        _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(rows + kHalfRows * h))));
}

GH_AVX2 GH_INLINE __m256i signedBytes(const std::int8_t* rows, int h) {
    return _mm256_cvtepi8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(rows + kHalfRows * h)));
}

GH_AVX2 GH_INLINE __m256i quadRows(const QuadRow& quads, int h) {
    return _mm256_load_si256(reinterpret_cast<const __m256i*>(quads + kHalfRows * h));
}

template <int P>
GH_AVX2 GH_INLINE __m256i nibbles(const QuadRow& quads, int h) {
    const __m256i v = quadRows(quads, h);
    const __m256i low = _mm256_set1_epi8(15);
    return P == 0 ? _mm256_and_si256(v, low) : _mm256_and_si256(_mm256_srli_epi16(v, 4), low);
}

// v moved left by n bits (right if negative), inside 16-bit lanes: what crosses a byte is masked off by the
// caller.
template <int N>
GH_AVX2 GH_INLINE __m256i moveBits(__m256i v) {
    if constexpr (N > 0) return _mm256_slli_epi16(v, N);
    if constexpr (N < 0) return _mm256_srli_epi16(v, -N);
    return v;
}

// Two bits of each input, as Q2_K and Q3_K pack them.
template <int P, int Q>
GH_AVX2 GH_INLINE __m256i bitPairs(const QuadRow (&pairs)[4], int h) {
    return _mm256_and_si256(moveBits<-2 * (2 * (Q / 4) + P)>(quadRows(pairs[Q % 4], h)), _mm256_set1_epi8(3));
}

// What most formats are; each says what it is instead.
struct Usual {
    static constexpr int kSpanBlocks = 2, kOffset = 0, kPutBack = 0;
    static constexpr bool kMin = false, kHalfScales = false, kHalfMins = false, kSigned = false, kPlanes = false;
};

struct Q4_0 : Usual {
    using Span = SpanQ4_0;
    static constexpr StorageType kType = StorageType::Q4_0;
    static constexpr int kOffset = 8, kWideTokens = 24;
    GH_AVX2 static GH_INLINE __m256 scale(const Span& s, int b, int h) { return halves(s.scale[b], h); }
    template <int P, int Q>
    GH_AVX2 static GH_INLINE __m256i quad(const Span& s, int, int h) {
        return nibbles<P>(s.quads[Q], h);
    }
};

struct Q4_1 : Usual {
    using Span = SpanQ4_1;
    static constexpr StorageType kType = StorageType::Q4_1;
    static constexpr int kWideTokens = 24;
    static constexpr bool kMin = true;
    GH_AVX2 static GH_INLINE __m256 scale(const Span& s, int b, int h) { return halves(s.scale[b], h); }
    GH_AVX2 static GH_INLINE __m256 min(const Span& s, int b, int h) { return halves(s.min[b], h); }
    template <int P, int Q>
    GH_AVX2 static GH_INLINE __m256i quad(const Span& s, int, int h) {
        return nibbles<P>(s.quads[Q], h);
    }
};

struct Q5_0 : Usual {
    using Span = SpanQ5_0;
    static constexpr StorageType kType = StorageType::Q5_0;
    static constexpr int kOffset = 16, kWideTokens = 8;
    GH_AVX2 static GH_INLINE __m256 scale(const Span& s, int b, int h) { return halves(s.scale[b], h); }
    template <int P, int Q>
    GH_AVX2 static GH_INLINE __m256i quad(const Span& s, int, int h) {
        const __m256i high = _mm256_and_si256(moveBits<4 - Q>(quadRows(s.high[P], h)), _mm256_set1_epi8(16));
        return _mm256_or_si256(nibbles<P>(s.quads[Q], h), high);
    }
};

struct Q8_0 : Usual {
    using Span = SpanQ8_0;
    static constexpr StorageType kType = StorageType::Q8_0;
    static constexpr int kOffset = 128, kWideTokens = 0;
    static constexpr bool kSigned = true;
    GH_AVX2 static GH_INLINE __m256 scale(const Span& s, int b, int h) { return halves(s.scale[b], h); }
    template <int P, int Q>
    GH_AVX2 static GH_INLINE __m256i quad(const Span& s, int, int h) {
        return quadRows(s.quads[P][Q], h);
    }
};

struct Q4_K : Usual {
    using Span = SpanQ4_K;
    static constexpr StorageType kType = StorageType::Q4_K;
    static constexpr int kSpanBlocks = 8, kWideTokens = 12;
    static constexpr bool kMin = true;
    GH_AVX2 static GH_INLINE __m256 scale(const Span& s, int b, int h) {
        return _mm256_mul_ps(halves(s.scale, h), bytesToFloats(s.blockScale[b], h));
    }
    GH_AVX2 static GH_INLINE __m256 min(const Span& s, int b, int h) {
        const __m256 min = _mm256_mul_ps(halves(s.min, h), bytesToFloats(s.blockMin[b], h));
        return _mm256_xor_ps(min, _mm256_set1_ps(-0.0f));
    }
    template <int P, int Q>
    GH_AVX2 static GH_INLINE __m256i quad(const Span& s, int b, int h) {
        return nibbles<P>(s.quads[b / 2][Q], h);
    }
};

struct Q6_K : Usual {
    using Span = SpanQ6_K;
    static constexpr StorageType kType = StorageType::Q6_K;
    static constexpr int kSpanBlocks = 8, kOffset = 32, kWideTokens = 8;
    static constexpr bool kHalfScales = true;
    GH_AVX2 static GH_INLINE __m256 scale(const Span& s, int, int h) { return halves(s.scale, h); }
    GH_AVX2 static GH_INLINE __m256i halfScale(const Span& s, int b, int half, int h) {
        return signedBytes(s.halfScale[2 * b + half], h);
    }
    template <int P, int Q>
    GH_AVX2 static GH_INLINE __m256i quad(const Span& s, int b, int h) {
        constexpr int kPair = 2 * (Q / 4) + P;
        const __m256i high = moveBits<4 - 2 * kPair>(quadRows(s.high[b / 2][Q % 4], h));
        return _mm256_or_si256(nibbles<P>(s.quads[b / 2][Q], h),
                               _mm256_and_si256(high, _mm256_set1_epi8(48)));
    }
};

struct Q5_1 : Usual {
    using Span = SpanQ5_1;
    static constexpr StorageType kType = StorageType::Q5_1;
    static constexpr int kPutBack = 16, kWideTokens = 8;
    static constexpr bool kMin = true;
    GH_AVX2 static GH_INLINE __m256 scale(const Span& s, int b, int h) { return halves(s.scale[b], h); }
    GH_AVX2 static GH_INLINE __m256 min(const Span& s, int b, int h) { return halves(s.min[b], h); }
    template <int P, int Q>
    GH_AVX2 static GH_INLINE __m256i quad(const Span& s, int, int h) {
        const __m256i high = _mm256_and_si256(moveBits<4 - Q>(quadRows(s.high[P], h)), _mm256_set1_epi8(16));
        return _mm256_or_si256(nibbles<P>(s.quads[Q], h), high);
    }
};

struct Q5_K : Usual {
    using Span = SpanQ5_K;
    static constexpr StorageType kType = StorageType::Q5_K;
    static constexpr int kSpanBlocks = 8, kPutBack = 16, kWideTokens = 8;
    static constexpr bool kMin = true;
    GH_AVX2 static GH_INLINE __m256 scale(const Span& s, int b, int h) {
        return _mm256_mul_ps(halves(s.scale, h), bytesToFloats(s.blockScale[b], h));
    }
    GH_AVX2 static GH_INLINE __m256 min(const Span& s, int b, int h) {
        const __m256 min = _mm256_mul_ps(halves(s.min, h), bytesToFloats(s.blockMin[b], h));
        return _mm256_xor_ps(min, _mm256_set1_ps(-0.0f));
    }
    template <int P, int Q>
    GH_AVX2 static GH_INLINE __m256i quad(const Span& s, int b, int h) {
        const __m256i high = _mm256_and_si256(moveBits<4 - Q>(quadRows(s.high[b], h)), _mm256_set1_epi8(16));
        return _mm256_or_si256(nibbles<P>(s.quads[b / 2][Q], h), high);
    }
};

// Levels of IQ4, as unsigned bytes, for 16 places at a time.
GH_AVX2 GH_INLINE __m256i iq4Levels(__m256i places) {
    const __m128i levels = _mm_loadu_si128(reinterpret_cast<const __m128i*>(kIq4Levels));
    const __m256i table = _mm256_xor_si256(_mm256_broadcastsi128_si256(levels), _mm256_set1_epi8(-128));
    return _mm256_shuffle_epi8(table, places);
}

struct IQ4_NL : Usual {
    using Span = SpanIQ4_NL;
    static constexpr StorageType kType = StorageType::IQ4_NL;
    static constexpr int kOffset = 128, kWideTokens = 8;
    static constexpr bool kSigned = true;
    GH_AVX2 static GH_INLINE __m256 scale(const Span& s, int b, int h) { return halves(s.scale[b], h); }
    template <int P, int Q>
    GH_AVX2 static GH_INLINE __m256i quad(const Span& s, int, int h) {
        return iq4Levels(nibbles<P>(s.quads[Q], h));
    }
};

struct IQ4_XS : Usual {
    using Span = SpanIQ4_XS;
    static constexpr StorageType kType = StorageType::IQ4_XS;
    static constexpr int kSpanBlocks = 8, kOffset = 128, kWideTokens = 8;
    static constexpr bool kSigned = true;
    GH_AVX2 static GH_INLINE __m256 scale(const Span& s, int b, int h) {
        return _mm256_mul_ps(halves(s.scale, h), _mm256_cvtepi32_ps(signedBytes(s.blockScale[b], h)));
    }
    template <int P, int Q>
    GH_AVX2 static GH_INLINE __m256i quad(const Span& s, int b, int h) {
        return iq4Levels(nibbles<P>(s.quads[b / 2][Q], h));
    }
};

struct Q3_K : Usual {
    using Span = SpanQ3_K;
    static constexpr StorageType kType = StorageType::Q3_K;
    static constexpr int kSpanBlocks = 8, kOffset = 4, kWideTokens = 8;
    static constexpr bool kHalfScales = true;
    GH_AVX2 static GH_INLINE __m256 scale(const Span& s, int, int h) { return halves(s.scale, h); }
    GH_AVX2 static GH_INLINE __m256i halfScale(const Span& s, int b, int half, int h) {
        const __m256i both = _mm256_cvtepu8_epi32(
            _mm_loadl_epi64(reinterpret_cast<const __m128i*>(s.lowScale[b] + kHalfRows * h)));
        const __m256i low = _mm256_and_si256(_mm256_srli_epi32(both, 4 * half), _mm256_set1_epi32(15));
        const __m256i all = _mm256_load_si256(reinterpret_cast<const __m256i*>(s.highScale + kHalfRows * h));
        const __m256i high = _mm256_and_si256(_mm256_srl_epi32(all, _mm_cvtsi32_si128(4 * b + 2 * half)),
                                              _mm256_set1_epi32(3));
        return _mm256_sub_epi32(_mm256_or_si256(low, _mm256_slli_epi32(high, 4)), _mm256_set1_epi32(32));
    }
    template <int P, int Q>
    GH_AVX2 static GH_INLINE __m256i quad(const Span& s, int b, int h) {
        const __m256i high = _mm256_and_si256(moveBits<2 - Q>(quadRows(s.high[b], h)), _mm256_set1_epi8(4));
        return _mm256_or_si256(bitPairs<P, Q>(s.pairs[b / 2], h), high);
    }
};

struct Q2_K : Usual {
    using Span = SpanQ2_K;
    static constexpr StorageType kType = StorageType::Q2_K;
    static constexpr int kSpanBlocks = 8, kWideTokens = 8;
    static constexpr bool kHalfScales = true, kHalfMins = true;
    GH_AVX2 static GH_INLINE __m256 scale(const Span& s, int, int h) { return halves(s.scale, h); }
    GH_AVX2 static GH_INLINE __m256 min(const Span& s, int, int h) {
        return _mm256_xor_ps(halves(s.min, h), _mm256_set1_ps(-0.0f));
    }
    GH_AVX2 static GH_INLINE __m256i scaleMin(const Span& s, int b, int half, int h) {
        const auto* bytes = reinterpret_cast<const __m128i*>(s.halfScaleMin[2 * b + half] + kHalfRows * h);
        return _mm256_cvtepu8_epi32(_mm_loadl_epi64(bytes));
    }
    GH_AVX2 static GH_INLINE __m256i halfScale(const Span& s, int b, int half, int h) {
        return _mm256_and_si256(scaleMin(s, b, half, h), _mm256_set1_epi32(15));
    }
    GH_AVX2 static GH_INLINE __m256i halfMin(const Span& s, int b, int half, int h) {
        return _mm256_srli_epi32(scaleMin(s, b, half, h), 4);
    }
    template <int P, int Q>
    GH_AVX2 static GH_INLINE __m256i quad(const Span& s, int b, int h) {
        return bitPairs<P, Q>(s.pairs[b / 2], h);
    }
};

struct Int4 : Usual {
    using Span = SpanInt4;
    static constexpr StorageType kType = StorageType::Int4;
    static constexpr int kSpanBlocks = 4, kOffset = 8, kWideTokens = 24;
    GH_AVX2 static GH_INLINE __m256 scale(const Span& s, int b, int h) { return halves(s.scale[b / 2], h); }
    template <int P, int Q>
    GH_AVX2 static GH_INLINE __m256i quad(const Span& s, int b, int h) {
        return nibbles<P>(s.quads[b / 2][Q], h);
    }
};

struct Int4M : Usual {
    using Span = SpanInt4M;
    static constexpr StorageType kType = StorageType::Int4M;
    static constexpr int kSpanBlocks = 4, kWideTokens = 24;
    static constexpr bool kMin = true;
    GH_AVX2 static GH_INLINE __m256 scale(const Span& s, int b, int h) { return halves(s.scale[b / 2], h); }
    GH_AVX2 static GH_INLINE __m256 min(const Span& s, int b, int h) { return halves(s.min[b / 2], h); }
    template <int P, int Q>
    GH_AVX2 static GH_INLINE __m256i quad(const Span& s, int b, int h) {
        return nibbles<P>(s.quads[b / 2][Q], h);
    }
};

struct Int3 : Usual {
    using Span = SpanInt3;
    static constexpr StorageType kType = StorageType::Int3;
    static constexpr int kOffset = 4, kWideTokens = 8;
    GH_AVX2 static GH_INLINE __m256 scale(const Span& s, int b, int h) { return halves(s.scale[b], h); }
    template <int P, int Q>
    GH_AVX2 static GH_INLINE __m256i quad(const Span& s, int, int h) {
        const __m256i high = _mm256_and_si256(moveBits<2 - Q>(quadRows(s.high[P], h)), _mm256_set1_epi8(4));
        return _mm256_or_si256(bitPairs<P, Q>(s.pairs, h), high);
    }
};

struct Int3M : Usual {
    using Span = SpanInt3M;
    static constexpr StorageType kType = StorageType::Int3M;
    static constexpr int kWideTokens = 8;
    static constexpr bool kMin = true;
    GH_AVX2 static GH_INLINE __m256 scale(const Span& s, int b, int h) { return halves(s.scale[b], h); }
    GH_AVX2 static GH_INLINE __m256 min(const Span& s, int b, int h) { return halves(s.min[b], h); }
    template <int P, int Q>
    GH_AVX2 static GH_INLINE __m256i quad(const Span& s, int, int h) {
        const __m256i high = _mm256_and_si256(moveBits<2 - Q>(quadRows(s.high[P], h)), _mm256_set1_epi8(4));
        return _mm256_or_si256(bitPairs<P, Q>(s.pairs, h), high);
    }
};

struct Int8M : Usual {
    using Span = SpanInt8M;
    static constexpr StorageType kType = StorageType::Int8M;
    static constexpr int kPutBack = 128, kWideTokens = 0;
    static constexpr bool kMin = true, kSigned = true;
    GH_AVX2 static GH_INLINE __m256 scale(const Span& s, int b, int h) { return halves(s.scale[b], h); }
    GH_AVX2 static GH_INLINE __m256 min(const Span& s, int b, int h) { return halves(s.min[b], h); }
    template <int P, int Q>
    GH_AVX2 static GH_INLINE __m256i quad(const Span& s, int, int h) {
        return quadRows(s.quads[P][Q], h);
    }
};

struct NF4 : Usual {
    using Span = SpanNF4;
    static constexpr StorageType kType = StorageType::NF4;
    static constexpr int kSpanBlocks = 4, kWideTokens = 24;
    static constexpr bool kPlanes = true;
    GH_AVX2 static GH_INLINE __m256 scale(const Span& s, int b, int h) {
        return _mm256_mul_ps(halves(s.scale[b / 2], h), _mm256_set1_ps(kNf4Step));
    }
    GH_AVX2 static GH_INLINE __m256 levelScale(const Span& s, int b, int h) { return halves(s.scale[b / 2], h); }
    template <int P, int Q>
    GH_AVX2 static GH_INLINE __m256i quad(const Span& s, int b, int h) {
        return nibbles<P>(s.quads[b / 2][Q], h);
    }
    GH_AVX2 static GH_INLINE __m256i plane(const std::uint8_t (&table)[16], __m256i places) {
        return _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(table))), places);
    }
    GH_AVX2 static GH_INLINE __m256 level(__m256i places) {
        // Three bits choose in each half of the table, the fourth between the halves.
        const __m256 low = _mm256_permutevar8x32_ps(_mm256_loadu_ps(kNf4Levels), places);
        const __m256 high = _mm256_permutevar8x32_ps(_mm256_loadu_ps(kNf4Levels + 8), places);
        return _mm256_blendv_ps(low, high, _mm256_castsi256_ps(_mm256_slli_epi32(places, 28)));
    }
};

using Packed = FormatTypes<Q4_0, Q4_1, Q5_0, Q8_0, Q4_K, Q6_K, Q5_1, Q5_K, IQ4_NL, IQ4_XS, Q3_K, Q2_K, Int8M, Int4, Int4M, Int3, Int3M,
                           NF4>;

}  // namespace gh::kernels::avx2
