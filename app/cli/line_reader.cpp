#include "app/cli/line_reader.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>

#include "app/cli/interrupt.h"

namespace gh::app {

LineReader::Outcome LineReader::next(std::string& line) {
    for (;;) {
        if (interrupted()) return Outcome::Interrupted;
        const std::size_t end = m_buffer.find('\n');
        if (end != std::string::npos || (m_ended && !m_buffer.empty())) {
            line = m_buffer.substr(0, end);
            m_buffer.erase(0, end == std::string::npos ? end : end + 1);
            if (!line.empty() && line.back() == '\r') line.pop_back();
            return Outcome::Line;
        }
        if (m_ended) return Outcome::End;
        pollfd wait[2] = {{STDIN_FILENO, POLLIN, 0}, {wakeDescriptor(), POLLIN, 0}};
        if (poll(wait, 2, -1) < 0 && errno != EINTR) return Outcome::End;
        if (wait[1].revents) clearWake();
        if (interrupted() || !wait[0].revents) continue;
        char buffer[4096];
        const ssize_t got = read(STDIN_FILENO, buffer, sizeof buffer);
        if (got > 0)
            m_buffer.append(buffer, static_cast<std::size_t>(got));
        else if (got == 0 || errno != EINTR)
            m_ended = true;
    }
}

}  // namespace gh::app
