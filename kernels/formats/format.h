// Storage formats of GGUF tensors, and the forms in which Glasshouse's own schemes run: one file per format in this folder,
// listed in format_list.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace gh::kernels {

struct Packing;  // kernels/formats/packing.h

// Numbers as in GGUF files.
enum class StorageType : std::uint32_t {
    F32 = 0,
    F16 = 1,
    Q4_0 = 2,
    Q4_1 = 3,
    Q5_0 = 6,
    Q5_1 = 7,
    Q8_0 = 8,
    Q2_K = 10,
    Q3_K = 11,
    Q4_K = 12,
    Q5_K = 13,
    Q6_K = 14,
    IQ4_NL = 20,
    IQ4_XS = 23,
    BF16 = 30,
    // Glasshouse's own, in memory only: what engine/quantize makes of a matrix becomes blocks of these to be packed. M: with
    // minima.
    Int8M = 0x4748F081,
    Int4 = 0x4748F040,
    Int4M = 0x4748F041,
    Int3 = 0x4748F030,
    Int3M = 0x4748F031,
    NF4 = 0x4748F044,
};

struct Format {
    StorageType type;
    const char* name;  // "Q4_1"
    int blockValues;   // values a block (1 for floats)
    int blockBytes;
    bool integer;  // has a packed integer layout (int8 activations); else multiplies in f32
    // Reference decode of whole blocks: n values, n % blockValues == 0. Every kernel agrees with these bits.
    void (*decode)(const std::byte* src, std::size_t n, float* dst);
    // n finite values, n % blockValues == 0, to blocks. Of the types that the Python package `gguf` encodes, its bytes;
    // the others search for the scales of least squared error. A value too large for the type's scales comes out as
    // an infinite scale, which firstNonFinite finds: encodeChecked (kernels/formats/encode.h) says so.
    // Null of the own formats: schemes fill their blocks (kernels/formats/own_blocks.h).
    void (*encode)(const float* src, std::size_t n, std::byte* dst);
    // Index of the first value that is not finite, or nothing. Looks at scales only, not at every value.
    std::optional<std::size_t> (*firstNonFinite)(const std::byte* src, std::size_t n);
    const Packing* packing = nullptr;  // given exactly when integer
};

std::span<const Format> formatList();        // of files
std::span<const Format> packedFormatList();  // those and the own ones: all that matrices run as
const Format* findFormat(StorageType type);  // of either; nullptr if not listed
const Format* findFormat(std::uint32_t ggufType);
// Name for any GGUF type id, also of formats not listed, for error messages ("IQ2_XXS", "type 255").
std::string_view storageTypeName(std::uint32_t ggufType);

}  // namespace gh::kernels
