#include "engine/text/jinja_text.h"

#include <algorithm>

namespace gh::jinja {

Text::Text(std::string bytes, int origin) : m_bytes(std::move(bytes)) {
    if (origin != kFromTemplate && !m_bytes.empty()) m_runs.push_back({m_bytes.size(), origin});
}

void Text::append(std::string_view bytes, int origin) {
    if (bytes.empty()) return;
    if (m_runs.empty()) {
        if (origin != kFromTemplate) {
            if (!m_bytes.empty()) m_runs.push_back({m_bytes.size(), kFromTemplate});
            m_runs.push_back({bytes.size(), origin});
        }
    } else if (m_runs.back().origin == origin) {
        m_runs.back().length += bytes.size();
    } else {
        m_runs.push_back({bytes.size(), origin});
    }
    m_bytes.append(bytes);
}

void Text::append(const Text& text) {
    if (&text == this) {
        const Text copy = text;
        append(copy);
        return;
    }
    text.eachRun([&](std::string_view bytes, int origin) { append(bytes, origin); });
}

void Text::append(const Text& text, std::size_t begin, std::size_t length) {
    begin = std::min(begin, text.size());
    const std::size_t end = begin + std::min(length, text.size() - begin);
    std::size_t pos = 0;
    text.eachRun([&](std::string_view bytes, int origin) {
        const std::size_t from = std::max(begin, pos), to = std::min(end, pos + bytes.size());
        if (from < to) append(bytes.substr(from - pos, to - from), origin);
        pos += bytes.size();
    });
}

Text Text::slice(std::size_t begin, std::size_t length) const {
    Text out;
    out.append(*this, begin, length);
    return out;
}

int Text::originAt(std::size_t pos) const {
    for (const Run& run : m_runs) {
        if (pos < run.length) return run.origin;
        pos -= run.length;
    }
    return kFromTemplate;
}

SpannedText Text::spans() const {
    SpannedText out;
    eachRun([&](std::string_view bytes, int origin) {
        out.push_back({std::string(bytes), origin != kFromTemplate, std::max(origin, -1)});
    });
    return out;
}

}  // namespace gh::jinja
