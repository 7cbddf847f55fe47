// The packed formats as plain integers and floats, one 32-block of 16 rows at a time. A format here is a struct with
//   Span, kType, kSpanBlocks, kMin, kHalfMins  as in weights_avx512.h
//   load(s, b, to)                             block b of a span
#pragma once

#include "kernels/formats/format.h"
#include "kernels/formats/half.h"
#include "kernels/formats/packing.h"

namespace gh::kernels::scalar {

// 16 rows of one 32-block: weight = value * scale + min (times halfMin), in integers that need no offset.
struct WeightBlock {
    std::int16_t value[kGroupRows][kBlockInputs];
    float scale[kGroupRows];
    float min[kGroupRows];
    std::int32_t halfMin[kGroupRows][2];  // where 16 inputs have a minimum
};

// What most formats are; each says what it is instead.
struct Usual {
    static constexpr int kSpanBlocks = 2;
    static constexpr bool kMin = false, kHalfMins = false;
};

// Values of one block: from the quads' nibbles (low for an even block, high for an odd one), then adjusted.
template <class Adjust>
void fromNibbles(const QuadRow* quads, int parity, WeightBlock& to, Adjust adjust) {
    for (int q = 0; q < 8; ++q) {
        for (int r = 0; r < kGroupRows; ++r) {
            for (int i = 0; i < 4; ++i) {
                const int nibble = (quads[q][r][i] >> (4 * parity)) & 15;
                to.value[r][4 * q + i] = static_cast<std::int16_t>(adjust(nibble, q, r, i));
            }
        }
    }
}

// The same from bit pairs as Q2_K, Q3_K and Q6_K pack them.
template <class Adjust>
void fromBitPairs(const QuadRow* pairs, int parity, WeightBlock& to, Adjust adjust) {
    for (int q = 0; q < 8; ++q) {
        for (int r = 0; r < kGroupRows; ++r) {
            for (int i = 0; i < 4; ++i) {
                const int pair = (pairs[q % 4][r][i] >> (2 * (2 * (q / 4) + parity))) & 3;
                to.value[r][4 * q + i] = static_cast<std::int16_t>(adjust(pair, q, r, i));
            }
        }
    }
}

struct Q4_0 : Usual {
    using Span = SpanQ4_0;
    static constexpr StorageType kType = StorageType::Q4_0;
    static void load(const Span& s, int b, WeightBlock& to) {
        fromNibbles(s.quads, b, to, [](int v, int, int, int) { return v - 8; });
        for (int r = 0; r < kGroupRows; ++r) to.scale[r] = halfToFloat(s.scale[b][r]);
    }
};

struct Q4_1 : Usual {
    using Span = SpanQ4_1;
    static constexpr StorageType kType = StorageType::Q4_1;
    static constexpr bool kMin = true;
    static void load(const Span& s, int b, WeightBlock& to) {
        fromNibbles(s.quads, b, to, [](int v, int, int, int) { return v; });
        for (int r = 0; r < kGroupRows; ++r) {
            to.scale[r] = halfToFloat(s.scale[b][r]);
            to.min[r] = halfToFloat(s.min[b][r]);
        }
    }
};

struct Q5_0 : Usual {
    using Span = SpanQ5_0;
    static constexpr StorageType kType = StorageType::Q5_0;
    static void load(const Span& s, int b, WeightBlock& to) {
        fromNibbles(s.quads, b, to,
                    [&](int v, int q, int r, int i) { return (v | ((s.high[b][r][i] >> q) & 1) << 4) - 16; });
        for (int r = 0; r < kGroupRows; ++r) to.scale[r] = halfToFloat(s.scale[b][r]);
    }
};

struct Q8_0 : Usual {
    using Span = SpanQ8_0;
    static constexpr StorageType kType = StorageType::Q8_0;
    static void load(const Span& s, int b, WeightBlock& to) {
        for (int q = 0; q < 8; ++q) {
            for (int r = 0; r < kGroupRows; ++r) {
                for (int i = 0; i < 4; ++i) {
                    to.value[r][4 * q + i] = static_cast<std::int16_t>(s.quads[b][q][r][i] - 128);
                }
            }
        }
        for (int r = 0; r < kGroupRows; ++r) to.scale[r] = halfToFloat(s.scale[b][r]);
    }
};

struct Q4_K : Usual {
    using Span = SpanQ4_K;
    static constexpr StorageType kType = StorageType::Q4_K;
    static constexpr int kSpanBlocks = 8;
    static constexpr bool kMin = true;
    static void load(const Span& s, int b, WeightBlock& to) {
        fromNibbles(s.quads[b / 2], b % 2, to, [](int v, int, int, int) { return v; });
        for (int r = 0; r < kGroupRows; ++r) {
            to.scale[r] = halfToFloat(s.scale[r]) * static_cast<float>(s.blockScale[b][r]);
            to.min[r] = -(halfToFloat(s.min[r]) * static_cast<float>(s.blockMin[b][r]));
        }
    }
};

// The scales of 16 inputs are integers, so they go into the values (at most 4,096): the two halves meet in
// int32.
struct Q6_K : Usual {
    using Span = SpanQ6_K;
    static constexpr StorageType kType = StorageType::Q6_K;
    static constexpr int kSpanBlocks = 8;
    static int value(const Span& s, int b, int nibble, int q, int r, int i) {
        const int high = (s.high[b / 2][q % 4][r][i] >> (2 * (2 * (q / 4) + b % 2))) & 3;
        return (nibble | high << 4) - 32;
    }
    static void load(const Span& s, int b, WeightBlock& to) {
        fromNibbles(s.quads[b / 2], b % 2, to, [&](int v, int q, int r, int i) {
            return value(s, b, v, q, r, i) * s.halfScale[2 * b + q / 4][r];
        });
        for (int r = 0; r < kGroupRows; ++r) to.scale[r] = halfToFloat(s.scale[r]);
    }
};

struct Q5_1 : Usual {
    using Span = SpanQ5_1;
    static constexpr StorageType kType = StorageType::Q5_1;
    static constexpr bool kMin = true;
    static void load(const Span& s, int b, WeightBlock& to) {
        fromNibbles(s.quads, b, to,
                    [&](int v, int q, int r, int i) { return v | ((s.high[b][r][i] >> q) & 1) << 4; });
        for (int r = 0; r < kGroupRows; ++r) {
            to.scale[r] = halfToFloat(s.scale[b][r]);
            to.min[r] = halfToFloat(s.min[b][r]);
        }
    }
};

struct Q5_K : Usual {
    using Span = SpanQ5_K;
    static constexpr StorageType kType = StorageType::Q5_K;
    static constexpr int kSpanBlocks = 8;
    static constexpr bool kMin = true;
    static void load(const Span& s, int b, WeightBlock& to) {
        fromNibbles(s.quads[b / 2], b % 2, to,
                    [&](int v, int q, int r, int i) { return v | ((s.high[b][r][i] >> q) & 1) << 4; });
        for (int r = 0; r < kGroupRows; ++r) {
            to.scale[r] = halfToFloat(s.scale[r]) * static_cast<float>(s.blockScale[b][r]);
            to.min[r] = -(halfToFloat(s.min[r]) * static_cast<float>(s.blockMin[b][r]));
        }
    }
};

struct IQ4_NL : Usual {
    using Span = SpanIQ4_NL;
    static constexpr StorageType kType = StorageType::IQ4_NL;
    static void load(const Span& s, int b, WeightBlock& to) {
        fromNibbles(s.quads, b, to, [](int v, int, int, int) { return kIq4Levels[v]; });
        for (int r = 0; r < kGroupRows; ++r) to.scale[r] = halfToFloat(s.scale[b][r]);
    }
};

struct IQ4_XS : Usual {
    using Span = SpanIQ4_XS;
    static constexpr StorageType kType = StorageType::IQ4_XS;
    static constexpr int kSpanBlocks = 8;
    static void load(const Span& s, int b, WeightBlock& to) {
        fromNibbles(s.quads[b / 2], b % 2, to, [](int v, int, int, int) { return kIq4Levels[v]; });
        for (int r = 0; r < kGroupRows; ++r)
            to.scale[r] = halfToFloat(s.scale[r]) * static_cast<float>(s.blockScale[b][r]);
    }
};

struct Q3_K : Usual {
    using Span = SpanQ3_K;
    static constexpr StorageType kType = StorageType::Q3_K;
    static constexpr int kSpanBlocks = 8;
    static int halfScale(const Span& s, int b, int half, int r) {
        const int low = (s.lowScale[b][r] >> (4 * half)) & 15;
        return (low | static_cast<int>((s.highScale[r] >> (4 * b + 2 * half)) & 3) << 4) - 32;
    }
    static void load(const Span& s, int b, WeightBlock& to) {
        fromBitPairs(s.pairs[b / 2], b % 2, to, [&](int v, int q, int r, int i) {
            return ((v | ((s.high[b][r][i] >> q) & 1) << 2) - 4) * halfScale(s, b, q / 4, r);
        });
        for (int r = 0; r < kGroupRows; ++r) to.scale[r] = halfToFloat(s.scale[r]);
    }
};

struct Q2_K : Usual {
    using Span = SpanQ2_K;
    static constexpr StorageType kType = StorageType::Q2_K;
    static constexpr int kSpanBlocks = 8;
    static constexpr bool kHalfMins = true;
    static void load(const Span& s, int b, WeightBlock& to) {
        fromBitPairs(s.pairs[b / 2], b % 2, to,
                     [&](int v, int q, int r, int) { return v * (s.halfScaleMin[2 * b + q / 4][r] & 15); });
        for (int r = 0; r < kGroupRows; ++r) {
            to.scale[r] = halfToFloat(s.scale[r]);
            to.min[r] = -halfToFloat(s.min[r]);
            for (int half = 0; half < 2; ++half) to.halfMin[r][half] = s.halfScaleMin[2 * b + half][r] >> 4;
        }
    }
};

struct Int4 : Usual {
    using Span = SpanInt4;
    static constexpr StorageType kType = StorageType::Int4;
    static constexpr int kSpanBlocks = 4;
    static void load(const Span& s, int b, WeightBlock& to) {
        fromNibbles(s.quads[b / 2], b % 2, to, [](int v, int, int, int) { return v - 8; });
        for (int r = 0; r < kGroupRows; ++r) to.scale[r] = halfToFloat(s.scale[b / 2][r]);
    }
};

struct Int4M : Usual {
    using Span = SpanInt4M;
    static constexpr StorageType kType = StorageType::Int4M;
    static constexpr int kSpanBlocks = 4;
    static constexpr bool kMin = true;
    static void load(const Span& s, int b, WeightBlock& to) {
        fromNibbles(s.quads[b / 2], b % 2, to, [](int v, int, int, int) { return v; });
        for (int r = 0; r < kGroupRows; ++r) {
            to.scale[r] = halfToFloat(s.scale[b / 2][r]);
            to.min[r] = halfToFloat(s.min[b / 2][r]);
        }
    }
};

struct Int3 : Usual {
    using Span = SpanInt3;
    static constexpr StorageType kType = StorageType::Int3;
    static void load(const Span& s, int b, WeightBlock& to) {
        fromBitPairs(s.pairs, b, to, [&](int v, int q, int r, int i) { return (v | ((s.high[b][r][i] >> q) & 1) << 2) - 4; });
        for (int r = 0; r < kGroupRows; ++r) to.scale[r] = halfToFloat(s.scale[b][r]);
    }
};

struct Int3M : Usual {
    using Span = SpanInt3M;
    static constexpr StorageType kType = StorageType::Int3M;
    static constexpr bool kMin = true;
    static void load(const Span& s, int b, WeightBlock& to) {
        fromBitPairs(s.pairs, b, to, [&](int v, int q, int r, int i) { return v | ((s.high[b][r][i] >> q) & 1) << 2; });
        for (int r = 0; r < kGroupRows; ++r) {
            to.scale[r] = halfToFloat(s.scale[b][r]);
            to.min[r] = halfToFloat(s.min[b][r]);
        }
    }
};

struct Int8M : Usual {
    using Span = SpanInt8M;
    static constexpr StorageType kType = StorageType::Int8M;
    static constexpr bool kMin = true;
    static void load(const Span& s, int b, WeightBlock& to) {
        for (int q = 0; q < 8; ++q)
            for (int r = 0; r < kGroupRows; ++r)
                for (int i = 0; i < 4; ++i) to.value[r][4 * q + i] = static_cast<std::int16_t>(s.quads[b][q][r][i]);
        for (int r = 0; r < kGroupRows; ++r) {
            to.scale[r] = halfToFloat(s.scale[b][r]);
            to.min[r] = halfToFloat(s.min[b][r]);
        }
    }
};

struct NF4 : Usual {
    using Span = SpanNF4;
    static constexpr StorageType kType = StorageType::NF4;
    static constexpr int kSpanBlocks = 4;
    static void load(const Span& s, int b, WeightBlock& to) {
        fromNibbles(s.quads[b / 2], b % 2, to, [](int v, int, int, int) { return nf4Integer(v); });
        for (int r = 0; r < kGroupRows; ++r) to.scale[r] = halfToFloat(s.scale[b / 2][r]) * kNf4Step;
    }
};

using Packed = FormatTypes<Q4_0, Q4_1, Q5_0, Q8_0, Q4_K, Q6_K, Q5_1, Q5_K, IQ4_NL, IQ4_XS, Q3_K, Q2_K, Int8M, Int4, Int4M, Int3, Int3M,
                           NF4>;

}  // namespace gh::kernels::scalar
