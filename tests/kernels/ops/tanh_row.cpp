#include "kernels/cpu/foreach_isa.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tests/kernels/ops/tanh_row.cpp"
#include <hwy/foreach_target.h>

// foreach_target.h comes first: it includes this file once per target.
#include <string_view>

#include "kernels/cpu/vec_math.h"
#include "tests/kernels/ops/tanh_row.h"

HWY_BEFORE_NAMESPACE();
namespace gh::kernels::HWY_NAMESPACE {

void tanhRowForTest(const float* x, int n, float* out) {
    for (int i = 0; i < n; i += kLanes) {
        const int m = upTo16(static_cast<std::size_t>(n - i));
        storeUpTo16(tanh(loadUpTo16(x + i, m)), m, out + i);
    }
}

}  // namespace gh::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gh::kernels::test {

RowFunction tanhRowOf(const char* isaName) {
    const std::string_view name = isaName;
    if (name == "avx512") return N_AVX3::tanhRowForTest;
    if (name == "avx2") return N_AVX2::tanhRowForTest;
    return N_SCALAR::tanhRowForTest;
}

}  // namespace gh::kernels::test
#endif
