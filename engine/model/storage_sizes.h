// Block sizes of every tensor type GGUF knows, also of those we cannot decode: the container's sizes and
// offsets are checked with them, and such a type is then refused by name instead of as damage.
#pragma once

#include <cstdint>

namespace gh {

struct StorageSize {
    std::uint32_t type;
    std::uint32_t blockValues;
    std::uint32_t blockBytes;
};

// nullptr: no such type (withdrawn ids included). Source: the ggml project's type table.
const StorageSize* findStorageSize(std::uint32_t type);

}  // namespace gh
