// The matrix products of each instruction set, from which the kernel tables are filled.
// All three give equal bits (kernels/kernel_table.h); avx2 and avx512 may only be called where the machine
// has them.
#pragma once

#include <cstddef>

namespace gh::kernels {

struct PackedMatrix;

struct MatmulKernels {
    void (*quantizeRows)(const float* x, std::ptrdiff_t stride, int rowBegin, int rowEnd, int rows, int cols,
                         std::byte* dst);
    void (*matmulInt8)(const PackedMatrix& w, int groupBegin, int groupEnd, const std::byte* acts, int rows,
                       int rowBegin, int rowEnd, float* out, std::ptrdiff_t outStride);
    void (*matmulF32)(const PackedMatrix& w, int groupBegin, int groupEnd, const float* x,
                      std::ptrdiff_t stride, int rowBegin, int rowEnd, float* out, std::ptrdiff_t outStride);
};

const MatmulKernels& scalarMatmul();
const MatmulKernels& avx2Matmul();
const MatmulKernels& avx512Matmul();

}  // namespace gh::kernels
