// Instruction sets: which there are, which this machine has, which one is used.
// `scalar` is plain C++ with std::fma, the reference for every other one; all give equal bits.
#pragma once

#include <span>
#include <string>

namespace gh::kernels {

struct KernelTable;

enum class Isa { Scalar, Avx2, Avx512 };  // Avx512 = F, BW, DQ, VL and VNNI; Avx2 includes FMA and F16C

struct IsaEntry {
    Isa isa;
    const char* name;             // as in GLASSHOUSE_ISA: scalar, avx2, avx512
    bool (*supported)();          // by this processor and operating system
    const KernelTable& (*table)();
};

std::span<const IsaEntry> isaList();      // best last
const IsaEntry* findIsa(std::string_view name);

// The instruction set to use: GLASSHOUSE_ISA where set, else the best supported. On a name that is unknown
// or that the machine lacks, returns nullptr and fills `problem` with words that list what there is.
const IsaEntry* chooseIsa(std::string* problem);

}  // namespace gh::kernels
