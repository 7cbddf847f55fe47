#include "app/log/log_buffer.h"

#include <algorithm>
#include <spdlog/spdlog.h>

namespace gh::app {

const std::shared_ptr<LogBuffer>& LogBuffer::installed() {
    static const std::shared_ptr<LogBuffer> buffer = [] {
        auto made = std::make_shared<LogBuffer>();
        made->set_level(spdlog::level::info);
        // A terminal behind the window hears of troubles only.
        for (const auto& sink : spdlog::default_logger()->sinks()) sink->set_level(spdlog::level::warn);
        spdlog::default_logger()->sinks().push_back(made);
        return made;
    }();
    return buffer;
}

std::vector<LogLine> LogBuffer::since(std::uint64_t number) {
    const std::lock_guard lock(mutex_);
    const auto first = std::find_if(m_lines.begin(), m_lines.end(), [&](const LogLine& l) { return l.number > number; });
    return {first, m_lines.end()};
}

void LogBuffer::clear() {
    const std::lock_guard lock(mutex_);
    m_lines.clear();
}

void LogBuffer::sink_it_(const spdlog::details::log_msg& message) {
    const std::size_t bytes = std::min(message.payload.size(), kLineBytes);
    m_lines.push_back({m_next++, message.time, message.level, std::string(message.payload.data(), bytes)});
    if (bytes < message.payload.size()) m_lines.back().text += " …";
    while (m_lines.size() > kLines) m_lines.pop_front();
}

}  // namespace gh::app
