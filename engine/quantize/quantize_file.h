// A model written anew with other types: GGUF out, from whatever Glasshouse opens.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/quantize/error_map.h"

namespace gh::quantize {

struct WrittenTensor {
    std::string name, from, to;      // types: "Q8_0", "Q4_K"
    std::string note;                // why not as asked: "640 columns are no whole blocks of Q4_K: Q5_0"
    std::uint64_t bytes = 0;
};

struct WrittenFile {
    std::uint64_t bytes = 0;
    double bits = 0;                 // a weight, over the matrices
    std::vector<WrittenTensor> tensors;
    std::vector<std::string> ownTypes;   // schemes without a GGUF type: only Glasshouse opens such a file
};

struct WriteOptions {
    WeightRules rules;
    bool nearestGguf = false;        // schemes without a GGUF type become their Scheme::nearest
    int threads = 0;
};

// Writes to a temporary file beside `to`, flushes, renames; keeps all metadata (general.file_type is set anew). Errors:
// InvalidArgument: `to` is the input or one of its parts; tensor and index of a value that is not finite; system errors
// (nothing is left behind); Cancelled.
Result<WrittenFile> quantizeFile(const std::string& from, const std::string& to, const WriteOptions& options,
                                 const Watch& watch = {});

}  // namespace gh::quantize
