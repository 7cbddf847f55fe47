#include "kernels/isa.h"

#include <cstdlib>
#include <string_view>

#include <cpuid.h>

#include "kernels/cpu/cpu_tables.h"

namespace gh::kernels {
namespace {

struct CpuidRegisters {
    unsigned a = 0, b = 0, c = 0, d = 0;
};

CpuidRegisters cpuid(unsigned leaf) {
    CpuidRegisters r;
    __get_cpuid_count(leaf, 0, &r.a, &r.b, &r.c, &r.d);  // leaves zeros where the processor lacks the leaf
    return r;
}

// Vector state that the operating system saves (XCR0); 0 where it does not say.
unsigned savedState() {
    constexpr unsigned kOsXsave = 1u << 27;
    if ((cpuid(1).c & kOsXsave) == 0) return 0;
    unsigned low = 0, high = 0;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return low;
}

constexpr bool hasAll(unsigned bits, unsigned wanted) {
    return (bits & wanted) == wanted;
}

// Every instruction the compiler may use in the passes of cpu/vec.h: Highway's AVX2 target also names
// SSE4.2, PCLMUL, AES, BMI and BMI2.
bool avx2Supported() {
    constexpr unsigned kSse3 = 1u << 0, kPclmul = 1u << 1, kSsse3 = 1u << 9, kFma = 1u << 12,
                       kSse41 = 1u << 19, kSse42 = 1u << 20, kAes = 1u << 25, kAvx = 1u << 28,
                       kF16c = 1u << 29;
    constexpr unsigned kBmi = 1u << 3, kAvx2 = 1u << 5, kBmi2 = 1u << 8;
    constexpr unsigned kXmmYmm = 0x6;
    return hasAll(cpuid(1).c, kSse3 | kPclmul | kSsse3 | kFma | kSse41 | kSse42 | kAes | kAvx | kF16c) &&
           hasAll(cpuid(7).b, kBmi | kAvx2 | kBmi2) && hasAll(savedState(), kXmmYmm);
}

bool avx512Supported() {
    constexpr unsigned kF = 1u << 16, kDq = 1u << 17, kBw = 1u << 30, kVl = 1u << 31;
    constexpr unsigned kVnni = 1u << 11;
    constexpr unsigned kXmmYmmZmm = 0xe6;  // with the mask registers and both halves of the zmm file
    return avx2Supported() && hasAll(cpuid(7).b, kF | kDq | kBw | kVl) && hasAll(cpuid(7).c, kVnni) &&
           hasAll(savedState(), kXmmYmmZmm);
}

constexpr IsaEntry kIsaList[] = {
    {Isa::Scalar, "scalar", [] { return true; }, scalarTable},
    {Isa::Avx2, "avx2", avx2Supported, avx2Table},
    {Isa::Avx512, "avx512", avx512Supported, avx512Table},
};

std::string supportedNames() {
    std::string names;
    for (const IsaEntry& entry : kIsaList) {
        if (!entry.supported()) continue;
        if (!names.empty()) names += ", ";
        names += entry.name;
    }
    return names;
}

}  // namespace

std::span<const IsaEntry> isaList() {
    return kIsaList;
}

const IsaEntry* findIsa(std::string_view name) {
    for (const IsaEntry& entry : kIsaList)
        if (name == entry.name) return &entry;
    return nullptr;
}

const IsaEntry* chooseIsa(std::string* problem) {
    const char* forced = std::getenv("GLASSHOUSE_ISA");
    if (forced == nullptr || *forced == '\0') {
        const IsaEntry* best = nullptr;
        for (const IsaEntry& entry : kIsaList)
            if (entry.supported()) best = &entry;
        return best;
    }
    const IsaEntry* entry = findIsa(forced);
    if (entry != nullptr && entry->supported()) return entry;
    if (problem != nullptr) {
        *problem =
            entry == nullptr
                ? "GLASSHOUSE_ISA names an unknown instruction set '" + std::string(forced) + "'"
                : "GLASSHOUSE_ISA asks for '" + std::string(forced) + "', which this machine does not have";
        *problem += "; it has: " + supportedNames();
    }
    return nullptr;
}

}  // namespace gh::kernels
