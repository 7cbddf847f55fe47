// Pictures of opening models and of a full context that makes room.
#pragma once

#include "app/shots/photographer.h"

namespace gh::app {

class MainWindow;

// A reply is being written when it begins; its chat is stopped. Leaves a model open, with the settings it found.
bool openingStates(MainWindow& window, Photographer& photographer, const QString& model, const QString& brokenFile);

}  // namespace gh::app
