// Words for what happened at a step.
#pragma once

#include <QString>

#include "engine/telemetry/step_mark.h"

namespace gh::widgets {

// One line, plain: "Request began, 31 tokens to read: Why does a language model…".
QString markWords(const telemetry::StepMark& mark);

}  // namespace gh::widgets
