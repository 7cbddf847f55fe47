// Pictures of states that do not come by themselves in two turns of a chat.
#pragma once

#include <QString>

#include "app/shots/photographer.h"

namespace gh::app {

class HoldingDoor;

// Before there is anything: no model, a file that is none, then the model on its way, held by the door while the real
// loader runs. The model is open afterwards. false: said why.
bool beginningStates(MainWindow& window, HoldingDoor& engine, Photographer& photographer, const QString& brokenFile,
                     const QString& model);

// With the model open: branches, attached files, a search, a deletion that can be undone, a full context, and the same
// model without its template. `scratch`: a folder for files. The window is left as the last of them.
bool laterStates(MainWindow& window, Photographer& photographer, const QString& model, const QString& scratch);

}  // namespace gh::app
