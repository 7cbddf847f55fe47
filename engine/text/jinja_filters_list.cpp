// Filters on lists and dicts, those that apply other filters and tests, and the look-up of all.
#include <algorithm>

#include "engine/text/jinja_filters.h"
#include "engine/text/jinja_operators.h"
#include "engine/text/jinja_print.h"

namespace gh::jinja {

const FilterEntry* findFilter(std::string_view name) {
    for (const auto filters : {textFilters(), listFilters()}) {
        for (const FilterEntry& entry : filters) {
            if (entry.name == name) return &entry;
        }
    }
    return nullptr;
}

namespace {

// 'a.b.0' as attribute= takes it.
Value attributePath(Context& context, Value value, const Value& path) {
    if (!path.text()) return itemOf(context, value, path);
    std::string_view rest = path.text()->view();
    for (bool more = true; more;) {
        const std::size_t dot = rest.find('.');
        const std::string_view part = rest.substr(0, dot);
        const bool index = !part.empty() && part.size() < 10 &&
                           part.find_first_not_of("0123456789") == std::string_view::npos;
        value = index ? itemOf(context, value, Value(std::stoi(std::string(part))))
                      : itemOf(context, value, Value(std::string(part)));
        more = dot != std::string_view::npos;
        if (more) rest.remove_prefix(dot + 1);
    }
    return value;
}

Value keyOf(Context& context, const Value& item, const Value* attribute, bool caseSensitive) {
    Value key = attribute && !attribute->isNone() ? attributePath(context, item, *attribute) : item;
    if (!caseSensitive && key.text()) {
        context.budget.spendBytes(key.text()->size());
        return lowerCase(*key.text());
    }
    return key;
}

Value defaultTo(Context&, const Value& in, const Args& args) {
    const bool use = in.isUndefined() || (args.flag(1, "boolean", false) && !in.truthy());
    if (!use) return in;
    const Value* fallback = args.get(0, "default_value");
    return fallback ? *fallback : Value(Text());
}

Value length(Context& c, const Value& in, const Args&) {
    return lengthOf(c, in);
}

Value first(Context& c, const Value& in, const Args&) {
    const auto items = iterate(c, in);
    return items.empty() ? Value::undefined("there is no first item") : items.front();
}

Value last(Context& c, const Value& in, const Args&) {
    const auto items = iterate(c, in);
    return items.empty() ? Value::undefined("there is no last item") : items.back();
}

Value list(Context& c, const Value& in, const Args&) {
    return makeList(iterate(c, in));
}

Value items(Context& c, const Value& in, const Args&) {
    if (in.isUndefined()) return makeList({});
    if (!in.dict()) fail("items takes a dict, not " + in.typeName());
    std::vector<Value> out;
    c.budget.spend(in.dict()->items.size());
    for (const auto& [key, value] : in.dict()->items) out.push_back(makeList({key, value}, true));
    return makeList(std::move(out));
}

Value join(Context& c, const Value& in, const Args& args) {
    const Value* between = args.get(0, "d");
    const Value* attribute = args.get(1, "attribute");
    const Text separator = between ? toText(c, *between) : Text();
    Text out;
    bool firstItem = true;
    for (const Value& item : iterate(c, in)) {
        const Text text = toText(c, attribute ? attributePath(c, item, *attribute) : item);
        c.budget.spendBytes(text.size() + separator.size());
        if (out.size() > Budget::kTextBytes) fail("the template makes too long a text");
        if (!firstItem) out.append(separator);
        out.append(text);
        firstItem = false;
    }
    return out;
}

Value reverse(Context& c, const Value& in, const Args&) {
    auto all = iterate(c, in);
    std::reverse(all.begin(), all.end());
    if (!in.text()) return makeList(std::move(all));
    Text out;
    for (const Value& character : all) out.append(*character.text());
    return out;
}

void sortBy(Context& c, std::vector<std::pair<Value, Value>>& keyed, bool descending) {
    std::stable_sort(keyed.begin(), keyed.end(), [&](const auto& a, const auto& b) {
        return descending ? lessThan(c, b.first, a.first) : lessThan(c, a.first, b.first);
    });
}

Value sort(Context& c, const Value& in, const Args& args) {
    std::vector<std::pair<Value, Value>> keyed;
    for (Value& item : iterate(c, in)) {
        Value key = keyOf(c, item, args.get(2, "attribute"), args.flag(1, "case_sensitive", false));
        keyed.emplace_back(std::move(key), std::move(item));
    }
    sortBy(c, keyed, args.flag(0, "reverse", false));
    std::vector<Value> out;
    for (auto& entry : keyed) out.push_back(std::move(entry.second));
    return makeList(std::move(out));
}

Value dictsort(Context& c, const Value& in, const Args& args) {
    if (!in.dict()) fail("dictsort takes a dict, not " + in.typeName());
    const Value* by = args.get(1, "by");
    const bool byValue = by && by->text() && by->text()->view() == "value";
    std::vector<std::pair<Value, Value>> keyed;
    for (const auto& [key, value] : in.dict()->items) {
        keyed.emplace_back(keyOf(c, byValue ? value : key, nullptr, args.flag(0, "case_sensitive", false)),
                           makeList({key, value}, true));
    }
    sortBy(c, keyed, args.flag(2, "reverse", false));
    std::vector<Value> out;
    for (auto& entry : keyed) out.push_back(std::move(entry.second));
    return makeList(std::move(out));
}

Value unique(Context& c, const Value& in, const Args& args) {
    std::vector<Value> out, keys;
    for (Value& item : iterate(c, in)) {
        Value key = keyOf(c, item, args.get(1, "attribute"), args.flag(0, "case_sensitive", false));
        if (std::any_of(keys.begin(), keys.end(), [&](const Value& k) { return equal(c, k, key); })) continue;
        keys.push_back(std::move(key));
        out.push_back(std::move(item));
    }
    return makeList(std::move(out));
}

Value groupby(Context& c, const Value& in, const Args& args) {
    const Value sorted = [&] {
        Args by;
        by.named.emplace_back("attribute", args.need(0, "attribute"));
        return sort(c, in, by);
    }();
    std::vector<Value> out, group;
    Value current;
    const auto flush = [&] {
        if (!group.empty()) out.push_back(makeList({current, makeList(std::exchange(group, {}))}, true));
    };
    for (const Value& item : sorted.list()->items) {
        Value key = attributePath(c, item, args.need(0, "attribute"));
        if (group.empty() || !equal(c, key, current)) {
            flush();
            current = std::move(key);
        }
        group.push_back(item);
    }
    flush();
    return makeList(std::move(out));
}

Value extreme(Context& c, const Value& in, const Args& args, bool largest) {
    const Value* attribute = args.get(1, "attribute");
    std::optional<Value> best;
    Value bestKey;
    for (Value& item : iterate(c, in)) {
        Value key = keyOf(c, item, attribute, args.flag(0, "case_sensitive", false));
        if (!best || (largest ? lessThan(c, bestKey, key) : lessThan(c, key, bestKey))) {
            best = std::move(item);
            bestKey = std::move(key);
        }
    }
    return best ? *best : Value::undefined("an empty list has no least or largest item");
}
Value minimum(Context& c, const Value& in, const Args& args) {
    return extreme(c, in, args, false);
}
Value maximum(Context& c, const Value& in, const Args& args) {
    return extreme(c, in, args, true);
}

Value sum(Context& c, const Value& in, const Args& args) {
    const Value* attribute = args.get(0, "attribute");
    const Value* start = args.get(1, "start");
    Value total = start ? *start : Value(0);
    for (const Value& item : iterate(c, in)) {
        const bool path = attribute && !attribute->isNone();
        total = binary(c, BinaryOp::Add, total, path ? attributePath(c, item, *attribute) : item);
    }
    return total;
}

Value batch(Context& c, const Value& in, const Args& args) {
    const std::int64_t size = args.integer(0, "linecount", 1);
    if (size < 1 || size > 1'000'000) fail("batch: a size of 1 or more");
    const Value* fill = args.get(1, "fill_with");
    std::vector<Value> out, row;
    for (Value& item : iterate(c, in)) {
        row.push_back(std::move(item));
        if (row.size() == static_cast<std::size_t>(size)) out.push_back(makeList(std::exchange(row, {})));
    }
    if (!row.empty()) {
        if (fill && !fill->isNone()) {
            c.budget.spend(static_cast<std::size_t>(size));
            row.resize(static_cast<std::size_t>(size), *fill);
        }
        out.push_back(makeList(std::move(row)));
    }
    return makeList(std::move(out));
}

Value attr(Context& c, const Value& in, const Args& args) {
    const Value& name = args.need(0, "name");
    if (!name.text()) fail("attr takes a name");
    return attributeOf(c, in, name.text()->view());
}

Value map(Context& c, const Value& in, const Args& args) {
    std::vector<Value> out;
    const Value* attribute = args.positional.empty() ? args.get(0, "attribute") : nullptr;
    const Value* fallback = attribute ? args.get(1, "default") : nullptr;
    const FilterEntry* filter = nullptr;
    const auto inputs = iterate(c, in);
    if (!attribute && !inputs.empty()) {
        const Value& name = args.need(0, "filter");
        filter = name.text() ? findFilter(name.text()->view()) : nullptr;
        if (!filter) fail("map: there is no filter '" + toText(c, name).bytes() + "'");
    }
    const Args rest = args.without(1);
    for (const Value& item : inputs) {
        Value value = attribute ? attributePath(c, item, *attribute) : filter->apply(c, item, rest);
        if (fallback && value.isUndefined()) value = *fallback;
        out.push_back(std::move(value));
    }
    return makeList(std::move(out));
}

// select, reject and their forms on an attribute: keep the items for which a test holds (or does not).
Value filtered(Context& c, const Value& in, const Args& args, bool onAttribute, bool keep) {
    const std::size_t at = onAttribute ? 1 : 0;
    const TestEntry* test = nullptr;
    std::vector<Value> inputs = iterate(c, in);
    if (args.positional.size() > at && !inputs.empty()) {
        const Value& name = args.positional[at];
        test = name.text() ? findTest(name.text()->view()) : nullptr;
        if (!test) fail("there is no test '" + toText(c, name).bytes() + "'");
    }
    if (onAttribute && args.positional.empty()) fail("the attribute is missing");
    const Args rest = args.without(at + 1);
    std::vector<Value> out;
    for (Value& item : inputs) {
        const Value value = onAttribute ? attributePath(c, item, args.positional[0]) : item;
        const bool holds = test ? test->holds(c, value, rest) : value.truthy();
        if (holds == keep) out.push_back(std::move(item));
    }
    return makeList(std::move(out));
}
Value select(Context& c, const Value& in, const Args& a) {
    return filtered(c, in, a, false, true);
}
Value reject(Context& c, const Value& in, const Args& a) {
    return filtered(c, in, a, false, false);
}
Value selectattr(Context& c, const Value& in, const Args& a) {
    return filtered(c, in, a, true, true);
}
Value rejectattr(Context& c, const Value& in, const Args& a) {
    return filtered(c, in, a, true, false);
}

constexpr FilterEntry kFilters[] = {
    {"attr", attr},       {"batch", batch},       {"count", length},
    {"d", defaultTo},     {"default", defaultTo}, {"dictsort", dictsort},
    {"first", first},     {"groupby", groupby},   {"items", items},
    {"join", join},       {"last", last},         {"length", length},
    {"list", list},       {"map", map},           {"max", maximum},
    {"min", minimum},     {"reject", reject},     {"rejectattr", rejectattr},
    {"reverse", reverse}, {"select", select},     {"selectattr", selectattr},
    {"sort", sort},       {"sum", sum},           {"unique", unique},
};

}  // namespace

std::span<const FilterEntry> listFilters() {
    return kFilters;
}

}  // namespace gh::jinja
