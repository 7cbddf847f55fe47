// The Markdown that language models write, as lines to draw: headings, lists, quotes, tables, fenced code,
// thoughts, bold, italics, code, links. Every drawn character knows where it came from, so that tokens of the
// source can be found in the picture. Forgiving: what is not closed yet (a reply that streams) is text until
// it is.
#pragma once

#include <QString>
#include <QStringList>
#include <QStringView>
#include <vector>

namespace gh::app {

enum class LineKind { Paragraph, Heading, Item, Quote, Code, Rule, TableRow, Thought, Plain };

// A piece of the source that is laid out by itself: one source line, or a part of a very long one. Short
// pieces make a growing reply cheap: only the last one changes.
struct SourceLine {
    LineKind kind = LineKind::Paragraph;
    int begin = 0, end = 0;    // in the source, without the newline
    int contentBegin = 0;      // after the marker ("## ", "- ", "> ")
    int level = 0;             // heading 1..6; list depth 0..
    QString marker;            // "1." or a bullet; empty for a continued part
    bool startsBlock = false;  // a paragraph, list or code block begins: space above
    int codeBlock = -1;        // which fenced block a Code line belongs to
    int language = -1;         // of a Code line: see code_lexer.h
    int table = -1;            // which table a TableRow belongs to; its first row is the header
    int thought = -1;          // which <think> section this stands in; of a Thought line: which one it heads
    int quote = 0;             // depth of quoting, whatever the kind
    bool operator==(const SourceLine&) const = default;
};

// A <think> section: [begin, end) without its marks.
struct ThoughtRange {
    int begin = 0, end = 0;
    bool open = true;  // no </think> yet
};

enum class CellAlign : char { Left, Right, Center };
struct TableShape {
    std::vector<CellAlign> columns;
    bool operator==(const TableShape&) const = default;
};

// Splits a source that mostly grows at its end: what was settled before is not looked at again.
class MarkdownSplitter {
public:
    // `grown`: the source begins with what it was at the last call. Returns how many of the lines are as they
    // were.
    std::size_t update(QStringView source, bool grown);
    const std::vector<SourceLine>& lines() const { return m_lines; }
    const std::vector<ThoughtRange>& thoughts() const { return m_thoughts; }
    const std::vector<TableShape>& tables() const { return m_tables; }

private:
    struct State {
        int at = 0;  // source offset of the line that comes next
        std::size_t lines = 0, thoughts = 0, tables = 0;
        QString fence;  // that is open
        int fenceIndent = 0, language = -1, fences = 0;
        int thought = -1, table = -1;
        bool firstOfCode = false, afterBlank = true;
    };
    void line(QStringView source, int begin, int end);
    void codeLine(QStringView source, int begin, int end);
    bool thoughtMark(QStringView source, int begin, int end);
    bool tableLine(QStringView source, int begin, int end);
    void textLine(QStringView source, int begin, int end);
    void add(SourceLine line, QStringView source);

    std::vector<SourceLine> m_lines;
    std::vector<ThoughtRange> m_thoughts;
    std::vector<TableShape> m_tables;
    State m_state, m_settled, m_last;
    int m_candidate = -1;            // the paragraph line that a table's second line would make its header
    bool m_implicitThought = false;  // the template wrote <think>: the reply begins inside
    bool m_restart = false;
};

std::vector<SourceLine> splitMarkdown(QStringView source);
std::vector<SourceLine> splitPlain(QStringView source);  // as typed: nothing is a marker

// The cells of a table row: ranges of the source, without the spaces around them.
std::vector<std::pair<int, int>> tableCells(QStringView source, int begin, int end);

struct InlineSpan {
    int begin = 0, end = 0;  // in the drawn text
    bool bold = false, italic = false, code = false, strike = false;
    int link = -1;  // index into InlineText::links
};

struct InlineText {
    QString text;                   // what is drawn
    std::vector<int> source;        // source offset of each drawn character, and one past the last
    std::vector<InlineSpan> spans;  // only where something differs from plain
    QStringList links;
};

InlineText parseInline(QStringView source, int begin, int end);
InlineText plainInline(QStringView source, int begin, int end);

}  // namespace gh::app
