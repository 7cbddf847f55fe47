// Encodes floats into each storage format of format_list, for the weights of tiny models. Plain rounding with
// no search for better scales; written apart from the program's own code, so that the two can be compared.
#pragma once

#include <span>

#include "kernels/formats/format.h"
#include "tests/support/gguf_writer.h"

namespace gh::test {

// values.size() must be a multiple of the format's block. Throws std::invalid_argument for a type without
// encoder.
Bytes encode(kernels::StorageType type, std::span<const float> values);
bool canEncode(kernels::StorageType type);

}  // namespace gh::test
