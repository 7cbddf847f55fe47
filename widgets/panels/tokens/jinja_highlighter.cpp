#include "widgets/panels/tokens/jinja_highlighter.h"

#include <algorithm>
#include <iterator>

#include "widgets/theme.h"

namespace gh::widgets {
namespace {

constexpr QLatin1StringView kKeywords[] = {
    QLatin1StringView("and"),    QLatin1StringView("break"),    QLatin1StringView("call"),     QLatin1StringView("continue"),
    QLatin1StringView("elif"),   QLatin1StringView("else"),     QLatin1StringView("endcall"),  QLatin1StringView("endfilter"),
    QLatin1StringView("endfor"), QLatin1StringView("endgeneration"), QLatin1StringView("endif"),
    QLatin1StringView("endmacro"), QLatin1StringView("endset"), QLatin1StringView("false"),    QLatin1StringView("False"),
    QLatin1StringView("filter"), QLatin1StringView("for"),      QLatin1StringView("generation"), QLatin1StringView("if"),
    QLatin1StringView("in"),     QLatin1StringView("is"),       QLatin1StringView("macro"),    QLatin1StringView("none"),
    QLatin1StringView("None"),   QLatin1StringView("not"),      QLatin1StringView("or"),       QLatin1StringView("recursive"),
    QLatin1StringView("set"),    QLatin1StringView("true"),     QLatin1StringView("True")};

bool isKeyword(QStringView word) { return std::find(std::begin(kKeywords), std::end(kKeywords), word) != std::end(kKeywords); }

bool isWord(QChar c) { return c.isLetterOrNumber() || c == u'_'; }

}  // namespace

JinjaHighlighter::JinjaHighlighter(QTextDocument* document) : QSyntaxHighlighter(document) {
    connect(&Theme::instance(), &Theme::changed, this, &QSyntaxHighlighter::rehighlight);
}

void JinjaHighlighter::paint(int begin, int end, const char* role, bool strong) {
    QTextCharFormat format;
    format.setForeground(Theme::instance().color(role));
    if (strong) format.setFontWeight(QFont::DemiBold);
    setFormat(begin, end - begin, format);
}

void JinjaHighlighter::highlightBlock(const QString& text) {
    auto state = static_cast<State>(std::max(0, previousBlockState()));
    const int size = static_cast<int>(text.size());
    for (int at = 0; at < size;) {
        if (state == Text) {
            const int brace = static_cast<int>(text.indexOf(u'{', at));
            if (brace < 0) break;
            const QChar next = brace + 1 < size ? text[brace + 1] : QChar();
            at = brace + 1;
            if (next == u'#') {
                state = Comment;
                at = brace;
            } else if (next == u'{' || next == u'%') {
                state = Code;
                at = brace + 2;
                if (at < size && (text[at] == u'-' || text[at] == u'+')) ++at;
                paint(brace, at, "syntax.type");
            }
        } else if (state == Comment) {
            const int close = static_cast<int>(text.indexOf(QLatin1StringView("#}"), at));
            const int end = close < 0 ? size : close + 2;
            paint(at, end, "syntax.comment");
            at = end;
            if (close >= 0) state = Text;
        } else if (state == SingleQuoted || state == DoubleQuoted) {
            at = quoted(text, at, at, state == SingleQuoted ? u'\'' : u'"', state);
        } else {
            at = code(text, at, state);
        }
    }
    setCurrentBlockState(state);
}

// One piece of code; returns where the next begins.
int JinjaHighlighter::code(const QString& text, int at, State& state) {
    const int size = static_cast<int>(text.size());
    const QChar c = text[at];
    const int sign = c == u'-' || c == u'+' ? at + 1 : at;
    if (sign + 1 < size && (text[sign] == u'%' || text[sign] == u'}') && text[sign + 1] == u'}') {
        paint(at, sign + 2, "syntax.type");
        state = Text;
        return sign + 2;
    }
    if (c == u'\'' || c == u'"') return quoted(text, at, at + 1, c, state);
    if (!isWord(c)) return at + 1;
    int end = at;
    while (end < size && isWord(text[end])) ++end;
    const QStringView word = QStringView(text).sliced(at, end - at);
    if (c.isDigit()) paint(at, end, "syntax.number");
    else if (isKeyword(word) && (at == 0 || text[at - 1] != u'.')) paint(at, end, "syntax.keyword", true);
    return end;
}

int JinjaHighlighter::quoted(const QString& text, int begin, int at, QChar quote, State& state) {
    const int size = static_cast<int>(text.size());
    while (at < size && text[at] != quote) at += text[at] == u'\\' ? 2 : 1;
    const bool closed = at < size;
    const int end = std::min(size, closed ? at + 1 : size);
    paint(begin, end, "syntax.string");
    state = closed ? Code : quote == u'"' ? DoubleQuoted : SingleQuoted;
    return end;
}

}  // namespace gh::widgets
