// Python's two ways to put values into a text: 'a %s' % x (also the format filter) and 'a {}'.format(x).
#pragma once

#include "engine/text/jinja_value.h"

namespace gh::jinja {

Text percentFormat(Context& context, const Text& pattern, const Args& args);
Text braceFormat(Context& context, const Text& pattern, const Args& args);

}  // namespace gh::jinja
