// GGUF v2/v3 container (specification: the ggml project's docs/gguf.md). Nothing in a file is trusted: every
// count, size and offset is checked by subtraction against what is left before anything is allocated.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "engine/model/model_file.h"

namespace gh {

// A model in several files (NAME-00001-of-00003.gguf …) opens by any of them, as one: keys from the first, tensors from
// all. An error names the part.
Result<std::shared_ptr<const ModelFile>> openGguf(const std::string& path);
// The read path: same checks on a buffer, which must outlive the result (tests compare both).
Result<std::shared_ptr<const ModelFile>> parseGguf(std::span<const std::byte> bytes, std::string name);

}  // namespace gh
