#include "engine/text/jinja.h"

#include "engine/text/jinja_eval.h"
#include "engine/text/jinja_parser.h"

namespace gh::jinja {

Template::Template(std::string_view source) : m_body(parseTemplate(source)) {}

Text Template::render(std::vector<std::pair<std::string, Value>> variables,
                      const std::optional<std::tm>& clock) const {
    return Evaluator::render(m_body, std::move(variables), clock);
}

}  // namespace gh::jinja
