// Ctrl-C as a flag and a file descriptor that becomes readable, so that waiting never has to poll.
#pragma once

namespace gh::app {

// Installs the handler on first use. The first Ctrl-C asks for an orderly stop; a second one ends the process
// at once with exit code 130.
void watchForInterrupt();
bool interrupted();

// Readable after an interrupt or wakeMainThread().
int wakeDescriptor();
void wakeMainThread();  // from any thread
void clearWake();

}  // namespace gh::app
