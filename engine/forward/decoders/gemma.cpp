// Gemma 2 and 3 (text): scaled embedding, norms before and after both halves, GELU gate. Norms of q and k, capped scores
// and which layers have a window are in the configuration.
#include "engine/forward/decoder.h"

namespace gh {

void decodeGemma(const DecodeContext& c) {
    auto& s = c.workspace;
    LayerClock clock(c);
    if (c.firstLayer == 0) {
        c.backend.embed(c.weights.embedding, c.batch, c.config.embeddingScale, s.residual);
        c.tap(Tap::Embedding, -1, s.residual);
    }
    clock.embedded();
    for (int layer = c.firstLayer; layer < c.config.layers; ++layer) {
        const auto& w = c.weights.layers[static_cast<std::size_t>(layer)];
        c.backend.rmsNorm(s.residual, w.attnNorm, c.config.normEps, c.rows(), s.normed);
        c.tap(Tap::AttentionInput, layer, s.normed);
        attentionPart(c, layer, s.normed, s.projected);
        c.backend.rmsNorm(s.projected, w.postAttnNorm, c.config.normEps, c.rows(), s.projected);
        c.backend.add(s.residual, s.projected, c.rows(), s.residual);
        clock.attended(layer);

        c.backend.rmsNorm(s.residual, w.ffnNorm, c.config.normEps, c.rows(), s.normed);
        c.tap(Tap::FfnInput, layer, s.normed);
        ffnPart(c, layer, s.normed, s.projected);
        c.backend.rmsNorm(s.projected, w.postFfnNorm, c.config.normEps, c.rows(), s.projected);
        c.backend.add(s.residual, s.projected, c.rows(), s.residual);
        c.tap(Tap::Residual, layer, s.residual);
        clock.finished(layer);
    }
}

}  // namespace gh
