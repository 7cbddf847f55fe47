// The Markdown that language models write, as lines to draw: headings, lists, quotes, fenced code, bold,
// italics, code. Every drawn character knows where it came from, so that tokens of the source can be found in
// the picture. Forgiving: what is not closed yet (a reply that streams) is text until it is.
#pragma once

#include <QString>
#include <QStringView>
#include <vector>

namespace gh::app {

enum class LineKind { Paragraph, Heading, Item, Quote, Code, Rule, Plain };

// A piece of the source that is laid out by itself: one source line, or a part of a very long one. Short
// pieces make a growing reply cheap: only the last one changes.
struct SourceLine {
    LineKind kind = LineKind::Paragraph;
    int begin = 0, end = 0;    // in the source, without the newline
    int contentBegin = 0;      // after the marker ("## ", "- ", "> ")
    int level = 0;             // heading 1..6; list depth 0..; quote depth
    QString marker;            // "1." or a bullet; empty for a continued part
    bool startsBlock = false;  // a paragraph, list or code block begins: space above
    int codeBlock = -1;        // which fenced block a Code line belongs to
    bool operator==(const SourceLine&) const = default;
};

std::vector<SourceLine> splitMarkdown(QStringView source);
std::vector<SourceLine> splitPlain(QStringView source);  // as typed: nothing is a marker

struct InlineSpan {
    int begin = 0, end = 0;  // in the drawn text
    bool bold = false, italic = false, code = false, strike = false, link = false;
};

struct InlineText {
    QString text;                   // what is drawn
    std::vector<int> source;        // source offset of each drawn character, and one past the last
    std::vector<InlineSpan> spans;  // only where something differs from plain
};

InlineText parseInline(QStringView source, int begin, int end);
InlineText plainInline(QStringView source, int begin, int end);

}  // namespace gh::app
