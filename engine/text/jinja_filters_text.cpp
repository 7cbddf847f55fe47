// Filters on strings and numbers, and the text pieces that methods share with them.
#include <algorithm>
#include <charconv>
#include <cmath>

#include "engine/text/jinja_filters.h"
#include "engine/text/jinja_format.h"
#include "engine/text/jinja_operators.h"
#include "engine/text/jinja_print.h"
#include "engine/text/utf8.h"

namespace gh::jinja {

namespace {

// A text with each character replaced; change(code, out).
template <class Change>
Text eachCharacter(const Text& text, Change change) {
    return text.mapped([&](std::string_view bytes, std::string& out) {
        for (std::size_t pos = 0; pos < bytes.size();) {
            const utf8::Char c = utf8::at(bytes, pos);
            if (c.valid) {
                change(c.code, out);
            } else {
                out.append(bytes.substr(pos, c.length));
            }
            pos += c.length;
        }
    });
}

Text inputText(Context& context, const Value& input) {
    Text text = toText(context, input);
    context.budget.spendBytes(text.size());
    return text;
}

}  // namespace

Text upperCase(const Text& text) {
    return eachCharacter(text, [](char32_t code, std::string& out) {
        if (code == 0xDF) {
            out += "SS";  // the one letter of everyday texts whose capital is two
        } else {
            utf8::append(out, utf8::toUpper(code));
        }
    });
}

Text lowerCase(const Text& text) {
    return eachCharacter(text,
                         [](char32_t code, std::string& out) { utf8::append(out, utf8::toLower(code)); });
}

Text capitalized(const Text& text) {
    bool first = true;
    return eachCharacter(text, [&](char32_t code, std::string& out) {
        utf8::append(out, first ? utf8::toUpper(code) : utf8::toLower(code));
        first = false;
    });
}

Text trimmed(Context& context, const Text& text, const Value* characters, bool left, bool right) {
    context.budget.spendBytes(text.size());
    std::u32string set;
    if (characters && !characters->isNone()) {
        const Text chars = toText(context, *characters);
        for (std::size_t pos = 0; pos < chars.size();) {
            const utf8::Char c = utf8::at(chars.view(), pos);
            set.push_back(c.code);
            pos += c.length;
        }
    }
    const bool spaces = !characters || characters->isNone();
    std::size_t begin = 0, end = 0;
    bool inside = false;
    for (std::size_t pos = 0; pos < text.size();) {
        const utf8::Char c = utf8::at(text.view(), pos);
        const bool strip =
            c.valid && (spaces ? utf8::isSpace(c.code) : set.find(c.code) != std::u32string::npos);
        if (!strip && !inside) begin = pos, inside = true;
        pos += c.length;
        if (!strip) end = pos;
    }
    if (!inside) begin = end = left ? text.size() : 0;
    if (!left) begin = 0;
    if (!right) end = text.size();
    return text.slice(begin, end - begin);
}

Text replaced(Context& context, const Text& text, const Text& from, const Text& to, std::int64_t most) {
    Text out;
    std::size_t done = 0;
    const auto charge = [&] { context.budget.spendBytes(to.size()); };
    if (from.empty()) {
        const auto starts = characterStarts(context, text);
        for (std::size_t i = 0; i < starts.size() && most != 0; ++i, --most) {
            charge();
            if (out.size() > Budget::kTextBytes) fail("the template makes too long a text");
            out.append(to);
            if (i + 1 < starts.size()) out.append(text, starts[i], starts[i + 1] - starts[i]);
            done = i + 1 < starts.size() ? starts[i + 1] : text.size();
        }
    } else {
        context.budget.spendBytes(text.size());
        for (std::size_t pos;
             most != 0 && (pos = text.view().find(from.view(), done)) != std::string_view::npos; --most) {
            charge();
            if (out.size() > Budget::kTextBytes) fail("the template makes too long a text");
            out.append(text, done, pos - done);
            out.append(to);
            done = pos + from.size();
        }
    }
    out.append(text, done, text.size() - done);
    return out;
}

namespace {

Value lower(Context& c, const Value& in, const Args&) {
    return lowerCase(inputText(c, in));
}
Value upper(Context& c, const Value& in, const Args&) {
    return upperCase(inputText(c, in));
}
Value capitalize(Context& c, const Value& in, const Args&) {
    return capitalized(inputText(c, in));
}
Value string(Context& c, const Value& in, const Args&) {
    return inputText(c, in);
}

Value trim(Context& c, const Value& in, const Args& args) {
    return trimmed(c, inputText(c, in), args.get(0, "chars"), true, true);
}

Value title(Context& c, const Value& in, const Args&) {
    bool start = true;
    return eachCharacter(inputText(c, in), [&](char32_t code, std::string& out) {
        utf8::append(out, start ? utf8::toUpper(code) : utf8::toLower(code));
        start =
            utf8::isSpace(code) || code == '-' || code == '(' || code == '{' || code == '[' || code == '<';
    });
}

Value replace(Context& c, const Value& in, const Args& args) {
    return replaced(c, inputText(c, in), toText(c, args.need(0, "old")), toText(c, args.need(1, "new")),
                    args.integer(2, "count", -1));
}

Value indent(Context& c, const Value& in, const Args& args) {
    const Text text = inputText(c, in);
    const Value* width = args.get(0, "width");
    Text margin(std::string(4, ' '));
    if (width && width->text()) {
        margin = *width->text();
    } else if (width) {
        const std::int64_t n = args.integer(0, "width", 4);
        if (n > 1000) fail("an indent of more than 1000");
        margin = Text(std::string(static_cast<std::size_t>(std::max<std::int64_t>(n, 0)), ' '));
    }
    const bool first = args.flag(1, "first", false), blank = args.flag(2, "blank", false);
    Text out;
    std::size_t pos = 0;
    for (bool start = true; pos <= text.size(); start = false) {
        const std::size_t end = std::min(text.view().find('\n', pos), text.size());
        c.budget.spendBytes(margin.size());
        if (out.size() > Budget::kTextBytes) fail("the template makes too long a text");
        if (start ? first : (blank || end > pos)) out.append(margin);
        out.append(text, pos, end - pos + 1);
        pos = end + 1;
    }
    return out;
}

Value center(Context& c, const Value& in, const Args& args) {
    const Text text = inputText(c, in);
    const std::int64_t width = args.integer(0, "width", 80),
                       n = static_cast<std::int64_t>(utf8::count(text.view()));
    if (width > 10'000) fail("a width of more than 10000");
    if (width <= n) return text;
    const std::int64_t missing = width - n, left = missing / 2 + (missing & width & 1);
    Text out(std::string(static_cast<std::size_t>(left), ' '));
    out.append(text);
    out.append(std::string(static_cast<std::size_t>(missing - left), ' '), kFromTemplate);
    return out;
}

Value truncate(Context& c, const Value& in, const Args& args) {
    const Text text = inputText(c, in);
    const std::int64_t length = args.integer(0, "length", 255), leeway = args.integer(3, "leeway", 5);
    const Value* endArg = args.get(2, "end");
    const Text end = endArg ? toText(c, *endArg) : Text("...");
    const auto starts = characterStarts(c, text);
    const auto n = static_cast<std::int64_t>(starts.size()) - 1;
    const auto keep = length - static_cast<std::int64_t>(utf8::count(end.view()));
    if (keep < 0) fail("truncate: the length is less than that of the end");
    if (n <= length || n - length <= leeway) return text;
    Text out = text.slice(0, starts[static_cast<std::size_t>(keep)]);
    if (!args.flag(1, "killwords", false)) {
        const std::size_t space = out.view().rfind(' ');
        if (space != std::string_view::npos) out = out.slice(0, space);
    }
    out.append(end);
    return out;
}

Value wordcount(Context& c, const Value& in, const Args&) {
    std::int64_t words = 0;
    bool inside = false;
    const Text text = inputText(c, in);
    for (std::size_t pos = 0; pos < text.size();) {
        const utf8::Char ch = utf8::at(text.view(), pos);
        const bool letter = utf8::isAlpha(ch.code) || (ch.code >= '0' && ch.code <= '9') || ch.code == '_';
        words += letter && !inside;
        inside = letter;
        pos += ch.length;
    }
    return words;
}

Value format(Context& c, const Value& in, const Args& args) {
    return percentFormat(c, inputText(c, in), args);
}

Value escape(Context& c, const Value& in, const Args&) {
    return inputText(c, in).mapped([](std::string_view bytes, std::string& out) {
        for (const char ch : bytes) {
            switch (ch) {
                case '&':
                    out += "&amp;";
                    break;
                case '<':
                    out += "&lt;";
                    break;
                case '>':
                    out += "&gt;";
                    break;
                case '"':
                    out += "&#34;";
                    break;
                case '\'':
                    out += "&#39;";
                    break;
                default:
                    out += ch;
            }
        }
    });
}

Value urlencode(Context& c, const Value& in, const Args&) {
    return inputText(c, in).mapped([](std::string_view bytes, std::string& out) {
        constexpr char kHex[] = "0123456789ABCDEF";
        for (const char ch : bytes) {
            const auto u = static_cast<unsigned char>(ch);
            const bool plain = (u < 0x80 && utf8::isAlpha(u)) || (ch >= '0' && ch <= '9') ||
                               std::string_view("_.-~/").find(ch) != std::string_view::npos;
            if (plain) {
                out += ch;
            } else {
                out += '%', out += kHex[u >> 4], out += kHex[u & 15];
            }
        }
    });
}

std::string stripped(Context& c, const Value& in) {
    std::string text = trimmed(c, *in.text(), nullptr, true, true).bytes();
    std::erase(text, '_');
    if (text.starts_with('+')) text.erase(0, 1);
    return text;
}

std::optional<double> readFloat(Context& c, const Value& in) {
    if (in.isNumber()) return in.number();
    if (!in.text()) return std::nullopt;
    const std::string text = stripped(c, in);
    double value = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    if (read.ec != std::errc() || read.ptr != text.data() + text.size()) return std::nullopt;
    return value;
}

Value toInt(Context& c, const Value& in, const Args& args) {
    const Value* fallback = args.get(0, "default");
    const std::int64_t base = args.integer(1, "base", 10);
    if (base < 2 || base > 36) fail("int: a base from 2 to 36");
    if (const auto n = in.integer()) return *n;
    if (in.text()) {
        std::string text = stripped(c, in);
        std::int64_t value = 0;
        const char* begin = text.data();
        const char* end = begin + text.size();
        if (base == 16 && text.size() > 2 && begin[0] == '0' && (begin[1] | 0x20) == 'x') begin += 2;
        const auto read = std::from_chars(begin, end, value, static_cast<int>(base));
        if (read.ec == std::errc() && read.ptr == end && begin != end) return value;
    }
    const auto number = readFloat(c, in);
    if (number && std::abs(*number) < 9e18) return static_cast<std::int64_t>(*number);
    return fallback ? *fallback : Value(0);
}

Value toFloat(Context& c, const Value& in, const Args& args) {
    if (const auto number = readFloat(c, in)) return *number;
    const Value* fallback = args.get(0, "default");
    return fallback ? *fallback : Value(0.0);
}

Value absolute(Context&, const Value& in, const Args&) {
    needDefined(in);
    if (const auto n = in.integer()) return *n < 0 ? negate(in) : Value(*n);
    if (in.isFloat()) return std::abs(*in.number());
    fail("abs does not take " + in.typeName());
}

Value roundTo(Context& c, const Value& in, const Args& args) {
    needDefined(in);
    if (!in.isNumber()) fail("round does not take " + in.typeName());
    const std::int64_t digits = std::clamp<std::int64_t>(args.integer(0, "precision", 0), -300, 300);
    const Value* methodArg = args.get(1, "method");
    const std::string method = methodArg ? toText(c, *methodArg).bytes() : "common";
    const double scale = std::pow(10.0, static_cast<double>(digits)), x = *in.number() * scale;
    if (!std::isfinite(x)) return in;
    if (method == "common" && in.integer() && digits >= 0) return *in.integer();
    if (method == "ceil") return std::ceil(x) / scale;
    if (method == "floor") return std::floor(x) / scale;
    if (method != "common") fail("round: the method is common, ceil or floor");
    return std::nearbyint(x) / scale;  // ties to even, as Python's round
}

Value tojson(Context& c, const Value& in, const Args& args) {
    JsonStyle style;
    if (const Value* width = args.get(0, "indent"); width && !width->isNone()) {
        if (width->text()) {
            style.indent = width->text()->bytes();
        } else {
            const std::int64_t n = args.integer(0, "indent", 0);
            if (n > 100) fail("tojson: an indent of more than 100");
            style.indent = std::string(static_cast<std::size_t>(std::max<std::int64_t>(n, 0)), ' ');
        }
        style.itemSeparator = ",";
    }
    // In the order of the function that chat templates are written for: tojson(x, ensure_ascii, indent,
    // separators …); all but indent are only ever given by name.
    if (const Value* separators = args.get(9, "separators"); separators && separators->list()) {
        const auto& parts = separators->list()->items;
        if (parts.size() != 2 || !parts[0].text() || !parts[1].text())
            fail("tojson: separators are two strings");
        style.itemSeparator = parts[0].text()->bytes();
        style.keySeparator = parts[1].text()->bytes();
    }
    style.sortKeys = args.flag(9, "sort_keys", false);
    style.asciiOnly = args.flag(9, "ensure_ascii", false);
    return toJson(c, in, style);
}

constexpr FilterEntry kFilters[] = {
    {"abs", absolute},        {"capitalize", capitalize},
    {"center", center},       {"e", escape},
    {"escape", escape},       {"float", toFloat},
    {"forceescape", escape},  {"format", format},
    {"indent", indent},       {"int", toInt},
    {"lower", lower},         {"replace", replace},
    {"round", roundTo},       {"safe", string},
    {"string", string},       {"title", title},
    {"tojson", tojson},       {"trim", trim},
    {"truncate", truncate},   {"upper", upper},
    {"urlencode", urlencode}, {"wordcount", wordcount},
};

}  // namespace

std::span<const FilterEntry> textFilters() {
    return kFilters;
}

}  // namespace gh::jinja
