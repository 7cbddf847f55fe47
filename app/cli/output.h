// Where results and complaints go: results on stdout, everything else on stderr.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "engine/base/result.h"

namespace gh::app {

// All return false when stdout takes no more (a full disk, a closed pipe): finish() then reports it.
bool writeOut(std::string_view bytes);
// One line. Bytes that are no UTF-8 become U+FFFD, as JSON cannot hold them.
bool writeJson(const nlohmann::ordered_json& value);
bool flushOut();
// Flushes stdout; turns `code` into 1 with a message when something could not be written.
int finish(int code);

// Text of a model, a file or a template as it may stand in a terminal: control characters (escape sequences, C1), marks
// that turn the direction of writing and, unless they are kept, ends of lines become \x.. or \u....
enum class LineEnds { Escape, Keep };
std::string printable(std::string_view text, LineEnds lineEnds = LineEnds::Escape);
// What a model writes: as it is into a file or a pipe, printable on a terminal.
bool writeReply(std::string_view text);

void complain(std::string_view text);  // "glasshouse: …" on stderr, printable but for its ends of lines
// Complains and returns the error's exit code. With jsonErrors an object {"error": {…}} goes to stdout as well.
int fail(const Error& error);
void setJsonErrors(bool on);
nlohmann::ordered_json errorJson(const Error& error);   // {"code", "subject", "detail"}

bool isUtf8(std::string_view bytes);
std::string hex(std::string_view bytes);
std::string thousands(unsigned long long value);  // 23,040

// A line on stderr that is rewritten in place; silent unless stderr is a terminal. Erased at the end.
class Progress {
public:
    explicit Progress(std::string label);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    void show(std::size_t done, std::size_t total);

private:
    std::string m_label;
    int m_shown = -1;  // percent
    bool m_terminal;
};

}  // namespace gh::app
