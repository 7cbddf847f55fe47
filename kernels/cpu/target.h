// Intrinsics, and attributes that let one function use an instruction set whatever flags its file is compiled
// with. Flags for whole files are not used: inline functions shared with other files would then carry
// instructions that the machine may lack.
#pragma once

#if defined(__GNUC__) && !defined(__clang__)
// GCC 12 calls the deliberately undefined operands inside its own AVX-512 header uninitialized (GCC bug
// 105593).
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#include <immintrin.h>
#pragma GCC diagnostic pop
#else
#include <immintrin.h>
#endif

// Sanitizers are off inside: their checks around every vector access of fully unrolled tiles take minutes to
// compile. That nothing reads or writes beyond its operands is tested with guard pages instead, in every
// build.
#define GH_AVX2 __attribute__((target("avx2,fma,f16c"), no_sanitize("address", "undefined")))
#define GH_AVX512                                                                         \
    __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vnni,avx2,fma,f16c"), \
                   no_sanitize("address", "undefined")))
#define GH_INLINE inline __attribute__((always_inline))
