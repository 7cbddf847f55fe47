// glasshouse: a command when one is named, the window otherwise.
#include "app/application.h"
#include "app/cli/cli.h"

int main(int argc, char** argv) {
    if (gh::app::wantsCli(argc, argv)) return gh::app::runCli(argc, argv);
    return gh::app::runWindow(argc, argv);
}
