// A string of the template language that knows, byte by byte, where it comes from: the template itself, or
// what a person, a file or a tool wrote. Every operation on strings keeps this, so that typed markers stay
// text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "engine/text/tokenizer.h"

namespace gh::jinja {

// Origin of a stretch: a message's index for its content, or one of these.
inline constexpr int kFromTemplate = -1;
inline constexpr int kFromContent = -2;  // content that belongs to no message

class Text {
public:
    Text() = default;
    Text(std::string bytes, int origin = kFromTemplate);
    Text(const char* bytes) : Text(std::string(bytes)) {}

    const std::string& bytes() const { return m_bytes; }
    std::string_view view() const { return m_bytes; }
    std::size_t size() const { return m_bytes.size(); }
    bool empty() const { return m_bytes.empty(); }
    bool fromTemplate() const { return m_runs.empty(); }

    void append(std::string_view bytes, int origin);
    void append(const Text& text);
    void append(const Text& text, std::size_t begin, std::size_t length);
    Text slice(std::size_t begin, std::size_t length = std::string::npos) const;
    int originAt(std::size_t pos) const;

    // visit(bytes, origin) for each stretch of one origin.
    template <class Visit>
    void eachRun(Visit visit) const {
        if (m_runs.empty()) {
            if (!m_bytes.empty()) visit(view(), kFromTemplate);
            return;
        }
        std::size_t pos = 0;
        for (const Run& run : m_runs) {
            visit(view().substr(pos, run.length), run.origin);
            pos += run.length;
        }
    }
    // The same text with each stretch rewritten: change(bytes, out) appends what replaces it.
    template <class Change>
    Text mapped(Change change) const {
        Text out;
        std::string piece;
        eachRun([&](std::string_view bytes, int origin) {
            piece.clear();
            change(bytes, piece);
            out.append(piece, origin);
        });
        return out;
    }

    SpannedText spans() const;
    bool operator==(const Text& other) const { return m_bytes == other.m_bytes; }

private:
    struct Run {
        std::size_t length;
        int origin;
    };
    std::string m_bytes;
    std::vector<Run> m_runs;  // empty: all of it is the template's
};

}  // namespace gh::jinja
