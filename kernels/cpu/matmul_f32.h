// Float products of the vector instruction sets. The weights of a group are decoded into floats a run of
// inputs at a time (16 KB, so that it stays in the first cache) and all tokens pass over it; the partial sums
// wait in `out`, which does not change a float.
#pragma once

#include <cstddef>

namespace gh::kernels {

struct PackedMatrix;

void matmulF32Avx2(const PackedMatrix& w, int groupBegin, int groupEnd, const float* x, std::ptrdiff_t stride,
                   int rowBegin, int rowEnd, float* out, std::ptrdiff_t outStride);
void matmulF32Avx512(const PackedMatrix& w, int groupBegin, int groupEnd, const float* x,
                     std::ptrdiff_t stride, int rowBegin, int rowEnd, float* out, std::ptrdiff_t outStride);

}  // namespace gh::kernels
