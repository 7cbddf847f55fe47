// Steps the packed nibble formats share: words of four quants moved between file order and quads.
#pragma once

#include "kernels/formats/half.h"
#include "kernels/formats/packing.h"

namespace gh::kernels {

constexpr std::uint32_t kLowNibbles = 0x0F0F0F0Fu;

inline void storeQuad(Quad& to, std::uint32_t word) {
    std::memcpy(to, &word, sizeof word);
}

inline std::uint32_t loadQuad(const Quad& from) {
    std::uint32_t word;
    std::memcpy(&word, from, sizeof word);
    return word;
}

// Two blocks of the 32-value formats, whose 16 bytes hold value j in the low and value j + 16 in the high
// nibble. second may be null (a row's width is an odd number of blocks).
inline void packNibbles32(const std::byte* first, const std::byte* second, int row, QuadRow* quads) {
    for (int k = 0; k < 4; ++k) {
        const std::uint32_t a = load32(first + 4 * k);
        const std::uint32_t b = second ? load32(second + 4 * k) : 0;
        storeQuad(quads[k][row], (a & kLowNibbles) | (b & kLowNibbles) << 4);
        storeQuad(quads[k + 4][row], ((a >> 4) & kLowNibbles) | (b & ~kLowNibbles));
    }
}

// Bit 4q + i of the file's word becomes bit q of byte i: four interleaved bit rows become four bytes.
inline std::uint32_t spreadHighBits(std::uint32_t high) {
    std::uint32_t out = 0;
    for (int q = 0; q < 8; ++q) {
        const std::uint32_t four = (high >> (4 * q)) & 15;
        // The multiplication copies the four bits to four bytes, shifted by 7 each; the mask keeps bit i in
        // byte i.
        out |= ((four * 0x00204081u) & 0x01010101u) << q;
    }
    return out;
}

// Bit b of 32 bytes, one byte a value of block b, as a word of four bytes whose bit q belongs to quad q.
inline std::uint32_t gatherBits(const std::byte* bytes, int b) {
    std::uint32_t out = 0;
    for (int q = 0; q < 8; ++q) out |= ((load32(bytes + 4 * q) >> b) & 0x01010101u) << q;
    return out;
}

// 64 bytes of bit pairs in file order, 32 for each half of a super-block: pair k of byte i belongs to value i of the
// half's block k. Into pairs[pair of blocks][vector j]: bit pairs 0..3 of a byte are (first block, quad j), (second, j),
// (first, j + 4), (second, j + 4).
inline void packBitPairs(const std::byte* bytes, int row, QuadRow (*pairs)[4]) {
    for (int half = 0; half < 2; ++half) {
        const std::byte* from = bytes + 32 * half;
        for (int j = 0; j < 4; ++j) {
            const std::uint32_t a = load32(from + 4 * j);
            const std::uint32_t b = load32(from + 16 + 4 * j);
            storeQuad(pairs[2 * half][j][row], (a & kLowNibbles) | (b & kLowNibbles) << 4);
            storeQuad(pairs[2 * half + 1][j][row], ((a >> 4) & kLowNibbles) | (b & ~kLowNibbles));
        }
    }
}

inline int bitPairAt(const QuadRow* pairs, int row, int block, int input) {
    const int quad = input / 4;
    return (pairs[quad % 4][row][input % 4] >> (2 * (2 * (quad / 4) + block))) & 3;
}

inline int nibbleAt(const QuadRow* quads, int row, int block, int input) {
    return (quads[input / 4][row][input % 4] >> (4 * block)) & 15;
}

}  // namespace gh::kernels
