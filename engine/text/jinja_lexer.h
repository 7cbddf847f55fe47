// Template source to tokens. Whitespace control as Jinja with trim_blocks and lstrip_blocks: a newline after
// a block tag and the blanks before one on its line are no output; '-' takes all whitespace, '+' none.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gh::jinja {

struct Token {
    enum class Kind {
        Data,
        VariableBegin,
        VariableEnd,
        BlockBegin,
        BlockEnd,
        Name,
        String,
        Integer,
        Float,
        Operator,
        End
    };
    Kind kind = Kind::End;
    std::string text;  // data, name, the string's value, digits, the operator
    int line = 1, column = 1;
};

// Throws Failure (Syntax).
std::vector<Token> tokenize(std::string_view source);

}  // namespace gh::jinja
