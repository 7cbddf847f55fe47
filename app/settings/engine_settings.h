// Settings in the engine's own types.
#pragma once

#include "app/settings/settings.h"
#include "engine/engine.h"

namespace gh::app {

EngineConfig engineConfig(const Settings& settings);
LoadOptions loadOptions(const Settings& settings);
// As far as settings decide them: a model loaded with one need not be loaded again for the other.
bool sameOptions(const LoadOptions& a, const LoadOptions& b);

}  // namespace gh::app
