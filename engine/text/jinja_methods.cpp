// Methods of strings, lists and dicts: those of Python's that change nothing.
#include <algorithm>
#include <iterator>

#include "engine/text/jinja_filters.h"
#include "engine/text/jinja_format.h"
#include "engine/text/jinja_operators.h"
#include "engine/text/jinja_print.h"
#include "engine/text/utf8.h"

namespace gh::jinja {

namespace {

using Method = Value (*)(Context& context, const Value& self, const Args& args);
struct MethodEntry {
    std::string_view name;
    Method call;
};

class Bound final : public Object {
public:
    Bound(Value self, const MethodEntry& method) : m_self(std::move(self)), m_method(method) {}
    std::string typeName() const override { return "the method " + std::string(m_method.name); }
    bool callable() const override { return true; }
    Value call(Context& context, const Args& args) override {
        context.budget.spend(2);
        return m_method.call(context, m_self, args);
    }

private:
    Value m_self;
    const MethodEntry& m_method;
};

const Text& textArg(const Args& args, std::size_t index, std::string_view name) {
    const Value& value = args.need(index, name);
    if (!value.text()) fail("'" + std::string(name) + "' is " + value.typeName() + ", expected a string");
    return *value.text();
}

// ---- strings

template <bool left, bool right>
Value strip(Context& c, const Value& self, const Args& args) {
    args.atMost(1, "strip");
    return trimmed(c, *self.text(), args.get(0, "chars"), left, right);
}

void addPiece(Context& c, std::vector<Value>& out, const Text& text, std::size_t begin, std::size_t end) {
    c.budget.spend(2);
    if (out.size() >= Budget::kListItems) fail("the template makes too long a list");
    out.emplace_back(text.slice(begin, end - begin));
}

// Ranges of the words of a text.
std::vector<std::pair<std::size_t, std::size_t>> words(const Text& text) {
    std::vector<std::pair<std::size_t, std::size_t>> out;
    std::size_t begin = std::string::npos;
    for (std::size_t pos = 0; pos < text.size();) {
        const utf8::Char ch = utf8::at(text.view(), pos);
        const bool space = ch.valid && utf8::isSpace(ch.code);
        if (space && begin != std::string::npos) {
            out.emplace_back(begin, pos);
            begin = std::string::npos;
        } else if (!space && begin == std::string::npos) {
            begin = pos;
        }
        pos += ch.length;
    }
    if (begin != std::string::npos) out.emplace_back(begin, text.size());
    return out;
}

Value splitOn(Context& c, const Value& self, const Args& args, bool fromRight) {
    const Text& text = *self.text();
    c.budget.spendBytes(text.size());
    const Value* separator = args.get(0, "sep");
    std::int64_t most = args.integer(1, "maxsplit", -1);
    if (most < 0) most = static_cast<std::int64_t>(text.size()) + 1;
    const auto limit = static_cast<std::size_t>(most);
    std::vector<Value> out;
    if (!separator || separator->isNone()) {
        const auto all = words(text);
        const std::size_t cut = std::min(limit, all.size());
        if (fromRight) {
            const std::size_t rest = all.size() - cut;
            if (rest > 0) addPiece(c, out, text, all.front().first, all[rest - 1].second);
            for (std::size_t i = rest; i < all.size(); ++i)
                addPiece(c, out, text, all[i].first, all[i].second);
        } else {
            for (std::size_t i = 0; i < cut; ++i) addPiece(c, out, text, all[i].first, all[i].second);
            if (cut < all.size()) {
                const Text rest = trimmed(c, text.slice(all[cut].first), nullptr, false, true);
                out.emplace_back(limit == 0 ? text.slice(all[cut].first) : rest);
            }
        }
        return makeList(std::move(out));
    }
    const Text& sep = textArg(args, 0, "sep");
    if (sep.empty()) fail("split: the separator is empty");
    std::vector<std::size_t> cuts;
    if (fromRight) {
        for (std::size_t end = text.size(), pos;
             cuts.size() < limit && end >= sep.size() &&
             (pos = text.view().rfind(sep.view(), end - sep.size())) != std::string_view::npos;
             end = pos) {
            cuts.push_back(pos);
        }
        std::reverse(cuts.begin(), cuts.end());
    } else {
        for (std::size_t from = 0, pos;
             cuts.size() < limit && (pos = text.view().find(sep.view(), from)) != std::string_view::npos;
             from = pos + sep.size()) {
            cuts.push_back(pos);
        }
    }
    std::size_t from = 0;
    for (const std::size_t cut : cuts) {
        addPiece(c, out, text, from, cut);
        from = cut + sep.size();
    }
    addPiece(c, out, text, from, text.size());
    return makeList(std::move(out));
}
Value split(Context& c, const Value& self, const Args& args) {
    return splitOn(c, self, args, false);
}
Value rsplit(Context& c, const Value& self, const Args& args) {
    return splitOn(c, self, args, true);
}

Value splitlines(Context& c, const Value& self, const Args& args) {
    const Text& text = *self.text();
    c.budget.spendBytes(text.size());
    const bool keep = args.flag(0, "keepends", false);
    std::vector<Value> out;
    for (std::size_t pos = 0; pos < text.size();) {
        const std::size_t end = std::min(text.view().find_first_of("\r\n", pos), text.size());
        std::size_t next = std::min(end + 1, text.size());
        if (end + 1 < text.size() && text.view()[end] == '\r' && text.view()[end + 1] == '\n') next = end + 2;
        addPiece(c, out, text, pos, keep ? next : end);
        pos = next;
    }
    return makeList(std::move(out));
}

template <bool rightmost>
Value partition(Context& c, const Value& self, const Args& args) {
    const Text& text = *self.text();
    const Text& sep = textArg(args, 0, "sep");
    if (sep.empty()) fail("partition: the separator is empty");
    c.budget.spendBytes(text.size());
    const std::size_t pos = rightmost ? text.view().rfind(sep.view()) : text.view().find(sep.view());
    if (pos == std::string_view::npos) {
        return rightmost ? makeList({Value(Text()), Value(Text()), self}, true)
                         : makeList({self, Value(Text()), Value(Text())}, true);
    }
    return makeList({Value(text.slice(0, pos)), Value(sep), Value(text.slice(pos + sep.size()))}, true);
}

template <bool start>
Value affix(Context& c, const Value& self, const Args& args) {
    const std::string_view text = self.text()->view();
    const auto holds = [&](const Value& part) {
        if (!part.text()) fail("startswith and endswith take strings");
        return start ? text.starts_with(part.text()->view()) : text.ends_with(part.text()->view());
    };
    const Value& part = args.need(0, "prefix");
    if (!part.list()) return holds(part);
    const auto parts = iterate(c, part);
    return std::any_of(parts.begin(), parts.end(), holds);
}

template <bool start>
Value removeAffix(Context& c, const Value& self, const Args& args) {
    const Text& text = *self.text();
    const Text& part = textArg(args, 0, "prefix");
    c.budget.spendBytes(text.size());
    const bool has = start ? text.view().starts_with(part.view()) : text.view().ends_with(part.view());
    if (!has) return self;
    return start ? text.slice(part.size()) : text.slice(0, text.size() - part.size());
}

template <bool rightmost, bool mustBeThere>
Value find(Context& c, const Value& self, const Args& args) {
    const std::string_view text = self.text()->view(), part = textArg(args, 0, "sub").view();
    c.budget.spendBytes(text.size());
    const std::size_t pos = rightmost ? text.rfind(part) : text.find(part);
    if (pos == std::string_view::npos) {
        if (mustBeThere) fail("index: there is no such part");
        return -1;
    }
    return utf8::count(text.substr(0, pos));
}

Value count(Context& c, const Value& self, const Args& args) {
    const std::string_view text = self.text()->view(), part = textArg(args, 0, "sub").view();
    c.budget.spendBytes(text.size());
    if (part.empty()) return utf8::count(text) + 1;
    std::int64_t n = 0;
    for (std::size_t pos = 0; (pos = text.find(part, pos)) != std::string_view::npos; pos += part.size()) ++n;
    return n;
}

Value upper(Context& c, const Value& self, const Args&) {
    return c.budget.spendBytes(self.text()->size()), upperCase(*self.text());
}
Value lower(Context& c, const Value& self, const Args&) {
    return c.budget.spendBytes(self.text()->size()), lowerCase(*self.text());
}
Value capitalize(Context& c, const Value& self, const Args&) {
    return c.budget.spendBytes(self.text()->size()), capitalized(*self.text());
}

Value title(Context& c, const Value& self, const Args&) {
    c.budget.spendBytes(self.text()->size());
    bool start = true;
    return self.text()->mapped([&](std::string_view bytes, std::string& out) {
        for (std::size_t pos = 0; pos < bytes.size();) {
            const utf8::Char ch = utf8::at(bytes, pos);
            if (ch.valid) {
                utf8::append(out, start ? utf8::toUpper(ch.code) : utf8::toLower(ch.code));
            } else {
                out.append(bytes.substr(pos, ch.length));
            }
            start = !utf8::isAlpha(ch.code);
            pos += ch.length;
        }
    });
}

Value replace(Context& c, const Value& self, const Args& args) {
    return replaced(c, *self.text(), textArg(args, 0, "old"), textArg(args, 1, "new"),
                    args.integer(2, "count", -1));
}

Value join(Context& c, const Value& self, const Args& args) {
    Text out;
    bool first = true;
    for (const Value& item : iterate(c, args.need(0, "iterable"))) {
        if (!item.text()) fail("join takes strings, not " + item.typeName());
        c.budget.spendBytes(item.text()->size() + self.text()->size());
        if (out.size() > Budget::kTextBytes) fail("the template makes too long a text");
        if (!first) out.append(*self.text());
        out.append(*item.text());
        first = false;
    }
    return out;
}

Value format(Context& c, const Value& self, const Args& args) {
    return braceFormat(c, *self.text(), args);
}

template <bool left>
Value justify(Context& c, const Value& self, const Args& args) {
    const std::int64_t width = args.integer(0, "width", 0);
    if (width > 10'000) fail("a width of more than 10000");
    const Value* fillArg = args.get(1, "fillchar");
    const Text fill = fillArg ? textArg(args, 1, "fillchar") : Text(" ");
    if (utf8::count(fill.view()) != 1) fail("the fill is one character");
    const auto n = static_cast<std::int64_t>(utf8::count(self.text()->view()));
    Text padding;
    for (std::int64_t i = n; i < width; ++i) padding.append(fill);
    return left ? concatenate(c, *self.text(), padding) : concatenate(c, padding, *self.text());
}

template <class Holds>
Value everyCharacter(Context& c, const Value& self, Holds holds) {
    const std::string_view text = self.text()->view();
    c.budget.spendBytes(text.size());
    for (std::size_t pos = 0; pos < text.size();) {
        const utf8::Char ch = utf8::at(text, pos);
        if (!ch.valid || !holds(ch.code)) return false;
        pos += ch.length;
    }
    return !text.empty();
}
bool isDigit(char32_t code) {
    return code >= '0' && code <= '9';
}
Value isdigit(Context& c, const Value& self, const Args&) {
    return everyCharacter(c, self, isDigit);
}
Value isalpha(Context& c, const Value& self, const Args&) {
    return everyCharacter(c, self, utf8::isAlpha);
}
Value isspace(Context& c, const Value& self, const Args&) {
    return everyCharacter(c, self, utf8::isSpace);
}
Value isalnum(Context& c, const Value& self, const Args&) {
    return everyCharacter(c, self, [](char32_t code) { return isDigit(code) || utf8::isAlpha(code); });
}
Value isupper(Context&, const Value& self, const Args&) {
    return *self.text() == upperCase(*self.text()) && !(*self.text() == lowerCase(*self.text()));
}
Value islower(Context&, const Value& self, const Args&) {
    return *self.text() == lowerCase(*self.text()) && !(*self.text() == upperCase(*self.text()));
}

constexpr MethodEntry kTextMethods[] = {
    {"strip", strip<true, true>},
    {"lstrip", strip<true, false>},
    {"rstrip", strip<false, true>},
    {"split", split},
    {"rsplit", rsplit},
    {"splitlines", splitlines},
    {"partition", partition<false>},
    {"rpartition", partition<true>},
    {"startswith", affix<true>},
    {"endswith", affix<false>},
    {"removeprefix", removeAffix<true>},
    {"removesuffix", removeAffix<false>},
    {"find", find<false, false>},
    {"rfind", find<true, false>},
    {"index", find<false, true>},
    {"rindex", find<true, true>},
    {"count", count},
    {"upper", upper},
    {"lower", lower},
    {"capitalize", capitalize},
    {"title", title},
    {"replace", replace},
    {"join", join},
    {"format", format},
    {"ljust", justify<true>},
    {"rjust", justify<false>},
    {"isdigit", isdigit},
    {"isdecimal", isdigit},
    {"isnumeric", isdigit},
    {"isalpha", isalpha},
    {"isspace", isspace},
    {"isalnum", isalnum},
    {"isupper", isupper},
    {"islower", islower},
};

// ---- lists and dicts

Value listCount(Context& c, const Value& self, const Args& args) {
    const Value& what = args.need(0, "value");
    std::int64_t n = 0;
    for (const Value& item : self.list()->items) n += equal(c, item, what);
    return n;
}

Value listIndex(Context& c, const Value& self, const Args& args) {
    const auto& items = self.list()->items;
    const Value& what = args.need(0, "value");
    const auto found =
        std::find_if(items.begin(), items.end(), [&](const Value& item) { return equal(c, item, what); });
    if (found == items.end()) fail("index: there is no such item");
    return static_cast<std::int64_t>(found - items.begin());
}

Value copy(Context&, const Value& self, const Args&) {
    return self;
}

Value refuse(Context&, const Value& self, const Args&) {
    fail("a template may not change " + self.typeName());
}

constexpr MethodEntry kListMethods[] = {
    {"count", listCount}, {"index", listIndex}, {"copy", copy},      {"append", refuse},
    {"extend", refuse},   {"insert", refuse},   {"pop", refuse},     {"remove", refuse},
    {"clear", refuse},    {"sort", refuse},     {"reverse", refuse},
};

Value dictItems(Context& c, const Value& self, const Args&) {
    std::vector<Value> out;
    c.budget.spend(self.dict()->items.size());
    for (const auto& [key, value] : self.dict()->items) out.push_back(makeList({key, value}, true));
    return makeList(std::move(out));
}

Value dictKeys(Context& c, const Value& self, const Args&) {
    return makeList(iterate(c, self));
}

Value dictValues(Context& c, const Value& self, const Args&) {
    std::vector<Value> out;
    c.budget.spend(self.dict()->items.size());
    for (const auto& entry : self.dict()->items) out.push_back(entry.second);
    return makeList(std::move(out));
}

Value dictGet(Context& c, const Value& self, const Args& args) {
    const Value& key = args.need(0, "key");
    for (const auto& [name, value] : self.dict()->items) {
        if (equal(c, name, key)) return value;
    }
    const Value* fallback = args.get(1, "default");
    return fallback ? *fallback : Value();
}

constexpr MethodEntry kDictMethods[] = {
    {"items", dictItems}, {"keys", dictKeys},     {"values", dictValues}, {"get", dictGet},
    {"copy", copy},       {"update", refuse},     {"pop", refuse},        {"popitem", refuse},
    {"clear", refuse},    {"setdefault", refuse},
};

template <std::size_t n>
std::optional<Value> bind(const MethodEntry (&methods)[n], const Value& self, std::string_view name) {
    const auto found = std::find_if(std::begin(methods), std::end(methods),
                                    [&](const MethodEntry& m) { return m.name == name; });
    if (found == std::end(methods)) return std::nullopt;
    return Value(ObjectPtr(std::make_shared<Bound>(self, *found)));
}

}  // namespace

std::optional<Value> methodOf(const Value& value, std::string_view name) {
    if (value.text()) return bind(kTextMethods, value, name);
    if (value.list()) return bind(kListMethods, value, name);
    if (value.dict()) return bind(kDictMethods, value, name);
    return std::nullopt;
}

}  // namespace gh::jinja
