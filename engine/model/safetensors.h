// safetensors container: eight bytes of header length, a JSON header, the data (specification: the format's README).
// As with GGUF nothing in a file is trusted.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/model/model_file.h"

namespace gh {

// A type of the format and the storage type that reads it, where there is one.
struct SafetensorsType {
    const char* name;
    std::uint32_t bytes;  // of a value
    bool readable;
    kernels::StorageType type;
};

struct Safetensor {
    std::string name;
    const SafetensorsType* type = nullptr;
    std::vector<std::uint64_t> shape;  // as stored: outermost first
    std::uint64_t begin = 0;           // within the data
    std::span<const std::byte> bytes;
};

// Tensors in the order of their data. The bytes must outlive them. Errors (BadFile) name the tensor.
Result<std::vector<Safetensor>> parseSafetensors(std::span<const std::byte> bytes, const std::string& path);

// A model as transformers keeps it: a folder with config.json, tokenizer.json and weights in one file or several. The
// path is the folder, or a file of weights, their index or config.json in it.
Result<std::shared_ptr<const ModelFile>> openSafetensors(const std::string& path);
// Does openSafetensors understand such a path? Looks at names only.
bool isSafetensorsPath(const std::string& path);

}  // namespace gh
