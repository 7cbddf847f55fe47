// The types that a KV cache can hold keys and values in, chosen for each of the two.
//
// A tile is what the cache keeps of 16 consecutive tokens of one KV head, K and V each:
//   floats  K [dim][16 tokens], V [16 tokens][dim]
//   blocks  one stretch for each 32 dims: the F16 scales of the 16 tokens, then their quants. Every token is quantized by
//           itself, along its head, with the bits that the GGUF format of that name has (kernels/formats).
//     Q8_0  K [32 dims][16 tokens], V [16 tokens][32 dims], a signed byte each; value = q * scale
//     Q4_0  K [16 pairs of dims][16 tokens], the earlier dim in the low nibble; V [16 tokens][16 bytes], dim i in the low
//           nibble of byte i, dim i + 16 in the high one; value = (q - 8) * scale
// So 16 tokens of K are 16 lanes, and a token of V is a run of lanes. Both products above are exact in f32.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace gh::kernels {

enum class KvType : std::uint8_t { F32, F16, Q8_0, Q4_0 };

struct KvTypeEntry {
    KvType type;
    const char* name;  // "Q8_0"
    const char* word;  // in settings and on the command line: "q8_0"
    int blockValues, blockBytes;
    // One block as its GGUF format encodes it; null: a float type, rounded by the instruction set.
    void (*encode)(const float* src, std::size_t n, std::byte* dst);
};

std::span<const KvTypeEntry> kvTypeList();  // in the order of KvType
const KvTypeEntry& kvType(KvType type);
const KvTypeEntry* findKvType(std::string_view word);  // nullptr: no such type
std::string kvTypeWords();                             // "f32, f16, …", for messages

// headSize values of 16 tokens; of a type whose blocks divide them.
std::size_t kvTileBytes(KvType type, int headSize);

struct KvTypes {
    KvType k = KvType::F16, v = KvType::F16;

    constexpr KvTypes() = default;
    constexpr KvTypes(KvType both) : k(both), v(both) {}
    constexpr KvTypes(KvType keys, KvType values) : k(keys), v(values) {}
    bool operator==(const KvTypes&) const = default;
};

std::string kvTypesName(KvTypes types);  // "F16", "K Q8_0 · V Q4_0"

// Writes one token's K or V of one KV head into slot (0 … 15) of a tile of a block type.
void storeKeyBlocks(const KvTypeEntry& type, const float* k, int headSize, int slot, void* tile);
void storeValueBlocks(const KvTypeEntry& type, const float* v, int headSize, int slot, void* tile);

}  // namespace gh::kernels
