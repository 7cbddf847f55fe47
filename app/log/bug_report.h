// The facts that a bug report needs, in English, without anything that was typed or generated.
#pragma once

#include <QString>
#include <vector>

#include "app/log/log_buffer.h"
#include "engine/telemetry/snapshot.h"

namespace gh::app {

// "2026-11-30 02:41:07.512  warning  cannot load …"
QString logText(const LogLine& line);
// Version, system, processor, model, then the lines. The home folder is written "~".
QString bugReport(const telemetry::ModelFacts* model, const std::vector<LogLine>& lines);

}  // namespace gh::app
