// Values as text: as Python prints them, as Python's repr, and as JSON. Marks of content survive all three.
#pragma once

#include "engine/text/jinja_value.h"

namespace gh::jinja {

Text toText(Context& context, const Value& value);  // str(value); undefined prints nothing
Text toRepr(Context& context, const Value& value);
std::string floatText(double value);  // shortest that reads back, as Python's repr

struct JsonStyle {
    std::optional<std::string> indent;  // text of one level, none: all on one line
    std::string itemSeparator = ", ", keySeparator = ": ";
    bool sortKeys = false;
    bool asciiOnly = false;
};
Text toJson(Context& context, const Value& value, const JsonStyle& style);

}  // namespace gh::jinja
