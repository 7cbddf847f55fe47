#include <cmath>

#include "engine/model/architectures/common.h"
#include "engine/model/architectures/family_files.h"
#include "engine/model/architectures/rope_keys.h"

namespace gh {
namespace {

constexpr int kPattern = 6;              // every sixth layer sees the whole context
constexpr double kWindowBase = 10000.0;  // not stored in older files
constexpr double kFullBase = 1000000.0;
// The 27B model divides its queries by sqrt(width / heads) and not by sqrt(head size); its files do not say
// so, and readers tell it by its layers.
constexpr int kLayersOf27B = 62;

}  // namespace

Result<ModelConfig> readGemma3(const ModelFile& file) {
    HyperReader reader(file, "gemma3");
    ModelConfig config;
    config.family = "gemma3";
    readShape(reader, config);
    if (reader.error()) return *reader.error();

    const std::vector<bool> isWindowed = readWindows(reader, config, 0, kPattern);
    const RopeConfig full = readRope(reader, config, kFullBase);
    RopeConfig windowed;  // never scaled
    windowed.base = readRopeBase(reader, "rope.freq_base_swa", kWindowBase);
    windowed.dims = full.dims;
    const LayerConfig& first = config.layer[0];
    readAttentionScale(reader, config, config.layers == kLayersOf27B ? config.width / first.heads : first.headSize);
    if (reader.error()) return *reader.error();
    for (std::size_t i = 0; i < isWindowed.size(); ++i) config.layer[i].rope = isWindowed[i] ? windowed : full;
    numberRopeTables(config);
    config.embeddingScale = std::sqrt(static_cast<float>(config.width));
    config.activation = Activation::GeluTanh;
    config.ropePairs = kernels::RopePairs::Halves;
    config.qkNorms = true;
    config.postNorms = true;
    return config;
}

std::vector<TensorNeed> gemma3Tensors(const ModelConfig& config) {
    return decoderTensors(config);
}

}  // namespace gh
