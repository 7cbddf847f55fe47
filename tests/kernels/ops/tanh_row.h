// tanh of the kernels' vector, which no table entry gives by itself, for measuring its error.
#pragma once

namespace gh::kernels::test {

using RowFunction = void (*)(const float* x, int n, float* out);
RowFunction tanhRowOf(const char* isaName);

}  // namespace gh::kernels::test
