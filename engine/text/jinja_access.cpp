// Looking into values: iteration, length, attributes, items, slices.
#include <algorithm>
#include <limits>

#include "engine/text/jinja_operators.h"
#include "engine/text/utf8.h"

namespace gh::jinja {

std::vector<std::size_t> characterStarts(Context& context, const Text& text) {
    context.budget.spendBytes(text.size());
    context.budget.spend(text.size() / 8);
    std::vector<std::size_t> starts;
    starts.reserve(text.size() + 1);
    for (std::size_t pos = 0; pos < text.size(); pos += utf8::at(text.view(), pos).length)
        starts.push_back(pos);
    starts.push_back(text.size());
    return starts;
}

std::vector<Value> iterate(Context& context, const Value& value) {
    if (value.isUndefined()) return {};
    if (const List* list = value.list()) {
        context.budget.spend(list->items.size() + 1);
        return list->items;
    }
    std::vector<Value> items;
    if (const Dict* dict = value.dict()) {
        context.budget.spend(dict->items.size() + 1);
        for (const auto& entry : dict->items) items.push_back(entry.first);
        return items;
    }
    if (const Text* text = value.text()) {
        const auto starts = characterStarts(context, *text);
        if (starts.size() > Budget::kListItems) fail("the template makes too long a list");
        context.budget.spend(starts.size());
        std::size_t i = 0;
        // Run by run: slicing each character out of a text of many origins would search them all again.
        text->eachRun([&](std::string_view bytes, int origin) {
            for (std::size_t pos = 0; pos < bytes.size(); ++i) {
                const std::size_t length = utf8::at(bytes, pos).length;
                items.emplace_back(Text(std::string(bytes.substr(pos, length)), origin));
                pos += length;
            }
        });
        return items;
    }
    fail("a loop cannot go over " + value.typeName());
}

std::size_t lengthOf(Context& context, const Value& value) {
    if (value.isUndefined()) return 0;
    if (const List* list = value.list()) return list->items.size();
    if (const Dict* dict = value.dict()) return dict->items.size();
    if (const Text* text = value.text()) {
        context.budget.spendBytes(text->size());
        return utf8::count(text->view());
    }
    fail(value.typeName() + " has no length");
}

namespace {

Value missing(const Value& value, std::string_view name) {
    return Value::undefined(value.typeName() + " has no attribute '" + std::string(name) + "'");
}

std::optional<std::size_t> wrapIndex(std::int64_t index, std::size_t size) {
    const auto n = static_cast<std::int64_t>(size);
    if (index < 0) index += n;
    if (index < 0 || index >= n) return std::nullopt;
    return static_cast<std::size_t>(index);
}

const Value* dictItem(Context& context, const Dict& dict, const Value& key) {
    context.budget.spend(dict.items.size() / 8 + 1);
    if (key.text()) return dict.find(key.text()->view());
    for (const auto& [name, value] : dict.items) {
        if (equal(context, name, key)) return &value;
    }
    return nullptr;
}

}  // namespace

Value attributeOf(Context& context, const Value& value, std::string_view name) {
    needDefined(value);
    // Python's own machinery; a sandbox shows none of it.
    if (name.starts_with("__")) fail("the attribute '" + std::string(name) + "' is not allowed");
    if (Object* object = value.object()) {
        const auto attribute = object->attribute(name);
        return attribute ? *attribute : missing(value, name);
    }
    if (auto method = methodOf(value, name)) return *method;
    if (const Dict* dict = value.dict()) {
        context.budget.spend(dict->items.size() / 8 + 1);
        if (const Value* item = dict->find(name)) return *item;
    }
    return missing(value, name);
}

Value itemOf(Context& context, const Value& value, const Value& key) {
    needDefined(value);
    if (const Dict* dict = value.dict()) {
        if (const Value* item = dictItem(context, *dict, key)) return *item;
    } else if (const auto index = key.integer()) {
        if (const List* list = value.list()) {
            const auto i = wrapIndex(*index, list->items.size());
            if (i) return list->items[*i];
            return Value::undefined(value.typeName() + " has no item " + std::to_string(*index));
        }
        if (const Text* text = value.text()) {
            const auto starts = characterStarts(context, *text);
            const auto i = wrapIndex(*index, starts.size() - 1);
            if (i) return text->slice(starts[*i], starts[*i + 1] - starts[*i]);
            return Value::undefined("a string has no character " + std::to_string(*index));
        }
    }
    if (key.text()) return attributeOf(context, value, key.text()->view());
    return Value::undefined(value.typeName() + " has no such item");
}

Value slice(Context& context, const Value& value, const Value& start, const Value& stop, const Value& step) {
    needDefined(value);
    const Text* text = value.text();
    const List* list = value.list();
    if (!text && !list) fail(value.typeName() + " cannot be sliced");
    const auto bound = [](const Value& v) -> std::optional<std::int64_t> {
        if (v.isNone()) return std::nullopt;
        needDefined(v);
        if (!v.integer()) fail("a slice takes whole numbers, not " + v.typeName());
        return v.integer();
    };
    std::vector<std::size_t> starts;
    if (text) starts = characterStarts(context, *text);
    const auto n = static_cast<std::int64_t>(text ? starts.size() - 1 : list->items.size());
    const std::int64_t by = bound(step).value_or(1);
    if (by == 0) fail("a slice cannot step by zero");
    const auto clamp = [&](std::optional<std::int64_t> v, std::int64_t fallback) {
        if (!v) return fallback;
        std::int64_t i = *v < 0 ? (*v < -n ? -1 : *v + n) : *v;
        if (by > 0) return std::clamp<std::int64_t>(*v < -n ? 0 : i, 0, n);
        return std::clamp<std::int64_t>(i, -1, n - 1);
    };
    const std::int64_t from = clamp(bound(start), by > 0 ? 0 : n - 1),
                       to = clamp(bound(stop), by > 0 ? n : -1);
    context.budget.spend(static_cast<std::size_t>(n) / 8 + 1);

    if (text && by == 1) {
        if (from >= to) return Text();
        const std::size_t begin = starts[static_cast<std::size_t>(from)];
        return text->slice(begin, starts[static_cast<std::size_t>(to)] - begin);
    }
    std::vector<std::size_t> indices;
    for (std::int64_t i = from; by > 0 ? i < to : i > to;) {
        indices.push_back(static_cast<std::size_t>(i));
        if (__builtin_add_overflow(i, by, &i)) break;
    }
    context.budget.spend(indices.size());
    if (list) {
        std::vector<Value> items;
        items.reserve(indices.size());
        for (const std::size_t i : indices) items.push_back(list->items[i]);
        return makeList(std::move(items), list->tuple);
    }
    const std::vector<Value> characters = iterate(context, value);
    Text out;
    for (const std::size_t i : indices) {
        if (i < characters.size()) out.append(*characters[i].text());
    }
    return out;
}

}  // namespace gh::jinja
