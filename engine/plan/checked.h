// Integer arithmetic of the memory formulas. A product that 64 bits cannot hold stays at the largest value: it then
// fits no machine, which is the right answer, where a wrapped one would fit every machine.
#pragma once

#include <cstdint>
#include <limits>

namespace gh::plan {

constexpr std::uint64_t kTooLarge = std::numeric_limits<std::uint64_t>::max();

inline std::uint64_t saturatingAdd(std::uint64_t a, std::uint64_t b) {
    std::uint64_t sum = 0;
    return __builtin_add_overflow(a, b, &sum) ? kTooLarge : sum;
}

inline std::uint64_t saturatingMultiply(std::uint64_t a, std::uint64_t b) {
    std::uint64_t product = 0;
    return __builtin_mul_overflow(a, b, &product) ? kTooLarge : product;
}

}  // namespace gh::plan
