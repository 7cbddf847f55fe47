// Outlier dimensions of a model's activations on a text: which dimensions, at which layer and position, how far beyond the
// others, and what rounding with one INT8 scale leaves of the rest.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/base/ids.h"
#include "engine/base/result.h"
#include "engine/forward/decoder.h"
#include "engine/inspect/dimension_statistics.h"

namespace gh {
class ModelRuntime;
}

namespace gh::inspect {

// The taps that statistics make sense for, with the names of the command line and the panel.
struct TapName {
    Tap tap;
    const char* name;      // "residual"
    bool linearInput;      // what a linear layer reads: LLM.int8()'s criterion is judged there
};
std::span<const TapName> tapNames();
const TapName* findTap(std::string_view name);
const char* tapName(Tap tap);   // "" where it is not listed
// Values of a row at a tap in a layer, and of a row of the tensor there, which is as wide as the widest layer asks for.
int tapDims(const ModelConfig& config, Tap tap, int layer);
int tapStride(const ModelConfig& config, Tap tap);

struct OutlierSpec {
    Tap tap = Tap::Residual;
    bool skipFirst = false;    // leave position 0 out of every figure
    int top = 8;               // dimensions listed a layer
    int chunk = 264;           // rows a pass; moves no figure (one answer)
};

struct OutlierDimension {
    int dim = 0;
    float max = 0;                 // largest |x|
    std::uint32_t position = 0;    // where
    double ratio = 0;              // to the layer's median
};

struct LayerOutliers {
    int layer = 0;                 // after block `layer` for the residual, counted from 0
    double median = 0;             // of the dimensions' maxima
    std::vector<OutlierDimension> top;
    int int8LevelsUsed = 0;        // of 255: distinct codes round(x / scale) over all values, with the one scale max|x| / 127
    Octaves octaves;
    PositionedStatistics statistics;
};

// A dimension is a systematic outlier where it reaches 6 in at least 25 % of the layers and at least 6 % of the positions
// (LLM.int8(), Dettmers et al. 2022, appendix); judged on what linear layers read.
struct SystematicOutlier {
    int dim = 0;
    double layers = 0, positions = 0;   // shares; positions: of all positions of the layers where it appears
};

struct Outliers {
    std::size_t positions = 0;          // observed, position 0 among them unless it was skipped
    std::vector<LayerOutliers> layers;
    std::vector<SystematicOutlier> systematic;   // of the inputs of attention and FFN, whatever the tap asked for
};

// Every position is computed anew, past any cached prefix. Two passes: the second counts the levels, for which the scale of
// the whole tensor must be known. Errors: InvalidArgument (no ids, an id outside the vocabulary, more ids than the context),
// DoesNotFit, Cancelled. progress: share 0…1, false cancels.
Result<Outliers> findOutliers(ModelRuntime& model, std::span<const TokenId> ids, const OutlierSpec& spec,
                              const std::function<bool(double share)>& progress = {});

// The rows at a tap, layer by layer as they come: rows of the pass from position `first` on, [count][dims].
using RowSink = std::function<void(Tap tap, int layer, std::uint32_t first, int count, int dims, const float* rows)>;
Result<void> watchRows(ModelRuntime& model, std::span<const TokenId> ids, std::span<const Tap> taps, int chunk,
                       const RowSink& sink, const std::function<bool(double share)>& progress = {});

}  // namespace gh::inspect
