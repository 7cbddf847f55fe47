#include "app/chat/markdown.h"

#include <algorithm>
#include <array>

namespace gh::app {

namespace {

constexpr int kLongestPiece = 2000;  // a longer line is laid out in parts: layout time grows with the piece

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

Marker markerOf(QStringView line) {
    const int indent = leadingSpaces(line);
    const QStringView rest = line.mid(indent);
    if (rest.isEmpty()) return {};
    if (rest[0] == '#') {
        int n = 0;
        while (n < rest.size() && rest[n] == '#') ++n;
        if (n <= 6 && n < rest.size() && rest[n] == ' ') return {LineKind::Heading, indent + n + 1, n, {}};
    }
    if (rest[0] == '>') {
        return {LineKind::Quote, indent + (rest.size() > 1 && rest[1] == ' ' ? 2 : 1), 1, {}};
    }
    if (rest.size() >= 3 && (rest[0] == '-' || rest[0] == '*' || rest[0] == '_')) {
        const QChar c = rest[0];
        int marks = 0;
        const bool only = std::all_of(rest.begin(), rest.end(),
                                      [&](QChar x) { return marks += x == c, x == c || x == ' '; });
        if (only && marks >= 3) return {LineKind::Rule, int(line.size()), 0, {}};
    }
    if (rest.size() >= 2 && (rest[0] == '-' || rest[0] == '*' || rest[0] == '+') && rest[1] == ' ') {
        return {LineKind::Item, indent + 2, std::min(indent / 2, 6), QString(QChar(0x2022))};
    }
    int digits = 0;
    while (digits < rest.size() && digits < 4 && rest[digits].isDigit()) ++digits;
    if (digits > 0 && digits + 1 < rest.size() && (rest[digits] == '.' || rest[digits] == ')') &&
        rest[digits + 1] == ' ') {
        return {LineKind::Item, indent + digits + 2, std::min(indent / 2, 6),
                rest.left(digits).toString() + '.'};
    }
    return {};
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
void forEachLine(QStringView source, F&& f) {
    for (int begin = 0; begin <= source.size();) {
        auto end = source.indexOf('\n', begin);
        if (end < 0) end = source.size();
        f(begin, int(end));
        begin = int(end) + 1;
    }
}

}  // namespace

std::vector<SourceLine> splitPlain(QStringView source) {
    std::vector<SourceLine> lines;
    forEachLine(source, [&](int begin, int end) {
        addPieces(lines, {LineKind::Plain, begin, end, begin, 0, {}, lines.empty(), -1}, source);
    });
    return lines;
}

std::vector<SourceLine> splitMarkdown(QStringView source) {
    std::vector<SourceLine> lines;
    QString fence;  // the fence that is open
    int fences = 0;
    bool firstOfCode = false;
    bool afterBlank = true;
    forEachLine(source, [&](int begin, int end) {
        const QStringView line = source.mid(begin, end - begin);
        const QStringView trimmed = line.trimmed();
        if (!fence.isEmpty()) {
            if (trimmed.startsWith(fence) && trimmed.size() == fence.size()) {
                fence.clear();
                afterBlank = true;
                ++fences;
                return;
            }
            addPieces(lines,
                      {LineKind::Code, begin, end, begin, 0, {}, std::exchange(firstOfCode, false), fences},
                      source);
            return;
        }
        if (trimmed.startsWith(u"```") || trimmed.startsWith(u"~~~")) {
            int n = 0;
            while (n < trimmed.size() && trimmed[n] == trimmed[0]) ++n;
            fence = trimmed.left(n).toString();
            firstOfCode = true;
            return;
        }
        if (trimmed.isEmpty()) {
            afterBlank = true;
            return;
        }
        const Marker marker = markerOf(line);
        SourceLine piece{marker.kind,  begin,       end,        begin + marker.length,
                         marker.level, marker.text, afterBlank, -1};
        const bool continuesItem = marker.kind == LineKind::Paragraph && !lines.empty() &&
                                   lines.back().kind == LineKind::Item && leadingSpaces(line) >= 2;
        if (continuesItem) {
            piece.kind = LineKind::Item;
            piece.level = lines.back().level;
            piece.contentBegin = begin + leadingSpaces(line);
        } else if (!lines.empty() && lines.back().kind != piece.kind) {
            piece.startsBlock = true;
        }
        if (piece.kind == LineKind::Heading) piece.startsBlock = true;
        addPieces(lines, std::move(piece), source);
        afterBlank = false;
    });
    return lines;
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

namespace {

class InlineParser {
public:
    explicit InlineParser(QStringView source) : m_source(source) {}

    InlineText parse(int begin, int end) {
        run(begin, end, {}, 0);
        m_out.source.push_back(end);
        return std::move(m_out);
    }

private:
    static constexpr int kDeepest = 8;

    void put(int at, const InlineSpan& style) {
        const int n = int(m_out.text.size());
        m_out.text.append(m_source[at]);
        m_out.source.push_back(at);
        if (!(style.bold || style.italic || style.code || style.strike || style.link)) return;
        if (!m_out.spans.empty()) {
            InlineSpan& last = m_out.spans.back();
            if (last.end == n && last.bold == style.bold && last.italic == style.italic &&
                last.code == style.code && last.strike == style.strike && last.link == style.link) {
                ++last.end;
                return;
            }
        }
        InlineSpan span = style;
        span.begin = n;
        span.end = n + 1;
        m_out.spans.push_back(span);
    }

    // Closing delimiter after `from`, not after a space (it would open, not close); -1: none.
    int closer(QStringView mark, int from, int end) const {
        for (int at = from; at + mark.size() <= end; ++at) {
            at = int(m_source.indexOf(mark, at));
            if (at < 0 || at + mark.size() > end) return -1;
            const bool longerRun = mark.size() == 1 && ((at + 1 < end && m_source[at + 1] == mark[0]) ||
                                                        m_source[at - 1] == mark[0]);
            const bool insideWord =
                mark[0] == '_' && at + mark.size() < end && m_source[at + mark.size()].isLetterOrNumber();
            if (at > from && !m_source[at - 1].isSpace() && !longerRun && !insideWord) return at;
            if (longerRun) ++at;
        }
        return -1;
    }

    void run(int begin, int end, const InlineSpan& style, int depth) {
        // Once a closer was searched in vain, it is not there for a later opener either: keeps this linear.
        std::array<bool, 5> hopeless{};
        static constexpr std::array<QStringView, 5> kMarks{u"**", u"__", u"~~", u"*", u"_"};
        for (int i = begin; i < end;) {
            const QChar c = m_source[i];
            if (c == '\\' && i + 1 < end && m_source[i + 1].isPunct()) {
                put(i + 1, style);
                i += 2;
                continue;
            }
            if (c == '`') {
                int n = 1;
                while (i + n < end && m_source[i + n] == '`') ++n;
                const QStringView mark = m_source.mid(i, n);
                const auto close = m_source.mid(0, end).indexOf(mark, i + n);
                if (close > 0) {
                    InlineSpan code = style;
                    code.code = true;
                    for (int k = i + n; k < close; ++k) put(k, code);
                    i = int(close) + n;
                    continue;
                }
                for (int k = 0; k < n; ++k) put(i++, style);
                continue;
            }
            if (c == '[' && depth < kDeepest) {
                const auto middle = m_source.mid(0, end).indexOf(u"](", i);
                const auto close = middle < 0 ? -1 : m_source.mid(0, end).indexOf(')', middle);
                if (close > 0 && middle - i < 200 && close - middle < 500) {
                    InlineSpan link = style;
                    link.link = true;
                    run(i + 1, int(middle), link, depth + 1);
                    i = int(close) + 1;
                    continue;
                }
            }
            bool opened = false;
            for (std::size_t m = 0; m < kMarks.size() && depth < kDeepest; ++m) {
                const QStringView mark = kMarks[m];
                if (c != mark[0] || hopeless[m] || !m_source.mid(i, end - i).startsWith(mark)) continue;
                const int inner = i + int(mark.size());
                if (inner >= end || m_source[inner].isSpace()) continue;
                if (c == '_' && i > begin && m_source[i - 1].isLetterOrNumber()) continue;
                const int close = closer(mark, inner, end);
                if (close < 0) {
                    hopeless[m] = true;
                    continue;
                }
                InlineSpan inside = style;
                (mark == u"~~" ? inside.strike : mark.size() == 2 ? inside.bold : inside.italic) = true;
                run(inner, close, inside, depth + 1);
                i = close + int(mark.size());
                opened = true;
                break;
            }
            if (!opened) put(i++, style);
        }
    }

    QStringView m_source;
    InlineText m_out;
};

}  // namespace

InlineText parseInline(QStringView source, int begin, int end) {
    return InlineParser(source).parse(begin, end);
}

}  // namespace gh::app
