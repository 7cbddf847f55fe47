// The instruction sets this machine can run, with their matrix products.
#pragma once

#include <vector>

#include "kernels/cpu/matmul_kernels.h"

namespace gh::kernels::test {

struct NamedMatmul {
    const char* name;
    const MatmulKernels* kernels;
};

inline std::vector<NamedMatmul> runnableMatmuls() {
    std::vector<NamedMatmul> list{{"scalar", &scalarMatmul()}};
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("f16c")) {
        list.push_back({"avx2", &avx2Matmul()});
    }
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512vnni")) {
        list.push_back({"avx512", &avx512Matmul()});
    }
    return list;
}

}  // namespace gh::kernels::test
