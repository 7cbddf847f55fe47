// Int8 activations of each instruction set (kernels/cpu/activations.h says what they are); equal bits.
#pragma once

#include <cstddef>

namespace gh::kernels {

void quantizeRowsScalar(const float* x, std::ptrdiff_t stride, int rowBegin, int rowEnd, int rows, int cols,
                        std::byte* dst);
void quantizeRowsAvx2(const float* x, std::ptrdiff_t stride, int rowBegin, int rowEnd, int rows, int cols,
                      std::byte* dst);
void quantizeRowsAvx512(const float* x, std::ptrdiff_t stride, int rowBegin, int rowEnd, int rows, int cols,
                        std::byte* dst);

}  // namespace gh::kernels
