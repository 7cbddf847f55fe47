// Which passes hwy/foreach_target.h makes over a file of operations. To be included before it.
// The baseline pass is the plain C++ one whatever the compiler's flags allow; see vec.h.
#pragma once

#define HWY_BASELINE_TARGETS HWY_SCALAR
#define HWY_BROKEN_EMU128 1
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL)
