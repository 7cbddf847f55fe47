#include "kernels/peaks.h"

#include <cmath>

#include "kernels/cpu/target.h"

namespace gh::kernels {
namespace {

// As many independent sums as hide the latency of the longest of these instructions on two ports.
constexpr int kChains = 12;

// ---- plain C++ ----------------------------------------------------------------------------------------

std::uint64_t readScalar(const std::byte* data, std::size_t bytes) {
    const auto* words = reinterpret_cast<const std::uint64_t*>(data);
    std::uint64_t sums[8] = {};
    for (std::size_t i = 0; i < bytes / 8; i += 8)
        for (int k = 0; k < 8; ++k) sums[k] += words[i + static_cast<std::size_t>(k)];
    std::uint64_t sum = 0;
    for (const std::uint64_t part : sums) sum += part;
    return sum;
}

std::uint64_t int8Scalar(std::size_t rounds) {
    std::uint32_t sums[kChains] = {};
    volatile std::int8_t seed = 3;
    const auto w = static_cast<std::uint32_t>(seed), x = w + 1;
    for (std::size_t i = 0; i < rounds; ++i)
        for (std::uint32_t k = 0; k < kChains; ++k) sums[k] += (w + k) * (x ^ static_cast<std::uint32_t>(i));
    std::uint64_t sum = 0;
    for (const std::uint32_t part : sums) sum += part;
    return sum;
}

float f32Scalar(std::size_t rounds) {
    float sums[kChains] = {};
    volatile float seed = 0.999f;
    const float w = seed;
    for (std::size_t i = 0; i < rounds; ++i)
        for (int k = 0; k < kChains; ++k) sums[k] = std::fma(sums[k], w, w);
    float sum = 0;
    for (const float part : sums) sum += part;
    return sum;
}

// ---- AVX2 ---------------------------------------------------------------------------------------------

GH_AVX2 std::uint64_t readAvx2(const std::byte* data, std::size_t bytes) {
    __m256i sums[8] = {};
    for (std::size_t i = 0; i < bytes; i += 256)
        for (int k = 0; k < 8; ++k)
            sums[k] = _mm256_add_epi64(
                sums[k], _mm256_load_si256(reinterpret_cast<const __m256i*>(data + i) + k));
    for (int k = 1; k < 8; ++k) sums[0] = _mm256_add_epi64(sums[0], sums[k]);
    alignas(32) std::uint64_t lanes[4];
    _mm256_store_si256(reinterpret_cast<__m256i*>(lanes), sums[0]);
    return lanes[0] + lanes[1] + lanes[2] + lanes[3];
}

// Unsigned by signed bytes to int16 pairs, widened to int32: what a processor without VNNI has.
GH_AVX2 std::uint64_t int8Avx2(std::size_t rounds) {
    volatile std::int8_t seed = 3;
    const __m256i w = _mm256_set1_epi8(seed), ones = _mm256_set1_epi16(1);
    __m256i x = _mm256_set1_epi8(static_cast<char>(seed + 1));
    __m256i sums[6] = {};
    for (std::size_t i = 0; i < rounds; ++i) {
        for (int k = 0; k < 6; ++k) {
            // Four products are added as int16 before they are widened, as the kernels of 4-bit weights do.
            __m256i narrow = _mm256_setzero_si256();
            for (int j = 0; j < 4; ++j) {
                narrow = _mm256_add_epi16(narrow, _mm256_maddubs_epi16(w, x));
                __asm__("" : "+x"(x));  // else the products are the same and formed once
            }
            sums[k] = _mm256_add_epi32(sums[k], _mm256_madd_epi16(narrow, ones));
        }
    }
    for (int k = 1; k < 6; ++k) sums[0] = _mm256_add_epi32(sums[0], sums[k]);
    alignas(32) std::uint64_t lanes[4];
    _mm256_store_si256(reinterpret_cast<__m256i*>(lanes), sums[0]);
    return lanes[0] + lanes[1] + lanes[2] + lanes[3];
}

GH_AVX2 float f32Avx2(std::size_t rounds) {
    volatile float seed = 0.999f;
    const __m256 w = _mm256_set1_ps(seed);
    __m256 sums[kChains];
    for (int k = 0; k < kChains; ++k) sums[k] = _mm256_set1_ps(static_cast<float>(k));
    for (std::size_t i = 0; i < rounds; ++i)
        for (int k = 0; k < kChains; ++k) sums[k] = _mm256_fmadd_ps(sums[k], w, w);
    for (int k = 1; k < kChains; ++k) sums[0] = _mm256_add_ps(sums[0], sums[k]);
    return _mm256_cvtss_f32(sums[0]);
}

// ---- AVX-512 with VNNI --------------------------------------------------------------------------------

GH_AVX512 std::uint64_t readAvx512(const std::byte* data, std::size_t bytes) {
    __m512i sums[8] = {};
    for (std::size_t i = 0; i < bytes; i += 512)
        for (int k = 0; k < 8; ++k)
            sums[k] = _mm512_add_epi64(
                sums[k], _mm512_load_si512(reinterpret_cast<const __m512i*>(data + i) + k));
    for (int k = 1; k < 8; ++k) sums[0] = _mm512_add_epi64(sums[0], sums[k]);
    return static_cast<std::uint64_t>(_mm512_reduce_add_epi64(sums[0]));
}

GH_AVX512 std::uint64_t int8Avx512(std::size_t rounds) {
    volatile std::int8_t seed = 3;
    const __m512i w = _mm512_set1_epi8(seed);
    const __m512i x = _mm512_set1_epi8(static_cast<char>(seed + 1));
    __m512i sums[kChains];
    for (int k = 0; k < kChains; ++k) sums[k] = _mm512_set1_epi32(k);
    for (std::size_t i = 0; i < rounds; ++i)
        for (int k = 0; k < kChains; ++k) sums[k] = _mm512_dpbusd_epi32(sums[k], w, x);
    for (int k = 1; k < kChains; ++k) sums[0] = _mm512_add_epi32(sums[0], sums[k]);
    return static_cast<std::uint64_t>(_mm512_reduce_add_epi64(sums[0]));
}

GH_AVX512 float f32Avx512(std::size_t rounds) {
    volatile float seed = 0.999f;
    const __m512 w = _mm512_set1_ps(seed);
    __m512 sums[kChains];
    for (int k = 0; k < kChains; ++k) sums[k] = _mm512_set1_ps(static_cast<float>(k));
    for (std::size_t i = 0; i < rounds; ++i)
        for (int k = 0; k < kChains; ++k) sums[k] = _mm512_fmadd_ps(sums[k], w, w);
    for (int k = 1; k < kChains; ++k) sums[0] = _mm512_add_ps(sums[0], sums[k]);
    return _mm512_reduce_add_ps(sums[0]);
}

constexpr struct {
    Isa isa;
    PeakLoops loops;
} kPeaks[] = {
    {Isa::Scalar, {readScalar, int8Scalar, f32Scalar, 2 * kChains, 2 * kChains}},
    {Isa::Avx2, {readAvx2, int8Avx2, f32Avx2, 2 * 32 * 4 * 6, 2 * 8 * kChains}},
    {Isa::Avx512, {readAvx512, int8Avx512, f32Avx512, 2 * 64 * kChains, 2 * 16 * kChains}},
};

}  // namespace

const PeakLoops& peakLoops(Isa isa) {
    for (const auto& entry : kPeaks)
        if (entry.isa == isa) return entry.loops;
    return kPeaks[0].loops;
}

}  // namespace gh::kernels
