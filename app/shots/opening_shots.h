// Pictures of opening models and of a full context that makes room.
#pragma once

#include "app/shots/photographer.h"

namespace gh::app {

class MainWindow;

// Leaves the model open, with the settings it found.
bool openingStates(MainWindow& window, Photographer& photographer, const QString& model, const QString& brokenFile);

}  // namespace gh::app
