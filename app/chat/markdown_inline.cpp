// Marks within a line: bold, italics, code, links (shown, never fetched).
#include <algorithm>
#include <array>

#include "app/chat/markdown.h"

namespace gh::app {

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
    static constexpr int kLongestLabel = 200, kLongestLink = 500;

    void put(int at, const InlineSpan& style) { put(at, m_source[at], style); }
    void put(int at, QChar c, const InlineSpan& style) {
        const int n = int(m_out.text.size());
        m_out.text.append(c);
        m_out.source.push_back(at);
        if (!(style.bold || style.italic || style.code || style.strike || style.link >= 0)) return;
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

    int code(int i, int end, const InlineSpan& style) {
        int n = 1;
        while (i + n < end && m_source[i + n] == '`') ++n;
        const QStringView mark = m_source.mid(i, n);
        const auto close = m_source.mid(0, end).indexOf(mark, i + n);
        if (close > 0) {
            InlineSpan inner = style;
            inner.code = true;
            int begin = i + n, last = int(close);
            // "`` `a` ``": one space inside the marks only keeps them apart.
            if (n > 1 && last - begin > 2 && m_source[begin] == ' ' && m_source[last - 1] == ' ') {
                ++begin;
                --last;
            }
            for (int k = begin; k < last; ++k) put(k, inner);
            return int(close) + n;
        }
        for (int k = 0; k < n; ++k) put(i++, style);
        return i;
    }

    // [label](address); 0: it is none.
    int link(int i, int end, const InlineSpan& style, int depth) {
        const QStringView upTo = m_source.mid(0, std::min<qsizetype>(end, i + kLongestLabel + kLongestLink));
        const auto middle = upTo.indexOf(u"](", i);
        if (middle < 0 || middle - i > kLongestLabel) return 0;
        qsizetype close = middle + 2;
        for (int open = 0; close < upTo.size(); ++close) {
            if (upTo[close] == '(') ++open;
            if (upTo[close] == ')' && open-- == 0) break;
        }
        if (close >= upTo.size() || close - middle > kLongestLink) return 0;
        QStringView address = upTo.mid(middle + 2, close - middle - 2).trimmed();
        const auto title = address.indexOf(' ');  // (address "title")
        if (title > 0) address = address.left(title);
        InlineSpan inner = style;
        inner.link = int(m_out.links.size());
        m_out.links << address.toString();
        run(i + 1, int(middle), inner, depth + 1);
        return int(close) + 1;
    }

    // A bare http(s) address; 0: none begins here.
    int address(int i, int end, const InlineSpan& style) {
        const QStringView rest = m_source.mid(i, std::min(end - i, kLongestLink));
        if (!rest.startsWith(u"https://") && !rest.startsWith(u"http://")) return 0;
        int n = 0;
        while (n < rest.size() && !rest[n].isSpace() && !QStringView(u"<>\"`|").contains(rest[n])) ++n;
        // A full stop or a bracket behind it belongs to the sentence.
        while (n > 0 && QStringView(u".,;:!?)]'*_").contains(rest[n - 1])) --n;
        if (n <= int(rest.indexOf(u"://")) + 3) return 0;
        InlineSpan inner = style;
        inner.link = int(m_out.links.size());
        m_out.links << rest.left(n).toString();
        for (int k = 0; k < n; ++k) put(i + k, inner);
        return i + n;
    }

    void run(int begin, int end, const InlineSpan& style, int depth) {
        // Once a closer was searched in vain, it is not there for a later opener either: keeps this linear.
        std::array<bool, 5> hopeless{};
        static constexpr std::array<QStringView, 5> kMarks{u"**", u"__", u"~~", u"*", u"_"};
        for (int i = begin; i < end;) {
            const QChar c = m_source[i];
            if (c == '\\' && i + 1 < end && (m_source[i + 1].isPunct() || m_source[i + 1].isSymbol())) {
                put(i + 1, style);
                i += 2;
                continue;
            }
            if (c == '`') {
                i = code(i, end, style);
                continue;
            }
            if (c == '<' && i + 3 < end && m_source.mid(i + 1, 2).compare(u"br", Qt::CaseInsensitive) == 0) {
                const auto close = m_source.mid(i, std::min(6, end - i)).indexOf('>');
                const QStringView between = close > 0 ? m_source.mid(i + 3, close - 3).trimmed() : QStringView();
                if (close > 0 && (between.isEmpty() || between == u"/")) {
                    put(i, QChar::LineSeparator, style);
                    i += int(close) + 1;
                    continue;
                }
            }
            if (style.link < 0 && depth < kDeepest) {
                int next = 0;
                if (c == '[') next = link(i, end, style, depth);
                if (c == '!' && i + 1 < end && m_source[i + 1] == '[') next = link(i + 1, end, style, depth);
                if (c == 'h' && (i == begin || !m_source[i - 1].isLetterOrNumber()))
                    next = address(i, end, style);
                if (c == '<' && i + 1 < end && m_source[i + 1] == 'h') {
                    next = address(i + 1, end, style);
                    if (next && next < end && m_source[next] == '>') ++next;
                }
                if (next) {
                    i = next;
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
