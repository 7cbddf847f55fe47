// Packed form of the quantized formats: 16 output rows side by side, so that one vector holds the same inputs
// of 16 rows. The unit is a span: 16 rows × 64 inputs (256 for the K formats, whose outer scales cover 256),
// laid out as [scales and mins][quants] in one piece, because scales in a second stream cost half of the
// memory speed. Four neighbouring inputs of a row ("a quad") sit in one 32-bit lane, as byte products add up
// four by four.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gh::kernels {

constexpr int kGroupRows = 16;
constexpr int kBlockInputs = 32;  // the unit of scales, of int8 activations and of accumulation

// What a quantized format adds to Format so that matrices of it can be packed for int8 products.
struct Packing {
    int spanInputs;
    int spanBytes;  // of 16 rows × spanInputs, a multiple of 64
    // rows: 16 pointers to each row's part of this span in file order; a null row lies beyond the matrix and
    // packs as zero. blocks: 32-blocks present, fewer than the span holds only at the end of a row.
    void (*pack)(const std::byte* const* rows, int blocks, std::byte* span);
    // One row of a span back as floats, with the bits of Format::decode; writes blocks * 32 values.
    void (*unpack)(const std::byte* span, int row, int blocks, float* out);
    // A span of which only the first blocks exist ends behind them: what each pair of blocks takes. 0: it is whole.
    int pairBytes = 0;
};

// The packed formats of an instruction set, each a struct that says how its weights are read. From such a list the
// tables of products are filled.
template <class... F>
struct FormatTypes {};

using Quad = std::uint8_t[4];
using QuadRow = Quad[kGroupRows];  // one quad of each row: 64 bytes

// Nibble formats: low nibbles hold the first 32-block of a pair, high nibbles the second.
struct alignas(64) SpanQ4_0 {
    std::uint16_t scale[2][kGroupRows];  // F16
    QuadRow quads[8];                    // value + 8
};

struct alignas(64) SpanQ4_1 {
    std::uint16_t scale[2][kGroupRows];
    std::uint16_t min[2][kGroupRows];
    QuadRow quads[8];
};

struct alignas(64) SpanQ5_0 {
    std::uint16_t scale[2][kGroupRows];
    QuadRow high[2];   // per block: bit q of byte (row, i) is the fifth bit of quad q, input i
    QuadRow quads[8];  // value + 16
};

struct alignas(64) SpanQ8_0 {
    std::uint16_t scale[2][kGroupRows];
    QuadRow quads[2][8];  // value + 128, as byte products take unsigned weights
};

struct alignas(64) SpanQ4_K {
    std::uint16_t scale[kGroupRows];
    std::uint16_t min[kGroupRows];
    std::uint8_t blockScale[8][kGroupRows];  // 6 bits
    std::uint8_t blockMin[8][kGroupRows];
    QuadRow quads[4][8];
};

struct alignas(64) SpanQ6_K {
    std::uint16_t scale[kGroupRows];
    std::uint16_t unused[kGroupRows];
    std::int8_t halfScale[16][kGroupRows];  // one for 16 inputs
    // Per pair of blocks, vector j of 4: bit pairs 0..3 of a byte are the upper bits of
    // (first block, quad j), (second, j), (first, j + 4), (second, j + 4).
    QuadRow high[4][4];
    QuadRow quads[4][8];  // value + 32
};

struct alignas(64) SpanQ5_1 {
    std::uint16_t scale[2][kGroupRows];
    std::uint16_t min[2][kGroupRows];
    QuadRow high[2];  // as in Q5_0
    QuadRow quads[8];
};

struct alignas(64) SpanQ5_K {
    std::uint16_t scale[kGroupRows];
    std::uint16_t min[kGroupRows];
    std::uint8_t blockScale[8][kGroupRows];
    std::uint8_t blockMin[8][kGroupRows];
    QuadRow high[8];  // as in Q5_0
    QuadRow quads[4][8];
};

// What the nibbles of IQ4 stand for. Source: the ggml project's table of quants.
constexpr std::int8_t kIq4Levels[16] = {-127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113};

struct alignas(64) SpanIQ4_NL {
    std::uint16_t scale[2][kGroupRows];
    QuadRow quads[8];  // places in kIq4Levels
};

struct alignas(64) SpanIQ4_XS {
    std::uint16_t scale[kGroupRows];
    std::uint16_t unused[kGroupRows];
    std::int8_t blockScale[8][kGroupRows];  // -32 .. 31
    QuadRow quads[4][8];
};

struct alignas(64) SpanQ3_K {
    std::uint16_t scale[kGroupRows];
    std::uint16_t unused[kGroupRows];
    std::uint8_t lowScale[8][kGroupRows];  // of both halves of a block: low four bits of halfScale + 32 in a nibble each
    std::uint32_t highScale[kGroupRows];   // upper two bits of half h at bits 2h, 2h + 1
    QuadRow high[8];                       // third bits, placed as the fifth ones in Q5_0
    QuadRow pairs[4][4];                   // as `high` in Q6_K; value + 4
};

struct alignas(64) SpanQ2_K {
    std::uint16_t scale[kGroupRows];
    std::uint16_t min[kGroupRows];
    std::uint8_t halfScaleMin[16][kGroupRows];  // for 16 inputs: scale in the low, minimum in the high nibble
    QuadRow pairs[4][4];                        // as `high` in Q6_K
};

// Glasshouse's own. A scale for 64 inputs: two of them fill the 64 bytes that vectors want to begin at. The last span of a
// row may end behind its first pair of blocks.
struct alignas(64) SpanInt4 {
    std::uint16_t scale[2][kGroupRows];
    QuadRow quads[2][8];  // of each pair of blocks, as in Q4_0; value + 8
};

struct alignas(64) SpanInt4M {
    std::uint16_t scale[2][kGroupRows];
    std::uint16_t min[2][kGroupRows];
    QuadRow quads[2][8];
};

struct alignas(64) SpanInt3 {
    std::uint16_t scale[2][kGroupRows];
    QuadRow high[2];   // third bits, placed as the fifth ones in Q5_0
    QuadRow pairs[4];  // as `high` in Q6_K; value + 4
};

struct alignas(64) SpanInt3M {
    std::uint16_t scale[2][kGroupRows];
    std::uint16_t min[2][kGroupRows];
    QuadRow high[2];
    QuadRow pairs[4];
};

struct alignas(64) SpanInt8M {
    std::uint16_t scale[2][kGroupRows];
    std::uint16_t min[2][kGroupRows];
    QuadRow quads[2][8];
};

// Levels of NF4: quantiles of a normal distribution. Source: QLoRA (Dettmers et al. 2023) and its reference table.
constexpr float kNf4Levels[16] = {
    -1.0f, -0.6961928009986877f, -0.5250730514526367f, -0.39491748809814453f, -0.28444138169288635f, -0.18477343022823334f,
    -0.09105003625154495f, 0.0f, 0.07958029955625534f, 0.16093020141124725f, 0.24611230194568634f, 0.33791524171829224f,
    0.44070982933044434f, 0.5626170039176941f, 0.7229568362236023f, 1.0f};
// For products with int8 activations the levels are integers of 14 bits, nearest to 8191 times the level: off by at most
// 6e-5 of the block's largest value, a sixtieth of what rounding an activation to int8 is off by. Products with float
// activations, and everything that is decoded, have the levels themselves.
constexpr int kNf4Unit = 8191, kNf4Offset = 8192;
constexpr float kNf4Step = 1.0f / kNf4Unit;
constexpr int nf4Integer(int code) {
    const float level = kNf4Levels[code] * static_cast<float>(kNf4Unit);
    return static_cast<int>(level + (level < 0 ? -0.5f : 0.5f));
}
// The same + kNf4Offset, in two planes of seven bits: byte products take unsigned weights below 128 without overflow.
struct Nf4Planes {
    std::uint8_t high[16], low[16];
};
constexpr Nf4Planes nf4Planes() {
    Nf4Planes planes{};
    for (int code = 0; code < 16; ++code) {
        const int level = nf4Integer(code) + kNf4Offset;
        planes.high[code] = static_cast<std::uint8_t>(level >> 7);
        planes.low[code] = static_cast<std::uint8_t>(level & 127);
    }
    return planes;
}
inline constexpr Nf4Planes kNf4Planes = nf4Planes();

struct alignas(64) SpanNF4 {
    std::uint16_t scale[2][kGroupRows];  // the largest magnitude of 64 inputs
    QuadRow quads[2][8];                 // places in kNf4Levels
};

static_assert(sizeof(SpanInt4) == 1088 && sizeof(SpanInt4M) == 1152 && sizeof(SpanNF4) == 1088);
static_assert(sizeof(SpanInt3) == 448 && sizeof(SpanInt3M) == 512 && sizeof(SpanInt8M) == 1152);
static_assert(sizeof(SpanQ4_0) == 576 && sizeof(SpanQ4_1) == 640 && sizeof(SpanQ5_0) == 704);
static_assert(sizeof(SpanQ8_0) == 1088 && sizeof(SpanQ4_K) == 2368 && sizeof(SpanQ6_K) == 3392);
static_assert(sizeof(SpanQ5_1) == 768);
static_assert(sizeof(SpanQ5_K) == 2880);
static_assert(sizeof(SpanIQ4_NL) == 576);
static_assert(sizeof(SpanIQ4_XS) == 2240);
static_assert(sizeof(SpanQ3_K) == 1792);
static_assert(sizeof(SpanQ2_K) == 1344);

}  // namespace gh::kernels
