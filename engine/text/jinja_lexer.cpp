#include "engine/text/jinja_lexer.h"

#include <algorithm>

#include "engine/text/jinja_value.h"
#include "engine/text/utf8.h"

namespace gh::jinja {

namespace {

using Kind = Token::Kind;

bool blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}
bool digit(char c) {
    return c >= '0' && c <= '9';
}
bool nameStart(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
}
bool namePart(char c) {
    return nameStart(c) || digit(c);
}

// Line ends as "\n"; one at the very end does not count.
std::string normalized(std::string_view source) {
    std::string out;
    out.reserve(source.size());
    for (std::size_t i = 0; i < source.size(); ++i) {
        if (source[i] == '\r') {
            out += '\n';
            if (i + 1 < source.size() && source[i + 1] == '\n') ++i;
        } else {
            out += source[i];
        }
    }
    if (!out.empty() && out.back() == '\n') out.pop_back();
    return out;
}

class Lexer {
public:
    explicit Lexer(std::string_view source) : m_source(normalized(source)), m_text(m_source) {}

    std::vector<Token> run() {
        while (m_pos < m_text.size()) {
            const std::size_t tag = nextTag(m_pos);
            if (tag == std::string_view::npos) {
                data(m_text.substr(m_pos));
                m_pos = m_text.size();
                break;
            }
            const char kind = m_text[tag + 1];
            std::size_t inside = tag + 2;
            const char sign = inside < m_text.size() && (m_text[inside] == '-' || m_text[inside] == '+')
                                  ? m_text[inside]
                                  : 0;
            if (sign) ++inside;
            data(stripped(m_text.substr(m_pos, tag - m_pos), sign, kind == '{'));
            m_pos = inside;
            if (kind == '#') {
                comment(tag);
            } else if (kind == '%' && raw(tag)) {
                continue;
            } else {
                this->tag(tag, kind == '%');
            }
        }
        add(Kind::End, "", m_text.size());
        return std::move(m_tokens);
    }

private:
    [[noreturn]] void fail(std::size_t pos, std::string message) {
        move(pos);
        throw Failure{Failure::Kind::Syntax, std::move(message), m_line, column(pos)};
    }

    // Line numbers are counted forward once; positions only ever grow, but for errors that point back.
    void move(std::size_t pos) {
        if (pos < m_lineStart) m_counted = 0, m_lineStart = 0, m_line = 1;
        for (; m_counted < pos; ++m_counted) {
            if (m_text[m_counted] == '\n') ++m_line, m_lineStart = m_counted + 1;
        }
    }
    int column(std::size_t pos) const { return static_cast<int>(pos - m_lineStart) + 1; }

    void add(Kind kind, std::string text, std::size_t pos) {
        move(pos);
        m_tokens.push_back({kind, std::move(text), m_line, column(pos)});
    }

    void data(std::string_view text) {
        if (!text.empty()) add(Kind::Data, std::string(text), m_pos);
    }

    std::size_t nextTag(std::size_t from) const {
        for (std::size_t p = m_text.find('{', from); p != std::string_view::npos;
             p = m_text.find('{', p + 1)) {
            if (p + 1 < m_text.size() &&
                (m_text[p + 1] == '{' || m_text[p + 1] == '%' || m_text[p + 1] == '#'))
                return p;
        }
        return std::string_view::npos;
    }

    std::string_view stripped(std::string_view text, char sign, bool variable) const {
        if (sign == '-') {
            while (!text.empty() && blank(text.back())) text.remove_suffix(1);
        } else if (sign != '+' && !variable) {
            const std::size_t line = text.rfind('\n') + 1;  // 0 when there is none
            if ((line > 0 || m_atLineStart) &&
                std::all_of(text.begin() + static_cast<std::ptrdiff_t>(line), text.end(), blank)) {
                text = text.substr(0, line);
            }
        }
        return text;
    }

    void skipBlanks() {
        while (m_pos < m_text.size() && blank(m_text[m_pos])) ++m_pos;
    }
    bool takes(std::string_view what) {
        if (!m_text.substr(m_pos).starts_with(what)) return false;
        m_pos += what.size();
        return true;
    }
    // After a tag's end: '-' eats all whitespace, a plain end of a block or comment one newline.
    void afterTag(char sign, bool trims) {
        const std::size_t from = m_pos;
        if (sign == '-') {
            skipBlanks();
        } else if (sign != '+' && trims && m_pos < m_text.size() && m_text[m_pos] == '\n') {
            ++m_pos;
        }
        m_atLineStart = m_pos > from && m_text[m_pos - 1] == '\n';
    }

    void comment(std::size_t tag) {
        const std::size_t end = m_text.find("#}", m_pos);
        if (end == std::string_view::npos) fail(tag, "a comment is not closed");
        const char sign = end > m_pos ? m_text[end - 1] : 0;
        m_pos = end + 2;
        afterTag(sign, true);
    }

    // {% raw %} … {% endraw %}: all between is data.
    bool raw(std::size_t tag) {
        const std::size_t start = m_pos;
        skipBlanks();
        char sign = 0;
        const auto end = [&](std::string_view word) {
            if (!takes(word)) return false;
            skipBlanks();
            sign =
                m_pos < m_text.size() && (m_text[m_pos] == '-' || m_text[m_pos] == '+') ? m_text[m_pos] : 0;
            if (sign) ++m_pos;
            return takes("%}");
        };
        if (!end("raw") || sign == '+') {
            m_pos = start;
            return false;
        }
        afterTag(sign, false);
        const std::size_t begin = m_pos;
        for (std::size_t p = m_text.find("{%", begin); p != std::string_view::npos;
             p = m_text.find("{%", p + 2)) {
            m_pos = p + 2;
            const char before =
                m_pos < m_text.size() && (m_text[m_pos] == '-' || m_text[m_pos] == '+') ? m_text[m_pos] : 0;
            if (before) ++m_pos;
            skipBlanks();
            if (!end("endraw")) continue;
            const std::size_t after = m_pos;
            m_pos = begin;
            data(stripped(m_text.substr(begin, p - begin), before, false));
            m_pos = after;
            afterTag(sign, true);
            return true;
        }
        fail(tag, "a raw block is not closed");
    }

    void tag(std::size_t begin, bool block) {
        add(block ? Kind::BlockBegin : Kind::VariableBegin, "", begin);
        const std::string_view close = block ? "%}" : "}}";
        std::string open;  // brackets of the expression; within them "}}" is two braces
        for (;;) {
            skipBlanks();
            if (m_pos >= m_text.size()) fail(begin, "a tag is not closed");
            if (open.empty()) {
                const char sign = m_text[m_pos] == '-' || (block && m_text[m_pos] == '+') ? m_text[m_pos] : 0;
                const std::size_t at = m_pos;
                if (sign) ++m_pos;
                if (takes(close)) {
                    add(block ? Kind::BlockEnd : Kind::VariableEnd, "", at);
                    afterTag(sign, block);
                    return;
                }
                m_pos = at;
            }
            token(open);
        }
    }

    void token(std::string& open) {
        const std::size_t at = m_pos;
        const char c = m_text[at];
        if (nameStart(c)) {
            while (m_pos < m_text.size() && namePart(m_text[m_pos])) ++m_pos;
            add(Kind::Name, std::string(m_text.substr(at, m_pos - at)), at);
        } else if (digit(c)) {
            number();
        } else if (c == '"' || c == '\'') {
            string(c);
        } else {
            operatorToken(open);
        }
    }

    void digits() {
        while (m_pos < m_text.size() &&
               (digit(m_text[m_pos]) ||
                (m_text[m_pos] == '_' && m_pos + 1 < m_text.size() && digit(m_text[m_pos + 1]))))
            ++m_pos;
    }

    void number() {
        const std::size_t at = m_pos;
        bool isFloat = false;
        const bool afterDot = at > 0 && m_text[at - 1] == '.';  // in x.0.1 the parts are item numbers
        const char base = at + 1 < m_text.size() ? static_cast<char>(m_text[at + 1] | 0x20) : 0;
        if (m_text[at] == '0' && (base == 'x' || base == 'o' || base == 'b')) {
            m_pos += 2;
            while (m_pos < m_text.size() && (namePart(m_text[m_pos]))) ++m_pos;
        } else {
            digits();
            if (!afterDot && m_pos + 1 < m_text.size() && m_text[m_pos] == '.' && digit(m_text[m_pos + 1])) {
                isFloat = true;
                ++m_pos;
                digits();
            }
            if (!afterDot && m_pos < m_text.size() && (m_text[m_pos] | 0x20) == 'e') {
                std::size_t p = m_pos + 1;
                if (p < m_text.size() && (m_text[p] == '+' || m_text[p] == '-')) ++p;
                if (p < m_text.size() && digit(m_text[p])) {
                    isFloat = true;
                    m_pos = p;
                    digits();
                }
            }
        }
        std::string text(m_text.substr(at, m_pos - at));
        std::erase(text, '_');
        if (!isFloat && m_pos == at + text.size() && text[0] == '0' &&
            text.find_first_not_of('0') != std::string::npos && digit(text[1])) {
            fail(at, "a number does not begin with 0");
        }
        add(isFloat ? Kind::Float : Kind::Integer, std::move(text), at);
    }

    void string(char quote) {
        const std::size_t at = m_pos++;
        std::string value;
        while (m_pos < m_text.size() && m_text[m_pos] != quote) {
            if (m_text[m_pos] == '\\' && m_pos + 1 < m_text.size()) {
                ++m_pos;
                escape(value);
            } else {
                value += m_text[m_pos++];
            }
        }
        if (m_pos >= m_text.size()) fail(at, "a string is not closed");
        ++m_pos;
        add(Kind::String, std::move(value), at);
    }

    void escape(std::string& value) {
        const char c = m_text[m_pos++];
        const auto hex = [&](int count) {
            char32_t code = 0;
            for (int i = 0; i < count; ++i) {
                const char h = m_pos < m_text.size() ? static_cast<char>(m_text[m_pos] | 0x20) : 0;
                const int digitValue = h >= '0' && h <= '9'   ? h - '0'
                                       : h >= 'a' && h <= 'f' ? h - 'a' + 10
                                                              : -1;
                if (digitValue < 0) fail(m_pos, "an escape in a string is not complete");
                code = code * 16 + static_cast<char32_t>(digitValue);
                ++m_pos;
            }
            return code;
        };
        switch (c) {
            case 'n':
                value += '\n';
                break;
            case 't':
                value += '\t';
                break;
            case 'r':
                value += '\r';
                break;
            case 'a':
                value += '\a';
                break;
            case 'b':
                value += '\b';
                break;
            case 'f':
                value += '\f';
                break;
            case 'v':
                value += '\v';
                break;
            case '\\':
            case '\'':
            case '"':
                value += c;
                break;
            case '\n':
                break;
            case 'x':
                utf8::append(value, hex(2));
                break;
            case 'U':
                utf8::append(value, hex(8));
                break;
            case 'u': {
                char32_t code = hex(4);
                // A surrogate pair spelled out stands for one character.
                if (code >= 0xD800 && code < 0xDC00 && m_text.substr(m_pos).starts_with("\\u")) {
                    m_pos += 2;
                    const char32_t low = hex(4);
                    if (low >= 0xDC00 && low < 0xE000) {
                        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
                    } else {
                        utf8::append(value, code);
                        code = low;
                    }
                }
                utf8::append(value, code);
                break;
            }
            default:
                if (c >= '0' && c <= '7') {
                    char32_t code = static_cast<char32_t>(c - '0');
                    for (int i = 0;
                         i < 2 && m_pos < m_text.size() && m_text[m_pos] >= '0' && m_text[m_pos] <= '7';
                         ++i) {
                        code = code * 8 + static_cast<char32_t>(m_text[m_pos++] - '0');
                    }
                    utf8::append(value, code);
                } else {
                    value += '\\', value += c;
                }
        }
    }

    void operatorToken(std::string& open) {
        constexpr std::string_view kOperators[] = {"//", "**", "==", "!=", ">=", "<=", "+", "-", "/",
                                                   "*",  "%",  "~",  "[",  "]",  "(",  ")", "{", "}",
                                                   ">",  "<",  "=",  ".",  ":",  "|",  ",", ";"};
        const std::size_t at = m_pos;
        for (const std::string_view op : kOperators) {
            if (!takes(op)) continue;
            const char c = op[0];
            if (c == '(' || c == '[' || c == '{') {
                open += c == '(' ? ')' : c == '[' ? ']' : '}';
            } else if (c == ')' || c == ']' || c == '}') {
                if (open.empty() || open.back() != c) fail(at, std::string("unexpected '") + c + "'");
                open.pop_back();
            }
            add(Kind::Operator, std::string(op), at);
            return;
        }
        fail(at,
             "unexpected character '" + std::string(m_text.substr(at, utf8::at(m_text, at).length)) + "'");
    }

    std::string m_source;
    std::string_view m_text;
    std::size_t m_pos = 0, m_counted = 0, m_lineStart = 0;
    int m_line = 1;
    bool m_atLineStart = true;
    std::vector<Token> m_tokens;
};

}  // namespace

std::vector<Token> tokenize(std::string_view source) {
    return Lexer(source).run();
}

}  // namespace gh::jinja
