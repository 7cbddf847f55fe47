// Gathers what passes a tap while requests are served: the newest request's rows, step by step. Nobody watches: it costs
// one comparison a step.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/forward/decoder.h"
#include "engine/inspect/dimension_statistics.h"
#include "engine/telemetry/activation_facts.h"

namespace gh::inspect {

class TapRecorder {
public:
    // Nothing: nobody watches, and what was gathered goes.
    void watch(std::optional<Tap> tap);
    bool watching() const { return m_tap.has_value(); }

    // The rows [first, first + count) of the coming batch are the request's positions from `position` on; `cached` of its
    // positions were in the cache when it began. The sink is valid until the next call.
    const TapSink* beginStep(Backend& backend, const ModelConfig& config, std::uint64_t request, std::uint64_t step, int first, int count,
                             std::uint32_t position, std::uint32_t cached);

    // A new value where something was gathered since the last call, the same one else; null: nobody watches.
    std::shared_ptr<const telemetry::ActivationFacts> facts();

private:
    // Rows are gathered some at a time: a single one costs as much as five of many (dimension_statistics.cpp).
    static constexpr int kPendingRows = 16;
    struct Layer {
        int layer = 0, dims = 0;
        PositionedStatistics statistics;
        std::vector<float> pending, step;
        std::uint32_t pendingFirst = 0;
        int pendingCount = 0;
    };
    void take(int layer, Tensor tensor, int rows);
    void flush(Layer& layer);

    std::optional<Tap> m_tap;
    Backend* m_backend = nullptr;
    const ModelConfig* m_config = nullptr;
    TapSink m_sink;
    std::vector<Layer> m_layers;
    std::vector<float> m_host;
    std::uint64_t m_request = 0, m_step = 0, m_version = 0;
    int m_first = 0, m_count = 0;
    std::uint32_t m_position = 0, m_cached = 0, m_observed = 0;
    bool m_changed = false;
    std::shared_ptr<const telemetry::ActivationFacts> m_facts;
};

}  // namespace gh::inspect
