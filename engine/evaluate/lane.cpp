#include "engine/evaluate/lane.h"

#include "engine/evaluate/opened_variant.h"

namespace gh::evaluate {

Result<std::unique_ptr<Lane>> Lane::load(const Variant& variant, int threads, const LoadObserver& observer) {
    auto model = ModelRuntime::load(variant.path, variant.load, threads, kChunkRows, observer);
    if (!model) return ofVariant(variant, model.error());
    return std::unique_ptr<Lane>(new Lane(std::move(*model)));
}

Lane::Lane(std::unique_ptr<ModelRuntime> model) : m_model(std::move(model)), m_cache(m_model->pools()) {
    const ModelConfig& config = m_model->config();
    m_logits.resize(static_cast<std::size_t>(config.vocab));
    m_taps = [this, width = static_cast<std::size_t>(config.width)](Tap tap, int layer, Tensor tensor, int rows) {
        if (tap == Tap::Residual)
            m_model->backend().read(tensor, rows - 1, 1, m_residuals.data() + static_cast<std::size_t>(layer) * width);
    };
}

bool Lane::run(std::span<const TokenId> ids, bool watch) {
    const auto end = m_tokens + static_cast<std::uint32_t>(ids.size());
    if (!m_cache.growTo(end)) return false;
    m_batch.clear();
    for (const TokenId id : ids) m_batch.push_back({id, m_tokens++, &m_cache});
    const ModelConfig& config = m_model->config();
    if (watch) m_residuals.resize(static_cast<std::size_t>(config.layers) * static_cast<std::size_t>(config.width));
    m_model->forward(m_batch, nullptr, watch ? &m_taps : nullptr);
    m_cache.dropOutOfWindow(end);
    return true;
}

std::span<float> Lane::logits() {
    const int last = static_cast<int>(m_batch.size()) - 1;
    m_model->logits({&last, 1}, m_logits.data());
    return std::span(m_logits).first(std::min(m_logits.size(), static_cast<std::size_t>(m_model->tokenizer().size())));
}

std::span<const float> Lane::residual(int layer) const {
    const auto width = static_cast<std::size_t>(m_model->config().width);
    return std::span(m_residuals).subspan(static_cast<std::size_t>(layer) * width, width);
}

}  // namespace gh::evaluate
