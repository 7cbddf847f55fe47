#include "engine/quantize/storage_choice.h"

namespace gh {
namespace {

using kernels::StorageType;

struct Fallback {
    StorageType asked, smallBlocks;
};

constexpr Fallback kFallbacks[] = {
    {StorageType::Q2_K, StorageType::IQ4_NL}, {StorageType::Q3_K, StorageType::IQ4_NL},
    {StorageType::IQ4_XS, StorageType::IQ4_NL}, {StorageType::Q4_K, StorageType::Q5_0},
    {StorageType::Q5_K, StorageType::Q5_1}, {StorageType::Q6_K, StorageType::Q8_0},
};

bool divides(StorageType type, int columns) {
    const kernels::Format* format = kernels::findFormat(type);
    return format != nullptr && columns % format->blockValues == 0;
}

}  // namespace

StorageType storageFor(StorageType asked, int columns) {
    if (divides(asked, columns)) return asked;
    for (const auto& fallback : kFallbacks) {
        if (fallback.asked == asked && divides(fallback.smallBlocks, columns)) return fallback.smallBlocks;
    }
    return StorageType::F16;
}

}  // namespace gh
