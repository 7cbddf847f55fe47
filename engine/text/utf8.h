// UTF-8, read one character at a time, with invalid bytes reported rather than refused: text here comes from
// people, files and half-finished tokens. (The Unicode Standard, table 3-7: well-formed byte sequences.)
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace gh::utf8 {

inline constexpr char32_t kReplacement = 0xFFFD;
inline constexpr std::string_view kReplacementBytes = "\xEF\xBF\xBD";

struct Char {
    char32_t code = kReplacement;
    std::size_t length = 1;  // bytes; of an invalid part: the maximal one that one U+FFFD stands for
    bool valid = false;
    bool unfinished = false;  // invalid only because the text ends here
};

// The character that begins at text[pos]; pos < text.size().
Char at(std::string_view text, std::size_t pos);

void append(std::string& out, char32_t code);

// Characters of a text, each invalid part counted as one.
std::size_t count(std::string_view text);

// Length in bytes of the longest valid prefix.
std::size_t validPrefix(std::string_view text, std::size_t from = 0);

// Simple case mapping, the same whatever the program's locale is.
char32_t toUpper(char32_t code);
char32_t toLower(char32_t code);
bool isAlpha(char32_t code);
bool isSpace(char32_t code);  // as Python's str.isspace

}  // namespace gh::utf8
