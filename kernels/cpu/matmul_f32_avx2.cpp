#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "kernels/cpu/matmul_f32.h"
#include "kernels/cpu/weights_avx2.h"
#include "kernels/packed.h"

namespace gh::kernels {
namespace avx2 {
namespace {

using Run = float (*)[kGroupRows];  // [input][row]

// ---- decoding a run, with the operations of the reference decoders ------------------------------------

template <class F, int P, int Q>
GH_AVX2 GH_INLINE void decodeQuad(const typename F::Span& s, int b, int h, __m256 scale, __m256 min,
                                  Run out) {
    const __m256i quads = F::template quad<P, Q>(s, b, h);
    const __m256i byte = _mm256_set1_epi32(255), offset = _mm256_set1_epi32(F::kOffset);
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) {
        __m256i q = _mm256_and_si256(_mm256_srli_epi32(quads, 8 * i), byte);
        if constexpr (F::kPlanes) {
            _mm256_store_ps(out[4 * Q + i] + kHalfRows * h, _mm256_mul_ps(F::level(q), scale));
            continue;
        }
        if constexpr (F::kOffset != 0) q = _mm256_sub_epi32(q, offset);
        __m256 value = _mm256_mul_ps(_mm256_cvtepi32_ps(q), scale);
        if constexpr (F::kMin || F::kHalfMins) value = _mm256_add_ps(value, min);
        _mm256_store_ps(out[4 * Q + i] + kHalfRows * h, value);
    }
}

template <class F, int P, int... Q>
GH_AVX2 GH_INLINE void decodeBlock(const typename F::Span& s, int b, int h, Run out,
                                   std::integer_sequence<int, Q...>) {
    __m256 scale = _mm256_setzero_ps(), min = scale;
    if constexpr (F::kPlanes) scale = F::levelScale(s, b, h);
    else scale = F::scale(s, b, h);
    if constexpr (F::kMin) min = F::min(s, b, h);
    if constexpr (F::kHalfScales) {
        const __m256 scales[2] = {_mm256_mul_ps(scale, _mm256_cvtepi32_ps(F::halfScale(s, b, 0, h))),
                                  _mm256_mul_ps(scale, _mm256_cvtepi32_ps(F::halfScale(s, b, 1, h)))};
        __m256 mins[2] = {min, min};
        if constexpr (F::kHalfMins) {
            for (int half = 0; half < 2; ++half)
                mins[half] = _mm256_mul_ps(F::min(s, b, h), _mm256_cvtepi32_ps(F::halfMin(s, b, half, h)));
        }
        (decodeQuad<F, P, Q>(s, b, h, scales[Q / 4], mins[Q / 4], out), ...);
    } else {
        (decodeQuad<F, P, Q>(s, b, h, scale, min, out), ...);
    }
}

template <class F>
GH_AVX2 const float* decodeSpans(const std::byte* group, int begin, int count, Run out) {
    constexpr auto kQuads = std::make_integer_sequence<int, 8>();
    const auto* spans = reinterpret_cast<const typename F::Span*>(group);
    for (int done = 0; done < count; done += kBlockInputs) {
        const int block = (begin + done) / kBlockInputs;
        const auto& span = spans[block / F::kSpanBlocks];
        const int b = block % F::kSpanBlocks;
        for (int h = 0; h < 2; ++h) {
            if (b % 2 == 0) {
                decodeBlock<F, 0>(span, b, h, out + done, kQuads);
            } else {
                decodeBlock<F, 1>(span, b, h, out + done, kQuads);
            }
        }
    }
    return out[0];
}

GH_AVX2 const float* decodeF32(const std::byte* group, int begin, int, Run) {
    return reinterpret_cast<const float*>(group) + static_cast<std::ptrdiff_t>(begin) * kGroupRows;
}

GH_AVX2 const float* decodeF16(const std::byte* group, int begin, int count, Run out) {
    const auto* from =
        reinterpret_cast<const std::uint16_t*>(group) + static_cast<std::ptrdiff_t>(begin) * kGroupRows;
    for (int i = 0; i < count; ++i) {
        for (int h = 0; h < 2; ++h) _mm256_store_ps(out[i] + kHalfRows * h, halves(from + i * kGroupRows, h));
    }
    return out[0];
}

GH_AVX2 const float* decodeBF16(const std::byte* group, int begin, int count, Run out) {
    const auto* from =
        reinterpret_cast<const std::uint16_t*>(group) + static_cast<std::ptrdiff_t>(begin) * kGroupRows;
    for (int i = 0; i < count; ++i) {
        for (int h = 0; h < 2; ++h) {
            const auto* eight = reinterpret_cast<const __m128i*>(from + i * kGroupRows + kHalfRows * h);
            const __m256i bits = _mm256_slli_epi32(_mm256_cvtepu16_epi32(_mm_load_si128(eight)), 16);
            _mm256_store_ps(out[i] + kHalfRows * h, _mm256_castsi256_ps(bits));
        }
    }
    return out[0];
}

struct Decoder {
    StorageType type;
    // Inputs [begin, begin + count) of a group as floats [input][row]: in `out`, or where they lie already.
    const float* (*decode)(const std::byte* group, int begin, int count, Run out);
};

template <class... F>
constexpr std::array<Decoder, 3 + sizeof...(F)> decoderList(FormatTypes<F...>) {
    return {{{StorageType::F32, decodeF32},
             {StorageType::F16, decodeF16},
             {StorageType::BF16, decodeBF16},
             {F::kType, decodeSpans<F>}...}};
}

constexpr auto kDecoders = decoderList(Packed());

// ---- multiplying a run ------------------------------------------------------------------------------------

constexpr int kMaxTokens = 6;  // 12 accumulators of 16 registers

template <int T>
GH_AVX2 void multiplyRun(const float* w, int count, const float* x, std::ptrdiff_t stride, float* out,
                         std::ptrdiff_t outStride, bool first) {
    __m256 low[T], high[T];
#pragma GCC unroll 8
    for (int t = 0; t < T; ++t) {
        low[t] = first ? _mm256_setzero_ps() : _mm256_loadu_ps(out + t * outStride);
        high[t] = first ? _mm256_setzero_ps() : _mm256_loadu_ps(out + t * outStride + kHalfRows);
    }
    for (int i = 0; i < count; ++i) {
        const __m256 wLow = _mm256_load_ps(w + i * kGroupRows);
        const __m256 wHigh = _mm256_load_ps(w + i * kGroupRows + kHalfRows);
#pragma GCC unroll 8
        for (int t = 0; t < T; ++t) {
            const __m256 value = _mm256_set1_ps(x[t * stride + i]);
            low[t] = _mm256_fmadd_ps(wLow, value, low[t]);
            high[t] = _mm256_fmadd_ps(wHigh, value, high[t]);
        }
    }
#pragma GCC unroll 8
    for (int t = 0; t < T; ++t) {
        _mm256_storeu_ps(out + t * outStride, low[t]);
        _mm256_storeu_ps(out + t * outStride + kHalfRows, high[t]);
    }
}

using RunProduct = decltype(&multiplyRun<1>);

template <int... N>
constexpr std::array<RunProduct, sizeof...(N)> runList(std::integer_sequence<int, N...>) {
    return {multiplyRun<N + 1>...};
}

constexpr auto kRunProducts = runList(std::make_integer_sequence<int, kMaxTokens>());

}  // namespace
}  // namespace avx2

void matmulF32Avx2(const PackedMatrix& w, int groupBegin, int groupEnd, const float* x, std::ptrdiff_t stride,
                   int rowBegin, int rowEnd, float* out, std::ptrdiff_t outStride) {
    using namespace avx2;
    const auto* decoder = std::ranges::find(kDecoders, w.type, &Decoder::type);
    if (decoder == std::end(kDecoders)) return;
    alignas(64) float run[kRunInputs][kGroupRows];
    for (int group = groupBegin; group < groupEnd; ++group) {
        const std::byte* from = w.data + static_cast<std::size_t>(group) * w.groupBytes;
        const int outputs = std::min(kGroupRows, w.rows - group * kGroupRows);
        for (int begin = 0; begin < w.cols; begin += kRunInputs) {
            const int count = std::min(kRunInputs, w.cols - begin);
            const float* weights = decoder->decode(from, begin, count, run);
            for (int row = rowBegin; row < rowEnd; row += kMaxTokens) {
                const int tokens = std::min(kMaxTokens, rowEnd - row);
                const RunProduct multiply = kRunProducts[tokens - 1];
                float* to = out + row * outStride + group * kGroupRows;
                if (outputs == kGroupRows) {
                    multiply(weights, count, x + row * stride + begin, stride, to, outStride, begin == 0);
                    continue;
                }
                // The last group of a matrix: whole vectors go through a copy, so that nothing else is
                // written.
                float copy[kMaxTokens][kGroupRows] = {};
                for (int t = 0; t < tokens && begin; ++t) std::copy_n(to + t * outStride, outputs, copy[t]);
                multiply(weights, count, x + row * stride + begin, stride, copy[0], kGroupRows, begin == 0);
                for (int t = 0; t < tokens; ++t) std::copy_n(copy[t], outputs, to + t * outStride);
            }
        }
    }
}

}  // namespace gh::kernels
