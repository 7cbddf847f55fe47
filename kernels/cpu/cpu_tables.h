// The parts from which the table of each instruction set is put together (table_*.cpp).
#pragma once

#include "kernels/kernel_table.h"

namespace gh::kernels {

const KernelTable& scalarTable();
const KernelTable& avx2Table();  // only to be called where the machine has it, as isa.h says
const KernelTable& avx512Table();

// Each fills its own entries of the table.
namespace scalar {
void fillRowOps(KernelTable& table);
void fillAttention(KernelTable& table);
}  // namespace scalar
namespace avx2 {
void fillRowOps(KernelTable& table);
void fillAttention(KernelTable& table);
}  // namespace avx2
namespace avx512 {
void fillRowOps(KernelTable& table);
void fillAttention(KernelTable& table);
}  // namespace avx512

}  // namespace gh::kernels
