#include "app/cli/cli.h"

namespace gh::app {

bool wantsCli(int, char**) { return false; }
int runCli(int, char**) { return 2; }

}  // namespace gh::app
