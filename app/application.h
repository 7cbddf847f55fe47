// The window's side of the program: what `glasshouse [MODEL]` does when no command is given.
#pragma once

#include "app/bridge/engine_door.h"

namespace gh::app {

// The real engine, with one thread a usable core.
EngineFactory realEngine();

// Opens the window (or takes the pictures, with --shots DIR) and returns the exit code.
int runWindow(int argc, char** argv);

}  // namespace gh::app
