// Which storage type a matrix gets when one is asked for: its rows must be whole blocks of the type.
#pragma once

#include "kernels/formats/format.h"

namespace gh {

// The type asked for where its blocks divide a row of `columns` values (the number of rows does not matter); else, of
// the types with super-blocks, the type of 32-blocks that real files have in its place, of equal or a little more
// precision; else F16. The cache asks the same with its head size for `columns`. Source of the pairs: the ggml
// project's quantizer.
kernels::StorageType storageFor(kernels::StorageType asked, int columns);

}  // namespace gh
