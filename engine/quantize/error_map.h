// What a scheme does to each matrix of a model: measured on the weights alone, nothing is run.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/model/model_file.h"
#include "engine/quantize/rules.h"

namespace gh::quantize {

struct TensorErrors {
    std::string name;            // "blk.27.ffn_gate.weight"
    std::string part;            // "ffn_gate"
    int layer = -1;              // -1: of no layer
    int rows = 0, cols = 0;
    std::string storedType;      // "Q4_1": what the file has, which the error is measured against
    double bits = 0;             // a weight, scales included
    double error = 0;            // ‖W − Ŵ‖ / ‖W‖ (0 for a matrix of zeros)
    double maxOverStd = 0;       // max |w| / standard deviation
    std::uint64_t beyond6Sigma = 0;
    double levelsUsed = 0;       // effective: 2^entropy of the level indices, of Scheme::levels
    std::string note;            // why another scheme stands in (fittingScheme); empty: as asked
};

struct ErrorMap {
    std::string scheme;
    double bits = 0;             // over all weights of its tensors
    double mean = 0;             // of the tensors' errors
    std::size_t worst = 0;       // index of the largest error
    std::vector<TensorErrors> tensors;   // the layers' matrices, in the file's order
};

// cancelled is asked between tensors; share 0…1.
struct Watch {
    std::function<bool()> cancelled;
    std::function<void(double share)> progress;
};

// Error Cancelled; of quantizeMatrix with the tensor's name. threads 0: usable cores.
Result<ErrorMap> errorMap(const ModelFile& file, const Scheme& scheme, ScaleChoice choice, int threads, const Watch& watch = {});

// One matrix closely.
struct TensorDetail {
    TensorErrors errors;
    float low = 0, high = 0;             // range of the histogram
    std::vector<std::uint32_t> counts;   // weights in equal bins from low to high
    std::vector<float> levels;           // of the group in which the largest |w| stands
    struct Row { int row = 0; double error = 0; float max = 0; };
    std::vector<Row> worstRows;          // by error, at most 20
};
Result<TensorDetail> tensorDetail(const ModelFile& file, std::string_view tensor, const Scheme& scheme, ScaleChoice choice);

// All values of a matrix as floats, [rows][cols], as the file stores them.
Result<std::vector<float>> matrixValues(const ModelFile& file, const ModelTensor& tensor);

}  // namespace gh::quantize
