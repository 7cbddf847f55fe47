// Quantization schemes: what a weight matrix may become. One file each in this folder, listed in scheme_list.cpp; the
// command line, the panels and the tests go by that list.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "kernels/formats/format.h"

namespace gh {
class ThreadPool;
}

namespace gh::quantize {

struct Scheme;

// How a scale is chosen: so that the largest value is met, or so that the squared error is least (a search over clipped
// ranges). Schemes with a search of their own (the K types) ignore it.
enum class ScaleChoice : std::uint8_t { AbsMax, LeastSquares };

// A matrix in the form that a scheme stores: for GGUF's types the blocks of the file, for the others as the scheme's file
// says. Rows are outputs.
struct QuantizedMatrix {
    const Scheme* scheme = nullptr;
    int rows = 0, cols = 0;
    std::vector<std::byte> bytes;
};

// The same where the bytes lie elsewhere: in a file.
struct StoredMatrix {
    const Scheme* scheme = nullptr;
    int rows = 0, cols = 0;
    std::span<const std::byte> bytes;
    StoredMatrix() = default;
    StoredMatrix(const Scheme* s, int r, int c, std::span<const std::byte> b) : scheme(s), rows(r), cols(c), bytes(b) {}
    StoredMatrix(const QuantizedMatrix& m) : scheme(m.scheme), rows(m.rows), cols(m.cols), bytes(m.bytes) {}
};

// The levels that the values of one row or group can take, for the picture of a histogram.
struct Levels {
    std::vector<float> values;   // ascending, times the scale
    float scale = 0;
};

struct Scheme {
    const char* name;        // "int4-group128", "nf4-dq", "q4_0": what is typed
    const char* title;       // "INT4 · groups of 128", English
    int levels;              // that a value can take at most (16; 255; 0: floats)
    // The tensor type that a saved file gives it: GGUF's number, or one of Glasshouse's own range (kernels/formats).
    std::uint32_t fileType;
    bool gguf;               // other programs know the type
    const char* nearest;     // gguf: null; else the scheme of a GGUF type that is nearest in bits ("q4_0")

    // Bytes of a matrix in stored form, scales included: what bits a weight are counted from.
    std::uint64_t (*bytes)(int rows, int cols);
    // Can this scheme hold rows of so many columns? (Grouped schemes can all; GGUF's types ask for whole blocks.)
    bool (*fits)(int cols);
    // Rows [first, last) of w ([rows][cols], finite) into out, which has the scheme's bytes() for the whole matrix. Rows of
    // a matrix whose scale is the whole tensor's need `tensorScale`, which `measure` gives; elsewhere it is ignored.
    void (*encode)(const float* w, int rows, int cols, int first, int last, ScaleChoice choice, float tensorScale, std::byte* out);
    float (*measure)(const float* w, int rows, int cols, ScaleChoice choice);   // null: no scale of the whole tensor
    // One row back as floats: the values that every packed form stands for, to the bit.
    void (*decode)(const std::byte* bytes, int rows, int cols, int row, float* out);
    Levels (*levelsOf)(const std::byte* bytes, int rows, int cols, int row, int col);   // where the value at (row, col) lives
    // Which level each value of a row has, counted from the least (from the greatest where the scale is negative). Null: floats.
    void (*codes)(const std::byte* bytes, int rows, int cols, int row, std::uint8_t* out);

    // How rows of so many columns run: a format of kernels/formats whose blocks hold the values without loss (F32 where no
    // packed layout divides the row), and one row in its blocks.
    kernels::StorageType (*runsAs)(int cols);
    void (*toBlocks)(const std::byte* bytes, int rows, int cols, int row, std::byte* out);
};

std::span<const Scheme> schemeList();
const Scheme* findScheme(std::string_view name);   // null: none of this name
const Scheme* schemeOfType(std::uint32_t fileType);   // null: a type that no scheme writes
std::string schemeNames();                         // "int8-tensor, int8-row, …": for messages
// Whether some rows of a matrix in stored form are a matrix in stored form: not where they share a scale.
bool storedByRows(const Scheme& scheme);
// Bits a weight in memory, as the packed form of such rows has them: more than the scheme's where scales are repeated.
double residentBits(const Scheme& scheme, int rows, int cols);

// The scheme itself where it holds rows of so many columns; else the type that real files have in its place (storageFor),
// and why.
struct FittingScheme {
    const Scheme* scheme = nullptr;
    std::string note;   // empty: as asked
};
FittingScheme fittingScheme(const Scheme& asked, int cols);

inline double bitsPerWeight(const Scheme& scheme, int rows, int cols) {
    return 8.0 * static_cast<double>(scheme.bytes(rows, cols)) / (static_cast<double>(rows) * cols);
}

// w: [rows][cols]. Errors: InvalidArgument with row and column of a value that is not finite, or of rows that the scheme
// cannot hold. pool may be null.
Result<QuantizedMatrix> quantizeMatrix(const Scheme& scheme, const float* w, int rows, int cols, ScaleChoice choice,
                                       ThreadPool* pool);

}  // namespace gh::quantize
