#include "widgets/models/owner_hues.h"

#include <algorithm>
#include <vector>

#include "widgets/theme.h"

namespace gh::widgets {

void OwnerHues::update(const telemetry::BlockMap& map, const telemetry::BlockMap* alsoThere) {
    const auto holds = [](const telemetry::BlockMap& m, std::uint64_t key) {
        return std::any_of(m.sequences.begin(), m.sequences.end(),
                           [&](const telemetry::SequenceFacts& s) { return s.key == key; });
    };
    std::erase_if(m_hues, [&](const auto& entry) {
        return !holds(map, entry.first) && !(alsoThere && holds(*alsoThere, entry.first));
    });
    if (alsoThere) add(*alsoThere);
    add(map);
}

void OwnerHues::add(const telemetry::BlockMap& map) {
    for (const telemetry::SequenceFacts& sequence : map.sequences) {
        if (m_hues.contains(sequence.key)) continue;
        const std::size_t first = sequence.conversation == 0 ? Theme::kMutedOwner : 0;
        std::vector<bool> taken(m_hues.size() + 1);
        for (const auto& [key, hue] : m_hues)
            if (hue >= first && hue - first < taken.size()) taken[hue - first] = true;
        m_hues[sequence.key] = first + static_cast<std::size_t>(std::find(taken.begin(), taken.end(), false) - taken.begin());
    }
}

std::size_t OwnerHues::hue(std::uint64_t sequence) const {
    const auto it = m_hues.find(sequence);
    return it == m_hues.end() ? 0 : it->second;
}

}  // namespace gh::widgets
