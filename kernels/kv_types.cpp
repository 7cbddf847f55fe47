#include "kernels/kv_types.h"

#include <cstdlib>
#include <cstring>

#include "kernels/formats/format.h"
#include "kernels/kernel_table.h"

namespace gh::kernels {
namespace {

constexpr int kBlock = 32, kScaleBytes = 2;

KvTypeEntry floats(KvType type, const char* name, const char* word, int bytes) {
    return {type, name, word, 1, bytes, nullptr};
}

KvTypeEntry blocks(KvType type, StorageType storage, const char* word) {
    const Format* format = findFormat(storage);
    return {type, format->name, word, format->blockValues, format->blockBytes, format->encode};
}

// Calls write(stretch of the tile, the token's block as GGUF has it) for each 32 dims.
template <typename Write>
void overBlocks(const KvTypeEntry& type, const float* values, int headSize, int slot, void* tile, const Write& write) {
    auto* to = static_cast<std::byte*>(tile);
    for (int d = 0; d < headSize; d += kBlock, to += type.blockBytes * kTileTokens) {
        std::byte block[64];
        type.encode(values + d, kBlock, block);
        std::memcpy(to + slot * kScaleBytes, block, kScaleBytes);
        write(to + kTileTokens * kScaleBytes, block + kScaleBytes);
    }
}

int nibble(const std::byte* quants, int dim) {
    const int byte = std::to_integer<int>(quants[dim % 16]);
    return dim < 16 ? byte & 15 : byte >> 4;
}

}  // namespace

std::span<const KvTypeEntry> kvTypeList() {
    static const KvTypeEntry kList[] = {
        floats(KvType::F32, "F32", "f32", 4),
        floats(KvType::F16, "F16", "f16", 2),
        blocks(KvType::Q8_0, StorageType::Q8_0, "q8_0"),
        blocks(KvType::Q4_0, StorageType::Q4_0, "q4_0"),
    };
    return kList;
}

const KvTypeEntry& kvType(KvType type) {
    const auto index = static_cast<std::size_t>(type);
    if (index >= kvTypeList().size()) std::abort();
    return kvTypeList()[index];
}

const KvTypeEntry* findKvType(std::string_view word) {
    for (const KvTypeEntry& entry : kvTypeList())
        if (word == entry.word) return &entry;
    return nullptr;
}

std::string kvTypeWords() {
    std::string words;
    for (const KvTypeEntry& entry : kvTypeList()) words += (words.empty() ? "" : ", ") + std::string(entry.word);
    return words;
}

std::size_t kvTileBytes(KvType type, int headSize) {
    const KvTypeEntry& entry = kvType(type);
    return static_cast<std::size_t>(headSize / entry.blockValues) * static_cast<std::size_t>(entry.blockBytes * kTileTokens);
}

std::string kvTypesName(KvTypes types) {
    const std::string k = kvType(types.k).name;
    return types.k == types.v ? k : "K " + k + " · V " + kvType(types.v).name;
}

void storeKeyBlocks(const KvTypeEntry& type, const float* k, int headSize, int slot, void* tile) {
    overBlocks(type, k, headSize, slot, tile, [&](std::byte* to, const std::byte* quants) {
        to += slot;
        if (type.type == KvType::Q8_0) {
            for (int d = 0; d < kBlock; ++d) to[d * kTileTokens] = quants[d];
        } else {
            for (int d = 0; d < kBlock; d += 2)
                to[d / 2 * kTileTokens] = static_cast<std::byte>(nibble(quants, d) | nibble(quants, d + 1) << 4);
        }
    });
}

void storeValueBlocks(const KvTypeEntry& type, const float* v, int headSize, int slot, void* tile) {
    const int bytes = type.blockBytes - kScaleBytes;
    overBlocks(type, v, headSize, slot, tile, [&](std::byte* to, const std::byte* quants) {
        std::memcpy(to + slot * bytes, quants, static_cast<std::size_t>(bytes));
    });
}

}  // namespace gh::kernels
