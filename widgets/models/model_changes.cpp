#include "widgets/models/model_changes.h"

namespace gh::widgets {

void ModelChanges::follow(const telemetry::Snapshot& snapshot) {
    if (snapshot.step < m_step) *this = {};   // another engine counts anew
    if (const std::uint64_t model = snapshot.model ? snapshot.model->id : 0; model != 0 && model != m_model) {
        if (m_step > 0) {
            // Models that wrote nothing leave no mark.
            if (!m_all.empty() && m_all.back().firstStep == m_step + 1) m_all.pop_back();
            m_all.push_back({m_step + 1, QString::fromStdString(snapshot.model->fileName)});
        }
        m_model = model;
    }
    m_step = snapshot.step;
    const std::uint64_t oldest = snapshot.steps.empty() ? 0 : snapshot.steps[0].step;
    while (m_all.size() > 1 && m_all[1].firstStep < oldest) m_all.erase(m_all.begin());   // their steps are gone
}

}  // namespace gh::widgets
