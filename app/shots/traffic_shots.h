// Many requests at once: several chats that write, synthetic traffic, the lab.
#pragma once

#include "app/shots/photographer.h"

namespace gh::app {

class MainWindow;

bool trafficStates(MainWindow& window, Photographer& photographer);

}  // namespace gh::app
