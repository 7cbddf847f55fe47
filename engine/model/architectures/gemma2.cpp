// Gemma 2: norms before and after both halves, capped scores and logits, every second layer with a window.
#include <cmath>

#include "engine/model/architectures/common.h"
#include "engine/model/architectures/family_files.h"
#include "engine/model/architectures/rope_keys.h"

namespace gh {
namespace {

// What files that leave the keys out mean; the values of all Gemma 2 models.
constexpr int kWindow = 4096;
constexpr double kAttentionCap = 50.0, kLogitCap = 30.0;
constexpr int kPattern = 2;  // the second of each two layers sees the whole context
// The 27B model divides its queries by sqrt(width / heads) and not by sqrt(head size); its files do not say
// so, and readers tell it by its layers.
constexpr int kLayersOf27B = 46;

}  // namespace

Result<ModelConfig> readGemma2(const ModelFile& file) {
    HyperReader reader(file, "gemma2");
    ModelConfig config;
    config.family = "gemma2";
    readShape(reader, config);
    if (reader.error()) return *reader.error();

    readWindows(reader, config, kWindow, kPattern);
    readSoftCaps(reader, config, kAttentionCap, kLogitCap);
    const LayerConfig& first = config.layer[0];
    readAttentionScale(reader, config, config.layers == kLayersOf27B ? config.width / first.heads : first.headSize);
    setRope(config, readRope(reader, config));
    if (reader.error()) return *reader.error();
    config.embeddingScale = std::sqrt(static_cast<float>(config.width));
    config.activation = Activation::GeluTanh;
    config.ropePairs = kernels::RopePairs::Halves;
    config.postNorms = true;
    return config;
}

std::vector<TensorNeed> gemma2Tensors(const ModelConfig& config) {
    return decoderTensors(config);
}

}  // namespace gh
