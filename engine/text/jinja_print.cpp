#include "engine/text/jinja_print.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>

#include "engine/text/jinja_operators.h"
#include "engine/text/utf8.h"

namespace gh::jinja {

std::string floatText(double value) {
    if (std::isnan(value)) return "nan";
    if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
    char buffer[64];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific).ptr;
    const std::string_view shortest(buffer, static_cast<std::size_t>(end - buffer));
    const std::size_t e = shortest.find('e');
    int exponent = 0;
    std::from_chars(shortest.data() + e + (shortest[e + 1] == '+' ? 2 : 1), end, exponent);
    if (exponent < -4 || exponent >= 16) {
        std::string out(shortest.substr(0, e));
        char tail[16];
        std::snprintf(tail, sizeof tail, "e%c%02d", exponent < 0 ? '-' : '+', std::abs(exponent));
        return out + tail;
    }
    const auto fixedEnd = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed).ptr;
    std::string out(buffer, fixedEnd);
    if (out.find('.') == std::string::npos) out += ".0";
    return out;
}

namespace {

void appendEscape(std::string& out, const char* format, unsigned value) {
    char buffer[16];
    std::snprintf(buffer, sizeof buffer, format, value);
    out += buffer;
}

void reprInto(Context& context, const Value& value, Text& out);

void reprString(const Text& text, Text& out) {
    const bool single = text.view().find('\'') == std::string_view::npos;
    const bool useDouble = !single && text.view().find('"') == std::string_view::npos;
    const char quote = useDouble ? '"' : '\'';
    out.append(std::string_view(&quote, 1), kFromTemplate);
    out.append(text.mapped([&](std::string_view bytes, std::string& piece) {
        for (const char c : bytes) {
            const auto u = static_cast<unsigned char>(c);
            if (c == quote || c == '\\') {
                piece += '\\', piece += c;
            } else if (c == '\n') {
                piece += "\\n";
            } else if (c == '\r') {
                piece += "\\r";
            } else if (c == '\t') {
                piece += "\\t";
            } else if (u < 0x20 || u == 0x7F) {
                appendEscape(piece, "\\x%02x", u);
            } else {
                piece += c;
            }
        }
    }));
    out.append(std::string_view(&quote, 1), kFromTemplate);
}

void reprInto(Context& context, const Value& value, Text& out) {
    context.budget.spend();
    context.budget.spendBytes(out.size() > Budget::kTextBytes ? out.size() : 0);
    const auto put = [&](std::string_view s) { out.append(s, kFromTemplate); };
    if (const Text* text = value.text()) {
        context.budget.spendBytes(text->size());
        reprString(*text, out);
    } else if (const List* list = value.list()) {
        put(list->tuple ? "(" : "[");
        for (std::size_t i = 0; i < list->items.size(); ++i) {
            if (i > 0) put(", ");
            reprInto(context, list->items[i], out);
        }
        put(list->tuple ? (list->items.size() == 1 ? ",)" : ")") : "]");
    } else if (const Dict* dict = value.dict()) {
        put("{");
        for (std::size_t i = 0; i < dict->items.size(); ++i) {
            if (i > 0) put(", ");
            reprInto(context, dict->items[i].first, out);
            put(": ");
            reprInto(context, dict->items[i].second, out);
        }
        put("}");
    } else if (value.isUndefined()) {
        put("Undefined");
    } else {
        out.append(toText(context, value));
    }
}

class JsonWriter {
public:
    JsonWriter(Context& context, const JsonStyle& style) : m_context(context), m_style(style) {}
    Text take() { return std::move(m_out); }

    void write(const Value& value, int level) {
        m_context.budget.spend();
        if (m_out.size() > Budget::kTextBytes) m_context.budget.spendBytes(m_out.size());
        if (value.isNone()) {
            put("null");
        } else if (value.isBool()) {
            put(value.boolean() ? "true" : "false");
        } else if (value.isInt()) {
            put(std::to_string(*value.integer()));
        } else if (value.isFloat()) {
            put(number(*value.number()));
        } else if (const Text* text = value.text()) {
            string(*text);
        } else if (const List* list = value.list()) {
            items(list->items.size(), "[", "]", level,
                  [&](std::size_t i) { write(list->items[i], level + 1); });
        } else if (const Dict* dict = value.dict()) {
            std::vector<const std::pair<Value, Value>*> entries;
            for (const auto& entry : dict->items) entries.push_back(&entry);
            if (m_style.sortKeys) {
                std::stable_sort(entries.begin(), entries.end(), [&](const auto* a, const auto* b) {
                    return lessThan(m_context, a->first, b->first);
                });
            }
            items(entries.size(), "{", "}", level, [&](std::size_t i) {
                key(entries[i]->first);
                put(m_style.keySeparator);
                write(entries[i]->second, level + 1);
            });
        } else {
            fail(value.typeName() + " cannot be written as JSON");
        }
    }

private:
    void put(std::string_view s) { m_out.append(s, kFromTemplate); }

    static std::string number(double value) {
        if (std::isnan(value)) return "NaN";
        if (std::isinf(value)) return value < 0 ? "-Infinity" : "Infinity";
        return floatText(value);
    }

    void key(const Value& value) {
        if (const Text* text = value.text()) return string(*text);
        if (!value.isNone() && !value.isNumber()) fail(value.typeName() + " cannot be a key in JSON");
        put("\"");
        write(value, 0);
        put("\"");
    }

    void string(const Text& text) {
        m_context.budget.spendBytes(text.size());
        put("\"");
        m_out.append(text.mapped([&](std::string_view bytes, std::string& piece) {
            for (std::size_t pos = 0; pos < bytes.size();) {
                const utf8::Char c = utf8::at(bytes, pos);
                const char byte = bytes[pos];
                switch (byte) {
                    case '"':
                        piece += "\\\"";
                        break;
                    case '\\':
                        piece += "\\\\";
                        break;
                    case '\n':
                        piece += "\\n";
                        break;
                    case '\r':
                        piece += "\\r";
                        break;
                    case '\t':
                        piece += "\\t";
                        break;
                    case '\b':
                        piece += "\\b";
                        break;
                    case '\f':
                        piece += "\\f";
                        break;
                    default:
                        if (static_cast<unsigned char>(byte) < 0x20) {
                            appendEscape(piece, "\\u%04x", static_cast<unsigned char>(byte));
                        } else if (m_style.asciiOnly && c.code >= 0x10000) {
                            appendEscape(piece, "\\u%04x", 0xD800 + ((c.code - 0x10000) >> 10));
                            appendEscape(piece, "\\u%04x", 0xDC00 + ((c.code - 0x10000) & 0x3FF));
                        } else if (m_style.asciiOnly && c.code >= 0x80) {
                            appendEscape(piece, "\\u%04x", c.code);
                        } else {
                            piece.append(bytes.substr(pos, c.length));
                        }
                }
                pos += c.length;
            }
        }));
        put("\"");
    }

    template <class Each>
    void items(std::size_t count, std::string_view open, std::string_view close, int level, Each each) {
        put(open);
        for (std::size_t i = 0; i < count; ++i) {
            if (i > 0) put(m_style.itemSeparator);
            if (m_style.indent) newline(level + 1);
            each(i);
        }
        if (m_style.indent && count > 0) newline(level);
        put(close);
    }

    void newline(int level) {
        m_context.budget.spendBytes(m_style.indent->size() * static_cast<std::size_t>(level));
        put("\n");
        for (int i = 0; i < level; ++i) put(*m_style.indent);
    }

    Context& m_context;
    const JsonStyle& m_style;
    Text m_out;
};

}  // namespace

Text toText(Context& context, const Value& value) {
    if (const Text* text = value.text()) return *text;
    if (value.isUndefined()) return {};
    if (value.isNone()) return "None";
    if (value.isBool()) return value.boolean() ? "True" : "False";
    if (value.isInt()) return Text(std::to_string(*value.integer()));
    if (value.isFloat()) return Text(floatText(*value.number()));
    if (value.object()) return Text(std::string("<").append(value.object()->typeName()).append(">"));
    return toRepr(context, value);
}

Text toRepr(Context& context, const Value& value) {
    Text out;
    reprInto(context, value, out);
    return out;
}

Text toJson(Context& context, const Value& value, const JsonStyle& style) {
    JsonWriter writer(context, style);
    writer.write(value, 0);
    return writer.take();
}

}  // namespace gh::jinja
