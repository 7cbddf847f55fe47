#include "engine/text/jinja_value.h"

#include <algorithm>

#include "engine/text/jinja_operators.h"

namespace gh::jinja {

void fail(std::string message) {
    throw Failure{Failure::Kind::Runtime, std::move(message), 0, 0};
}

Value Object::call(Context&, const Args&) {
    fail(typeName() + " cannot be called");
}
std::optional<Value> Object::attribute(std::string_view) const {
    return std::nullopt;
}

Value Value::undefined(std::string why) {
    Value value;
    value.m_data = std::make_shared<const Undefined>(Undefined{std::move(why)});
    return value;
}

const Undefined* Value::undefinedPart() const {
    const auto* p = std::get_if<std::shared_ptr<const Undefined>>(&m_data);
    return p ? p->get() : nullptr;
}

std::optional<std::int64_t> Value::integer() const {
    if (const auto* i = std::get_if<std::int64_t>(&m_data)) return *i;
    if (const auto* b = std::get_if<bool>(&m_data)) return *b ? 1 : 0;
    return std::nullopt;
}

std::optional<double> Value::number() const {
    if (const auto* d = std::get_if<double>(&m_data)) return *d;
    if (const auto i = integer()) return static_cast<double>(*i);
    return std::nullopt;
}

bool Value::truthy() const {
    if (isNone() || isUndefined()) return false;
    if (const auto n = number()) return *n != 0;
    if (const Text* t = text()) return !t->empty();
    if (const List* l = list()) return !l->items.empty();
    if (const Dict* d = dict()) return !d->items.empty();
    return true;
}

std::string Value::typeName() const {
    if (isNone()) return "None";
    if (isUndefined()) return "an undefined value";
    if (isBool()) return "a boolean";
    if (isInt()) return "a whole number";
    if (isFloat()) return "a number";
    if (isString()) return "a string";
    if (const List* l = list()) return l->tuple ? "a tuple" : "a list";
    if (dict()) return "a dict";
    return object()->typeName();
}

int Value::nesting() const {
    if (const List* l = list()) return l->nesting;
    if (const Dict* d = dict()) return d->nesting;
    return 0;
}

const void* Value::identity() const {
    if (text()) return text();
    if (list()) return list();
    if (dict()) return dict();
    return object();
}

namespace {

int nestingAround(int inner) {
    if (inner + 1 > Budget::kNesting) fail("lists or dicts nested too deeply");
    return inner + 1;
}

}  // namespace

Value makeList(std::vector<Value> items, bool tuple) {
    if (items.size() > Budget::kListItems) fail("the template makes too long a list");
    int inner = 0;
    for (const Value& item : items) inner = std::max(inner, item.nesting());
    return Value(std::make_shared<const List>(List{std::move(items), tuple, nestingAround(inner)}));
}

const Value* Dict::find(std::string_view key) const {
    for (const auto& [name, value] : items) {
        const Text* text = name.text();
        if (text && text->view() == key) return &value;
    }
    return nullptr;
}

Value makeDict(Context& context, std::vector<std::pair<Value, Value>> items) {
    Dict dict;
    int inner = 0;
    for (auto& [key, value] : items) {
        if (key.dict() || (key.list() && !key.list()->tuple)) fail(key.typeName() + " cannot be a key");
        inner = std::max({inner, key.nesting(), value.nesting()});
        context.budget.spend(dict.items.size() / 16 + 1);
        // Named again: clang 14 captures no structured binding.
        const auto same = std::find_if(dict.items.begin(), dict.items.end(),
                                       [&, &key = key](const auto& entry) { return equal(context, entry.first, key); });
        if (same != dict.items.end()) {
            same->second = std::move(value);
        } else {
            dict.items.emplace_back(std::move(key), std::move(value));
        }
    }
    dict.nesting = nestingAround(inner);
    return Value(std::make_shared<const Dict>(std::move(dict)));
}

const Value* Args::get(std::size_t index, std::string_view name) const {
    if (index < positional.size()) return &positional[index];
    for (const auto& [key, value] : named) {
        if (key == name) return &value;
    }
    return nullptr;
}

const Value& Args::need(std::size_t index, std::string_view name) const {
    const Value* value = get(index, name);
    if (!value) fail("the argument '" + std::string(name) + "' is missing");
    return *value;
}

std::int64_t Args::integer(std::size_t index, std::string_view name, std::int64_t fallback) const {
    const Value* value = get(index, name);
    if (!value || value->isNone()) return fallback;
    const auto number = value->integer();
    if (!number)
        fail("the argument '" + std::string(name) + "' is " + value->typeName() +
             ", expected a whole number");
    return *number;
}

bool Args::flag(std::size_t index, std::string_view name, bool fallback) const {
    const Value* value = get(index, name);
    return value ? value->truthy() : fallback;
}

void Args::atMost(std::size_t count, std::string_view what) const {
    if (positional.size() + named.size() > count) {
        fail(std::string(what) + " takes at most " + std::to_string(count) + " argument(s)");
    }
}

Args Args::without(std::size_t first) const {
    Args rest;
    if (first < positional.size())
        rest.positional.assign(positional.begin() + static_cast<std::ptrdiff_t>(first), positional.end());
    rest.named = named;
    return rest;
}

}  // namespace gh::jinja
