// With which step another model came, as the snapshots tell: a step says nothing of the model that it ran.
#pragma once

#include <cstdint>
#include <QString>
#include <vector>

#include "engine/telemetry/snapshot.h"

namespace gh::widgets {

struct ModelChange {
    std::uint64_t firstStep = 1;   // of the new one, which may not have run yet
    QString name;                  // its file's
    bool operator==(const ModelChange&) const = default;
};

class ModelChanges {
public:
    // Every snapshot, in order. While a model is opened no step runs, so none of the old one's is missed.
    void follow(const telemetry::Snapshot& snapshot);
    const std::vector<ModelChange>& all() const { return m_all; }
    // The first step that can be the open model's.
    std::uint64_t since() const { return m_all.empty() ? 1 : m_all.back().firstStep; }

private:
    std::vector<ModelChange> m_all;
    std::uint64_t m_model = 0, m_step = 0;   // of the newest snapshot
};

}  // namespace gh::widgets
