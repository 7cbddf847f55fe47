#include "engine/inspect/tap_recorder.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "engine/inspect/outliers.h"

namespace gh::inspect {
namespace {

telemetry::DimensionFacts factsOf(const DimensionStatistics& s) {
    telemetry::DimensionFacts facts;
    facts.rows = s.rows;
    facts.max = s.max;
    facts.maxPosition = s.maxPosition;
    facts.over6 = s.over[0];
    facts.meanAbs.resize(s.max.size());
    facts.rms.resize(s.max.size());
    for (int d = 0; d < s.dims(); ++d) {
        facts.meanAbs[static_cast<std::size_t>(d)] = static_cast<float>(s.meanAbs(d));
        facts.rms[static_cast<std::size_t>(d)] = static_cast<float>(s.rms(d));
    }
    return facts;
}

}  // namespace

void TapRecorder::watch(std::optional<Tap> tap) {
    if (tap == m_tap) return;
    m_tap = tap;
    m_layers.clear();
    m_request = 0;
    m_observed = 0;
    m_facts.reset();
    m_changed = tap.has_value();
}

const TapSink* TapRecorder::beginStep(Backend& backend, const ModelConfig& config, std::uint64_t request, std::uint64_t step, int first,
                                      int count, std::uint32_t position, std::uint32_t cached) {
    if (!m_tap || count <= 0) return nullptr;
    if (request != m_request || m_config != &config) {
        m_layers.clear();
        m_request = request;
        m_observed = 0;
        // What was computed before somebody watched is as unseen as what the cache had.
        m_cached = std::max(cached, position);
    }
    m_backend = &backend;
    m_config = &config;
    m_step = step;
    m_first = first;
    m_count = count;
    m_position = position;
    m_observed += static_cast<std::uint32_t>(count);
    m_changed = true;
    if (!m_sink)
        m_sink = [this](Tap tap, int layer, Tensor tensor, int rows) {
            if (tap == m_tap) take(layer, tensor, rows);
        };
    return &m_sink;
}

void TapRecorder::take(int layer, Tensor tensor, int) {
    const int dims = tapDims(*m_config, *m_tap, layer), stride = tapStride(*m_config, *m_tap);
    const auto at = static_cast<std::size_t>(std::max(0, layer));
    if (m_layers.size() <= at) m_layers.resize(at + 1);
    Layer& to = m_layers[at];
    to.layer = layer;
    to.dims = dims;
    m_host.resize(static_cast<std::size_t>(m_count) * static_cast<std::size_t>(stride));
    m_backend->read(tensor, m_first, m_count, m_host.data());
    for (int r = 1; r < m_count && dims < stride; ++r)
        std::copy_n(m_host.begin() + static_cast<std::ptrdiff_t>(r) * stride, dims, m_host.begin() + static_cast<std::ptrdiff_t>(r) * dims);

    to.step.assign(static_cast<std::size_t>(dims), 0.0f);
    for (int r = 0; r < m_count; ++r) {
        const float* row = m_host.data() + static_cast<std::ptrdiff_t>(r) * dims;
        for (int i = 0; i < dims; ++i) to.step[static_cast<std::size_t>(i)] = std::max(to.step[static_cast<std::size_t>(i)], std::fabs(row[i]));
    }
    if (to.pendingCount > 0 && to.pendingFirst + static_cast<std::uint32_t>(to.pendingCount) != m_position) flush(to);
    if (m_count >= kPendingRows) {
        flush(to);
        to.statistics.addRows(m_host.data(), m_count, dims, m_position);
        return;
    }
    if (to.pendingCount == 0) to.pendingFirst = m_position;
    to.pending.insert(to.pending.end(), m_host.begin(), m_host.begin() + static_cast<std::ptrdiff_t>(m_count) * dims);
    to.pendingCount += m_count;
    if (to.pendingCount >= kPendingRows) flush(to);
}

void TapRecorder::flush(Layer& layer) {
    if (layer.pendingCount > 0) layer.statistics.addRows(layer.pending.data(), layer.pendingCount, layer.dims, layer.pendingFirst);
    layer.pending.clear();
    layer.pendingCount = 0;
}

std::shared_ptr<const telemetry::ActivationFacts> TapRecorder::facts() {
    if (!m_tap) return nullptr;
    if (!m_changed && m_facts) return m_facts;
    m_changed = false;
    auto facts = std::make_shared<telemetry::ActivationFacts>();
    facts->version = ++m_version;
    facts->step = m_step;
    facts->tap = tapName(*m_tap);
    facts->request = m_request;
    facts->observed = m_observed;
    facts->notObserved = m_cached;
    for (Layer& layer : m_layers) {
        flush(layer);
        facts->layers.push_back({layer.layer, layer.step, factsOf(layer.statistics.first), factsOf(layer.statistics.rest)});
    }
    m_facts = std::move(facts);
    return m_facts;
}

}  // namespace gh::inspect
