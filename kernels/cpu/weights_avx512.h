// The packed formats as AVX-512 vectors, 16 rows in 16 lanes: what one 32-block's scales, minima and quads
// are. A format here is a struct with
//   kType               its storage type
//   Span, kSpanBlocks   the packed span and how many 32-blocks it holds
//   kMin                whether weights have a minimum: value = quant * scale + min
//   kOffset             what the quants are too large by (they are unsigned here)
//   kHalfScales         whether each 16 inputs have an own integer scale
//   kHalfMins           whether they have an own integer minimum too: value = quant * scale * halfScale + min * halfMin
//   scale, min(s, b)    of block b, as floats
//   halfScale, halfMin(s, b, half)  integers, in 32-bit lanes
//   kPlanes             quads are places in a table of levels: 14 bits in two planes, which are multiplied apart; level(places)
//                       are the levels as floats
//   quad(s, b, q)       quad q of block b: unsigned bytes, 4 inputs of a row in a lane
// b is known at compile time where the layout depends on its parity (template argument P).
#pragma once

#include "kernels/cpu/target.h"
#include "kernels/formats/format.h"
#include "kernels/formats/packing.h"

namespace gh::kernels::avx512 {

GH_AVX512 GH_INLINE __m512 halves(const std::uint16_t* p) {
    return _mm512_cvtph_ps(_mm256_load_si256(reinterpret_cast<const __m256i*>(p)));
}

GH_AVX512 GH_INLINE __m512i bytesToInts(const void* p) {
    return _mm512_cvtepu8_epi32(_mm_load_si128(static_cast<const __m128i*>(p)));
}

template <int P>
GH_AVX512 GH_INLINE __m512i nibbles(const QuadRow& quads) {
    const __m512i v = _mm512_load_si512(&quads);
    const __m512i low = _mm512_set1_epi8(15);
    return P == 0 ? _mm512_and_si512(v, low) : _mm512_and_si512(_mm512_srli_epi16(v, 4), low);
}

// v moved left by n bits (right if negative), inside 16-bit lanes: what crosses a byte is masked off by the
// caller.
template <int N>
GH_AVX512 GH_INLINE __m512i moveBits(__m512i v) {
    if constexpr (N > 0) return _mm512_slli_epi16(v, N);
    if constexpr (N < 0) return _mm512_srli_epi16(v, -N);
    return v;
}

// low | (high & mask)
GH_AVX512 GH_INLINE __m512i orMasked(__m512i low, __m512i high, __m512i mask) {
    return _mm512_ternarylogic_epi32(low, high, mask, 0xF8);
}

// Two bits of each input, as Q2_K and Q3_K pack them.
template <int P, int Q>
GH_AVX512 GH_INLINE __m512i bitPairs(const QuadRow (&pairs)[4]) {
    const __m512i v = _mm512_load_si512(&pairs[Q % 4]);
    return _mm512_and_si512(moveBits<-2 * (2 * (Q / 4) + P)>(v), _mm512_set1_epi8(3));
}

// What most formats are; each says what it is instead.
struct Usual {
    static constexpr int kSpanBlocks = 2, kOffset = 0;
    static constexpr bool kMin = false, kHalfScales = false, kHalfMins = false, kPlanes = false;
};

struct Q4_0 : Usual {
    using Span = SpanQ4_0;
    static constexpr StorageType kType = StorageType::Q4_0;
    static constexpr int kOffset = 8;
    GH_AVX512 static GH_INLINE __m512 scale(const Span& s, int b) { return halves(s.scale[b]); }
    template <int P, int Q>
    GH_AVX512 static GH_INLINE __m512i quad(const Span& s, int) {
        return nibbles<P>(s.quads[Q]);
    }
};

struct Q4_1 : Usual {
    using Span = SpanQ4_1;
    static constexpr StorageType kType = StorageType::Q4_1;
    static constexpr bool kMin = true;
    GH_AVX512 static GH_INLINE __m512 scale(const Span& s, int b) { return halves(s.scale[b]); }
    GH_AVX512 static GH_INLINE __m512 min(const Span& s, int b) { return halves(s.min[b]); }
    template <int P, int Q>
    GH_AVX512 static GH_INLINE __m512i quad(const Span& s, int) {
        return nibbles<P>(s.quads[Q]);
    }
};

struct Q5_0 : Usual {
    using Span = SpanQ5_0;
    static constexpr StorageType kType = StorageType::Q5_0;
    static constexpr int kOffset = 16;
    GH_AVX512 static GH_INLINE __m512 scale(const Span& s, int b) { return halves(s.scale[b]); }
    template <int P, int Q>
    GH_AVX512 static GH_INLINE __m512i quad(const Span& s, int) {
        return orMasked(nibbles<P>(s.quads[Q]), moveBits<4 - Q>(_mm512_load_si512(&s.high[P])),
                        _mm512_set1_epi8(16));
    }
};

struct Q8_0 : Usual {
    using Span = SpanQ8_0;
    static constexpr StorageType kType = StorageType::Q8_0;
    static constexpr int kOffset = 128;
    GH_AVX512 static GH_INLINE __m512 scale(const Span& s, int b) { return halves(s.scale[b]); }
    template <int P, int Q>
    GH_AVX512 static GH_INLINE __m512i quad(const Span& s, int) {
        return _mm512_load_si512(&s.quads[P][Q]);
    }
};

struct Q4_K : Usual {
    using Span = SpanQ4_K;
    static constexpr StorageType kType = StorageType::Q4_K;
    static constexpr int kSpanBlocks = 8;
    static constexpr bool kMin = true;
    GH_AVX512 static GH_INLINE __m512 scale(const Span& s, int b) {
        return _mm512_mul_ps(halves(s.scale), _mm512_cvtepi32_ps(bytesToInts(s.blockScale[b])));
    }
    GH_AVX512 static GH_INLINE __m512 min(const Span& s, int b) {
        const __m512 min = _mm512_mul_ps(halves(s.min), _mm512_cvtepi32_ps(bytesToInts(s.blockMin[b])));
        return _mm512_xor_ps(min, _mm512_set1_ps(-0.0f));
    }
    template <int P, int Q>
    GH_AVX512 static GH_INLINE __m512i quad(const Span& s, int b) {
        return nibbles<P>(s.quads[b / 2][Q]);
    }
};

struct Q6_K : Usual {
    using Span = SpanQ6_K;
    static constexpr StorageType kType = StorageType::Q6_K;
    static constexpr int kSpanBlocks = 8, kOffset = 32;
    static constexpr bool kHalfScales = true;
    GH_AVX512 static GH_INLINE __m512 scale(const Span& s, int) { return halves(s.scale); }
    GH_AVX512 static GH_INLINE __m512i halfScale(const Span& s, int b, int half) {
        return _mm512_cvtepi8_epi32(
            _mm_load_si128(reinterpret_cast<const __m128i*>(s.halfScale[2 * b + half])));
    }
    template <int P, int Q>
    GH_AVX512 static GH_INLINE __m512i quad(const Span& s, int b) {
        constexpr int kPair = 2 * (Q / 4) + P;
        const __m512i high = _mm512_load_si512(&s.high[b / 2][Q % 4]);
        return orMasked(nibbles<P>(s.quads[b / 2][Q]), moveBits<4 - 2 * kPair>(high), _mm512_set1_epi8(48));
    }
};

struct Q5_1 : Usual {
    using Span = SpanQ5_1;
    static constexpr StorageType kType = StorageType::Q5_1;
    static constexpr bool kMin = true;
    GH_AVX512 static GH_INLINE __m512 scale(const Span& s, int b) { return halves(s.scale[b]); }
    GH_AVX512 static GH_INLINE __m512 min(const Span& s, int b) { return halves(s.min[b]); }
    template <int P, int Q>
    GH_AVX512 static GH_INLINE __m512i quad(const Span& s, int) {
        return orMasked(nibbles<P>(s.quads[Q]), moveBits<4 - Q>(_mm512_load_si512(&s.high[P])),
                        _mm512_set1_epi8(16));
    }
};

struct Q5_K : Usual {
    using Span = SpanQ5_K;
    static constexpr StorageType kType = StorageType::Q5_K;
    static constexpr int kSpanBlocks = 8;
    static constexpr bool kMin = true;
    GH_AVX512 static GH_INLINE __m512 scale(const Span& s, int b) {
        return _mm512_mul_ps(halves(s.scale), _mm512_cvtepi32_ps(bytesToInts(s.blockScale[b])));
    }
    GH_AVX512 static GH_INLINE __m512 min(const Span& s, int b) {
        const __m512 min = _mm512_mul_ps(halves(s.min), _mm512_cvtepi32_ps(bytesToInts(s.blockMin[b])));
        return _mm512_xor_ps(min, _mm512_set1_ps(-0.0f));
    }
    template <int P, int Q>
    GH_AVX512 static GH_INLINE __m512i quad(const Span& s, int b) {
        return orMasked(nibbles<P>(s.quads[b / 2][Q]), moveBits<4 - Q>(_mm512_load_si512(&s.high[b])),
                        _mm512_set1_epi8(16));
    }
};

// Levels of IQ4, as unsigned bytes.
GH_AVX512 GH_INLINE __m512i iq4Levels(__m512i places) {
    const __m512i levels = _mm512_broadcast_i32x4(_mm_loadu_si128(reinterpret_cast<const __m128i*>(kIq4Levels)));
    return _mm512_shuffle_epi8(_mm512_xor_si512(levels, _mm512_set1_epi8(-128)), places);
}

struct IQ4_NL : Usual {
    using Span = SpanIQ4_NL;
    static constexpr StorageType kType = StorageType::IQ4_NL;
    static constexpr int kOffset = 128;
    GH_AVX512 static GH_INLINE __m512 scale(const Span& s, int b) { return halves(s.scale[b]); }
    template <int P, int Q>
    GH_AVX512 static GH_INLINE __m512i quad(const Span& s, int) {
        return iq4Levels(nibbles<P>(s.quads[Q]));
    }
};

struct IQ4_XS : Usual {
    using Span = SpanIQ4_XS;
    static constexpr StorageType kType = StorageType::IQ4_XS;
    static constexpr int kSpanBlocks = 8, kOffset = 128;
    GH_AVX512 static GH_INLINE __m512 scale(const Span& s, int b) {
        const auto* bytes = reinterpret_cast<const __m128i*>(s.blockScale[b]);
        return _mm512_mul_ps(halves(s.scale), _mm512_cvtepi32_ps(_mm512_cvtepi8_epi32(_mm_load_si128(bytes))));
    }
    template <int P, int Q>
    GH_AVX512 static GH_INLINE __m512i quad(const Span& s, int b) {
        return iq4Levels(nibbles<P>(s.quads[b / 2][Q]));
    }
};

struct Q3_K : Usual {
    using Span = SpanQ3_K;
    static constexpr StorageType kType = StorageType::Q3_K;
    static constexpr int kSpanBlocks = 8, kOffset = 4;
    static constexpr bool kHalfScales = true;
    GH_AVX512 static GH_INLINE __m512 scale(const Span& s, int) { return halves(s.scale); }
    GH_AVX512 static GH_INLINE __m512i halfScale(const Span& s, int b, int half) {
        const __m512i low =
            _mm512_and_si512(_mm512_srli_epi32(bytesToInts(s.lowScale[b]), static_cast<unsigned>(4 * half)), _mm512_set1_epi32(15));
        const __m512i all = _mm512_srl_epi32(_mm512_loadu_si512(s.highScale), _mm_cvtsi32_si128(4 * b + 2 * half));
        const __m512i high = _mm512_slli_epi32(_mm512_and_si512(all, _mm512_set1_epi32(3)), 4);
        return _mm512_sub_epi32(_mm512_or_si512(low, high), _mm512_set1_epi32(32));
    }
    template <int P, int Q>
    GH_AVX512 static GH_INLINE __m512i quad(const Span& s, int b) {
        return orMasked(bitPairs<P, Q>(s.pairs[b / 2]), moveBits<2 - Q>(_mm512_load_si512(&s.high[b])),
                        _mm512_set1_epi8(4));
    }
};

struct Q2_K : Usual {
    using Span = SpanQ2_K;
    static constexpr StorageType kType = StorageType::Q2_K;
    static constexpr int kSpanBlocks = 8;
    static constexpr bool kHalfScales = true, kHalfMins = true;
    GH_AVX512 static GH_INLINE __m512 scale(const Span& s, int) { return halves(s.scale); }
    GH_AVX512 static GH_INLINE __m512 min(const Span& s, int) {
        return _mm512_xor_ps(halves(s.min), _mm512_set1_ps(-0.0f));
    }
    GH_AVX512 static GH_INLINE __m512i halfScale(const Span& s, int b, int half) {
        return _mm512_and_si512(bytesToInts(s.halfScaleMin[2 * b + half]), _mm512_set1_epi32(15));
    }
    GH_AVX512 static GH_INLINE __m512i halfMin(const Span& s, int b, int half) {
        return _mm512_srli_epi32(bytesToInts(s.halfScaleMin[2 * b + half]), 4);
    }
    template <int P, int Q>
    GH_AVX512 static GH_INLINE __m512i quad(const Span& s, int b) {
        return bitPairs<P, Q>(s.pairs[b / 2]);
    }
};

struct Int4 : Usual {
    using Span = SpanInt4;
    static constexpr StorageType kType = StorageType::Int4;
    static constexpr int kSpanBlocks = 4, kOffset = 8;
    GH_AVX512 static GH_INLINE __m512 scale(const Span& s, int b) { return halves(s.scale[b / 2]); }
    template <int P, int Q>
    GH_AVX512 static GH_INLINE __m512i quad(const Span& s, int b) {
        return nibbles<P>(s.quads[b / 2][Q]);
    }
};

struct Int4M : Usual {
    using Span = SpanInt4M;
    static constexpr StorageType kType = StorageType::Int4M;
    static constexpr int kSpanBlocks = 4;
    static constexpr bool kMin = true;
    GH_AVX512 static GH_INLINE __m512 scale(const Span& s, int b) { return halves(s.scale[b / 2]); }
    GH_AVX512 static GH_INLINE __m512 min(const Span& s, int b) { return halves(s.min[b / 2]); }
    template <int P, int Q>
    GH_AVX512 static GH_INLINE __m512i quad(const Span& s, int b) {
        return nibbles<P>(s.quads[b / 2][Q]);
    }
};

struct Int3 : Usual {
    using Span = SpanInt3;
    static constexpr StorageType kType = StorageType::Int3;
    static constexpr int kOffset = 4;
    GH_AVX512 static GH_INLINE __m512 scale(const Span& s, int b) { return halves(s.scale[b]); }
    template <int P, int Q>
    GH_AVX512 static GH_INLINE __m512i quad(const Span& s, int) {
        return orMasked(bitPairs<P, Q>(s.pairs), moveBits<2 - Q>(_mm512_load_si512(&s.high[P])), _mm512_set1_epi8(4));
    }
};

struct Int3M : Usual {
    using Span = SpanInt3M;
    static constexpr StorageType kType = StorageType::Int3M;
    static constexpr bool kMin = true;
    GH_AVX512 static GH_INLINE __m512 scale(const Span& s, int b) { return halves(s.scale[b]); }
    GH_AVX512 static GH_INLINE __m512 min(const Span& s, int b) { return halves(s.min[b]); }
    template <int P, int Q>
    GH_AVX512 static GH_INLINE __m512i quad(const Span& s, int) {
        return orMasked(bitPairs<P, Q>(s.pairs), moveBits<2 - Q>(_mm512_load_si512(&s.high[P])), _mm512_set1_epi8(4));
    }
};

struct Int8M : Usual {
    using Span = SpanInt8M;
    static constexpr StorageType kType = StorageType::Int8M;
    static constexpr bool kMin = true;
    GH_AVX512 static GH_INLINE __m512 scale(const Span& s, int b) { return halves(s.scale[b]); }
    GH_AVX512 static GH_INLINE __m512 min(const Span& s, int b) { return halves(s.min[b]); }
    template <int P, int Q>
    GH_AVX512 static GH_INLINE __m512i quad(const Span& s, int) {
        return _mm512_load_si512(&s.quads[P][Q]);
    }
};

struct NF4 : Usual {
    using Span = SpanNF4;
    static constexpr StorageType kType = StorageType::NF4;
    static constexpr int kSpanBlocks = 4;
    static constexpr bool kPlanes = true;
    GH_AVX512 static GH_INLINE __m512 scale(const Span& s, int b) {
        return _mm512_mul_ps(halves(s.scale[b / 2]), _mm512_set1_ps(kNf4Step));
    }
    GH_AVX512 static GH_INLINE __m512 levelScale(const Span& s, int b) { return halves(s.scale[b / 2]); }
    template <int P, int Q>
    GH_AVX512 static GH_INLINE __m512i quad(const Span& s, int b) {
        return nibbles<P>(s.quads[b / 2][Q]);
    }
    GH_AVX512 static GH_INLINE __m512i plane(const std::uint8_t (&table)[16], __m512i places) {
        return _mm512_shuffle_epi8(_mm512_broadcast_i32x4(_mm_loadu_si128(reinterpret_cast<const __m128i*>(table))), places);
    }
    GH_AVX512 static GH_INLINE __m512 level(__m512i places) { return _mm512_permutexvar_ps(places, _mm512_loadu_ps(kNf4Levels)); }
};

using Packed = FormatTypes<Q4_0, Q4_1, Q5_0, Q8_0, Q4_K, Q6_K, Q5_1, Q5_K, IQ4_NL, IQ4_XS, Q3_K, Q2_K, Int8M, Int4, Int4M, Int3, Int3M,
                           NF4>;

}  // namespace gh::kernels::avx512
