// Which hue a sequence has. A sequence keeps its hue while it is there; a new one takes the lowest hue that is free, so
// that a few sequences never look alike. Those of no conversation (synthetic requests) have muted hues, so that chats
// stand out among them.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "engine/telemetry/snapshot.h"

namespace gh::widgets {

class OwnerHues {
public:
    // alsoThere: another map whose sequences keep their hues (what is there now, while a past step is on show).
    void update(const telemetry::BlockMap& map, const telemetry::BlockMap* alsoThere = nullptr);
    void add(const telemetry::BlockMap& map);         // those that are new; none goes
    std::size_t hue(std::uint64_t sequence) const;    // 0 for one that is not known
    bool knows(std::uint64_t sequence) const { return m_hues.contains(sequence); }

private:
    std::unordered_map<std::uint64_t, std::size_t> m_hues;
};

}  // namespace gh::widgets
