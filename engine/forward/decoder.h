// A decoder runs one batch of rows through the layers of a model. One readable function per family, in decoders/.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "engine/forward/backend.h"
#include "engine/telemetry/snapshot.h"

namespace gh {

// Named points at which the rows can be watched. A tap that nobody watches costs one comparison.
enum class Tap { Embedding, AttentionInput, Q, K, V, AttentionOutput, Residual, FfnInput, FfnGate, FfnUp, DownInput, FinalNorm };
using TapSink = std::function<void(Tap tap, int layer, Tensor tensor, int rows)>;

struct LayerWeights {
    Vector attnNorm, qNorm, kNorm, postAttnNorm, ffnNorm, postFfnNorm;
    Linear q, k, v, o, gate, up, down;
};

struct ModelWeights {
    Linear embedding, output;   // equal when tied
    Vector outputNorm;
    std::vector<LayerWeights> layers;
};

// Activations of a step, made once for the largest batch.
struct Workspace {
    Workspace(Backend& backend, const ModelConfig& config, int capacity);
    int capacity;
    Tensor residual, normed, q, k, v, attended, projected, gate, up, act;
};

struct StepTimes {
    double embedSeconds = 0;
    std::vector<telemetry::LayerTime> layers;
};

struct DecodeContext {
    Backend& backend;
    const ModelConfig& config;
    const ModelWeights& weights;
    Workspace& workspace;
    Batch batch;
    const TapSink* taps = nullptr;
    StepTimes* times = nullptr;
    int firstLayer = 0;   // beyond 0: the residual stream before that layer is in the workspace already

    int rows() const { return static_cast<int>(batch.size()); }
    void tap(Tap point, int layer, Tensor tensor) const {
        if (taps) (*taps)(point, layer, tensor, rows());
    }
};

// Leaves the residual stream after the last layer in workspace.residual.
using DecodeFunction = void (*)(const DecodeContext& context);
struct DecoderEntry { const char* family; DecodeFunction decode; };
std::span<const DecoderEntry> decoderList();
const DecoderEntry* findDecoder(std::string_view family);

// Family decoders (decoders/*.cpp). Families whose passes differ by configuration alone share one.
void decodeLlama(const DecodeContext& context);
void decodeGemma(const DecodeContext& context);

// Building blocks that the families share (decoder_parts.cpp).
void attentionPart(const DecodeContext& c, int layer, Tensor input, Tensor out);  // norms of q/k where the family has them
void ffnPart(const DecodeContext& c, int layer, Tensor input, Tensor out);

// Measures the two halves of a layer where somebody wants the times.
class LayerClock {
public:
    explicit LayerClock(const DecodeContext& context) : m_context(context) { m_last = now(); }
    void embedded();
    void attended(int layer);
    void finished(int layer);

private:
    Marker now() const { return m_context.times ? m_context.backend.mark() : Marker{}; }
    const DecodeContext& m_context;
    Marker m_last;
};

}  // namespace gh
