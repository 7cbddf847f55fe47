// The interpreter's front: parse once, render many times, from several threads if need be.
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "engine/text/jinja_ast.h"

namespace gh::jinja {

class Template {
public:
    explicit Template(std::string_view source);  // throws Failure (Syntax)
    // Throws Failure. The variables are visible by name; the functions of globalFunction always are.
    Text render(std::vector<std::pair<std::string, Value>> variables,
                const std::optional<std::tm>& clock = {}) const;

private:
    Body m_body;
};

}  // namespace gh::jinja
