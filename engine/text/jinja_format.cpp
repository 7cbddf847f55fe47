#include "engine/text/jinja_format.h"

#include <algorithm>
#include <cstdio>

#include "engine/text/jinja_operators.h"
#include "engine/text/jinja_print.h"
#include "engine/text/utf8.h"

namespace gh::jinja {

namespace {

constexpr int kWidest = 1000;

// One conversion: flags, width and precision, then d, i, f, e, g, x, X, o, s, r.
struct Conversion {
    bool left = false, zero = false, plus = false;
    int width = 0, precision = -1;
    char type = 's';
};

int digits(std::string_view text, std::size_t& pos) {
    int value = 0;
    for (; pos < text.size() && text[pos] >= '0' && text[pos] <= '9'; ++pos) {
        value = value * 10 + (text[pos] - '0');
        if (value > kWidest) fail("a format asks for more than " + std::to_string(kWidest) + " characters");
    }
    return value;
}

Text number(const Conversion& c, const Value& value) {
    char buffer[1500];
    std::string pattern = std::string("%") + (c.plus ? "+" : "");
    const bool whole = std::string_view("dixXo").find(c.type) != std::string_view::npos;
    if (!value.isNumber()) fail("a number format got " + value.typeName());
    if (whole) {
        const auto n = value.integer();
        const long long v = n ? *n : static_cast<long long>(std::clamp(*value.number(), -9e18, 9e18));
        const bool hex = c.type == 'x' || c.type == 'X' || c.type == 'o';
        if (hex && v < 0) fail("a negative number has no such form");
        pattern += std::string("ll") + (c.type == 'i' ? 'd' : c.type);
        std::snprintf(buffer, sizeof buffer, pattern.c_str(), v);
    } else {
        pattern += std::string(".*") + c.type;
        std::snprintf(buffer, sizeof buffer, pattern.c_str(), c.precision < 0 ? 6 : c.precision,
                      *value.number());
    }
    return Text(std::string(buffer));
}

void put(Context& context, Text& out, const Conversion& c, const Value& value) {
    Text piece;
    if (c.type == 's' || c.type == 'r') {
        piece = c.type == 's' ? toText(context, value) : toRepr(context, value);
        if (c.precision >= 0) {
            const auto starts = characterStarts(context, piece);
            piece = piece.slice(
                0, starts[std::min<std::size_t>(static_cast<std::size_t>(c.precision), starts.size() - 1)]);
        }
    } else {
        piece = number(c, value);
    }
    const std::size_t width = utf8::count(piece.view());
    const std::size_t missing =
        static_cast<std::size_t>(c.width) > width ? static_cast<std::size_t>(c.width) - width : 0;
    context.budget.spendBytes(out.size() / 64 + piece.size() + missing);
    const bool zero = c.zero && !c.left && c.type != 's' && c.type != 'r';
    if (!c.left && !zero) out.append(std::string(missing, ' '), kFromTemplate);
    if (zero) {
        const bool sign = !piece.empty() && (piece.view()[0] == '-' || piece.view()[0] == '+');
        if (sign) out.append(piece, 0, 1);
        out.append(std::string(missing, '0'), kFromTemplate);
        out.append(piece, sign ? 1 : 0, piece.size());
    } else {
        out.append(piece);
    }
    if (c.left) out.append(std::string(missing, ' '), kFromTemplate);
}

}  // namespace

Text percentFormat(Context& context, const Text& pattern, const Args& args) {
    const std::string_view text = pattern.view();
    Text out;
    std::size_t next = 0, plain = 0;
    for (std::size_t pos = 0; pos < text.size();) {
        if (text[pos] != '%') {
            ++pos;
            continue;
        }
        out.append(pattern, plain, pos - plain);
        ++pos;
        Conversion c;
        const Value* named = nullptr;
        if (pos < text.size() && text[pos] == '(') {
            const std::size_t close = text.find(')', pos);
            if (close == std::string_view::npos) fail("a format is not complete");
            const std::string_view name = text.substr(pos + 1, close - pos - 1);
            named = args.get(args.positional.size(), name);
            if (!named && args.positional.size() == 1 && args.positional[0].dict())
                named = args.positional[0].dict()->find(name);
            if (!named) fail("the format asks for '" + std::string(name) + "', which is not given");
            pos = close + 1;
        }
        for (; pos < text.size() && std::string_view("-0+ #").find(text[pos]) != std::string_view::npos;
             ++pos) {
            c.left |= text[pos] == '-', c.zero |= text[pos] == '0', c.plus |= text[pos] == '+';
        }
        c.width = digits(text, pos);
        if (pos < text.size() && text[pos] == '.') c.precision = digits(text, ++pos);
        if (pos >= text.size()) fail("a format is not complete");
        c.type = text[pos++];
        plain = pos;
        if (c.type == '%') {
            out.append("%", kFromTemplate);
            continue;
        }
        if (std::string_view("dixXofFeEgGsr").find(c.type) == std::string_view::npos)
            fail("a format is not known");
        if (!named) {
            if (next >= args.positional.size()) fail("a format has too few values");
            named = &args.positional[next++];
        }
        put(context, out, c, *named);
    }
    out.append(pattern, plain, text.size() - plain);
    return out;
}

Text braceFormat(Context& context, const Text& pattern, const Args& args) {
    const std::string_view text = pattern.view();
    Text out;
    std::size_t next = 0, plain = 0;
    for (std::size_t pos = 0; pos < text.size();) {
        const char brace = text[pos];
        if (brace != '{' && brace != '}') {
            ++pos;
            continue;
        }
        out.append(pattern, plain, pos - plain);
        if (pos + 1 < text.size() && text[pos + 1] == brace) {
            out.append(pattern, pos, 1);
            plain = pos += 2;
            continue;
        }
        const std::size_t close = text.find('}', pos);
        if (brace == '}' || close == std::string_view::npos) fail("a format has a brace too many");
        std::string_view field = text.substr(pos + 1, close - pos - 1), spec;
        if (const std::size_t colon = field.find(':'); colon != std::string_view::npos) {
            spec = field.substr(colon + 1);
            field = field.substr(0, colon);
        }
        std::size_t used = 0;
        const int index = digits(field, used);
        const Value* value = field.empty()          ? args.get(next++, "")
                             : used == field.size() ? args.get(static_cast<std::size_t>(index), "")
                                                    : args.get(args.positional.size(), field);
        if (!value) fail("the format asks for '" + std::string(field) + "', which is not given");
        Conversion c;
        std::size_t at = 0;
        if (at < spec.size() && (spec[at] == '<' || spec[at] == '>')) c.left = spec[at++] == '<';
        if (at < spec.size() && spec[at] == '+') c.plus = true, ++at;
        if (at < spec.size() && spec[at] == '0') c.zero = true, ++at;
        c.width = digits(spec, at);
        if (at < spec.size() && spec[at] == '.') c.precision = digits(spec, ++at);
        c.type = at < spec.size() ? spec[at++] : (value->isNumber() && c.precision >= 0 ? 'g' : 's');
        if (at != spec.size() || std::string_view("dxXofFeEgGs").find(c.type) == std::string_view::npos) {
            fail("the format '" + std::string(spec) + "' is not known");
        }
        put(context, out, c, *value);
        plain = pos = close + 1;
    }
    out.append(pattern, plain, text.size() - plain);
    return out;
}

}  // namespace gh::jinja
