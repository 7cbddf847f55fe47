#include "kernels/formats/own_blocks.h"

#include <algorithm>

#include "kernels/formats/half.h"

namespace gh::kernels {
namespace {

// Value j of each 32 in the low, value j + 16 in the high nibble of byte j.
template <int kValues>
void nibbles(const std::uint8_t* codes, std::byte* to) {
    for (int begin = 0; begin < kValues; begin += 32, codes += 32)
        for (int j = 0; j < 16; ++j) *to++ = static_cast<std::byte>(codes[j] | codes[j + 16] << 4);
}

template <int kValues, bool kMin>
void fourBits(const std::uint8_t* codes, std::uint16_t scale, std::uint16_t min, std::byte* block) {
    store16(block, scale);
    if constexpr (kMin) store16(block + 2, min);
    nibbles<kValues>(codes, block + (kMin ? 4 : 2));
}

void q8_0(const std::uint8_t* codes, std::uint16_t scale, std::uint16_t, std::byte* block) {
    store16(block, scale);
    for (int i = 0; i < 32; ++i) block[2 + i] = static_cast<std::byte>(codes[i] ^ 0x80u);
}

void int8m(const std::uint8_t* codes, std::uint16_t scale, std::uint16_t min, std::byte* block) {
    store16(block, scale);
    store16(block + 2, min);
    std::memcpy(block + 4, codes, 32);
}

// Eight bytes of bit pairs (byte j: values j, j + 8, j + 16, j + 24), then the 32 third bits.
template <bool kMin>
void threeBits(const std::uint8_t* codes, std::uint16_t scale, std::uint16_t min, std::byte* block) {
    store16(block, scale);
    if constexpr (kMin) store16(block + 2, min);
    block += kMin ? 4 : 2;
    for (int j = 0; j < 8; ++j)
        block[j] = static_cast<std::byte>((codes[j] & 3) | (codes[j + 8] & 3) << 2 | (codes[j + 16] & 3) << 4 | (codes[j + 24] & 3) << 6);
    std::uint32_t high = 0;
    for (int i = 0; i < 32; ++i) high |= static_cast<std::uint32_t>(codes[i] >> 2) << i;
    store32(block + 8, high);
}

constexpr CodeBlocks kList[] = {
    {StorageType::Q8_0, 32, 34, q8_0},
    {StorageType::Q4_0, 32, 18, fourBits<32, false>},
    {StorageType::Q4_1, 32, 20, fourBits<32, true>},
    {StorageType::Int8M, 32, 36, int8m},
    {StorageType::Int4, 64, 34, fourBits<64, false>},
    {StorageType::Int4M, 64, 36, fourBits<64, true>},
    {StorageType::NF4, 64, 34, fourBits<64, false>},
    {StorageType::Int3, 32, 14, threeBits<false>},
    {StorageType::Int3M, 32, 16, threeBits<true>},
};

}  // namespace

const CodeBlocks* codeBlocks(StorageType type) {
    const auto* found = std::ranges::find(kList, type, &CodeBlocks::type);
    return found == std::end(kList) ? nullptr : found;
}

}  // namespace gh::kernels
