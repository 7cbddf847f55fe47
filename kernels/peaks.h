// Loops that reach what a core can do: the limits that kernels are measured against. They compute nothing that
// anyone needs; results come back so that no compiler leaves the work out.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/isa.h"

namespace gh::kernels {

struct PeakLoops {
    // Reads every byte once, in order; data 64-byte aligned, bytes a multiple of 512.
    std::uint64_t (*read)(const std::byte* data, std::size_t bytes);
    // Int8 products as the matrix kernels of this instruction set form them, from registers; int32 sums.
    std::uint64_t (*int8)(std::size_t rounds);
    // Fused float multiply-adds from registers.
    float (*f32)(std::size_t rounds);
    // Operations of a round, multiplications and additions counted apart.
    std::uint64_t int8Operations, f32Operations;
};

const PeakLoops& peakLoops(Isa isa);  // one that this machine supports

}  // namespace gh::kernels
