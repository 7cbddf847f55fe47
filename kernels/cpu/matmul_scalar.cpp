// Matrix products in plain C++: the definition that every instruction set must meet to the bit, and what a
// machine without AVX2 runs. Weights of 16 rows × 32 inputs are unpacked once for a handful of tokens; the
// integer sums are exact, so only the order of the float steps matters: one multiply-add per 32-block (two
// with a minimum), in order.
#include <algorithm>
#include <array>
#include <cmath>

#include "kernels/cpu/activations.h"
#include "kernels/cpu/matmul_kernels.h"
#include "kernels/cpu/quantize_kernels.h"
#include "kernels/formats/half.h"
#include "kernels/formats/packing.h"
#include "kernels/packed.h"

namespace gh::kernels {
namespace {

// 16 rows of one 32-block: weight = value * scale + min, in integers that need no offset.
struct WeightBlock {
    std::int16_t value[kGroupRows][kBlockInputs];
    float scale[kGroupRows];
    float min[kGroupRows];
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

struct ScalarQ4_0 {
    using Span = SpanQ4_0;
    static constexpr bool kMin = false;
    static void load(const Span& s, int b, WeightBlock& to) {
        fromNibbles(s.quads, b, to, [](int v, int, int, int) { return v - 8; });
        for (int r = 0; r < kGroupRows; ++r) to.scale[r] = halfToFloat(s.scale[b][r]);
    }
};

struct ScalarQ4_1 {
    using Span = SpanQ4_1;
    static constexpr bool kMin = true;
    static void load(const Span& s, int b, WeightBlock& to) {
        fromNibbles(s.quads, b, to, [](int v, int, int, int) { return v; });
        for (int r = 0; r < kGroupRows; ++r) {
            to.scale[r] = halfToFloat(s.scale[b][r]);
            to.min[r] = halfToFloat(s.min[b][r]);
        }
    }
};

struct ScalarQ5_0 {
    using Span = SpanQ5_0;
    static constexpr bool kMin = false;
    static void load(const Span& s, int b, WeightBlock& to) {
        fromNibbles(s.quads, b, to,
                    [&](int v, int q, int r, int i) { return (v | ((s.high[b][r][i] >> q) & 1) << 4) - 16; });
        for (int r = 0; r < kGroupRows; ++r) to.scale[r] = halfToFloat(s.scale[b][r]);
    }
};

struct ScalarQ8_0 {
    using Span = SpanQ8_0;
    static constexpr bool kMin = false;
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

struct ScalarQ4_K {
    using Span = SpanQ4_K;
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
struct ScalarQ6_K {
    using Span = SpanQ6_K;
    static constexpr bool kMin = false;
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

template <class F>
constexpr int kSpanBlocks = std::is_same_v<F, ScalarQ4_K> || std::is_same_v<F, ScalarQ6_K> ? 8 : 2;

constexpr int kTokens = 4;  // tokens that share one unpacking

template <class F>
void multiplyGroup(const std::byte* group, int blocks, const ActivationRow* tokens, int count,
                   float (*acc)[kGroupRows]) {
    const auto* spans = reinterpret_cast<const typename F::Span*>(group);
    WeightBlock w;
    for (int block = 0; block < blocks; ++block) {
        F::load(spans[block / kSpanBlocks<F>], block % kSpanBlocks<F>, w);
        for (int t = 0; t < count; ++t) {
            const ActivationBlock& a = tokens[t].first[block * tokens[t].step];
            std::int16_t q[kBlockInputs];
            for (int i = 0; i < kBlockInputs; ++i) q[i] = a.q[i];
            for (int r = 0; r < kGroupRows; ++r) {
                std::int32_t dot = 0;
                for (int i = 0; i < kBlockInputs; ++i) dot += w.value[r][i] * q[i];
                float sum = std::fma(static_cast<float>(dot), w.scale[r] * a.scale, acc[t][r]);
                if constexpr (F::kMin) sum = std::fma(w.min[r], a.scaledSum, sum);
                acc[t][r] = sum;
            }
        }
    }
}

template <class F>
void multiplyInt8(const PackedMatrix& w, int groupBegin, int groupEnd, const std::byte* acts, int rows,
                  int rowBegin, int rowEnd, float* out, std::ptrdiff_t outStride) {
    // Read only, though one helper serves the writer too.
    auto* base = reinterpret_cast<ActivationBlock*>(const_cast<std::byte*>(acts));
    const int blocks = w.cols / kBlockInputs;
    for (int group = groupBegin; group < groupEnd; ++group) {
        const std::byte* weights = w.data + static_cast<std::size_t>(group) * w.groupBytes;
        const int outputs = std::min(kGroupRows, w.rows - group * kGroupRows);
        for (int row = rowBegin; row < rowEnd; row += kTokens) {
            const int count = std::min(kTokens, rowEnd - row);
            ActivationRow tokens[kTokens];
            for (int t = 0; t < count; ++t) tokens[t] = activationRow(base, rows, blocks, row + t);
            float acc[kTokens][kGroupRows] = {};
            multiplyGroup<F>(weights, blocks, tokens, count, acc);
            for (int t = 0; t < count; ++t) {
                std::copy_n(acc[t], outputs, out + (row + t) * outStride + group * kGroupRows);
            }
        }
    }
}

struct Product {
    StorageType type;
    decltype(MatmulKernels::matmulInt8) multiply;
};

constexpr Product kProducts[] = {
    {StorageType::Q4_0, multiplyInt8<ScalarQ4_0>}, {StorageType::Q4_1, multiplyInt8<ScalarQ4_1>},
    {StorageType::Q5_0, multiplyInt8<ScalarQ5_0>}, {StorageType::Q8_0, multiplyInt8<ScalarQ8_0>},
    {StorageType::Q4_K, multiplyInt8<ScalarQ4_K>}, {StorageType::Q6_K, multiplyInt8<ScalarQ6_K>},
};

void matmulInt8(const PackedMatrix& w, int groupBegin, int groupEnd, const std::byte* acts, int rows,
                int rowBegin, int rowEnd, float* out, std::ptrdiff_t outStride) {
    for (const Product& p : kProducts) {
        if (p.type == w.type)
            p.multiply(w, groupBegin, groupEnd, acts, rows, rowBegin, rowEnd, out, outStride);
    }
}

// Float activations: the rows of a group are unpacked by the reference decoder itself, a run of inputs at a
// time; partial sums wait in `out`, which does not change a float.
void matmulF32(const PackedMatrix& w, int groupBegin, int groupEnd, const float* x, std::ptrdiff_t stride,
               int rowBegin, int rowEnd, float* out, std::ptrdiff_t outStride) {
    for (int group = groupBegin; group < groupEnd; ++group) {
        const int outputs = std::min(kGroupRows, w.rows - group * kGroupRows);
        for (int begin = 0; begin < w.cols; begin += kRunInputs) {
            const int count = std::min(kRunInputs, w.cols - begin);
            float weights[kRunInputs][kGroupRows];
            unpackRun(w, group, begin, count, weights);
            for (int row = rowBegin; row < rowEnd; ++row) {
                const float* in = x + row * stride + begin;
                float* to = out + row * outStride + group * kGroupRows;
                float acc[kGroupRows] = {};
                if (begin) std::copy_n(to, outputs, acc);
                for (int i = 0; i < count; ++i) {
                    for (int r = 0; r < kGroupRows; ++r) acc[r] = std::fma(weights[i][r], in[i], acc[r]);
                }
                std::copy_n(acc, outputs, to);
            }
        }
    }
}

}  // namespace

const MatmulKernels& scalarMatmul() {
    static constexpr MatmulKernels kKernels{quantizeRowsScalar, matmulInt8, matmulF32};
    return kKernels;
}

}  // namespace gh::kernels
