// Packed weight matrices: 16 output rows in 16 lanes ("a group"), superblocks of 16 rows × 64 inputs stored
// as [scales and mins][quants], 64-byte aligned, one stream (KERNELS.md). Packing loses nothing. Formats
// without an integer layout, and rows that 32 does not divide, keep their values as [group][input][16 rows]
// and multiply in f32.
#pragma once

#include "kernels/formats/format.h"

namespace gh::kernels {

struct PackedMatrix {
    StorageType type{};
    int rows = 0;                     // outputs
    int cols = 0;                     // inputs
    bool integer = false;             // layout for matmulInt8 (matmulF32 works on both)
    std::size_t groupBytes = 0;       // bytes of one 16-row group; group g starts at data + g * groupBytes
    const std::byte* data = nullptr;  // 64-byte aligned, packedBytes(...) long

    int groups() const { return (rows + 15) / 16; }
};

// Layout of a matrix before it is packed: everything but `data`.
PackedMatrix packedLayout(StorageType type, int rows, int cols);
inline std::size_t packedBytes(const PackedMatrix& m) {
    return m.groupBytes * static_cast<std::size_t>(m.groups());
}

// Packs the groups [groupBegin, groupEnd) of a row-major GGUF tensor into dst (base of the whole matrix).
// Groups are independent: callers pack in parallel.
void packGroups(const PackedMatrix& layout, const std::byte* src, std::byte* dst, int groupBegin,
                int groupEnd);

// One output row (or embedding row) back as floats, with the bits of Format::decode. out: [cols]
void unpackRow(const PackedMatrix& m, int row, float* out);

// Inputs [begin, begin + count) of one group as floats, out[input][row], with the bits of Format::decode;
// begin is a multiple of kRunInputs and count at most that (less only at the end of the row).
constexpr int kRunInputs = 256;
void unpackRun(const PackedMatrix& m, int group, int begin, int count, float (*out)[16]);

// Rows of int8 activations that lie together, and that one tile of a product takes.
constexpr int kTokenTile = 12;
// Bytes of the int8 activations of rows × cols as matmulInt8 reads them (cols % 32 == 0).
std::size_t quantizedBytes(int rows, int cols);

}  // namespace gh::kernels
