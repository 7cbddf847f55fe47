// What the own formats of four bits share: 64 values in 34 bytes (F16 scale) or 36 (and an F16 minimum), nibbles of each 32
// values as in Q4_0. A span holds two such blocks of 16 rows, or ends behind one.
#pragma once

#include "kernels/formats/format_files.h"
#include "kernels/formats/nibbles.h"

namespace gh::kernels {

template <class Span, bool kMin>
struct FourBits {
    static constexpr int kValues = 64, kQuants = kMin ? 4 : 2, kBytes = kQuants + 32;
    static constexpr int kPairBytes = static_cast<int>(sizeof(QuadRow)) * 8;

    // value(code, scale, min)
    template <class Value>
    static void decode(const std::byte* src, std::size_t n, float* dst, Value value) {
        for (; n >= kValues; n -= kValues, src += kBytes, dst += kValues) {
            const float scale = halfAt(src), min = kMin ? halfAt(src + 2) : 0.0f;
            for (int i = 0; i < kValues; ++i) {
                const int byte = std::to_integer<int>(src[kQuants + 16 * (i / 32) + i % 16]);
                dst[i] = value((byte >> (4 * (i % 32 / 16))) & 15, scale, min);
            }
        }
    }

    static void pack(const std::byte* const* rows, int blocks, std::byte* to) {
        const int pairs = blocks / 2;
        std::memset(to, 0, sizeof(Span) - static_cast<std::size_t>((2 - pairs) * kPairBytes));
        auto& span = *reinterpret_cast<Span*>(to);
        for (int r = 0; r < kGroupRows; ++r) {
            if (!rows[r]) continue;
            for (int pair = 0; pair < pairs; ++pair) {
                const std::byte* block = rows[r] + pair * kBytes;
                span.scale[pair][r] = load16(block);
                if constexpr (kMin) span.min[pair][r] = load16(block + 2);
                packNibbles32(block + kQuants, block + kQuants + 16, r, span.quads[pair]);
            }
        }
    }

    template <class Value>
    static void unpack(const std::byte* from, int row, int blocks, float* out, Value value) {
        const auto& span = *reinterpret_cast<const Span*>(from);
        for (int b = 0; b < blocks; ++b) {
            const float scale = halfToFloat(span.scale[b / 2][row]);
            float min = 0;
            if constexpr (kMin) min = halfToFloat(span.min[b / 2][row]);
            for (int i = 0; i < 32; ++i) out[32 * b + i] = value(nibbleAt(span.quads[b / 2], row, b % 2, i), scale, min);
        }
    }
};

}  // namespace gh::kernels
