#include "app/chat/code_lexer.h"

#include <algorithm>
#include <memory>
#include <QHash>
#include <QString>

#include "app/chat/code_languages.h"

namespace gh::app {

namespace {

// States between lines: 0, a block comment that is open, a string that is open, inside a tag or a rule's body.
constexpr int kComment = 1, kString = 32, kTag = 64, kBody = 65;

QStringView view(std::u16string_view text) {
    return {text.data(), qsizetype(text.size())};
}

using Words = QHash<QStringView, CodeToken>;

// Made when a language is first met; the GUI thread's own. The keys are views into the table.
const Words& words(int language) {
    static std::vector<std::unique_ptr<Words>> all(codeLanguages().size());
    auto& at = all[std::size_t(language)];
    if (!at) {
        const CodeLanguage& entry = codeLanguages()[std::size_t(language)];
        at = std::make_unique<Words>();
        for (const QStringView word : view(entry.types).split(u' ', Qt::SkipEmptyParts))
            at->insert(word, CodeToken::Type);
        for (const QStringView word : view(entry.keywords).split(u' ', Qt::SkipEmptyParts))
            at->insert(word, CodeToken::Keyword);
    }
    return *at;
}

class LineLexer {
public:
    LineLexer(int index, QStringView line, std::vector<CodeSpan>& spans)
        : m_index(index), m_language(codeLanguages()[std::size_t(index)]), m_line(line), m_spans(spans) {}

    int run(int state) {
        if (m_language.kind == CodeLanguage::Kind::Diff) return diff();
        if (state >= kComment && state < kString)
            state = finish(m_language.blockComments[std::size_t(state - kComment)], CodeToken::Comment, 0, state);
        else if (state >= kString && state < kTag)
            state = finish(m_language.quotes[std::size_t(state - kString)], CodeToken::String, 0, state);
        if (state > 0 && state < kTag) return state;  // not closed in this line
        switch (m_language.kind) {
            case CodeLanguage::Kind::Markup:
                return markup(state);
            case CodeLanguage::Kind::Styles:
                return styles(state);
            default:
                return code();
        }
    }

private:
    void put(int begin, int end, CodeToken token) {
        if (end > begin) m_spans.push_back({begin, end, token});
    }
    bool startsWith(int at, QStringView text) const { return m_line.mid(at).startsWith(text); }
    bool isWord(QChar c) const {
        return c.isLetterOrNumber() || c == '_' || view(m_language.wordExtra).contains(c);
    }

    // From m_at, which stands inside the quotation, to its end. 0: closed, else `open`.
    int finish(const CodeQuote& quote, CodeToken token, int begin, int open) {
        const QStringView close = view(quote.close);
        while (m_at < m_line.size()) {
            if (quote.escapes && m_line[m_at] == '\\') {
                m_at = int(std::min<qsizetype>(m_at + 2, m_line.size()));
            } else if (startsWith(m_at, close)) {
                m_at += int(close.size());
                put(begin, m_at, token);
                return 0;
            } else {
                ++m_at;
            }
        }
        put(begin, m_at, token);
        return quote.multiline ? open : 0;
    }

    // A comment or string that begins at m_at. True: it was taken; `state` is what it leaves behind.
    bool quotation(int* state) {
        for (std::size_t i = 0; i < m_language.blockComments.size(); ++i) {
            const CodeQuote& comment = m_language.blockComments[i];
            if (!startsWith(m_at, view(comment.open))) continue;
            const int begin = m_at;
            m_at += int(comment.open.size());
            *state = finish(comment, CodeToken::Comment, begin, kComment + int(i));
            return true;
        }
        for (const std::u16string_view mark : m_language.lineComments) {
            if (!startsWith(m_at, view(mark))) continue;
            // In a shell or YAML a '#' inside a word is one of its letters; so is "://" of an address.
            if (mark == u"#" && m_at > 0 && !m_line[m_at - 1].isSpace() && m_line[m_at - 1] != ';') continue;
            put(m_at, int(m_line.size()), CodeToken::Comment);
            m_at = int(m_line.size());
            *state = 0;
            return true;
        }
        for (std::size_t i = 0; i < m_language.quotes.size(); ++i) {
            const CodeQuote& quote = m_language.quotes[i];
            if (!startsWith(m_at, view(quote.open))) continue;
            if (quote.longest) {
                const QStringView rest = m_line.mid(m_at + 1, quote.longest + 1);
                const bool escaped = rest.startsWith('\\');
                const auto close = rest.indexOf(view(quote.close), escaped ? 2 : 1);
                if (close < 0 || (!escaped && close > 2)) continue;
            }
            const int begin = m_at;
            m_at += int(quote.open.size());
            *state = finish(quote, CodeToken::String, begin, kString + int(i));
            return true;
        }
        return false;
    }

    void number() {
        const int begin = m_at;
        const bool based = m_line[m_at] == '0' && m_at + 1 < m_line.size() && m_line[m_at + 1].isLetter();
        while (m_at < m_line.size()) {
            const QChar c = m_line[m_at];
            const bool exponent = !based && (c == '+' || c == '-') && m_at > begin &&
                                  (m_line[m_at - 1] == 'e' || m_line[m_at - 1] == 'E');
            const bool point = c == '.' && m_at + 1 < m_line.size() && m_line[m_at + 1].isDigit();
            if (!c.isLetterOrNumber() && c != '_' && !point && !exponent) break;
            ++m_at;
        }
        put(begin, m_at, CodeToken::Number);
    }

    int nextInk(int at) const {
        while (at < m_line.size() && m_line[at].isSpace()) ++at;
        return at;
    }

    void word() {
        const int begin = m_at;
        while (m_at < m_line.size() && isWord(m_line[m_at])) ++m_at;
        const QStringView text = m_line.mid(begin, m_at - begin);
        if (m_language.keys) {
            const int next = nextInk(m_at);
            const bool first = m_line.left(begin).trimmed().isEmpty() || m_line.left(begin).trimmed() == u"-";
            if (first && next < m_line.size() && (m_line[next] == ':' || m_line[next] == '=')) {
                put(begin, m_at, CodeToken::Keyword);
                return;
            }
        }
        const QString lower = m_language.ignoreCase ? text.toString().toLower() : QString();
        const auto it = words(m_index).constFind(m_language.ignoreCase ? QStringView(lower) : text);
        if (it != words(m_index).constEnd()) put(begin, m_at, *it);
    }

    int code() {
        const int first = nextInk(0);
        if (m_at == 0 && m_language.directives && first < m_line.size() && m_line[first] == '#') {
            m_at = nextInk(first + 1);
            while (m_at < m_line.size() && m_line[m_at].isLetter()) ++m_at;
            put(first, m_at, CodeToken::Keyword);
            if (m_line.mid(first, m_at - first).endsWith(u"include")) {
                const int begin = nextInk(m_at);
                put(begin, int(m_line.size()), CodeToken::String);
                return 0;
            }
        }
        // "[section]"
        if (m_at == 0 && m_language.keys && first < m_line.size() && m_line[first] == '[' &&
            m_line.trimmed().endsWith(u']') && !m_line.contains(u',') && !m_line.contains(u'"')) {
            put(first, int(m_line.size()), CodeToken::Type);
            return 0;
        }
        int state = 0;
        while (m_at < m_line.size()) {
            const QChar c = m_line[m_at];
            if (const int begin = m_at; quotation(&state)) {
                if (state) return state;
                // A quoted key: "name": …
                const int next = nextInk(m_at);
                if (m_language.keys && !m_spans.empty() && m_spans.back().begin == begin &&
                    m_spans.back().token == CodeToken::String && next < m_line.size() && m_line[next] == ':')
                    m_spans.back().token = CodeToken::Keyword;
            } else if (c.isDigit()) {
                number();
            } else if (m_language.variables && c == '$' && m_at + 1 < m_line.size()) {
                const int begin = m_at++;
                if (m_line[m_at] == '{' || m_line[m_at] == '(') ++m_at;
                while (m_at < m_line.size() && isWord(m_line[m_at])) ++m_at;
                put(begin, m_at, CodeToken::Type);
            } else if (c == '@' && m_at + 1 < m_line.size() && m_line[m_at + 1].isLetter()) {
                const int begin = m_at++;
                while (m_at < m_line.size() && (isWord(m_line[m_at]) || m_line[m_at] == '.')) ++m_at;
                put(begin, m_at, CodeToken::Type);
            } else if (c == '\\' && m_at + 1 < m_line.size() && m_line[m_at + 1].isLetter() &&
                       m_language.quotes.empty()) {
                const int begin = m_at++;  // \command of TeX
                while (m_at < m_line.size() && m_line[m_at].isLetter()) ++m_at;
                put(begin, m_at, CodeToken::Keyword);
            } else if (isWord(c)) {
                word();
            } else {
                ++m_at;
            }
        }
        return 0;
    }

    int markup(int state) {
        bool tag = state == kTag;
        while (m_at < m_line.size()) {
            int left = 0;
            if (!tag) {
                const auto next = m_line.indexOf(u'<', m_at);
                if (next < 0) return 0;
                m_at = int(next);
                if (startsWith(m_at, u"<!--")) {
                    quotation(&left);
                    if (left) return left;
                    continue;
                }
                const int begin = m_at++;
                while (m_at < m_line.size() && (m_line[m_at] == '/' || m_line[m_at] == '!' || m_line[m_at] == '?'))
                    ++m_at;
                while (m_at < m_line.size() &&
                       (m_line[m_at].isLetterOrNumber() || QStringView(u"-:_.").contains(m_line[m_at])))
                    ++m_at;
                put(begin, m_at, CodeToken::Keyword);
                tag = true;
                continue;
            }
            const QChar c = m_line[m_at];
            if (c == '>') {
                put(m_at, m_at + 1, CodeToken::Keyword);
                ++m_at;
                tag = false;
            } else if (c == '"' || c == '\'') {
                quotation(&left);
            } else if (c.isLetter()) {
                const int begin = m_at;
                while (m_at < m_line.size() &&
                       (m_line[m_at].isLetterOrNumber() || QStringView(u"-:_.@").contains(m_line[m_at])))
                    ++m_at;
                put(begin, m_at, CodeToken::Type);
            } else {
                ++m_at;
            }
        }
        return tag ? kTag : 0;
    }

    int styles(int state) {
        bool body = state == kBody;
        while (m_at < m_line.size()) {
            int left = 0;
            const QChar c = m_line[m_at];
            if (quotation(&left)) {
                if (left) return left;
            } else if (c == '{' || c == '}') {
                body = c == '{';
                ++m_at;
            } else if (c == '@' || (!body && (c.isLetter() || c == '.' || c == '#'))) {
                const int begin = m_at++;
                while (m_at < m_line.size() && (m_line[m_at].isLetterOrNumber() || m_line[m_at] == '-')) ++m_at;
                put(begin, m_at, c == '@' ? CodeToken::Keyword : CodeToken::Type);
            } else if (body && (c.isDigit() || c == '#')) {
                const int begin = m_at++;
                while (m_at < m_line.size() &&
                       (m_line[m_at].isLetterOrNumber() || m_line[m_at] == '.' || m_line[m_at] == '%'))
                    ++m_at;
                put(begin, m_at, CodeToken::Number);
            } else if (body && (c.isLetter() || c == '-')) {
                const int begin = m_at++;
                while (m_at < m_line.size() && (m_line[m_at].isLetterOrNumber() || m_line[m_at] == '-')) ++m_at;
                const int next = nextInk(m_at);
                if (next < m_line.size() && m_line[next] == ':') put(begin, m_at, CodeToken::Keyword);
            } else {
                ++m_at;
            }
        }
        return body ? kBody : 0;
    }

    int diff() {
        const int end = int(m_line.size());
        if (startsWith(0, u"+++") || startsWith(0, u"---") || startsWith(0, u"diff ") ||
            startsWith(0, u"index "))
            put(0, end, CodeToken::Comment);
        else if (startsWith(0, u"@@"))
            put(0, end, CodeToken::Type);
        else if (startsWith(0, u"+"))
            put(0, end, CodeToken::Added);
        else if (startsWith(0, u"-"))
            put(0, end, CodeToken::Removed);
        return 0;
    }

    const int m_index;
    const CodeLanguage& m_language;
    const QStringView m_line;
    std::vector<CodeSpan>& m_spans;
    int m_at = 0;
};

}  // namespace

int codeLanguage(QStringView name) {
    if (name.isEmpty()) return -1;
    static const QHash<QString, int> aliases = [] {
        QHash<QString, int> all;
        for (std::size_t i = 0; i < codeLanguages().size(); ++i) {
            for (const QStringView alias : view(codeLanguages()[i].aliases).split(u' '))
                all.insert(alias.toString(), int(i));
        }
        return all;
    }();
    return aliases.value(name.toString().toLower(), -1);
}

QString codeLanguageName(int language) {
    return language < 0 ? QString() : view(codeLanguages()[std::size_t(language)].name).toString();
}

int lexCode(int language, QStringView line, int state, std::vector<CodeSpan>& spans) {
    return language < 0 ? 0 : LineLexer(language, line, spans).run(state);
}

int stateBehind(int language, QStringView line, int state) {
    if (language < 0) return 0;
    const CodeLanguage& entry = codeLanguages()[std::size_t(language)];
    if (state == 0 && entry.kind == CodeLanguage::Kind::Words) {
        const auto opens = [&](std::span<const CodeQuote> quotes) {
            return std::any_of(quotes.begin(), quotes.end(), [&](const CodeQuote& quote) {
                return quote.multiline && line.contains(view(quote.open));
            });
        };
        if (!opens(entry.blockComments) && !opens(entry.quotes)) return 0;
    }
    std::vector<CodeSpan> spans;
    return LineLexer(language, line, spans).run(state);
}

const char* codeColor(CodeToken token) {
    static constexpr const char* kRoles[] = {"syntax.keyword", "syntax.type",  "syntax.string", "syntax.number",
                                             "syntax.comment", "syntax.added", "syntax.removed"};
    return kRoles[std::size_t(token)];
}

}  // namespace gh::app
