#include "engine/text/utf8.h"

#include <locale.h>
#include <wctype.h>

namespace gh::utf8 {

Char at(std::string_view text, std::size_t pos) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned lead = byte(pos);
    if (lead < 0x80) return {static_cast<char32_t>(lead), 1, true, false};

    std::size_t need = 0;
    unsigned low = 0x80,
             high = 0xBF;  // range of the second byte, which rules out overlong forms and surrogates
    char32_t code = 0;
    if (lead >= 0xC2 && lead <= 0xDF) {
        need = 1, code = lead & 0x1F;
    } else if (lead >= 0xE0 && lead <= 0xEF) {
        need = 2, code = lead & 0x0F;
        if (lead == 0xE0) low = 0xA0;
        if (lead == 0xED) high = 0x9F;
    } else if (lead >= 0xF0 && lead <= 0xF4) {
        need = 3, code = lead & 0x07;
        if (lead == 0xF0) low = 0x90;
        if (lead == 0xF4) high = 0x8F;
    } else {
        return {kReplacement, 1, false, false};
    }
    for (std::size_t k = 1; k <= need; ++k) {
        if (pos + k >= text.size()) return {kReplacement, k, false, true};
        const unsigned next = byte(pos + k);
        if (next < low || next > high) return {kReplacement, k, false, false};
        low = 0x80, high = 0xBF;
        code = (code << 6) | (next & 0x3F);
    }
    return {code, need + 1, true, false};
}

void append(std::string& out, char32_t code) {
    if (code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) code = kReplacement;
    const auto put = [&](unsigned value) { out.push_back(static_cast<char>(value)); };
    if (code < 0x80) {
        put(code);
    } else if (code < 0x800) {
        put(0xC0 | (code >> 6)), put(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        put(0xE0 | (code >> 12)), put(0x80 | ((code >> 6) & 0x3F)), put(0x80 | (code & 0x3F));
    } else {
        put(0xF0 | (code >> 18)), put(0x80 | ((code >> 12) & 0x3F));
        put(0x80 | ((code >> 6) & 0x3F)), put(0x80 | (code & 0x3F));
    }
}

std::size_t count(std::string_view text) {
    std::size_t n = 0;
    for (std::size_t pos = 0; pos < text.size(); ++n) pos += at(text, pos).length;
    return n;
}

std::size_t validPrefix(std::string_view text, std::size_t from) {
    while (from < text.size()) {
        const Char c = at(text, from);
        if (!c.valid) break;
        from += c.length;
    }
    return from;
}

namespace {

// A locale of our own: the C library's global one belongs to the application and changes what 'İ' or 'é' map
// to.
locale_t unicodeLocale() {
    static const locale_t locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
    return locale;
}

}  // namespace

char32_t toUpper(char32_t code) {
    if (code < 0x80) return code >= 'a' && code <= 'z' ? code - 32 : code;
    const locale_t locale = unicodeLocale();
    return locale ? static_cast<char32_t>(towupper_l(static_cast<wint_t>(code), locale)) : code;
}

char32_t toLower(char32_t code) {
    if (code < 0x80) return code >= 'A' && code <= 'Z' ? code + 32 : code;
    const locale_t locale = unicodeLocale();
    return locale ? static_cast<char32_t>(towlower_l(static_cast<wint_t>(code), locale)) : code;
}

bool isAlpha(char32_t code) {
    if (code < 0x80) return (code >= 'a' && code <= 'z') || (code >= 'A' && code <= 'Z');
    const locale_t locale = unicodeLocale();
    return locale && iswalpha_l(static_cast<wint_t>(code), locale);
}

bool isSpace(char32_t code) {
    return (code >= 0x09 && code <= 0x0D) || (code >= 0x1C && code <= 0x20) || code == 0x85 || code == 0xA0 ||
           code == 0x1680 || (code >= 0x2000 && code <= 0x200A) || code == 0x2028 || code == 0x2029 ||
           code == 0x202F || code == 0x205F || code == 0x3000;
}

}  // namespace gh::utf8
