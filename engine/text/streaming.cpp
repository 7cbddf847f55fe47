#include "engine/text/streaming.h"

#include <algorithm>

#include "engine/text/utf8.h"

namespace gh {

std::string Utf8Stream::push(std::string_view bytes) {
    m_pending.append(bytes);
    std::string out;
    std::size_t pos = 0;
    while (pos < m_pending.size()) {
        const utf8::Char c = utf8::at(m_pending, pos);
        if (c.unfinished) break;
        if (c.valid) {
            out.append(m_pending, pos, c.length);
        } else {
            out.append(utf8::kReplacementBytes);
        }
        pos += c.length;
    }
    m_pending.erase(0, pos);
    return out;
}

std::string Utf8Stream::finish() {
    const bool unfinished = !m_pending.empty();
    m_pending.clear();
    return std::string(unfinished ? utf8::kReplacementBytes : std::string_view());
}

StopMatcher::StopMatcher(std::vector<std::string> stops) : m_stops(std::move(stops)) {
    std::erase_if(m_stops, [](const std::string& stop) { return stop.empty(); });
}

std::string StopMatcher::push(std::string_view text) {
    if (m_stopped) return {};
    std::size_t end = m_held.size() + 1;
    m_held.append(text);
    const std::string_view all = m_held;

    // The match that is complete first wins, so the answer does not depend on how the text was cut into
    // pieces.
    for (; end <= all.size(); ++end) {
        const std::string* found = nullptr;
        for (const std::string& stop : m_stops) {
            if (all[end - 1] == stop.back() && all.substr(0, end).ends_with(stop) &&
                (!found || stop.size() > found->size())) {
                found = &stop;
            }
        }
        if (found) {
            m_stopped = true;
            m_match = *found;
            std::string shown(all.substr(0, end - found->size()));
            m_held.clear();
            return shown;
        }
    }

    // Held back: the longest end of the text with which some stop string begins.
    std::size_t hold = 0;
    for (const std::string& stop : m_stops) {
        for (std::size_t n = std::min(stop.size() - 1, all.size()); n > hold; --n) {
            if (all.ends_with(std::string_view(stop).substr(0, n))) hold = n;
        }
    }
    std::string shown(all.substr(0, all.size() - hold));
    m_held.erase(0, shown.size());
    return shown;
}

std::string StopMatcher::finish() {
    std::string rest = std::move(m_held);
    m_held.clear();
    return m_stopped ? std::string() : rest;
}

}  // namespace gh
