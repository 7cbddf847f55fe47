#include "app/cli/output.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <nlohmann/json.hpp>

#include "app/cli/exit_codes.h"

namespace gh::app {
namespace {
bool g_writeFailed = false;
}

bool writeOut(std::string_view bytes) {
    if (std::fwrite(bytes.data(), 1, bytes.size(), stdout) != bytes.size()) g_writeFailed = true;
    return !g_writeFailed;
}

bool writeJson(const nlohmann::ordered_json& value) {
    return writeOut(value.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
}

bool flushOut() {
    if (std::fflush(stdout) != 0) g_writeFailed = true;
    return !g_writeFailed;
}

int finish(int code) {
    if (flushOut()) return code;
    complain(std::string("standard output could not be written: ") + std::strerror(errno));
    return code == kExitDone ? kExitFailed : code;
}

void complain(std::string_view text) {
    std::fflush(stdout);
    std::fprintf(stderr, "glasshouse: %.*s\n", static_cast<int>(text.size()), text.data());
}

int fail(const Error& error) {
    complain(error.message());
    return exitCode(error.code);
}

bool isUtf8(std::string_view bytes) {
    // Asks the JSON library, which has to know it anyway: a strict dump throws on bytes that are no UTF-8.
    try {
        static_cast<void>(nlohmann::json(bytes).dump());
        return true;
    } catch (const nlohmann::json::type_error&) {
        return false;
    }
}

std::string hex(std::string_view bytes) {
    static constexpr char kDigits[] = "0123456789abcdef";
    std::string out;
    for (const unsigned char byte : bytes) {
        out += kDigits[byte >> 4];
        out += kDigits[byte & 15];
    }
    return out;
}

std::string thousands(unsigned long long value) {
    std::string digits = std::to_string(value);
    for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
    return digits;
}

Progress::Progress(std::string label) : m_label(std::move(label)), m_terminal(isatty(STDERR_FILENO) == 1) {}

Progress::~Progress() {
    if (m_shown >= 0) std::fputs("\r\033[K", stderr);
}

void Progress::show(std::size_t done, std::size_t total) {
    if (!m_terminal || total == 0) return;
    const int percent = static_cast<int>(done * 100 / total);
    if (percent == m_shown) return;
    m_shown = percent;
    std::fprintf(stderr, "\r%s %3d %%", m_label.c_str(), percent);
}

}  // namespace gh::app
