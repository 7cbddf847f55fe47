// Floats in any storage format of format_list, as bytes of a file, for the weights of tiny models.
#pragma once

#include <span>

#include "kernels/formats/format.h"
#include "tests/support/gguf_writer.h"

namespace gh::test {

// values.size() must be a multiple of the format's block. Throws std::invalid_argument for a type that is not listed.
Bytes encode(kernels::StorageType type, std::span<const float> values);

}  // namespace gh::test
