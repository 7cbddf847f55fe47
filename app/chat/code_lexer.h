// Colours for code in replies: one small lexer that a table of languages drives (code_languages.cpp). Works
// line by line with a state between them, so that a block that grows costs its last line.
#pragma once

#include <cstdint>
#include <QStringView>
#include <vector>

namespace gh::app {

enum class CodeToken : std::uint8_t { Keyword, Type, String, Number, Comment, Added, Removed };

struct CodeSpan {
    int begin = 0, end = 0;  // in the line
    CodeToken token = CodeToken::Keyword;
};

// Of what stands behind ``` ("py", "C++", "tsx"); -1: unknown, drawn without colours.
int codeLanguage(QStringView name);
QString codeLanguageName(int language);  // "Python"; empty for -1

// Appends the line's coloured spans, ascending. state: 0 in a block's first line, else what the line before
// returned.
int lexCode(int language, QStringView line, int state, std::vector<CodeSpan>& spans);

// The same without the spans, quick for lines that open nothing.
int stateBehind(int language, QStringView line, int state);

// The colour role of resources/tokens.json that a token takes.
const char* codeColor(CodeToken token);

}  // namespace gh::app
