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
#include "kernels/cpu/weights_scalar.h"
#include "kernels/formats/packing.h"
#include "kernels/packed.h"

namespace gh::kernels {
namespace {

using namespace scalar;

constexpr int kTokens = 4;  // tokens that share one unpacking

template <class F>
void multiplyGroup(const std::byte* group, int blocks, const ActivationRow* tokens, int count,
                   float (*acc)[kGroupRows]) {
    const auto* spans = reinterpret_cast<const typename F::Span*>(group);
    WeightBlock w;
    for (int block = 0; block < blocks; ++block) {
        F::load(spans[block / F::kSpanBlocks], block % F::kSpanBlocks, w);
        for (int t = 0; t < count; ++t) {
            const ActivationBlock& a = tokens[t].first[block * tokens[t].step];
            std::int16_t q[kBlockInputs];
            for (int i = 0; i < kBlockInputs; ++i) q[i] = a.q[i];
            for (int r = 0; r < kGroupRows; ++r) {
                std::int32_t dot = 0;
                for (int i = 0; i < kBlockInputs; ++i) dot += w.value[r][i] * q[i];
                float sum = std::fma(static_cast<float>(dot), w.scale[r] * a.scale, acc[t][r]);
                if constexpr (F::kMin) sum = std::fma(w.min[r], a.scaledSum, sum);
                if constexpr (F::kHalfMins) {
                    // Minus the sum of halfMin * activations: below 2^24, exact as a float.
                    const std::int32_t minus =
                        (w.halfMin[r][0] * a.minus32Half[0] + w.halfMin[r][1] * a.minus32Half[1]) / 32;
                    sum = std::fma(static_cast<float>(minus), -w.min[r] * a.scale, sum);
                }
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

template <class... F>
constexpr std::array<Product, sizeof...(F)> productList(FormatTypes<F...>) {
    return {{{F::kType, multiplyInt8<F>}...}};
}

constexpr auto kProducts = productList(Packed());

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
