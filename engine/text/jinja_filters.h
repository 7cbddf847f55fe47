// Filters and tests by name: the two explicit lists. A new one is a function and a line.
#pragma once

#include <span>
#include <string_view>

#include "engine/text/jinja_value.h"

namespace gh::jinja {

struct FilterEntry {
    std::string_view name;
    Value (*apply)(Context& context, const Value& input, const Args& args);
};
struct TestEntry {
    std::string_view name;
    bool (*holds)(Context& context, const Value& input, const Args& args);
    bool takesArgument = false;
};

std::span<const FilterEntry> textFilters();
std::span<const FilterEntry> listFilters();
std::span<const TestEntry> testList();

const FilterEntry* findFilter(std::string_view name);  // null: there is none
const TestEntry* findTest(std::string_view name);

// Pieces that filters and methods share.
Text trimmed(Context& context, const Text& text, const Value* characters, bool left, bool right);
Text replaced(Context& context, const Text& text, const Text& from, const Text& to, std::int64_t most);
Text capitalized(const Text& text);
Text upperCase(const Text& text);
Text lowerCase(const Text& text);

}  // namespace gh::jinja
