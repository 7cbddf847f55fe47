// The operations every instruction set provides, as plain function pointers on raw spans.
// Kernels allocate nothing, start no threads and decide nothing: the caller cuts work into tiles.
//
// One answer (DESIGN.md): for equal inputs every table gives equal bits.
//  - Reductions over a row run on 16 virtual lanes: element i in lane i mod 16, index order, missing
//    elements +0 (-inf for a maximum), folded 16 -> 8 -> 4 -> 2 -> 1 (lane j with lane j + half).
//  - Every multiply-add that feeds an accumulator is fused; nothing else is (-ffp-contract=off).
//  - exp and tanh are our own, the same operations everywhere. No flush-to-zero.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/kv_types.h"

namespace gh::kernels {

struct PackedMatrix;  // kernels/packed.h

enum class RopePairs : std::uint8_t { Adjacent, Halves };  // (0,1)(2,3)… "norm"; (i, i+n/2) "neox"

// K and V of 16 consecutive tokens of one KV head, as the cache stores them (layouts: kernels/kv_types.h).
struct KvTile {
    const void* k;
    const void* v;
};

constexpr int kCutTokens = 256;  // attention walks the context in cuts anchored at position 0
constexpr int kTileTokens = 16;

// One query row of one head against one cut.
struct CutQuery {
    const float* q;  // [headSize], already multiplied by the attention scale
    int first, last; // visible tokens relative to the cut's first token, inclusive, 0 <= first <= last < 256
    float* out;      // [headSize] unnormalized output of this cut
    float* max;      // largest score
    float* sum;      // sum of exp(score - max)
};

struct KernelTable {
    const char* name;

    // ---- rows -------------------------------------------------------------------------------------
    // out = x / sqrt(mean(x^2) + eps) * weight. weight may be null (no scale). x == out is allowed.
    void (*rmsNorm)(const float* x, const float* weight, int n, float eps, float* out);
    void (*add)(const float* a, const float* b, int n, float* out);             // out = a + b
    void (*scale)(const float* x, float factor, int n, float* out);             // out = x * factor
    void (*siluMul)(const float* gate, const float* up, int n, float* out);     // gate*sigmoid(gate) * up
    void (*geluTanhMul)(const float* gate, const float* up, int n, float* out); // gelu_tanh(gate) * up
    void (*softCap)(const float* x, float cap, int n, float* out);              // cap * tanh(x / cap)
    // Rotates the first rotated dims of one head in place. cosSin: [rotated/2] pairs (cos, sin) for this position.
    void (*rope)(float* x, int rotated, const float* cosSin, RopePairs pairs);
    float (*dot)(const float* a, const float* b, int n);                        // 16 virtual lanes
    // exp over a row, for tests and softmax: out[i] = exp(x[i])
    void (*expRow)(const float* x, int n, float* out);

    // ---- conversions (round to nearest even) --------------------------------------------------------
    void (*toF16)(const float* x, std::size_t n, std::uint16_t* out);
    void (*fromF16)(const std::uint16_t* x, std::size_t n, float* out);

    // ---- cache --------------------------------------------------------------------------------------
    // Writes one token's K and V of one KV head into slot (0..15) of a tile, rounding to the cache's types.
    void (*storeKv)(const float* k, const float* v, int headSize, KvTypes types, int slot, void* kTile, void* vTile);

    // ---- attention ----------------------------------------------------------------------------------
    // tiles: the cut's 16 tiles (only those holding a visible token of some query need be valid pointers).
    // Each query is computed as if alone: score = q.k over dims in two fixed chains (even, odd dims), with a cap > 0
    // then cap * tanh(score / cap), max over visible lanes, exp, sum on 16 lanes (token t in lane t mod 16), out += p_t * v_t in token order.
    // Masked tokens are never multiplied. Types of less than f32 are widened first, exactly, and then the same is done.
    // scores: scratch of queries * kCutTokens floats.
    void (*attendCut)(const KvTile* tiles, KvTypes types, int headSize, float cap, const CutQuery* queries, int count,
                      float* scores);
    // Folds a cut into a running result (max, sum, out), in cut order; a running sum of 0 means "empty".
    void (*foldCut)(float* runMax, float* runSum, float* runOut, float max, float sum, const float* out, int headSize);

    // ---- matrix products (kernels/packed.h says how weights are laid out) ----------------------------
    // Int8 activations: per row and 32-block scale = max|x| / 127, q = round half to even, never beyond ±127.
    // dst holds quantizedBytes(rows, cols); rows [rowBegin, rowEnd) are written.
    void (*quantizeRows)(const float* x, std::ptrdiff_t stride, int rowBegin, int rowEnd, int rows, int cols, std::byte* dst);
    // out[row][o] for output rows of the groups [groupBegin, groupEnd) (16 outputs a group), token rows
    // [rowBegin, rowEnd). outStride in floats. Outputs beyond w.rows are not written.
    // Each output accumulates over its 32-blocks in index order, whatever the tiling.
    void (*matmulInt8)(const PackedMatrix& w, int groupBegin, int groupEnd, const std::byte* acts, int rows,
                       int rowBegin, int rowEnd, float* out, std::ptrdiff_t outStride);
    // The same with float activations: acc = fma(w, x, acc) over inputs in index order, weights dequantized
    // as the format's reference decoder does.
    void (*matmulF32)(const PackedMatrix& w, int groupBegin, int groupEnd, const float* x, std::ptrdiff_t stride,
                      int rowBegin, int rowEnd, float* out, std::ptrdiff_t outStride);
};

}  // namespace gh::kernels
