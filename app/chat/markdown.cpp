#include "app/chat/markdown.h"

#include <algorithm>

#include "app/chat/code_lexer.h"

namespace gh::app {

namespace {

constexpr int kLongestPiece = 2000;  // a longer line is laid out in parts: layout time grows with the piece
constexpr std::size_t kMostColumns = 32;
constexpr std::size_t kMostThoughts = 64;  // of one message; what follows is text

struct Marker {
    LineKind kind = LineKind::Paragraph;
    int length = 0;  // characters up to the content
    int level = 0;
    QString text;
};

int leadingSpaces(QStringView line) {
    int n = 0;
    while (n < line.size() && (line[n] == ' ' || line[n] == '\t')) ++n;
    return n;
}

// Spaces as they stand on paper: a tab begins the next column of four.
int indentWidth(QStringView line) {
    int width = 0;
    for (const QChar c : line) {
        if (c == ' ')
            ++width;
        else if (c == '\t')
            width += 4 - width % 4;
        else
            break;
    }
    return width;
}

Marker listMarker(QStringView line, int indent, QStringView rest) {
    const int depth = std::min(indentWidth(line) / 2, 6);
    if (rest.size() >= 2 && (rest[0] == '-' || rest[0] == '*' || rest[0] == '+') && rest[1] == ' ') {
        // "- [x] done" is a box that is ticked.
        if (rest.size() >= 6 && rest[2] == '[' && rest[4] == ']' && rest[5] == ' ') {
            const QChar tick = rest[3];
            if (tick == ' ') return {LineKind::Item, indent + 6, depth, QString(QChar(0x2610))};
            if (tick == 'x' || tick == 'X') return {LineKind::Item, indent + 6, depth, QString(QChar(0x2611))};
        }
        return {LineKind::Item, indent + 2, depth, QString(QChar(depth % 2 ? 0x25E6 : 0x2022))};
    }
    int digits = 0;
    while (digits < rest.size() && digits < 4 && rest[digits].isDigit()) ++digits;
    if (digits > 0 && digits + 1 < rest.size() && (rest[digits] == '.' || rest[digits] == ')') &&
        rest[digits + 1] == ' ') {
        return {LineKind::Item, indent + digits + 2, depth, rest.left(digits).toString() + '.'};
    }
    return {};
}

Marker markerOf(QStringView line) {
    const int indent = leadingSpaces(line);
    const QStringView rest = line.mid(indent);
    if (rest.isEmpty()) return {};
    if (rest[0] == '#') {
        int n = 0;
        while (n < rest.size() && rest[n] == '#') ++n;
        if (n <= 6 && n < rest.size() && rest[n] == ' ') return {LineKind::Heading, indent + n + 1, n, {}};
    }
    if (rest.size() >= 3 && (rest[0] == '-' || rest[0] == '*' || rest[0] == '_')) {
        const QChar c = rest[0];
        int marks = 0;
        const bool only = std::all_of(rest.begin(), rest.end(),
                                      [&](QChar x) { return marks += x == c, x == c || x == ' '; });
        if (only && marks >= 3) return {LineKind::Rule, int(line.size()), 0, {}};
    }
    return listMarker(line, indent, rest);
}

// "> > text": how deep, and where the text begins.
std::pair<int, int> quoteOf(QStringView line) {
    int depth = 0, at = leadingSpaces(line);
    while (depth < 6 && at < line.size() && line[at] == '>') {
        ++depth;
        ++at;
        if (at < line.size() && line[at] == ' ') ++at;
    }
    return {depth, depth ? at : 0};
}

// The columns of "|:---|---:|", empty when the line is none.
std::vector<CellAlign> separatorOf(QStringView line) {
    std::vector<CellAlign> columns;
    if (!line.contains('-') || !line.contains('|')) return columns;
    for (const auto& [begin, end] : tableCells(line, 0, int(line.size()))) {
        const QStringView cell = line.mid(begin, end - begin);
        if (cell.isEmpty()) return {};
        const bool left = cell.startsWith(':'), right = cell.endsWith(':');
        const QStringView dashes = cell.mid(left, cell.size() - left - right);
        if (dashes.isEmpty() || !std::all_of(dashes.begin(), dashes.end(), [](QChar c) { return c == '-'; }))
            return {};
        columns.push_back(right ? (left ? CellAlign::Center : CellAlign::Right) : CellAlign::Left);
    }
    if (columns.size() > kMostColumns) columns.clear();
    return columns;
}

// Appends a line in parts of bounded length, cut at a space where there is one.
void addPieces(std::vector<SourceLine>& out, SourceLine line, QStringView source) {
    while (line.end - line.contentBegin > kLongestPiece) {
        SourceLine part = line;
        const auto space = source.mid(line.contentBegin, kLongestPiece).lastIndexOf(' ');
        part.end = line.contentBegin + (space > kLongestPiece / 2 ? int(space) + 1 : kLongestPiece);
        if (source[part.end - 1].isHighSurrogate()) ++part.end;
        out.push_back(part);
        line.begin = line.contentBegin = part.end;
        line.marker.clear();
        line.startsBlock = false;
    }
    out.push_back(std::move(line));
}

template <class F>
void forEachLine(QStringView source, int from, F&& f) {
    for (int begin = from; begin <= source.size();) {
        auto end = source.indexOf('\n', begin);
        if (end < 0) end = source.size();
        if (!f(begin, int(end))) return;
        begin = int(end) + 1;
    }
}

}  // namespace

std::vector<std::pair<int, int>> tableCells(QStringView source, int begin, int end) {
    while (begin < end && source[begin].isSpace()) ++begin;
    while (end > begin && source[end - 1].isSpace()) --end;
    if (begin < end && source[begin] == '|') ++begin;
    if (end > begin && source[end - 1] == '|' && (end - 2 < begin || source[end - 2] != '\\')) --end;
    std::vector<std::pair<int, int>> cells;
    const auto put = [&](int from, int to) {
        while (from < to && source[from].isSpace()) ++from;
        while (to > from && source[to - 1].isSpace()) --to;
        cells.emplace_back(from, to);
    };
    int from = begin;
    bool code = false;
    for (int i = begin; i < end; ++i) {
        if (source[i] == '\\') {
            ++i;
        } else if (source[i] == '`') {
            // An opening mark counts only where it is closed before the row ends.
            code = !code && source.mid(i + 1, end - i - 1).contains('`');
        } else if (source[i] == '|' && !code) {
            put(from, i);
            from = i + 1;
            if (cells.size() >= kMostColumns) break;
        }
    }
    put(from, end);
    return cells;
}

std::vector<SourceLine> splitPlain(QStringView source) {
    std::vector<SourceLine> lines;
    forEachLine(source, 0, [&](int begin, int end) {
        SourceLine line;
        line.kind = LineKind::Plain;
        line.begin = line.contentBegin = begin;
        line.end = end;
        line.startsBlock = lines.empty();
        addPieces(lines, std::move(line), source);
        return true;
    });
    return lines;
}

std::vector<SourceLine> splitMarkdown(QStringView source) {
    MarkdownSplitter splitter;
    splitter.update(source, false);
    return splitter.lines();
}

// ---- the splitter ------------------------------------------------------------------------------------

std::size_t MarkdownSplitter::update(QStringView source, bool grown) {
    if (!grown) {
        m_settled = m_last = {};
        m_implicitThought = false;
    }
    std::size_t same = m_settled.lines;
    do {
        if (std::exchange(m_restart, false)) {
            m_settled = m_last = {};
            m_implicitThought = true;
            same = 0;
        }
        m_state = m_last = m_settled;
        m_lines.resize(m_state.lines);
        m_thoughts.resize(m_state.thoughts);
        m_tables.resize(m_state.tables);
        m_candidate = -1;
        if (m_state.thought >= 0) m_thoughts[std::size_t(m_state.thought)].open = true;
        if (m_implicitThought && m_state.at == 0) {
            m_state.thought = 0;
            m_thoughts.push_back({0, int(source.size()), true});
            SourceLine head;
            head.kind = LineKind::Thought;
            head.startsBlock = true;
            head.thought = 0;
            m_lines.push_back(head);
        }
        forEachLine(source, m_state.at, [&](int begin, int end) {
            m_state.at = begin;
            m_state.lines = m_lines.size();
            m_state.thoughts = m_thoughts.size();
            m_state.tables = m_tables.size();
            // The line before the last may still become a table's header, and a table's columns may still
            // change: those are looked at again.
            if (m_state.table < 0) {
                m_settled = m_last;
                m_last = m_state;
            } else {
                m_last = m_settled;
            }
            line(source, begin, end);
            return !m_restart;
        });
    } while (m_restart);
    if (m_state.thought >= 0) m_thoughts[std::size_t(m_state.thought)].end = int(source.size());
    return same;
}

void MarkdownSplitter::add(SourceLine line, QStringView source) {
    line.thought = m_state.thought;
    addPieces(m_lines, std::move(line), source);
}

void MarkdownSplitter::line(QStringView source, int begin, int end) {
    if (!m_state.fence.isEmpty()) {
        codeLine(source, begin, end);
        return;
    }
    if (thoughtMark(source, begin, end)) return;
    const QStringView whole = source.mid(begin, end - begin);
    const QStringView trimmed = whole.trimmed();
    if (trimmed.startsWith(u"```") || trimmed.startsWith(u"~~~")) {
        int n = 0;
        while (n < trimmed.size() && trimmed[n] == trimmed[0]) ++n;
        const QStringView info = trimmed.mid(n).trimmed();
        if (trimmed[0] == '~' || !info.contains('`')) {  // else it is code within a line
            m_state.fence = trimmed.left(n).toString();
            m_state.fenceIndent = leadingSpaces(whole);
            m_state.firstOfCode = true;
            m_state.table = -1;
            const auto space = info.indexOf(' ');
            m_state.language = codeLanguage(space < 0 ? info : info.left(space));
            m_candidate = -1;
            return;
        }
    }
    if (tableLine(source, begin, end)) return;
    textLine(source, begin, end);
}

void MarkdownSplitter::codeLine(QStringView source, int begin, int end) {
    const QStringView whole = source.mid(begin, end - begin);
    const QStringView trimmed = whole.trimmed();
    if (m_state.thought >= 0 && trimmed == u"</think>") {  // a thought's code that was never closed
        m_state.fence.clear();
        ++m_state.fences;
        thoughtMark(source, begin, end);
        return;
    }
    if (trimmed.size() >= m_state.fence.size() && trimmed.startsWith(m_state.fence) &&
        std::all_of(trimmed.begin(), trimmed.end(), [&](QChar c) { return c == m_state.fence[0]; })) {
        m_state.fence.clear();
        m_state.afterBlank = true;
        ++m_state.fences;
        return;
    }
    SourceLine piece;
    piece.kind = LineKind::Code;
    piece.begin = begin;
    piece.end = end;
    piece.contentBegin = begin + std::min(leadingSpaces(whole), m_state.fenceIndent);
    piece.startsBlock = std::exchange(m_state.firstOfCode, false);
    piece.codeBlock = m_state.fences;
    piece.language = m_state.language;
    add(std::move(piece), source);
}

// <think> at the beginning of a line opens a section, </think> anywhere closes it. True: the line was dealt
// with.
bool MarkdownSplitter::thoughtMark(QStringView source, int begin, int end) {
    static constexpr QStringView kOpen = u"<think>", kClose = u"</think>";
    const QStringView whole = source.mid(begin, end - begin);
    if (m_state.thought >= 0) {
        const auto close = whole.indexOf(kClose);
        if (close < 0) return false;
        const int closeAt = begin + int(close);
        if (!whole.left(close).trimmed().isEmpty()) line(source, begin, closeAt);
        m_thoughts[std::size_t(m_state.thought)].end = closeAt;
        m_thoughts[std::size_t(m_state.thought)].open = false;
        m_state.thought = m_state.table = -1;
        m_state.afterBlank = true;
        m_candidate = -1;
        const int rest = closeAt + int(kClose.size());
        if (!source.mid(rest, end - rest).trimmed().isEmpty()) line(source, rest, end);
        return true;
    }
    if (m_thoughts.size() < kMostThoughts && whole.trimmed().startsWith(kOpen)) {
        SourceLine head;
        head.kind = LineKind::Thought;
        head.begin = begin;
        head.end = head.contentBegin = begin + int(whole.indexOf(kOpen) + kOpen.size());
        head.startsBlock = true;
        m_state.thought = int(m_thoughts.size());
        m_state.table = -1;
        m_candidate = -1;
        m_thoughts.push_back({head.end, int(source.size()), true});
        m_state.afterBlank = true;
        add(head, source);
        if (!source.mid(head.end, end - head.end).trimmed().isEmpty()) line(source, head.end, end);
        return true;
    }
    if (m_thoughts.empty() && !m_implicitThought && whole.contains(kClose)) {
        m_restart = true;
        return true;
    }
    return false;
}

bool MarkdownSplitter::tableLine(QStringView source, int begin, int end) {
    const QStringView whole = source.mid(begin, end - begin);
    SourceLine row;
    row.kind = LineKind::TableRow;
    row.begin = row.contentBegin = begin;
    row.end = end;
    if (m_state.table >= 0) {
        if (whole.contains('|') && end - begin <= 4 * kLongestPiece) {
            row.table = m_state.table;
            row.thought = m_state.thought;
            m_lines.push_back(std::move(row));
            return true;
        }
        m_state.table = -1;
        m_state.afterBlank = true;
        return false;
    }
    const int header = std::exchange(m_candidate, -1);
    if (header < 0 || !whole.contains('-')) return false;
    std::vector<CellAlign> columns = separatorOf(whole);
    SourceLine& first = m_lines[std::size_t(header)];
    if (columns.empty() || tableCells(source, first.begin, first.end).size() != columns.size()) return false;
    m_state.table = int(m_tables.size());
    m_tables.push_back({std::move(columns)});
    first.kind = LineKind::TableRow;
    first.contentBegin = first.begin;
    first.marker.clear();
    first.level = 0;
    first.table = m_state.table;
    first.startsBlock = true;
    return true;
}

void MarkdownSplitter::textLine(QStringView source, int begin, int end) {
    const QStringView whole = source.mid(begin, end - begin);
    if (whole.trimmed().isEmpty()) {
        m_state.afterBlank = true;
        return;
    }
    const auto [depth, inner] = quoteOf(whole);
    const QStringView body = whole.mid(inner);
    if (depth && body.trimmed().isEmpty()) {
        m_state.afterBlank = true;
        return;
    }
    const Marker marker = markerOf(body);
    SourceLine piece;
    piece.kind = marker.kind == LineKind::Paragraph && depth ? LineKind::Quote : marker.kind;
    piece.begin = begin;
    piece.end = end;
    piece.contentBegin = begin + inner + marker.length;
    piece.level = marker.level;
    piece.marker = marker.text;
    piece.startsBlock = m_state.afterBlank;
    piece.quote = depth;
    const SourceLine* before = m_lines.empty() ? nullptr : &m_lines.back();
    const bool continuesItem = marker.kind == LineKind::Paragraph && before &&
                               before->kind == LineKind::Item && before->quote == depth &&
                               leadingSpaces(body) >= 2;
    if (continuesItem) {
        piece.kind = LineKind::Item;
        piece.level = before->level;
        piece.contentBegin = begin + inner + leadingSpaces(body);
    } else if (before && (before->kind != piece.kind || before->quote != depth)) {
        piece.startsBlock = true;
    }
    if (piece.kind == LineKind::Heading) piece.startsBlock = true;
    const bool maybeHeader = piece.kind == LineKind::Paragraph && body.contains('|');
    const std::size_t at = m_lines.size();
    add(std::move(piece), source);
    if (maybeHeader && m_lines.size() == at + 1) m_candidate = int(at);
    m_state.afterBlank = false;
}

InlineText plainInline(QStringView source, int begin, int end) {
    InlineText out;
    out.text = source.mid(begin, end - begin).toString();
    out.text.replace('\t', QStringLiteral("    "));
    if (out.text.size() == end - begin) {
        for (int i = begin; i <= end; ++i) out.source.push_back(i);
    } else {
        for (int i = begin; i < end; ++i) out.source.insert(out.source.end(), source[i] == '\t' ? 4 : 1, i);
        out.source.push_back(end);
    }
    return out;
}

}  // namespace gh::app
