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
bool g_jsonErrors = false;

// Length of the sequence at `at` that a terminal would obey, and its code; 0: none.
struct Control {
    std::size_t bytes = 0;
    unsigned code = 0;
};
Control controlAt(std::string_view text, std::size_t at) {
    const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
    const unsigned first = byte(at);
    if (first < 0x20 || first == 0x7f) return {1, first};
    if (first == 0xc2 && byte(at + 1) >= 0x80 && byte(at + 1) < 0xa0) return {2, byte(at + 1)};   // C1
    if (first == 0xe2 && (byte(at + 1) == 0x80 || byte(at + 1) == 0x81)) {
        const unsigned code = 0x2000 + (byte(at + 1) & 1) * 0x40 + (byte(at + 2) & 0x3f);
        // Line and paragraph separators, direction marks, embeddings, overrides, isolates.
        if (code == 0x200e || code == 0x200f || (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069))
            return {3, code};
    }
    return {};
}

const char* codeName(ErrorCode code) {
    switch (code) {
        case ErrorCode::MissingFile: return "missing_file";
        case ErrorCode::BadFile: return "bad_file";
        case ErrorCode::Unsupported: return "unsupported";
        case ErrorCode::InvalidArgument: return "invalid_argument";
        case ErrorCode::DoesNotFit: return "does_not_fit";
        case ErrorCode::Template: return "template";
        case ErrorCode::Cancelled: return "cancelled";
        case ErrorCode::Internal: return "internal";
    }
    return "internal";
}
}  // namespace

std::string printable(std::string_view text, LineEnds lineEnds) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const Control control = controlAt(text, at);
        const bool kept = control.code == '\t' || (lineEnds == LineEnds::Keep && control.code == '\n');
        if (control.bytes == 0 || kept) {
            out += text[at++];
            continue;
        }
        char escape[8];
        std::snprintf(escape, sizeof escape, control.code < 0x100 ? "\\x%02x" : "\\u%04x", control.code);
        out += escape;
        at += control.bytes;
    }
    return out;
}

bool writeReply(std::string_view text) {
    static const bool terminal = isatty(STDOUT_FILENO) == 1;
    return terminal ? writeOut(printable(text, LineEnds::Keep)) : writeOut(text);
}

void setJsonErrors(bool on) { g_jsonErrors = on; }

nlohmann::ordered_json errorJson(const Error& error) {
    return {{"code", codeName(error.code)}, {"subject", error.subject}, {"detail", error.detail}};
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
    std::fprintf(stderr, "glasshouse: %s\n", printable(text, LineEnds::Keep).c_str());
}

int fail(const Error& error) {
    if (g_jsonErrors) writeJson({{"error", errorJson(error)}});
    complain(printable(error.message()));
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
