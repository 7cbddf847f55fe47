// Tests: what may follow `is`.
#include <algorithm>

#include "engine/text/jinja_filters.h"
#include "engine/text/jinja_operators.h"
#include "engine/text/utf8.h"

namespace gh::jinja {

namespace {

std::int64_t whole(const Value& value) {
    needDefined(value);
    if (!value.integer()) fail("the test takes a whole number, not " + value.typeName());
    return *value.integer();
}

bool cased(const Value& value, bool upper) {
    if (!value.text()) return false;
    const Text& text = *value.text();
    return text == (upper ? upperCase(text) : lowerCase(text)) && !(upperCase(text) == lowerCase(text));
}

bool sameObject(Context& c, const Value& a, const Value& b) {
    if (a.isNone() || b.isNone()) return a.isNone() && b.isNone();
    if (a.isBool() || b.isBool()) return a.isBool() && b.isBool() && a.boolean() == b.boolean();
    if (a.text() && b.text()) return equal(c, a, b);
    if (a.identity() || b.identity()) return a.identity() == b.identity();
    return a.isInt() == b.isInt() && equal(c, a, b);
}

template <CompareOp op>
bool compares(Context& c, const Value& in, const Args& args) {
    return compare(c, op, in, args.need(0, "other"));
}

bool isIterable(const Value& v) {
    return v.text() || v.list() || v.dict() || v.isUndefined();
}

constexpr TestEntry kTests[] = {
    {"boolean", [](Context&, const Value& v, const Args&) { return v.isBool(); }},
    {"callable", [](Context&, const Value& v, const Args&) { return v.object() && v.object()->callable(); }},
    {"defined", [](Context&, const Value& v, const Args&) { return !v.isUndefined(); }},
    {"divisibleby",
     [](Context& c, const Value& v, const Args& args) {
         return binary(c, BinaryOp::Modulo, Value(whole(v)), Value(whole(args.need(0, "num")))).integer() ==
                0;
     },
     true},
    {"escaped", [](Context&, const Value&, const Args&) { return false; }},
    {"even", [](Context&, const Value& v, const Args&) { return whole(v) % 2 == 0; }},
    {"false", [](Context&, const Value& v, const Args&) { return v.isBool() && !v.boolean(); }},
    {"filter",
     [](Context&, const Value& v, const Args&) { return v.text() && findFilter(v.text()->view()); }},
    {"float", [](Context&, const Value& v, const Args&) { return v.isFloat(); }},
    {"in", [](Context& c, const Value& v, const Args& args) { return contains(c, args.need(0, "seq"), v); },
     true},
    {"integer", [](Context&, const Value& v, const Args&) { return v.isInt(); }},
    {"iterable", [](Context&, const Value& v, const Args&) { return isIterable(v); }},
    {"lower", [](Context&, const Value& v, const Args&) { return cased(v, false); }},
    {"mapping", [](Context&, const Value& v, const Args&) { return v.dict() != nullptr; }},
    {"none", [](Context&, const Value& v, const Args&) { return v.isNone(); }},
    {"number", [](Context&, const Value& v, const Args&) { return v.isNumber(); }},
    {"odd", [](Context&, const Value& v, const Args&) { return whole(v) % 2 != 0; }},
    {"sameas",
     [](Context& c, const Value& v, const Args& args) { return sameObject(c, v, args.need(0, "other")); },
     true},
    {"sequence", [](Context&, const Value& v, const Args&) { return isIterable(v); }},
    {"string", [](Context&, const Value& v, const Args&) { return v.isString(); }},
    {"test", [](Context&, const Value& v, const Args&) { return v.text() && findTest(v.text()->view()); }},
    {"true", [](Context&, const Value& v, const Args&) { return v.isBool() && v.boolean(); }},
    {"undefined", [](Context&, const Value& v, const Args&) { return v.isUndefined(); }},
    {"upper", [](Context&, const Value& v, const Args&) { return cased(v, true); }},
    {"eq", compares<CompareOp::Equal>, true},
    {"equalto", compares<CompareOp::Equal>, true},
    {"==", compares<CompareOp::Equal>, true},
    {"ne", compares<CompareOp::NotEqual>, true},
    {"!=", compares<CompareOp::NotEqual>, true},
    {"lt", compares<CompareOp::Less>, true},
    {"lessthan", compares<CompareOp::Less>, true},
    {"<", compares<CompareOp::Less>, true},
    {"le", compares<CompareOp::LessEqual>, true},
    {"<=", compares<CompareOp::LessEqual>, true},
    {"gt", compares<CompareOp::Greater>, true},
    {"greaterthan", compares<CompareOp::Greater>, true},
    {">", compares<CompareOp::Greater>, true},
    {"ge", compares<CompareOp::GreaterEqual>, true},
    {">=", compares<CompareOp::GreaterEqual>, true},
};

}  // namespace

std::span<const TestEntry> testList() {
    return kTests;
}

const TestEntry* findTest(std::string_view name) {
    const auto found = std::find_if(std::begin(kTests), std::end(kTests),
                                    [&](const TestEntry& t) { return t.name == name; });
    return found == std::end(kTests) ? nullptr : &*found;
}

}  // namespace gh::jinja
