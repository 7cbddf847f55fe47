// Every model family. A new one is a file beside this one and a line here.
#include "engine/model/architectures/family_files.h"

namespace gh {
namespace {

constexpr Architecture kArchitectures[] = {
    {"llama", readLlama, llamaTensors},
    {"gemma3", readGemma3, gemma3Tensors},
    {"qwen2", readQwen2, qwen2Tensors},
    {"qwen3", readQwen3, qwen3Tensors},
    {"gemma2", readGemma2, gemma2Tensors},
    {"phi3", readPhi3, phi3Tensors},
};

}  // namespace

std::span<const Architecture> architectureList() {
    return kArchitectures;
}

const Architecture* findArchitecture(std::string_view name) {
    for (const auto& architecture : kArchitectures)
        if (name == architecture.name) return &architecture;
    return nullptr;
}

}  // namespace gh
