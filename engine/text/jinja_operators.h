// Python's operators on values: equality, order, arithmetic, membership, items and slices, iteration.
#pragma once

#include "engine/text/jinja_value.h"

namespace gh::jinja {

enum class BinaryOp { Add, Subtract, Multiply, Divide, FloorDivide, Modulo, Power };
enum class CompareOp { Equal, NotEqual, Less, LessEqual, Greater, GreaterEqual, In, NotIn };

bool equal(Context& context, const Value& a, const Value& b);
bool lessThan(Context& context, const Value& a, const Value& b);  // fails for what has no order
Value binary(Context& context, BinaryOp op, const Value& a, const Value& b);
bool compare(Context& context, CompareOp op, const Value& a, const Value& b);
Value negate(const Value& value);
bool contains(Context& context, const Value& container, const Value& item);

// Fails with the reason when the value is undefined.
void needDefined(const Value& value);
// What a loop over the value sees: items, keys, characters; nothing for an undefined one.
std::vector<Value> iterate(Context& context, const Value& value);
std::size_t lengthOf(Context& context, const Value& value);

// value.name and value[key], in the order in which Jinja tries items and methods. Undefined when there is no
// such thing.
Value attributeOf(Context& context, const Value& value, std::string_view name);
Value itemOf(Context& context, const Value& value, const Value& key);
Value slice(Context& context, const Value& value, const Value& start, const Value& stop, const Value& step);

// Byte positions at which the characters of a text begin, its size at the end.
std::vector<std::size_t> characterStarts(Context& context, const Text& text);
Text concatenate(Context& context, const Text& a, const Text& b);

// A method of a string, list or dict, bound to it; nothing when it has none of that name.
std::optional<Value> methodOf(const Value& value, std::string_view name);

}  // namespace gh::jinja
