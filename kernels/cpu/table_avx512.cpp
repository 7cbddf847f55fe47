#include "kernels/cpu/cpu_tables.h"
#include "kernels/cpu/matmul_kernels.h"

namespace gh::kernels {

const KernelTable& avx512Table() {
    static const KernelTable table = [] {
        KernelTable t{};
        t.name = "avx512";
        avx512::fillRowOps(t);
        avx512::fillAttention(t);
        const MatmulKernels& products = avx512Matmul();
        t.quantizeRows = products.quantizeRows;
        t.matmulInt8 = products.matmulInt8;
        t.matmulF32 = products.matmulF32;
        return t;
    }();
    return table;
}

}  // namespace gh::kernels
