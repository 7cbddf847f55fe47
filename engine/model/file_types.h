// Names of the mixes of storage types that a GGUF file may say it was made with (general.file_type; numbers as in the
// ggml project's specification).
#pragma once

#include <cstdint>

namespace gh {

// "Q4_K_M" for 15; null for numbers that name no mix.
const char* fileTypeName(std::uint64_t fileType);

}  // namespace gh
