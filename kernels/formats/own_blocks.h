// From the codes of a row to the blocks that are packed: what all integer schemes and NF4 share, whatever their own files
// look like.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/formats/format.h"

namespace gh::kernels {

struct CodeBlocks {
    StorageType type;
    int values, bytes;  // of a block
    // scale and min: F16. Types without minima ignore min.
    void (*store)(const std::uint8_t* codes, std::uint16_t scale, std::uint16_t min, std::byte* block);
};

// For the types that schemes of codes run as: Q8_0 (code = value + 128), Q4_0 (+ 8), Q4_1 and the own ones; else null.
const CodeBlocks* codeBlocks(StorageType type);

}  // namespace gh::kernels
