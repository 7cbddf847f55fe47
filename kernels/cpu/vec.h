// Sixteen float lanes, the one vector the operations are written over, for the instruction set that
// hwy/foreach_target.h is compiling at the moment. Include only from a file that foreach_target.h
// re-includes.
//
// A file of operations is compiled three times, each in its own namespace and with its own target attributes
// (never by -m flags for a whole file: inline functions of the standard library would then be compiled for a
// processor that the machine may not have, and the linker could pick those):
//   baseline  plain C++ with std::fma (vec_scalar.h). Highway's own scalar target does not fuse and truncates
//             to F16, so it is not used; only its pass over the file is.
//   AVX2      two vectors of 8 lanes
//   AVX3      one vector of 16 lanes; the avx512 table (VNNI is used only by the matrix products)
// Each function below exists for all three and gives equal bits; lane i is element i.

// The toggle makes this an include guard per target.
#if defined(GH_KERNELS_CPU_VEC_H) == defined(HWY_TARGET_TOGGLE)
#ifdef GH_KERNELS_CPU_VEC_H
#undef GH_KERNELS_CPU_VEC_H
#else
#define GH_KERNELS_CPU_VEC_H
#endif

#include <cstddef>
#include <cstdint>
#include <limits>

#include <hwy/highway.h>

#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
#include "kernels/cpu/vec_highway.h"
#else
#include "kernels/cpu/vec_scalar.h"
#endif

HWY_BEFORE_NAMESPACE();
namespace gh::kernels::HWY_NAMESPACE {

constexpr int kLanes = 16;

// Lanes [0, n) from memory and `fill` in the others. Only rows that 16 does not divide come here.
HWY_INLINE Vec loadPart(const float* p, int n, float fill) {
    float lanes[kLanes];
    for (int i = 0; i < kLanes; ++i) lanes[i] = i < n ? p[i] : fill;
    return load(lanes);
}

HWY_INLINE Vec loadPart(const std::uint16_t* p, int n, float fill) {
    std::uint16_t lanes[kLanes];
    for (int i = 0; i < kLanes; ++i) lanes[i] = i < n ? p[i] : std::uint16_t{0};
    float floats[kLanes];
    store(load(lanes), floats);
    return loadPart(floats, n, fill);
}

template <typename T>
HWY_INLINE void storePart(Vec v, int n, T* p) {
    T lanes[kLanes];
    store(v, lanes);
    for (int i = 0; i < n; ++i) p[i] = lanes[i];
}

// For rows of any length: stretches of n = upTo16(...) elements, whole ones without a detour.
HWY_INLINE int upTo16(std::size_t left) {
    return left < kLanes ? static_cast<int>(left) : kLanes;
}

template <typename T>
HWY_INLINE Vec loadUpTo16(const T* p, int n, float fill = 0.0f) {
    return n == kLanes ? load(p) : loadPart(p, n, fill);
}

template <typename T>
HWY_INLINE void storeUpTo16(Vec v, int n, T* p) {
    if (n == kLanes)
        store(v, p);
    else
        storePart(v, n, p);
}

}  // namespace gh::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target guard
