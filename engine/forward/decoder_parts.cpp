#include <string_view>

#include "engine/forward/decoder.h"

namespace gh {
namespace {

constexpr DecoderEntry kDecoders[] = {
    {"llama", decodeLlama},
    {"gemma3", decodeGemma},
    {"qwen2", decodeLlama},
    {"qwen3", decodeLlama},
    {"gemma2", decodeGemma},
    {"phi3", decodeLlama},
};

}  // namespace

std::span<const DecoderEntry> decoderList() { return kDecoders; }

const DecoderEntry* findDecoder(std::string_view family) {
    for (const auto& entry : kDecoders)
        if (family == entry.family) return &entry;
    return nullptr;
}

Workspace::Workspace(Backend& backend, const ModelConfig& config, int rows) : capacity(rows) {
    int qSize = 0, kvSize = 0;
    for (const auto& layer : config.layer) {
        qSize = std::max(qSize, layer.heads * layer.headSize);
        kvSize = std::max(kvSize, layer.kvHeads * layer.headSize);
    }
    residual = backend.createTensor(rows, config.width);
    normed = backend.createTensor(rows, config.width);
    q = backend.createTensor(rows, qSize);
    k = backend.createTensor(rows, kvSize);
    v = backend.createTensor(rows, kvSize);
    attended = backend.createTensor(rows, qSize);
    projected = backend.createTensor(rows, config.width);
    gate = backend.createTensor(rows, config.ffn);
    up = backend.createTensor(rows, config.ffn);
    act = backend.createTensor(rows, config.ffn);
}

void attentionPart(const DecodeContext& c, int layer, Tensor input, Tensor out) {
    const auto& w = c.weights.layers[static_cast<std::size_t>(layer)];
    const auto& shape = c.config.layer[static_cast<std::size_t>(layer)];
    auto& s = c.workspace;
    const LinearJob projections[] = {{w.q, s.q}, {w.k, s.k}, {w.v, s.v}};
    c.backend.linear(projections, input, c.rows());
    if (c.config.qkNorms) {
        c.backend.headNorm(s.q, shape.heads, shape.headSize, w.qNorm, c.config.normEps, c.rows());
        c.backend.headNorm(s.k, shape.kvHeads, shape.headSize, w.kNorm, c.config.normEps, c.rows());
    }
    c.backend.rope(s.q, shape.heads, shape, c.config.ropePairs, c.config.attentionScale, c.batch);
    c.backend.rope(s.k, shape.kvHeads, shape, c.config.ropePairs, 1.0f, c.batch);
    c.tap(Tap::Q, layer, s.q);
    c.tap(Tap::K, layer, s.k);
    c.tap(Tap::V, layer, s.v);
    const AttentionShape attention{layer, shape.heads, shape.kvHeads, shape.headSize, shape.window,
                                   c.config.attentionCap};
    c.backend.appendKv(s.k, s.v, attention, c.batch);
    c.backend.attention(s.q, attention, c.batch, s.attended);
    c.tap(Tap::AttentionOutput, layer, s.attended);
    const LinearJob output[] = {{w.o, out}};
    c.backend.linear(output, s.attended, c.rows());
}

void ffnPart(const DecodeContext& c, int layer, Tensor input, Tensor out) {
    const auto& w = c.weights.layers[static_cast<std::size_t>(layer)];
    auto& s = c.workspace;
    c.backend.gatedLinear(c.config.activation, {w.gate, s.gate}, {w.up, s.up}, input, c.rows(), s.act);
    c.tap(Tap::FfnGate, layer, s.gate);
    c.tap(Tap::FfnUp, layer, s.up);
    c.tap(Tap::DownInput, layer, s.act);
    const LinearJob down[] = {{w.down, out}};
    c.backend.linear(down, s.act, c.rows());
}

void LayerClock::embedded() {
    if (!m_context.times) return;
    const Marker mark = now();
    m_context.times->embedSeconds += m_context.backend.seconds(m_last, mark);
    m_context.times->layers.resize(m_context.weights.layers.size());
    m_last = mark;
}

void LayerClock::attended(int layer) {
    if (!m_context.times) return;
    const Marker mark = now();
    m_context.times->layers[static_cast<std::size_t>(layer)].attentionMs +=
        static_cast<float>(m_context.backend.seconds(m_last, mark) * 1e3);
    m_last = mark;
}

void LayerClock::finished(int layer) {
    if (!m_context.times) return;
    const Marker mark = now();
    m_context.times->layers[static_cast<std::size_t>(layer)].ffnMs +=
        static_cast<float>(m_context.backend.seconds(m_last, mark) * 1e3);
    m_last = mark;
}

}  // namespace gh
