#include "kernels/cpu/cpu_tables.h"
#include "kernels/cpu/matmul_kernels.h"

namespace gh::kernels {

const KernelTable& scalarTable() {
    static const KernelTable table = [] {
        KernelTable t{};
        t.name = "scalar";
        scalar::fillRowOps(t);
        scalar::fillAttention(t);
        const MatmulKernels& products = scalarMatmul();
        t.quantizeRows = products.quantizeRows;
        t.matmulInt8 = products.matmulInt8;
        t.matmulF32 = products.matmulF32;
        return t;
    }();
    return table;
}

}  // namespace gh::kernels
