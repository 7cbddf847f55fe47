// Four floats at a time in the compiler's own vector type: SSE2 on every x86-64, and the same additions and
// multiplications (none fused) anywhere else, so the bits do not depend on the instruction set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace gh::lanes {

using Floats = float __attribute__((vector_size(16)));
using Ints = std::int32_t __attribute__((vector_size(16)));
using Doubles = double __attribute__((vector_size(16)));

constexpr std::size_t kWidth = 4;

inline Floats load(const float* x) {
    Floats v;
    std::memcpy(&v, x, sizeof v);
    return v;
}
inline Floats select(Ints mask, Floats yes, Floats no) {
    return (Floats)((mask & (Ints)yes) | (~mask & (Ints)no));
}
inline bool any(Ints mask) {
    return (mask[0] | mask[1] | mask[2] | mask[3]) != 0;
}
using FloatPair = float __attribute__((vector_size(8)));
inline Doubles lowHalf(Floats v) {
    return __builtin_convertvector((FloatPair{v[0], v[1]}), Doubles);
}
inline Doubles highHalf(Floats v) {
    return __builtin_convertvector((FloatPair{v[2], v[3]}), Doubles);
}
inline Floats broadcast(float v) {
    return Floats{v, v, v, v};
}

}  // namespace gh::lanes
