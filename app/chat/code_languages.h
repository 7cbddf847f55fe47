// The table behind code_lexer.h: what a language's comments, strings and words look like.
#pragma once

#include <span>
#include <string_view>

namespace gh::app {

struct CodeQuote {
    std::u16string_view open, close;
    bool escapes = true;    // \" does not close
    bool multiline = false;
    int longest = 0;        // characters between the marks at most (a char literal, against 'a of Rust); 0: any
};

struct CodeLanguage {
    enum class Kind { Words, Markup, Diff, Styles };
    std::u16string_view name;                       // as shown
    std::u16string_view aliases;                    // lower case, one space between
    Kind kind = Kind::Words;
    std::u16string_view keywords, types;            // one space between; lower case where ignoreCase
    std::span<const std::u16string_view> lineComments;
    std::span<const CodeQuote> blockComments;
    std::span<const CodeQuote> quotes;
    bool ignoreCase = false;
    bool keys = false;             // a word before ':' or '=' is a key (YAML, TOML)
    bool variables = false;        // $name
    bool directives = false;       // a line that begins with '#' (C)
    std::u16string_view wordExtra = {};  // characters that words may hold beside letters, digits, _
};

std::span<const CodeLanguage> codeLanguages();

}  // namespace gh::app
