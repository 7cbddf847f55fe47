// exp and tanh on 16 lanes: the same operations on every instruction set, so the same bits.
// Method: exp(x) = 2^n * exp(r), n = round(x / ln 2), |r| <= ln 2 / 2, exp(r) = 1 + r + r^2 q(r) with q of
// degree 4 fitted for the least largest relative error (Remez; 3e-9). Measured over all floats:
// tests/kernels/ops.

#if defined(GH_KERNELS_CPU_VEC_MATH_H) == defined(HWY_TARGET_TOGGLE)
#ifdef GH_KERNELS_CPU_VEC_MATH_H
#undef GH_KERNELS_CPU_VEC_MATH_H
#else
#define GH_KERNELS_CPU_VEC_MATH_H
#endif

#include "kernels/cpu/vec.h"

HWY_BEFORE_NAMESPACE();
namespace gh::kernels::HWY_NAMESPACE {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

struct ExpParts {
    Vec minusOne;  // exp(r) - 1
    IVec power;    // n
};

// x within ±126 or so, or NaN (the power is then arbitrary and minusOne is NaN).
HWY_INLINE ExpParts expParts(Vec x) {
    // Adding 1.5 * 2^23 leaves the nearest integer (ties to even) in the low bits of the sum.
    const Vec shifter = set(0x1.8p23f);
    const Vec shifted = mulAdd(x, set(0x1.715476p0f), shifter);
    const Vec n = shifted - shifter;
    // ln 2 in two parts; the first has 10 bits, so that n times it is exact.
    Vec r = mulAdd(n, set(-0x1.63p-1f), x);
    r = mulAdd(n, set(0x1.bd0106p-13f), r);
    Vec q = set(0x1.6a205ep-10f);
    q = mulAdd(q, r, set(0x1.123c32p-7f));
    q = mulAdd(q, r, set(0x1.5559p-5f));
    q = mulAdd(q, r, set(0x1.55548ep-3f));
    q = mulAdd(q, r, set(0x1.fffffcp-2f));
    return {mulAdd(r * r, q, r), bitsOf(shifted) - bitsOf(shifter)};
}

HWY_INLINE Vec powerOfTwo(IVec n) {
    return floatsOf(shiftLeft<23>(n + setInt(127)));
}

// Error below 1 ulp (of subnormal results, below one step); exp(-inf) = 0, overflow gives inf, NaN stays NaN.
HWY_INLINE Vec exp(Vec x) {
    // Beyond these bounds the result rounds to 0 and to inf anyway. x second: a NaN passes.
    const Vec bounded = larger(set(-104.0f), smaller(set(89.0f), x));
    const ExpParts e = expParts(bounded);
    // Two factors, as 2^n alone leaves the range of normal floats at both ends; only the last product rounds.
    const IVec half = shiftRight<1>(e.power);
    return (e.minusOne + set(1.0f)) * powerOfTwo(half) * powerOfTwo(e.power - half);
}

// Error below 2.5 ulp. tanh |x| = (exp(2|x|) - 1) / (exp(2|x|) + 1), from exp - 1 so that small x keep their
// digits.
HWY_INLINE Vec tanh(Vec x) {
    const IVec signBit = setInt(std::numeric_limits<std::int32_t>::min());
    const IVec sign = bitsOf(x) & signBit;
    const Vec magnitude = floatsOf(bitsOf(x) - sign);
    const ExpParts e = expParts(smaller(set(20.0f), magnitude + magnitude));  // beyond 10 the result is 1
    const Vec power = powerOfTwo(e.power);
    const Vec expMinusOne = mulAdd(power, e.minusOne, power - set(1.0f));
    return floatsOf(bitsOf(expMinusOne / (expMinusOne + set(2.0f))) | sign);
}

// cap * tanh(x / cap): close to x where that is small, never beyond ±cap.
HWY_INLINE Vec softCap(Vec x, Vec cap) {
    return cap * tanh(x / cap);
}

}  // namespace gh::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per-target guard
