// Panels Quantize and Compare at work on the model: maps, one matrix, rules, an evaluation, the plane; variants in step and
// each its own way; empty and with errors.
#pragma once

#include "app/shots/photographer.h"

namespace gh::app {

bool quantizeStates(MainWindow& window, Photographer& photographer);

}  // namespace gh::app
