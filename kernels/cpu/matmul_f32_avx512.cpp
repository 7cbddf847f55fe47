#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "kernels/cpu/matmul_f32.h"
#include "kernels/cpu/weights_avx512.h"
#include "kernels/packed.h"

namespace gh::kernels {
namespace avx512 {
namespace {

using Run = float (*)[kGroupRows];  // [input][row]

// ---- decoding a run, with the operations of the reference decoders ------------------------------------

template <class F, int P, int Q>
GH_AVX512 GH_INLINE void decodeQuad(const typename F::Span& s, int b, __m512 scale, __m512 min, Run out) {
    const __m512i quads = F::template quad<P, Q>(s, b);
    const __m512i byte = _mm512_set1_epi32(255), offset = _mm512_set1_epi32(F::kOffset);
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) {
        __m512i q = _mm512_and_si512(_mm512_srli_epi32(quads, static_cast<unsigned>(8 * i)), byte);
        if constexpr (F::kPlanes) {
            _mm512_store_ps(out[4 * Q + i], _mm512_mul_ps(F::level(q), scale));
            continue;
        }
        if constexpr (F::kOffset != 0) q = _mm512_sub_epi32(q, offset);
        __m512 value = _mm512_mul_ps(_mm512_cvtepi32_ps(q), scale);
        if constexpr (F::kMin || F::kHalfMins) value = _mm512_add_ps(value, min);
        _mm512_store_ps(out[4 * Q + i], value);
    }
}

template <class F, int P, int... Q>
GH_AVX512 GH_INLINE void decodeBlock(const typename F::Span& s, int b, Run out,
                                     std::integer_sequence<int, Q...>) {
    __m512 scale = _mm512_setzero_ps(), min = scale;
    if constexpr (F::kPlanes) scale = F::levelScale(s, b);
    else scale = F::scale(s, b);
    if constexpr (F::kMin) min = F::min(s, b);
    if constexpr (F::kHalfScales) {
        const __m512 halves[2] = {_mm512_mul_ps(scale, _mm512_cvtepi32_ps(F::halfScale(s, b, 0))),
                                  _mm512_mul_ps(scale, _mm512_cvtepi32_ps(F::halfScale(s, b, 1)))};
        __m512 mins[2] = {min, min};
        if constexpr (F::kHalfMins) {
            for (int half = 0; half < 2; ++half)
                mins[half] = _mm512_mul_ps(F::min(s, b), _mm512_cvtepi32_ps(F::halfMin(s, b, half)));
        }
        (decodeQuad<F, P, Q>(s, b, halves[Q / 4], mins[Q / 4], out), ...);
    } else {
        (decodeQuad<F, P, Q>(s, b, scale, min, out), ...);
    }
}

template <class F>
GH_AVX512 const float* decodeSpans(const std::byte* group, int begin, int count, Run out) {
    constexpr auto kQuads = std::make_integer_sequence<int, 8>();
    const auto* spans = reinterpret_cast<const typename F::Span*>(group);
    for (int done = 0; done < count; done += kBlockInputs) {
        const int block = (begin + done) / kBlockInputs;
        const auto& span = spans[block / F::kSpanBlocks];
        const int b = block % F::kSpanBlocks;
        if (b % 2 == 0) {
            decodeBlock<F, 0>(span, b, out + done, kQuads);
        } else {
            decodeBlock<F, 1>(span, b, out + done, kQuads);
        }
    }
    return out[0];
}

GH_AVX512 const float* decodeF32(const std::byte* group, int begin, int, Run) {
    return reinterpret_cast<const float*>(group) + static_cast<std::ptrdiff_t>(begin) * kGroupRows;
}

GH_AVX512 const float* decodeF16(const std::byte* group, int begin, int count, Run out) {
    const auto* from =
        reinterpret_cast<const std::uint16_t*>(group) + static_cast<std::ptrdiff_t>(begin) * kGroupRows;
    for (int i = 0; i < count; ++i) _mm512_store_ps(out[i], halves(from + i * kGroupRows));
    return out[0];
}

GH_AVX512 const float* decodeBF16(const std::byte* group, int begin, int count, Run out) {
    const auto* from =
        reinterpret_cast<const std::uint16_t*>(group) + static_cast<std::ptrdiff_t>(begin) * kGroupRows;
    for (int i = 0; i < count; ++i) {
        const __m256i half = _mm256_load_si256(reinterpret_cast<const __m256i*>(from + i * kGroupRows));
        _mm512_store_si512(out[i], _mm512_slli_epi32(_mm512_cvtepu16_epi32(half), 16));
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

constexpr int kMaxTokens = 12;

template <int T>
GH_AVX512 void multiplyRun(const float* w, int count, const float* x, std::ptrdiff_t stride, float* out,
                           std::ptrdiff_t outStride, int outputs, bool first) {
    const auto mask = static_cast<__mmask16>((1u << outputs) - 1);
    __m512 acc[T];
#pragma GCC unroll 16
    for (int t = 0; t < T; ++t) {
        acc[t] = first ? _mm512_setzero_ps() : _mm512_maskz_loadu_ps(mask, out + t * outStride);
    }
    for (int i = 0; i < count; ++i) {
        const __m512 weights = _mm512_load_ps(w + i * kGroupRows);
#pragma GCC unroll 16
        for (int t = 0; t < T; ++t)
            acc[t] = _mm512_fmadd_ps(weights, _mm512_set1_ps(x[t * stride + i]), acc[t]);
    }
#pragma GCC unroll 16
    for (int t = 0; t < T; ++t) _mm512_mask_storeu_ps(out + t * outStride, mask, acc[t]);
}

using RunProduct = decltype(&multiplyRun<1>);

template <int... N>
constexpr std::array<RunProduct, sizeof...(N)> runList(std::integer_sequence<int, N...>) {
    return {multiplyRun<N + 1>...};
}

constexpr auto kRunProducts = runList(std::make_integer_sequence<int, kMaxTokens>());

}  // namespace
}  // namespace avx512

void matmulF32Avx512(const PackedMatrix& w, int groupBegin, int groupEnd, const float* x,
                     std::ptrdiff_t stride, int rowBegin, int rowEnd, float* out, std::ptrdiff_t outStride) {
    using namespace avx512;
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
                kRunProducts[tokens - 1](weights, count, x + row * stride + begin, stride,
                                         out + row * outStride + group * kGroupRows, outStride, outputs,
                                         begin == 0);
            }
        }
    }
}

}  // namespace gh::kernels
