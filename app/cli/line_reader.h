// Lines from standard input, whether a terminal, a pipe or a file; Ctrl-C ends the wait.
#pragma once

#include <string>

namespace gh::app {

class LineReader {
public:
    enum class Outcome { Line, End, Interrupted };
    Outcome next(std::string& line);  // without the line's end; a last line without one counts too

private:
    std::string m_buffer;
    bool m_ended = false;
};

}  // namespace gh::app
