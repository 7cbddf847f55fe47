// The last lines of the log in memory, for the window's log and for bug reports. A sink of spdlog's default logger.
//
// What may be written to the log: files, counts, ids, times, codes. Never what a person or a model wrote. The log is in
// English whatever the window speaks: who reads a bug report has to find the line.
#pragma once

#include <chrono>
#include <deque>
#include <memory>
#include <mutex>
#include <spdlog/sinks/base_sink.h>
#include <string>
#include <vector>

namespace gh::app {

struct LogLine {
    std::uint64_t number = 0;  // from 1, never used twice
    std::chrono::system_clock::time_point time;
    spdlog::level::level_enum level = spdlog::level::info;
    std::string text;
};

class LogBuffer final : public spdlog::sinks::base_sink<std::mutex> {
public:
    static constexpr std::size_t kLines = 2000, kLineBytes = 2000;

    // The one of this process; the first call puts it behind spdlog's default logger. Call it before other threads log.
    static const std::shared_ptr<LogBuffer>& installed();

    std::vector<LogLine> since(std::uint64_t number);  // lines after that one, oldest first
    void clear();

protected:
    void sink_it_(const spdlog::details::log_msg& message) override;
    void flush_() override {}

private:
    std::deque<LogLine> m_lines;
    std::uint64_t m_next = 1;
};

}  // namespace gh::app
