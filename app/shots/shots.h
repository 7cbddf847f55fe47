// Pictures of the real window with a real model and a real conversation, for README and for looking at.
#pragma once

#include <QString>

#include "app/bridge/engine_door.h"

namespace gh::app {

// Writes window-light.png, kv-blocks-dark.png … into `folder`, at 100 % and (name-2x) 200 %. model: empty for
// the default model in the cache folder. Returns the exit code.
int takeShots(const QString& folder, const QString& model, EngineFactory factory);

}  // namespace gh::app
